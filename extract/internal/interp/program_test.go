package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// body is a function that does some things one after the other.
func body(name string, instrs ...ir.Instr) *ir.Function {
	for i := range instrs {
		if len(instrs[i].Args) == 0 && instrs[i].Op != ir.OpCall && instrs[i].Op != ir.OpGo {
			instrs[i].Args = []ir.Operand{{}, {}}
		}
	}
	return &ir.Function{
		Name: name, Display: name, Registers: 1, Recover: -1,
		Blocks: []ir.Block{{Instrs: append(instrs, ir.Instr{Op: ir.OpReturn, Dst: -1})}},
	}
}

var (
	makes    = ir.Instr{Op: ir.OpMakeChan}
	sends    = ir.Instr{Op: ir.OpSend, Dst: -1}
	sendsNil = ir.Instr{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{{Kind: ir.NilConst}, {}}}
	lock     = ir.Instr{Op: ir.OpAlloc, Index: 1}
	plain    = ir.Instr{Op: ir.OpAlloc, Kind: ir.IntKind}
	variable = ir.Instr{Op: ir.OpAlloc, Kind: ir.ChanKind}
	selects  = ir.Instr{Op: ir.OpSelect, Dst: -1, Cases: []ir.SelectCase{{Chan: ir.Operand{Kind: ir.Register}}}}
	locks    = calls("(*sync.Mutex).Lock")
)

func calls(name string) ir.Instr { return ir.Instr{Op: ir.OpCall, Dst: -1, Name: name} }
func mentions(name string) ir.Instr {
	return ir.Instr{Op: ir.OpCopy, Args: []ir.Operand{{Kind: ir.FunctionConst, Text: name}}}
}

func rootNames(p *Program) []string {
	var names []string
	for _, r := range p.Roots() {
		names = append(names, r.Function.Name)
	}
	return names
}

func TestRootsMakeSomethingAndOperateOnIt(t *testing.T) {
	contained := func(f *ir.Function) *ir.Function { f.Inert = true; return f }
	opaque := func(f *ir.Function) *ir.Function { f.Opaque = true; return f }
	tests := []struct {
		name      string
		functions []*ir.Function
		want      []string
	}{
		{"a channel", []*ir.Function{body("f", makes, sends)}, []string{"f"}},
		{"a channel that nobody uses", []*ir.Function{body("f", makes)}, nil},
		{"a channel from elsewhere", []*ir.Function{body("f", sends)}, nil},
		{"nil", []*ir.Function{body("f", sendsNil)}, []string{"f"}},
		{"a lock", []*ir.Function{body("f", lock, locks)}, []string{"f"}},
		{"plain data", []*ir.Function{body("f", plain, locks)}, nil},
		{"a variable that may stay nil", []*ir.Function{body("f", variable, selects)}, []string{"f"}},
		{"a callee operates", []*ir.Function{body("f", makes, calls("g")), body("g", sends)}, []string{"f"}},
		{"a callee makes it: callees come first", []*ir.Function{body("f", sends, calls("g")), body("g", makes, sends)}, []string{"g", "f"}},
		{"a function value", []*ir.Function{body("f", makes, mentions("g")), body("g", sends)}, []string{"f"}},
		{"what a contained function makes is its own", []*ir.Function{body("f", sends, calls("g")), contained(body("g", makes, sends))}, []string{"g"}},
		{"what a contained function does is its own", []*ir.Function{body("f", makes, calls("g")), contained(body("g", sends))}, nil},
		{"a body that can't be seen", []*ir.Function{opaque(body("f", makes, sends))}, nil},
		{"recursion", []*ir.Function{body("f", makes, sends, calls("f"))}, []string{"f"}},
		{"a context that nobody cancels, and somebody who waits", []*ir.Function{body("f", calls("context.Background"), sends)}, []string{"f"}},
		{"such a context only", []*ir.Function{body("f", calls("context.Background"), locks)}, nil},
	}
	for _, test := range tests {
		if got := rootNames(newEvaluator(test.functions...).program); !slices.Equal(got, test.want) {
			t.Errorf("%s: roots %v, want %v", test.name, got, test.want)
		}
	}
}

