package interp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// newRound is a round in which nothing was evaluated yet.
func newTestRound() *round {
	return &round{evaluator: newEvaluator(), processes: map[int]*process{}, queued: map[nodeID]bool{}}
}

// drawn makes a process of edges "0>1" in the order given; those with a "!" lean
// on an earlier assumption.
func drawn(edges string) *process {
	p := &process{index: map[string]int{"0": 0}}
	for edge := range strings.FieldsSeq(edges) {
		var from, to int
		if _, err := fmt.Sscanf(edge, "%d>%d", &from, &to); err != nil {
			panic(err)
		}
		for len(p.nodes) <= max(from, to) {
			p.nodes = append(p.nodes, &node{state: &localState{}})
		}
		n := p.nodes[from]
		n.transitions = append(n.transitions, model.Transition{Kind: model.Tau, To: to, Label: len(p.nodes)})
		n.leans = append(n.leans, strings.HasSuffix(edge, "!"))
	}
	return p
}

// edges is the other direction, without what leans.
func edges(p *process) string {
	var list []string
	for i, n := range p.nodes {
		for _, t := range n.transitions {
			list = append(list, fmt.Sprint(i, ">", t.To))
		}
	}
	return strings.Join(list, " ")
}

func TestPruningDropsWhatIsNotReachedAndNumbersAnew(t *testing.T) {
	for before, want := range map[string]string{
		"0>1 1>0":             "0>1 1>0",
		"0>2 1>0 2>0":         "0>1 1>0",
		"0>3 0>1 3>3 1>4 2>1": "0>1 0>2 1>1 2>3",
		"0>0 1>0":             "0>0",
	} {
		p := drawn(before)
		if p.prune(); edges(p) != want {
			t.Errorf("%s becomes %s, want %s", before, edges(p), want)
		}
	}
}

// TestLoopsThatLeanOnAssumptionsAreGivenUp if nothing else leads out of them.
func TestLoopsThatLeanOnAssumptionsAreGivenUp(t *testing.T) {
	for text, want := range map[string]bool{
		"0>1 1>0":          false,
		"0>1 1>0!":         true,
		"0>1 1>0! 1>2":     false, // an end
		"0>1! 1>2 2>1":     false, // leans before the loop
		"0>1 1>2! 2>1 1>3": false,
		"0>1 1>1 0>2 2>2!": true,
		"0>1 1>1! 1>2 2>2": false, // another loop
		"0>1!":             false,
	} {
		r := newTestRound()
		if r.checkDivergence(drawn(text)); (r.stop != "") != want {
			t.Errorf("%s: %q", text, r.stop)
		}
	}
}

func TestBranchesThatLeadToTheSameAreOneStep(t *testing.T) {
	tau := func(to int, text, doubt string) model.Transition {
		return model.Transition{Kind: model.Tau, To: to, Text: text, Doubt: doubt}
	}
	send := model.Transition{Kind: model.Send, To: 1}
	tests := []struct {
		name         string
		before, want []model.Transition
	}{
		{"the same", []model.Transition{tau(1, "ok", "why"), tau(1, "!ok", "why")}, []model.Transition{tau(1, "", "")}},
		{"different", []model.Transition{tau(1, "ok", ""), tau(2, "!ok", "")}, []model.Transition{tau(1, "ok", ""), tau(2, "!ok", "")}},
		{"one only", []model.Transition{tau(1, "ok", "")}, []model.Transition{tau(1, "ok", "")}},
		{"an action among them", []model.Transition{tau(1, "", ""), send}, []model.Transition{tau(1, "", ""), send}},
	}
	for _, test := range tests {
		n := &node{transitions: slices.Clone(test.before), leans: make([]bool, len(test.before))}
		n.leans[len(n.leans)-1] = true
		n.mergeBranches()
		same := slices.EqualFunc(n.transitions, test.want, func(a, b model.Transition) bool {
			return a.Kind == b.Kind && a.To == b.To && a.Text == b.Text && a.Doubt == b.Doubt
		})
		if !same || len(n.leans) != len(n.transitions) || !slices.Contains(n.leans, true) {
			t.Errorf("%s: %+v leaning %v", test.name, n.transitions, n.leans)
		}
	}
}

