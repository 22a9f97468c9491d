package chancheck

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/ksync"
	"github.com/chancheck/chancheck/verify/leap"
)

// TestUnneededBuffers compares systems of which nothing is wrong and no buffer is needed, with
// themselves without buffers: nothing must be wrong then, either.
func TestUnneededBuffers(t *testing.T) {
	unneeded, other := 0, 0
	for seed := range uint64(1500) {
		sys := drawGoroutines(seed)
		if len(verify.Check(sys, verify.Options{}).Findings) > 0 {
			continue
		}
		program, err := leap.Absorb(sys)
		if err != nil || !program.Exact {
			t.Fatalf("%d: %v", seed, err)
		}
		b, err := ksync.FindBuffers(program.System, 10_000)
		if err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		for i := range sys.Objects {
			sys.Objects[i].Capacity = 0
		}
		found := verify.Check(sys, verify.Options{}).Findings
		switch {
		case b.Unneeded && len(found) > 0:
			var text strings.Builder
			sys.WriteText(&text) // a strings.Builder takes everything
			t.Fatalf("%d: %v without buffers\n%s", seed, found[0].Category, text.String())
		case b.Unneeded:
			unneeded++
		case len(found) > 0:
			other++
		}
	}
	if unneeded < 150 || other < 150 {
		t.Errorf("%d need no buffer, %d are wrong without", unneeded, other)
	}
}

// drawGoroutines draws a root that starts one or two goroutines, which exchange messages as a
// random protocol has it, but for sends that come earlier.
func drawGoroutines(seed uint64) *model.System {
	r := rand.New(rand.NewPCG(seed, 29))
	processes := 2 + r.IntN(2)
	sys := &model.System{Name: "drawn"}
	for p := range processes {
		sys.Processes = append(sys.Processes, model.Automaton{Name: fmt.Sprint("p", p)})
		if p > 0 {
			sys.Families = append(sys.Families, model.Family{Name: fmt.Sprint("p", p), Members: []int{p}})
		}
		sys.Objects = append(sys.Objects, model.Object{
			Kind: model.Channel, Name: fmt.Sprint("c", p), Capacity: 1 + r.IntN(3), Labels: []model.Label{{Name: "m"}}, Owner: -1,
		})
	}
	lines := make([][]model.Transition, processes)
	for p := 1; p < processes; p++ {
		lines[0] = append(lines[0], model.Transition{Kind: model.Spawn, Object: p - 1})
	}
	for range 2 + r.IntN(5) {
		from := r.IntN(processes)
		to := (from + 1 + r.IntN(processes-1)) % processes
		send := model.Transition{Kind: model.Send, Object: to}
		lines[from] = append(lines[from], send)
		if last := len(lines[from]) - 1; r.IntN(3) == 0 && last > 0 && lines[from][last-1].Kind == model.Receive {
			lines[from][last-1], lines[from][last] = send, lines[from][last-1]
		}
		lines[to] = append(lines[to], model.Transition{Kind: model.Receive, Object: to})
	}
	for p, line := range lines {
		states := make([]model.State, len(line)+1)
		for i, step := range line {
			step.To = i + 1
			states[i].Transitions = append(states[i].Transitions, step)
		}
		sys.Processes[p].States = states
	}
	return sys
}