func TestFunctionsGivenToABubbleAreNoRoots(t *testing.T) {
	bubble := ir.Instr{Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{}, reg(0)}}
	closure := ir.Instr{Op: ir.OpMakeClosure, Dst: 0, Name: "f$1"}
	for name, f := range map[string]*ir.Function{
		"a closure":  body("f", closure, bubble),
		"a function": body("f", ir.Instr{Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{}, {Kind: ir.FunctionConst, Text: "f$1"}}}),
	} {
		if got := rootNames(newEvaluator(f, body("f$1", makes, sends)).program); slices.Contains(got, "f$1") {
			t.Errorf("%s: roots %v", name, got)
		}
	}
	wrapped := ir.Instr{Op: ir.OpCall, Dst: -1, Name: "p.wrap", Args: []ir.Operand{{}, reg(0)}}
	inner := ir.Instr{Op: ir.OpMakeClosure, Dst: 2, Name: "p.wrap$1", Args: []ir.Operand{reg(1)}}
	hands := ir.Instr{Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{}, reg(2)}}
	for name, wrap := range map[string]*ir.Function{
		"by a function that hands it on":           body("p.wrap", ir.Instr{Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{}, reg(1)}}),
		"by a function with a literal that has it": body("p.wrap", inner, hands),
	} {
		wrap.Params = 2
		if got := rootNames(newEvaluator(body("f", closure, wrapped), wrap, body("p.wrap$1"), body("f$1", makes, sends)).program); slices.Contains(got, "f$1") {
			t.Errorf("%s: roots %v", name, got)
		}
	}
	other := ir.Instr{Op: ir.OpCall, Dst: -1, Name: "p.other", Args: []ir.Operand{{}, reg(0)}}
	if got := rootNames(newEvaluator(body("f", closure, other), body("f$1", makes, sends)).program); !slices.Contains(got, "f$1") {
		t.Errorf("given to another function: roots %v", got)
	}
}

func TestWhatEndsTheProgramIsKnownThroughCalls(t *testing.T) {
	p := newEvaluator(
		body("f", makes, sends, calls("g")), body("g", calls("os.Exit")), body("h", sends), body("i", ir.Instr{Op: ir.OpPanic, Dst: -1}),
	).program
	if p.canEnd("g") {
		t.Error("nobody has looked yet")
	}
	p.Roots()
	for name, want := range map[string]bool{"f": true, "g": true, "h": false, "i": true, "os.Exit": true, "p.unknown": false} {
		if got := p.canEnd(name); got != want {
			t.Errorf("%s can end the program: %v", name, got)
		}
	}
}

func TestMethodsAreFoundByTypeWhoeverTellsOfThem(t *testing.T) {
	f, g := body("f"), body("g")
	f.Types = []ir.TypeInfo{{Name: "*p.T", Methods: []ir.MethodInfo{{Method: "A", Function: "(*p.T).A"}}, Implements: []string{"p.I"}}}
	g.Types = []ir.TypeInfo{{Name: "*p.T", Methods: []ir.MethodInfo{{Method: "B", Function: "(*p.T).B"}}, Implements: []string{"p.J"}}}
	p := newEvaluator(f, g).program
	for _, test := range [][3]string{
		{"*p.T", "A", "(*p.T).A"}, {"*p.T", "B", "(*p.T).B"}, {"*p.T", "C", ""}, {"p.T", "A", ""},
		{"*sync.Mutex", "Lock", "(*sync.Mutex).Lock"}, {"*sync.Mutex", "Other", ""},
	} {
		if got := p.Method(test[0], test[1]); got != test[2] {
			t.Errorf("%s.%s is %q, want %q", test[0], test[1], got, test[2])
		}
	}
	for name, want := range map[string]bool{"p.I": true, "p.J": true, "p.K": false} {
		if got := p.implements("*p.T", name); got != want {
			t.Errorf("*p.T implements %s: %v", name, got)
		}
	}
	if p.implements("p.U", "p.I") {
		t.Error("nobody tells of p.U")
	}
}

func TestOnlyFunctionsWithoutABodyOrEffectAreInert(t *testing.T) {
	quiet := body("p.quiet")
	quiet.Inert = true
	p := newEvaluator(quiet, body("p.acts", sends)).program
	for name, want := range map[string]bool{
		"p.quiet": true, "p.acts": false, "p.nowhere": true, "(*sync.Mutex).Lock": false, "(*sync.Mutex).Lock$bound": false, "(*sync.Once).Do": false,
	} {
		if got := p.isInert(name); got != want {
			t.Errorf("%s is inert: %v", name, got)
		}
	}
}

func TestFlowsAreForgottenIfThereAreTooMany(t *testing.T) {
	f := looping()
	p := newEvaluator(f).program
	first := p.flowOf(f)
	if p.forgetFlows(); p.flowOf(f) != first {
		t.Error("there was room")
	}
	p.flowSize = mostFlows + 1
	p.forgetFlows()
	if again := p.flowOf(f); again == first || again.number != 2 || p.flowSize != 4 {
		t.Errorf("number %d, size %d", again.number, p.flowSize)
	}
}