func TestLocalStatesHaveLimits(t *testing.T) {
	tests := []struct {
		name        string
		states, all int
		want        string
	}{
		{"few", 40, 100, ""},
		{"as many as are allowed", 300, 300, ""},
		{"one more", 301, 301, "more than 300 local states"},
		{"all rounds together", 10, 1800, ""},
		{"one more in all rounds", 10, 1801, "more than 1800 local states in all rounds"},
	}
	for _, test := range tests {
		r := newTestRound()
		r.states, r.allStates = test.states, test.all
		if r.limitStates(); r.stop != test.want {
			t.Errorf("%s: %q, want %q", test.name, r.stop, test.want)
		}
	}
}

func TestNodesAreQueuedOnce(t *testing.T) {
	r := newTestRound()
	r.processes[0], r.processes[2] = drawn("0>1"), drawn("0>1")
	a, b, c := nodeID{0, 1}, nodeID{2, 0}, nodeID{2, 1}
	for _, id := range []nodeID{c, a, {1, 0}, {2, 2}} { // there is no process 1, and no node 2
		r.grown[id] = true
	}
	r.enqueue(b)
	r.wake()
	r.enqueue(a)
	if want := []nodeID{b, a, c}; !slices.Equal(r.queue, want) || len(r.grown) != 0 {
		t.Errorf("got %v, want %v", r.queue, want)
	}
}

func TestSlotsAreNumberedInTheOrderInWhichTheyAreMet(t *testing.T) {
	k := newKnowledge(nil)
	for i, id := range []struct{ family, member, want int }{{3, 0, 1}, {3, 1, 2}, {0, 0, 3}, {3, 0, 1}} {
		if got := k.slotOf(id.family, id.member); got != id.want {
			t.Errorf("%d: slot %d, want %d", i, got, id.want)
		}
	}
}

// TestWidening gives up at a point with many states what varies most there.
func TestWidening(t *testing.T) {
	f := reading()
	r := newTestRound()
	o := r.Object("o", domain.ObjectInfo{})
	sym := r.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind})
	r.lasting[sym] = true
	var states []*localState
	for i := range int64(6) {
		s := at(f, 0, r.Pointer(o, ""), r.Integer(i/3))
		r.Store(s.memory, o, ".0", r.Integer(i), ir.IntKind)
		r.Store(s.memory, o, ".1", r.Pointer(o, ""), ir.PointerKind)
		s.decide(sym, domain.Decision{Truth: domain.IsTrue})
		states = append(states, s)
	}
	cell, register := domain.CellID{Object: o, Path: ".0"}, registerID{f, 1}
	for _, step := range []struct {
		name                    string
		cells, registers, known int
	}{
		{"first the cell with six values", 1, 0, 0},
		{"then what is assumed", 1, 0, 1},
		{"then the register with two", 1, 1, 1},
	} {
		if !r.widenAt(states) {
			t.Fatal("there was nothing to give up")
		}
		if w := r.widened; len(w.cells) != step.cells || len(w.registers) != step.registers || len(w.symbols) != step.known {
			t.Errorf("%s: %v, %v, %v", step.name, w.cells, w.registers, w.symbols)
		}
	}
	if !r.widened.cells[cell] || !r.widened.registers[register] || !r.widened.symbols[sym] || r.widenAt(states) {
		t.Error("nothing else can be given up")
	}
	r.forget(states[0])
	if len(states[0].decisions) != 0 {
		t.Error("what was given up is still known")
	}
	m := states[0].memory
	v := r.widenCell(m, cell, r.Integer(5))
	if again := r.widenRegister(m, f, 1, r.Integer(7)); v != again || r.TaintOf(v) != givenUp {
		t.Errorf("numbers that were given up are %+v and %+v", r.Of(v), r.Of(again))
	}
	if got := r.widenCell(m, domain.CellID{Object: o}, r.Integer(5)); got != r.Integer(5) {
		t.Errorf("another cell becomes %+v", r.Of(got))
	}
	if got := r.widenRegister(m, f, 0, r.Integer(5)); got != r.Integer(5) {
		t.Errorf("another register becomes %+v", r.Of(got))
	}
}

