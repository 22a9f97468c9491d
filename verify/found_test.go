package verify_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TestWhatIsFoundInSystemsOfPrograms compares all that is said about the systems
// that package extract makes of small programs, word for word: which operation
// is reported, the execution, who else is stuck, on what it hangs, and how many
// configurations it took with and without the reduction. What must hold is
// compared with the oracle; here a change must be one that was meant.
func TestWhatIsFoundInSystemsOfPrograms(t *testing.T) {
	var b strings.Builder
	for _, sys := range systemsOfPrograms(t) {
		fmt.Fprintf(&b, "%s: ", sys.Name)
		spellResult(&b, sys)
	}
	golden.Compare(t, filepath.Join("testdata", "found.golden"), b.String())
}

// TestCapacitiesOfSystemsOfPrograms does the same for the automata that become of
// them, or what keeps them out of the class, and the capacities that are found.
func TestCapacitiesOfSystemsOfPrograms(t *testing.T) {
	var b strings.Builder
	for _, sys := range systemsOfPrograms(t) {
		absorbed, err := kmc.Absorb(sys)
		if err != nil {
			fmt.Fprintf(&b, "%s: %v\n", sys.Name, err)
			continue
		}
		fmt.Fprintf(&b, "%s:", sys.Name)
		for _, o := range absorbed.Objects[len(sys.Objects):] {
			fmt.Fprintf(&b, " %s %d", o.Name, len(o.Labels))
		}
		b.WriteString("\n")
		for p := range absorbed.Processes {
			fmt.Fprintf(&b, "  %s", absorbed.Processes[p].Name)
			for i := range absorbed.Processes[p].States {
				for j, t := range absorbed.Processes[p].States[i].Transitions {
					fmt.Fprintf(&b, "; %s to %d", spellOperation(absorbed, p, i, j), t.To)
				}
			}
			b.WriteString("\n")
		}
		c, err := kmc.FindCapacities(sys, verify.Options{States: 2000})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "  from %d: %s, %d configurations\n", c.From, c.Reason, c.States)
		for _, l := range c.List {
			fmt.Fprintf(&b, "  %v has %d to %d, least %d (at most %v) with others %d; safe %v, left %v, fails %v\n",
				l.Objects, l.Capacity, l.Largest, l.Least, l.AtMost, l.Others, l.Safe, l.Left, l.Failure != nil)
		}
	}
	golden.Compare(t, filepath.Join("testdata", "capacities.golden"), b.String())
}

// TestCertificatesOfSystemsOfPrograms wants what k-MC calls safe to have no finding.
func TestCertificatesOfSystemsOfPrograms(t *testing.T) {
	safe := 0
	for _, sys := range systemsOfPrograms(t) {
		c, err := kmc.Certify(sys, 2000)
		if err != nil || c.Verdict != kmc.Safe {
			continue
		}
		safe++
		if r := verify.Check(sys, verify.Options{States: 2000}); len(r.Findings) > 0 || len(r.Hangs) > 0 {
			t.Errorf("%s: %s, but %v", sys.Name, c.Reason, r.Findings)
		}
	}
	if t.Logf("%d safe", safe); safe == 0 {
		t.Error("no system is safe")
	}
}

// systemsOfPrograms are those of package extract, called by file and function.
func systemsOfPrograms(t *testing.T) []*model.System {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "extract", "testdata", "systems", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var list []*model.System
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, texts, _ := strings.Cut("\n"+string(archive.Files[1].Data), "\nsystem ")
		for text := range strings.SplitSeq(texts, "\nsystem ") {
			sys, err := model.ParseText(strings.NewReader("system "+text), file)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			sys.Name = filepath.Base(file) + ": " + sys.Name
			list = append(list, sys)
		}
	}
	return list
}

func spellResult(b *strings.Builder, sys *model.System) {
	r := verify.Check(sys, verify.Options{States: 2000})
	plain := verify.Check(sys, verify.Options{States: 2000, Plain: true})
	fmt.Fprintf(b, "%v, %d configurations, %d steps; %d and %d without the reduction\n", r.Answer, r.States, r.Transitions, plain.States, plain.Transitions)
	if r.Inconclusive != "" {
		fmt.Fprintf(b, "  %s; too few members of %v, of objects %v\n", r.Inconclusive, r.Exhausted, r.Conflicts)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(b, "  %s %s%s", f.Category, spellOperation(sys, f.Process, f.State, f.Transition), spellAlso(sys, f.Also))
		if f.Text != "" {
			fmt.Fprintf(b, " (%s)", f.Text)
		}
		fmt.Fprintf(b, "\n   %s\n", spellTrace(sys, f.Trace))
	}
	for _, h := range r.Hangs {
		fmt.Fprintf(b, "  maybe %s %s\n   %s\n", h.Category, spellOperation(sys, h.Process, h.State, h.Transition), spellTrace(sys, h.Trace))
		for _, s := range h.Steps {
			fmt.Fprintf(b, "    hangs on %s\n", spellOperation(sys, s.Process, s.State, s.Transition))
		}
	}
	for _, reason := range r.Doubtful {
		fmt.Fprintf(b, "  %s\n", reason)
	}
}

// spellOperation is a process with what it does, at a line.
func spellOperation(sys *model.System, process, state, transition int) string {
	t := sys.Processes[process].States[state].Transitions[transition]
	text := fmt.Sprintf("%d.%d %v", process, state, t.Kind)
	switch {
	case t.Kind == model.Spawn:
		text += " " + sys.Families[t.Object].Name
	case t.Object >= 0:
		text += " " + sys.Objects[t.Object].Name
	}
	if t.Kind != model.Tau && t.Kind != model.Spawn && t.Label != 0 {
		text += fmt.Sprintf(" %d", t.Label)
	}
	return fmt.Sprintf("%s :%d", text, t.Site.Line)
}

func spellAlso(sys *model.System, also []verify.Blocked) string {
	text := ""
	for _, a := range also {
		text += ", also " + spellOperation(sys, a.Process, a.State, 0)
	}
	return text
}

func spellTrace(sys *model.System, trace []verify.Step) string {
	text := ""
	for _, s := range trace {
		text += "; " + spellOperation(sys, s.Process, s.State, s.Transition)
		if s.Partner >= 0 {
			text += " with " + spellOperation(sys, s.Partner, s.PartnerState, s.PartnerTransition)
		}
		if s.Spawned >= 0 {
			text += fmt.Sprintf(" as %d", s.Spawned)
		}
	}
	return text
}
