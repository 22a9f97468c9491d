package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// newEvaluator evaluates nothing yet: it has the functions of a program.
func newEvaluator(functions ...*ir.Function) *evaluator {
	pkg := &ir.Package{Functions: map[string]*ir.Function{}}
	for _, f := range functions {
		pkg.Functions[f.Name] = f
		pkg.Own = append(pkg.Own, f.Name)
	}
	options := Options{}.WithDefaults()
	p := NewProgram(pkg)
	return &evaluator{
		knowledge: newKnowledge(p.isInert), program: p, options: &options,
		grown: map[nodeID]bool{}, steps: new(int),
	}
}

// reading is a function that reads registers 0 and 1 at its start, and only 0
// after that.
func reading() *ir.Function {
	return &ir.Function{
		Name: "p.reading", Params: 2, Registers: 3, Recover: -1,
		Blocks: []ir.Block{{Instrs: []ir.Instr{
			{Op: ir.OpStore, Dst: -1, Args: []ir.Operand{reg(0), reg(1)}},
			{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{reg(0), {Kind: ir.NilConst}}},
			{Op: ir.OpReturn, Dst: -1},
		}}},
	}
}

// at is a state with one frame.
func at(f *ir.Function, pc int, registers ...domain.Value) *localState {
	return &localState{
		frames: []*frame{{function: f, pc: pc, result: -1, registers: append(registers, make([]domain.Value, f.Registers-len(registers))...)}},
		memory: domain.Memory{}, decisions: domain.Decisions{}, rotation: map[string]int{},
	}
}

// TestStatesThatDifferInWhatCanNotMatterAreEqual changes a state in one way: the
// canonical one stays the same.
func TestStatesThatDifferInWhatCanNotMatterAreEqual(t *testing.T) {
	f := reading()
	e := newEvaluator(f)
	flag := e.Symbol("flag", domain.SymbolInfo{Kind: ir.BoolKind})
	whole := e.Symbol("whole", domain.SymbolInfo{Kind: ir.PointerKind})
	part := e.Symbol("part", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole})
	o, other := e.Object("o", domain.ObjectInfo{}), e.Object("other", domain.ObjectInfo{})
	tests := []struct {
		name   string
		change func(*localState)
	}{
		{"a dead register", func(s *localState) { s.frames[0].registers[1] = e.Integer(7) }},
		{"an object that nothing leads to", func(s *localState) { s.memory[other] = s.memory[o] }},
		{"what is known of an unknown that is gone", func(s *localState) { s.decide(flag, domain.Decision{Truth: domain.IsTrue}) }},
		{"what is known of a part that isn't asked about twice", func(s *localState) { s.decide(part, domain.Decision{Truth: domain.IsTrue}) }},
		{"steps that were counted", func(s *localState) { s.steps = 5 }},
	}
	base := func() *localState {
		s := at(f, 1, e.Pointer(o, ""))
		e.Store(s.memory, o, "", e.Integer(1), ir.IntKind)
		return s
	}
	want, _ := e.canonical(base())
	for _, test := range tests {
		s := base()
		test.change(s)
		if got, _ := e.canonical(s); got != want {
			t.Errorf("%s makes a difference", test.name)
		}
	}
}