func TestPlainDataLeadsNowhere(t *testing.T) {
	e := newEvaluator()
	full, empty := e.Object("full", domain.ObjectInfo{}), e.Object("empty", domain.ObjectInfo{})
	plain := e.Object("plain", domain.ObjectInfo{})
	m := domain.Memory{}
	e.Store(m, full, "[0]", e.Channel(empty), ir.ChanKind)
	e.Store(m, plain, "[0]", e.Integer(1), ir.IntKind)
	e.Store(m, plain, "[1]", e.Text("a"), ir.StringKind)
	sliceOf := func(o domain.ObjectID) domain.Value {
		return e.Intern(domain.Description{Form: domain.SliceForm, Object: o, Length: 1})
	}
	gone := e.SymbolValue(e.Symbol("gone", domain.SymbolInfo{Kind: ir.StringKind, Taint: givenUp}))
	there := e.SymbolValue(e.Symbol("there", domain.SymbolInfo{Kind: ir.StringKind}))
	for _, test := range []struct {
		name string
		v    domain.Value
		want ir.ValueKind
	}{
		{"a number", e.Integer(1), ir.IntKind}, {"a text", e.Text("a"), ir.StringKind}, {"a boolean", e.Yes, ir.BoolKind},
		{"a slice of such", sliceOf(plain), ir.SliceKind}, {"an empty slice", sliceOf(empty), ir.SliceKind},
		{"a slice of channels", sliceOf(full), ir.OtherKind}, {"nil", e.Nil, ir.OtherKind}, {"a channel", e.Channel(full), ir.OtherKind},
		{"what was given up", gone, ir.StringKind}, {"another unknown", there, ir.OtherKind},
	} {
		if got := e.plainKind(m, test.v); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if got := e.unknownLike(m, test.v) != test.v; got != (test.want != ir.OtherKind && test.v != gone) && test.v != gone {
			t.Errorf("%s: given up is %v", test.name, got)
		}
	}
	for v, want := range map[domain.Value]bool{
		e.Nil: true, e.NonNil: true, e.Opaque: true, there: true, e.Pointer(plain, ""): false, e.Closure("f"): false,
		e.SymbolValue(e.Symbol("p", domain.SymbolInfo{Kind: ir.PointerKind})): false,
	} {
		if got := e.isPlainData(&domain.HeapObject{Cells: []domain.Cell{{Path: "[0]", Value: v}}}); got != want {
			t.Errorf("%+v is plain: %v", e.Of(v), got)
		}
	}
}

// TestGoroutinesOfOneOriginAreOne: two families that one execution of a go statement
// starts are one goroutine; what is started in a loop, or at two places, may be several.
func TestGoroutinesOfOneOriginAreOne(t *testing.T) {
	e := newEvaluator()
	e.families = []*family{{name: "a"}, {name: "b"}, {name: "c"}}
	e.slots = []slot{{-1, 0}, {0, 0}, {1, 0}, {2, 0}}
	who := func(process int) int {
		e.process = process
		defer func() { e.process = 0 }()
		return e.who()
	}
	at := straightOn()
	e.noteOrigin(at, 0)
	e.noteOrigin(at, 1)
	loop := straightOn()
	loop.frames[0].isDeferred = true
	e.noteOrigin(loop, 2)
	if who(0) != 0 || who(1) != who(2) || who(3) != 3 || who(1) == 0 {
		t.Errorf("the goroutines are %d, %d, %d and %d", who(0), who(1), who(2), who(3))
	}
	at.frames[0].pc = 1
	e.changed = false
	e.noteOrigin(at, 1)
	if who(1) == who(2) || who(2) != 2 || !e.changed {
		t.Errorf("started at two places, they are %d and %d, news: %v", who(1), who(2), e.changed)
	}
}