func TestDefaultsFillOnlyWhatIsNotSet(t *testing.T) {
	want := Options{
		Steps: 20_000, TotalSteps: 1_000_000, Depth: 4, Instances: 32, LocalStates: 300, Processes: 64,
		PackageStates: 100_000, PackageSteps: 5_000_000,
	}
	if got := (Options{}).WithDefaults(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want.Steps, want.Processes = 7, 8
	if got := (Options{Steps: 7, Processes: 8}).WithDefaults(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestValuesAreSpelledForPeople(t *testing.T) {
	e := newEvaluator()
	a := &assembly{round: &round{evaluator: e}}
	named, unnamed := e.Object("a", domain.ObjectInfo{Name: "done"}), e.Object("b", domain.ObjectInfo{})
	for _, test := range []struct {
		v    domain.Value
		want string
	}{
		{e.Integer(-3), "-3"}, {e.Yes, "true"}, {e.No, "false"}, {e.Text("a\"b"), `"a\"b"`}, {e.Nil, "nil"}, {e.NonNil, "not nil"},
		{e.Channel(named), "done"}, {e.Channel(unnamed), "a channel"}, {e.Closure("f"), "a function"}, {e.Opaque, "value"}, {e.Tuple(), "value"},
		{e.Intern(domain.Description{Form: domain.IfaceForm, Text: "int", Parts: []domain.Value{e.Integer(1)}}), "1"},
	} {
		if got := a.spell(test.v); got != test.want {
			t.Errorf("%+v is spelled %s, want %s", e.Of(test.v), got, test.want)
		}
	}
}

func TestObjectsWithoutANameHaveThatOfTheirPlace(t *testing.T) {
	e := newEvaluator()
	o := e.Object("o", domain.ObjectInfo{Site: model.Site{File: "p.go", Line: 4, Column: 1}, Process: -1})
	a := &assembly{round: &round{evaluator: e}}
	for kind, want := range map[model.ObjectKind]string{
		model.Channel: "the channel made at line 4", model.Mutex: "the mutex made at line 4", model.RWMutex: "the mutex made at line 4",
		model.WaitGroup: "the wait group made at line 4", model.Once: "the sync.Once made at line 4",
		model.Cond: "the condition variable made at line 4", model.Cell: "the variable made at line 4",
	} {
		got := a.object(e.entity(kind, o, ""))
		if got.Name != want || got.Kind != kind || got.Owner != -1 || got.Counted || (kind == model.Cell) != (len(got.Labels) == 1) {
			t.Errorf("got %+v, want %s", got, want)
		}
	}
}

func TestUnknownsThatSeveralAskAboutAreCells(t *testing.T) {
	a := &assembly{round: &round{evaluator: newEvaluator()}}
	large := a.Symbol("large", domain.SymbolInfo{Kind: ir.IntKind, Text: "x"})
	a.agreed[large] = 4
	for sym, want := range map[domain.SymbolID][]string{
		a.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind, Text: "x"}):  {"undecided", "false", "true"},
		a.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Text: "x"}):   {"undecided", "0", "1", "2"},
		a.Symbol("e", domain.SymbolInfo{Kind: ir.ErrorKind, Text: "x"}): {"undecided", "nil", "not nil"},
		large: {"undecided", "0", "1", "2", "3", "4"},
	} {
		o := a.symbolCell(model.Object{}, sym)
		var names []string
		for _, l := range o.Labels {
			names = append(names, l.Name)
		}
		if o.Name != "x" || !slices.Equal(names, want) {
			t.Errorf("got %s %v, want %v", o.Name, names, want)
		}
	}
}

func TestRootsWalkWhatTheyReferTo(t *testing.T) {
	p := newEvaluator(
		body("f", makes, sends, calls("g"), mentions("h"), calls("f")), body("g", calls("i")), body("h"), body("i", sends),
		body("j"), body("k", calls("k")), body("p.b", ir.Instr{Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{}, {Kind: ir.FunctionConst, Text: "p.b$1"}}}), body("p.b$1"),
	).program
	root := p.Roots()[0]
	var visited []string
	root.Walk(func(name string) bool {
		if slices.Contains(visited, name) {
			return false
		}
		visited = append(visited, name)
		return name != "g" // so that i is never seen
	})
	slices.Sort(visited)
	if want := []string{"f", "g", "h"}; !slices.Equal(visited, want) {
		t.Errorf("visited %v, want %v", visited, want)
	}
	for name, want := range map[string]bool{"f": false, "g": true, "h": true, "i": true, "j": false, "k": false} {
		if got := p.IsCalled(name); got != want {
			t.Errorf("%s is called by another: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"f": true, "g": true, "h": false, "i": true, "nowhere": false} {
		if got := p.Operates(name); got != want {
			t.Errorf("%s operates: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"p.b$1": true, "p.b$1$2$3": true, "p.b": false, "p.b$2": false, "f": false} {
		if got := p.InBubble(name); got != want {
			t.Errorf("%s runs in a bubble: %v", name, got)
		}
	}
}