// TestStatesThatMayGoOnDifferentlyDiffer changes a state in one way each: all
// canonical ones are different.
func TestStatesThatMayGoOnDifferentlyDiffer(t *testing.T) {
	f := reading()
	e := newEvaluator(f)
	o := e.Object("o", domain.ObjectInfo{})
	first, second := e.Object("first", domain.ObjectInfo{}), e.Object("second", domain.ObjectInfo{})
	memory := domain.Memory{}
	e.Store(memory, o, ".1", e.Pointer(first, ""), ir.PointerKind)
	e.Store(memory, o, ".2", e.Pointer(second, ""), ir.PointerKind)
	leading := memory[o]
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	unknown := e.SymbolValue(n)
	deferred := func(calls ...callee) func(*localState) {
		return func(s *localState) {
			for _, c := range calls {
				s.frames[0].deferred = append(s.frames[0].deferred, deferredCall{callee: c})
			}
		}
	}
	one := e.Integer(1)
	for i := range int64('f') { // so that there are values of all numbers up to that
		e.Integer(i)
	}
	tests := []struct {
		name   string
		change func(*localState)
	}{
		{"nothing", func(*localState) {}},
		{"a live register", func(s *localState) { s.frames[0].registers[0] = e.Integer(7) }},
		{"the point", func(s *localState) { s.frames[0].pc = 2 }},
		{"the register for the result", func(s *localState) { s.frames[0].result = 1 }},
		{"that it is deferred", func(s *localState) { s.frames[0].isDeferred = true }},
		{"no live register", func(s *localState) { s.frames[0].registers[0] = 0 }},
		{"that it unwinds, when nothing is live", func(s *localState) { s.frames[0].unwinding = true }},
		{"a barrier", func(s *localState) { s.frames[0].barrier = true }},
		{"a leaf lock", func(s *localState) { s.frames[0].guarded = true }},
		{"a select that was declined", func(s *localState) { s.frames[0].declined = true }},
		{"the content of a reachable object", func(s *localState) { e.Store(s.memory, o, "", e.Integer(2), ir.IntKind) }},
		{"another cell of it", func(s *localState) { e.Store(s.memory, o, ".1", e.Integer(2), ir.IntKind) }},
		{"a cell of what it leads to", func(s *localState) { s.memory[first], s.memory[o] = s.memory[o], leading }},
		{"a cell of something else that it leads to", func(s *localState) { s.memory[second], s.memory[o] = s.memory[o], leading }},
		{"that others see it", func(s *localState) { e.publish(s.memory, e.Pointer(o, "")) }},
		{"a panic", func(s *localState) { s.panic = &panicking{text: "a"} }},
		{"a panic with another text", func(s *localState) { s.panic = &panicking{text: "b"} }},
		{"a panic at another place", func(s *localState) {
			s.panic = &panicking{text: "a", site: model.Site{File: "p.go", Line: 1, Column: 1}}
		}},
		{"a Goexit", func(s *localState) { s.leaving = byGoexit }},
		{"an object to be made anew", func(s *localState) { s.renewals = []renewal{{entity: 3}} }},
		{"another one", func(s *localState) { s.renewals = []renewal{{entity: 4}} }},
		{"a lock that is held", func(s *localState) { s.holds = []held{{3, false}} }},
		{"another lock that is held", func(s *localState) { s.holds = []held{{4, false}} }},
		{"two locks that are held", func(s *localState) { s.holds = []held{{3, false}, {4, false}} }},
		{"a lock that is held to read", func(s *localState) { s.holds = []held{{3, true}} }},
		{"what is known of a variable", func(s *localState) { s.sightings = []sighting{{cell: domain.CellID{Object: o}, value: e.Yes}} }},
		{"something else that is known of it", func(s *localState) { s.sightings = []sighting{{cell: domain.CellID{Object: o}, value: e.No}} }},
		{"how a variable came about", func(s *localState) { s.sightings = []sighting{{cell: domain.CellID{Object: o}, events: []int{1}}} }},
		{"the instance of a site", func(s *localState) { s.rotation = map[string]int{"a": 1} }},
		{"another instance of the site", func(s *localState) { s.rotation = map[string]int{"a": 2} }},
		{"the instance of another site", func(s *localState) { s.rotation = map[string]int{"b": 1} }},
		{"another frame", func(s *localState) { s.frames = append(s.frames, s.frames[0]) }},
		{"a deferred call", deferred(callee{"f", nil})},
		{"one of another function", deferred(callee{"g", nil})},
		{"one with an argument", deferred(callee{"f", []domain.Value{one}})},
		{"two calls", deferred(callee{"f", nil}, callee{"g", nil})},
		{"two calls, an argument of the first", deferred(callee{"f", []domain.Value{one}}, callee{"g", nil})},
		{"two calls, an argument of the second", deferred(callee{"f", nil}, callee{"g", []domain.Value{one}})},
		{"two calls of one function", deferred(callee{"f", nil}, callee{"f", nil})},
		{"a call whose arguments spell another one, encoded", deferred(callee{"f", []domain.Value{1, 'f' / 2}})},
		{"an unknown", func(s *localState) { s.frames[0].registers[0] = unknown }},
		{"an unknown that is at least 3", func(s *localState) {
			s.frames[0].registers[0] = unknown
			s.decide(n, domain.Decision{Low: 3, High: 9})
		}},
		{"an unknown that is at most 3", func(s *localState) {
			s.frames[0].registers[0] = unknown
			s.decide(n, domain.Decision{Low: 0, High: 3})
		}},
		{"an unknown that isn't 3", func(s *localState) {
			s.frames[0].registers[0] = unknown
			s.decide(n, domain.Decision{Low: 0, High: 9, Unequal: []domain.Value{e.Integer(3)}})
		}},
		{"an unknown that isn't nil", func(s *localState) {
			s.frames[0].registers[0] = unknown
			s.decide(n, domain.Decision{Low: 0, High: 9, Truth: domain.IsTrue})
		}},
	}
	seen := map[string]string{}
	for _, test := range tests {
		s := at(f, 1, e.Pointer(o, ""))
		e.Store(s.memory, o, "", e.Integer(1), ir.IntKind)
		test.change(s)
		key, _ := e.canonical(s)
		if same := seen[key]; same != "" {
			t.Errorf("%s is the same as %s", test.name, same)
		}
		seen[key] = test.name
	}
}

