package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// forking is a function with two ways from block 0, by 1 or 2, that meet in 3.
func forking() *ir.Function {
	nothing := ir.Instr{Op: ir.OpUnknown, Dst: -1}
	jump := ir.Instr{Op: ir.OpJump, Dst: -1}
	return &ir.Function{Name: "forking", Recover: -1, Blocks: []ir.Block{
		{Instrs: []ir.Instr{nothing, {Op: ir.OpIf, Dst: -1}}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
		{Instrs: []ir.Instr{nothing, jump}, Succs: []ir.Edge{{Block: 3}}},
		{Instrs: []ir.Instr{nothing, jump}, Succs: []ir.Edge{{Block: 3}}},
		{Instrs: []ir.Instr{nothing, {Op: ir.OpReturn, Dst: -1}}},
	}}
}

// standing is a state at a block and instruction of each of some functions.
func standing(functions []*ir.Function, at ...int) *localState {
	s := &localState{memory: domain.Memory{}, decisions: domain.Decisions{}}
	for i, f := range functions {
		s.frames = append(s.frames, &frame{function: f, block: at[2*i], pc: at[2*i+1], result: -1})
	}
	return s
}

func TestWhatLiesAheadIsKnown(t *testing.T) {
	f, g := forking(), reading()
	e := newEvaluator(f, g)
	alone, called := []*ir.Function{f}, []*ir.Function{f, g}
	for _, c := range []struct {
		name        string
		here, there *localState
		ahead       bool
	}{
		{"the place itself", standing(alone, 0, 0), standing(alone, 0, 0), true},
		{"later in the block", standing(alone, 0, 0), standing(alone, 0, 1), true},
		{"earlier in the block", standing(alone, 0, 1), standing(alone, 0, 0), false},
		{"a block after that", standing(alone, 0, 0), standing(alone, 3, 0), true},
		{"a block before", standing(alone, 3, 0), standing(alone, 1, 0), false},
		{"on the other way", standing(alone, 1, 0), standing(alone, 2, 0), false},
		{"in a later call", standing(alone, 0, 0), standing(called, 1, 0, 0, 0), true},
		{"in a call that has returned", standing(alone, 1, 0), standing(called, 0, 1, 0, 0), false},
		{"after the call", standing(called, 0, 1, 0, 0), standing(alone, 3, 0), true},
		{"in another function", standing([]*ir.Function{f, f}, 1, 0, 0, 0), standing(called, 1, 0, 0, 0), false},
		{"in the call that is next, perhaps", standing(alone, 1, 0), standing(called, 1, 0, 0, 0), false},
	} {
		if got := e.isAhead(c.here, e.pointsOf(c.there)); got != c.ahead {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestOperationsAreRememberedThatComeOnce: not those of goroutines that come again, nor of clients.
func TestOperationsAreRememberedThatComeOnce(t *testing.T) {
	f := forking()
	for _, c := range []struct {
		name       string
		change     func(e *evaluator)
		remembered bool
	}{
		{"once", func(*evaluator) {}, true},
		{"of a client", func(e *evaluator) { e.clients = true }, false},
		{"of one of several", func(e *evaluator) {
			e.families = []*family{{origin: severalOrigins}}
			e.slots, e.process = []slot{{-1, 0}, {0, 0}}, 1
		}, false},
	} {
		e := newEvaluator(f)
		c.change(e)
		o, s := e.Object("o", domain.ObjectInfo{}), standing([]*ir.Function{f}, 3, 0)
		e.remember(s, s, o)
		if got := len(e.historyOf(s.memory[o])) == 1; got != c.remembered {
			t.Errorf("%s: remembered %v", c.name, got)
		}
		l := label{memory: s.memory}
		if got := e.isYetToCome(standing([]*ir.Function{f}, 0, 0), l); got != c.remembered {
			t.Errorf("%s: yet to come %v", c.name, got)
		}
	}
}

// TestObjectsRememberWhatOthersDo that they were made of.
func TestObjectsRememberWhatOthersDo(t *testing.T) {
	f := forking()
	e := newEvaluator(f)
	a, b := e.Object("a", domain.ObjectInfo{}), e.Object("b", domain.ObjectInfo{})
	s := standing([]*ir.Function{f}, 1, 0)
	e.remember(s, s, a)
	s.frames[0].block = 3
	e.remember(s, s, b, s.memory[a], nil)
	e.remember(s, s, b) // once more
	if got := e.historyOf(s.memory[b]); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("got %v", got)
	}
	e.process = 7
	if e.isYetToCome(standing([]*ir.Function{f}, 0, 0), label{memory: s.memory}) {
		t.Error("another goroutine isn't concerned")
	}
	if got := e.entries(s, b); len(got) != 0 {
		t.Errorf("that are no entries: %v", got)
	}
}
