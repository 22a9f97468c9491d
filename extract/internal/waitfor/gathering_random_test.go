package waitfor_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A step is a statement of a random program about one channel c, which knows a number n and some flags.
type step struct {
	kind string // send, receive, if, look, loop, go, call, return, continue
	line int    // of a receive
	// flag is what an if asks: a flag, or, if that is less than 0, whether the number of the turn is even.
	flag       int
	turns      int // of a loop; -1: n
	then, more []step
}

const flags = 3

// A writer writes random programs.
type writer struct {
	*rand.Rand
	depth, loops int
}

func (w *writer) steps() (list []step) {
	for range 1 + w.IntN(3) {
		list = append(list, w.step())
	}
	return list
}

func (w *writer) step() step {
	kinds := []string{"send", "receive", "send", "receive", "return"}
	if w.loops > 0 {
		kinds = append(kinds, "continue")
	}
	if w.depth < 3 {
		kinds = append(kinds, "look", "look", "if", "loop", "go", "go", "call", "loop", "go")
	}
	s := step{kind: kinds[w.IntN(len(kinds))], turns: w.IntN(4) - 1}
	if s.flag = w.IntN(flags); w.loops > 0 && w.IntN(2) == 0 {
		s.flag = -1
	}
	w.depth++
	switch s.kind {
	case "if", "look":
		s.then = w.steps()
		if w.IntN(2) == 0 {
			s.more = w.steps()
		}
	case "loop":
		w.loops++
		s.then = w.steps()
		w.loops--
	case "go", "call": // a function of its own: its turns are others
		loops := w.loops
		w.loops = 0
		s.then = w.steps()
		w.loops = loops
	}
	w.depth--
	return s
}

// firstLine is the line of the first step of a program.
const firstLine = 5

// print writes a program down. Each loop has a number of its own.
func print(b *strings.Builder, list []step, depth int) {
	for n, s := range list {
		switch s.kind {
		case "send":
			b.WriteString("c <- 1\n")
		case "receive":
			list[n].line = firstLine + strings.Count(b.String(), "\n")
			b.WriteString("<-c\n")
		case "return", "continue":
			b.WriteString(s.kind + "\n")
		case "if", "look":
			condition := fmt.Sprintf("x%d", s.flag)
			switch {
			case s.kind == "look":
				condition = "len(c) > 0"
			case s.flag < 0:
				condition = fmt.Sprintf("i%d%%2 == 0", depth)
			}
			b.WriteString("if " + condition + " {\n")
			print(b, s.then, depth)
			b.WriteString("} else {\n")
			print(b, s.more, depth)
			b.WriteString("}\n")
		case "loop":
			turns := "n"
			if s.turns >= 0 {
				turns = fmt.Sprint(s.turns)
			}
			fmt.Fprintf(b, "for i%d := range %s {\n_ = i%d\n", depth+1, turns, depth+1)
			print(b, s.then, depth+1)
			b.WriteString("}\n")
		case "go", "call":
			if s.kind == "go" {
				b.WriteString("go ")
			}
			b.WriteString("func() {\n")
			print(b, s.then, 0)
			b.WriteString("}()\n")
		}
	}
}

// A run carries a program out for some n and flags, one goroutine after the other, and takes it that nobody waits.
type run struct {
	n      int
	flags  [flags]bool
	sent   int
	turn   int
	asked  int          // by the maker
	others bool         // somebody else receives
	short  bool         // the maker has asked for more than was sent until then
	empty  map[int]bool // the lines at which somebody has, before who asked for more went on
}

// carry carries out some statements. It returns how they end: "return", "continue", or neither.
func (r *run) carry(list []step, isMaker bool) string {
	for _, s := range list {
		end := ""
		switch s.kind {
		case "send":
			r.sent++
		case "receive":
			r.asked++
			r.empty[s.line] = r.empty[s.line] || !r.short && r.asked > r.sent
			r.others, r.short = r.others || !isMaker, r.short || r.asked > r.sent
		case "return", "continue":
			end = s.kind
		case "if", "look":
			holds := s.flag >= 0 && r.flags[s.flag] || s.flag < 0 && r.turn%2 == 0
			if s.kind == "look" {
				holds = r.sent > r.asked
			}
			if holds {
				end = r.carry(s.then, isMaker)
			} else {
				end = r.carry(s.more, isMaker)
			}
		case "loop":
			end = r.loop(s, isMaker)
		case "go", "call":
			turn := r.turn
			r.carry(s.then, isMaker && s.kind == "call")
			r.turn = turn
		}
		if end != "" {
			return end
		}
	}
	return ""
}