func TestCanonicalStatesKeepWhatMayBeAskedAgain(t *testing.T) {
	f := reading()
	e := newEvaluator(f)
	whole := e.Symbol("whole", domain.SymbolInfo{Kind: ir.PointerKind})
	part := e.Symbol("part", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole})
	global := e.Symbol("global", domain.SymbolInfo{Kind: ir.PointerKind, Global: true})
	setting := e.Symbol("setting", domain.SymbolInfo{Kind: ir.BoolKind, Whole: global})
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	e.lasting[part], e.lasting[setting], e.lasting[n] = true, true, true
	s := at(f, 1, e.SymbolValue(whole))
	truth := domain.Decision{Truth: domain.IsTrue}
	s.decisions = domain.Decisions{part: truth, setting: truth, n: {Low: 1, High: 5}, whole: truth}
	known := func() []domain.SymbolID {
		_, c := e.canonical(s)
		return sortedKeys(c.decisions)
	}
	if got, want := known(), []domain.SymbolID{whole, part, setting}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: the unknown that is there, a part of it, and one of a package-level variable", got, want)
	}
	e.widened.symbols[part] = true
	if got, want := known(), []domain.SymbolID{whole, setting}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: what was given up is forgotten", got, want)
	}
}

func TestCanonicalStatesHaveConstantsForWhatIsDecided(t *testing.T) {
	f := reading()
	e := newEvaluator(f)
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	o := e.Object("o", domain.ObjectInfo{})
	s := at(f, 0, e.Pointer(o, ""), e.SymbolValue(n))
	s.frames[0].deferred = []deferredCall{{callee: callee{"f", []domain.Value{e.SymbolValue(n)}}}}
	e.Store(s.memory, o, ".0", e.Tuple(e.SymbolValue(n)), ir.OtherKind)
	s.decide(n, domain.Decision{Low: 4, High: 4})
	before := s.frames[0].registers[1]
	_, c := e.canonical(s)
	four := e.Integer(4)
	if got := c.frames[0].registers[1]; got != four {
		t.Errorf("the register is %+v", e.Of(got))
	}
	if got := c.frames[0].deferred[0].callee.args[0]; got != four {
		t.Errorf("the argument is %+v", e.Of(got))
	}
	if got := c.memory[o].Find(".0"); got != e.Tuple(four) {
		t.Errorf("the cell is %+v", e.Of(got))
	}
	if len(c.decisions) != 0 {
		t.Errorf("still known: %v", c.decisions)
	}
	if s.frames[0].registers[1] != before || s.frames[0].deferred[0].callee.args[0] != before {
		t.Error("the state itself has changed")
	}
}

func TestEndedGoroutinesAreAlike(t *testing.T) {
	e := newEvaluator()
	s := &localState{memory: domain.Memory{}, decisions: domain.Decisions{}, rotation: map[string]int{"a": 1}, leaving: byGoexit}
	want, _ := e.canonical(&localState{})
	if got, _ := e.canonical(s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestClonesShareNothingThatChanges changes a copy of a state in each way that
// the evaluator does.
func TestClonesShareNothingThatChanges(t *testing.T) {
	f := reading()
	e := newEvaluator(f)
	o := e.Object("o", domain.ObjectInfo{})
	sym := e.Symbol("n", domain.SymbolInfo{})
	s := at(f, 0, e.Integer(1))
	s.frames = append(s.frames, at(f, 0, e.Integer(2)).frames[0], at(f, 0, e.Integer(3)).frames[0])
	s.decide(sym, domain.Decision{Truth: domain.IsTrue})
	n := s.clone()
	n.top().registers[0] = e.Integer(9)
	n.top().deferred = append(n.top().deferred, deferredCall{})
	n.own(0).registers[0] = e.Integer(8)
	n.pop().registers[0] = e.Integer(7)
	n.undecide(sym)
	e.Store(n.memory, o, "", e.Yes, ir.BoolKind)
	for i, want := range []int64{1, 2, 3} {
		if got := s.frames[i].registers[0]; got != e.Integer(want) {
			t.Errorf("frame %d has %+v", i, e.Of(got))
		}
	}
	if len(s.frames) != 3 || len(s.frames[2].deferred) != 0 || len(s.memory) != 0 || s.decisions[sym].Truth != domain.IsTrue {
		t.Errorf("the original is %+v", s)
	}
	if len(n.frames) != 2 || n.frames[0].registers[0] != e.Integer(8) || n.frames[1].registers[0] != e.Integer(7) || len(n.decisions) != 0 {
		t.Errorf("the copy is %+v", n)
	}
	// The original may change, too, and keeps that to itself.
	s.own(1).registers[0] = e.Integer(6)
	if n.frames[1].registers[0] != e.Integer(7) {
		t.Error("the copy sees what the original does")
	}
}
