package kmc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TestAnswersAboutTheLiterature compares all that is said about the systems of
// the literature, word for word: what an answer rests on, why there is none, the
// executions that refute a property, and how many configurations it took. What
// must hold is in TestLiterature; here a change must be one that was meant.
func TestAnswersAboutTheLiterature(t *testing.T) {
	questions := []struct {
		name    string
		options kmc.Options
	}{
		{"least bound", kmc.Options{Max: 3, States: 2000}},
		{"bound 1 without the reduction", kmc.Options{K: 1, NoReduction: true, States: 1000}},
		{"bound 2, peer", kmc.Options{K: 2, Peer: true, States: 1000}},
		{"60 configurations", kmc.Options{K: 3, States: 60}},
	}
	var b strings.Builder
	for _, file := range literature(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sys, err := model.Parse(string(text), filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			r, err := kmc.Decide(sys, q.options)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s: %s: ", filepath.Base(file), q.name)
			spellAnswer(&b, sys, r)
		}
	}
	golden.Compare(t, filepath.Join("testdata", "kmc.golden"), b.String())
}

// spellAnswer writes everything that is in a result.
func spellAnswer(b *strings.Builder, sys *model.System, r *kmc.Result) {
	fmt.Fprintf(b, "%v at %v: %s\n", r.Verdict, r.Bounds, r.Reason)
	fmt.Fprintf(b, "  %d configurations, %d steps; reduced %d, %d\n", r.States, r.Transitions, r.ReducedStates, r.ReducedTransitions)
	how, against := newGroups(), newGroups()
	for _, p := range r.Properties {
		how.add(strings.TrimSuffix(fmt.Sprintf("%v (%s)", p.Status, p.Note), " ()"), p.Name)
		against.add(spellWitness(sys, p.Witness), p.Name)
	}
	against.add(spellWitness(sys, r.Violation), "the verdict")
	for _, text := range how.order {
		fmt.Fprintf(b, "  %s: %s\n", text, strings.Join(how.names[text], ", "))
	}
	for _, text := range against.order {
		if text != "" {
			fmt.Fprintf(b, "  against %s:%s\n", strings.Join(against.names[text], ", "), text)
		}
	}
}

// groups are names by what is said of them, in the order in which it is said.
type groups struct {
	order []string
	names map[string][]string
}

func newGroups() *groups { return &groups{names: map[string][]string{}} }

func (g *groups) add(text, name string) {
	if g.names[text] == nil {
		g.order = append(g.order, text)
	}
	g.names[text] = append(g.names[text], name)
}

func spellWitness(sys *model.System, w *kmc.Witness) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range w.Steps {
		t := sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		sign := "?"
		if t.Kind == model.Send {
			sign = "!"
		}
		o := &sys.Objects[t.Object]
		fmt.Fprintf(&b, " %s%s%s", o.Name, sign, o.Labels[max(t.Label, 0)].Name)
	}
	fmt.Fprintf(&b, " / %s in %d waits %s, but %s", sys.Processes[w.Participant].Name, w.State, w.Waits, w.InTheWay)
	return b.String()
}
