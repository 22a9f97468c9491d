package verify_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestSimplestFirst: of the goroutines that are stuck at one place the first is that with the shortest execution.
func TestSimplestFirst(t *testing.T) {
	at := func(line int) model.Site { return model.Site{File: "a.go", Line: line} }
	stuck := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{{Transitions: []model.Transition{{Kind: model.Send, Site: at(3), To: 1}}}, {}}}
	start := func(family, to int) model.State {
		return model.State{Transitions: []model.Transition{
			{Kind: model.Spawn, Object: family, Site: at(2), To: to}, {Kind: model.Tau, Object: -1, Text: "done", To: 3},
		}}
	}
	goes := model.State{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Text: "goes", To: 3}}}
	sys := &model.System{
		Name: "F", Objects: []model.Object{{Kind: model.Channel, Name: "ch", Site: at(1), Owner: -1, Labels: []model.Label{{Name: "value"}}}},
		Families:  []model.Family{{Name: "F$1", Members: []int{1}}, {Name: "F$1", Members: []int{2}}},
		Processes: []model.Automaton{{Name: "F", Site: at(1), States: []model.State{start(0, 1), start(1, 2), goes, {}}}, stuck, stuck},
	}
	sys.Processes[2].Name = "F$1#2"
	list := verify.Check(sys, verify.Options{}).Findings
	if len(list) != 2 || list[0].Process != 1 || len(list[0].Trace) >= len(list[1].Trace) {
		t.Errorf("got %+v", list)
	}
}