func (r *run) loop(s step, isMaker bool) string {
	turn, turns := r.turn, s.turns
	if turns < 0 {
		turns = r.n
	}
	for r.turn = 0; r.turn < turns; r.turn++ {
		i := r.turn
		if r.carry(s.then, isMaker) == "return" {
			return "return"
		}
		r.turn = i
	}
	r.turn = turn
	return ""
}

// checkGathering compares what is said of a random program with all its runs for small numbers. It returns what is
// said.
func checkGathering(t *testing.T, seed uint64) (hasRoom, isAnswered bool, finding int) {
	t.Helper()
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	list, more, isFixed := w.steps(), w.IntN(3), w.IntN(2) == 0
	slots := fmt.Sprintf("n + %d", more)
	if isFixed {
		slots = fmt.Sprint(more + 1)
	}
	var b strings.Builder
	print(&b, list, 0)
	source := fmt.Sprintf("func f(n int, x0, x1, x2 bool) {\nc := make(chan int, %s)\n_ = c\n%s}\n", slots, &b)
	world := build(t, source)
	objects := slices.DeleteFunc(slices.Sorted(maps.Keys(world.Operated())), func(l pointsto.Location) bool { return world.Points.Objects[l].Kind != pointsto.Channel })
	if len(objects) != 1 {
		return false, false, 0
	}
	hasRoom = world.waits.HasRoom(objects[0])
	isAnswered = world.waits.Served(objects, nil, nil).Has(objects[0])
	finds := world.finding()
	for n := -1; n < 4; n++ {
		if !isFixed && n+more < 0 { // that panics
			continue
		}
		for bits := range 1 << flags {
			r := &run{n: n, empty: map[int]bool{}}
			for i := range r.flags {
				r.flags[i] = bits>>i&1 == 1
			}
			r.carry(list, true)
			if isFixed && hasRoom && r.sent > more+1 || !isFixed && hasRoom && r.sent > n+more {
				t.Errorf("seed %d: %d messages with n = %d, flags %v, in\n%s", seed, r.sent, n, r.flags, source)
			}
			for line := range finds {
				if r.empty[line] {
					t.Errorf("seed %d: nothing is found in line %d with n = %d, flags %v, in\n%s", seed, line, n, r.flags, source)
				}
			}
			if isAnswered && (r.others || r.short) {
				t.Errorf("seed %d: not answered with n = %d, flags %v, in\n%s", seed, n, r.flags, source)
			}
		}
	}
	return hasRoom, isAnswered, len(finds)
}

// finding are the lines of the receives of which it is said that they find something.
func (w *world) finding() map[int]bool {
	lines := map[int]bool{}
	for _, f := range w.Order {
		for i := range f.Instructions() {
			if i.Instr().Op == ir.OpReceive && w.waits.PassesAtOnce(i) {
				lines[i.Instr().Site.Line] = true
			}
		}
	}
	return lines
}

// TestGatheringsAgreeWithTheirRuns on random programs, some of which have room, or are answered.
func TestGatheringsAgreeWithTheirRuns(t *testing.T) {
	programs := 3000
	if testing.Short() {
		programs = 600
	}
	roomy, answered, finding := 0, 0, 0
	for seed := range programs {
		hasRoom, isAnswered, finds := checkGathering(t, uint64(seed))
		finding += finds
		if hasRoom {
			roomy++
		}
		if isAnswered {
			answered++
		}
	}
	if roomy < programs/50 || answered < programs/100 || finding < programs/100 {
		t.Errorf("of %d programs %d have room, %d are answered, %d receives find something", programs, roomy, answered, finding)
	}
	t.Logf("of %d programs %d have room, %d are answered, %d receives find something", programs, roomy, answered, finding)
}

func FuzzGatherings(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkGathering(t, seed) })
}
