package ir_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

func TestFunctionsArePrinted(t *testing.T) {
	f := sound()
	f.Inert, f.Silent, f.Recover = true, true, 2
	f.Site = model.Site{File: "p.go", Line: 3, Column: 6}
	f.Types = []ir.TypeInfo{{Name: "*p.T", Methods: []ir.MethodInfo{{Method: "M", Function: "(*p.T).M"}}, Implements: []string{"p.I"}}}
	f.Blocks[1].Instrs[0].Site = model.Site{File: "p.go", Line: 4, Column: 12}
	f.Blocks[1].Instrs[2].Text = "ok"
	want := `func p.f(r0 c chan) (int) inert silent ; p.go:3:6
type *p.T M=(*p.T).M implements p.I
0:
	jump 1 {r3 = 0}
1:
	r1 = <-r0, ok int	; p.go:4:12
	r2 = extract r1 #1 bool
	if r2 1 {r3 = r1} else 2	; ok
2: recover
	return r3
`
	if got := f.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestInstructionsArePrinted(t *testing.T) {
	args := []ir.Operand{reg(1), {Kind: ir.IntConst, Int: 2}, {Kind: ir.NilConst}, {Kind: ir.NilConst}}
	cases := []ir.SelectCase{
		{Send: true, Chan: reg(1), Value: reg(2), Kind: ir.IntKind},
		{Chan: reg(3), Kind: ir.ChanKind, Needed: true},
	}
	for _, test := range []struct {
		in   ir.Instr
		want string
	}{
		{ir.Instr{Op: ir.OpUnknown, Dst: 0, Kind: ir.IntKind}, "r0 = unknown int"},
		{ir.Instr{Op: ir.OpUnknown, Dst: 0, Kind: ir.IntKind, Name: ir.ComputedResult, Args: args[:2]}, "r0 = unknown int computed (r1, 2)"},
		{ir.Instr{Op: ir.OpCopy, Dst: 0, Args: args[:1]}, "r0 = r1"},
		{ir.Instr{Op: ir.OpAlloc, Dst: 0, Kind: ir.StructKind, Index: 1, Name: "q"}, `r0 = alloc struct sync "q"`},
		{ir.Instr{Op: ir.OpAlloc, Dst: 0, Kind: ir.StructKind, Args: []ir.Operand{{Kind: ir.GlobalConst, Text: "p.v"}}}, "r0 = alloc struct(&p.v)"},
		{ir.Instr{Op: ir.OpCall, Dst: -1, Name: "p.f", Kind: ir.TupleKind, Index: 1}, "call p.f() tuple aside"},
		{ir.Instr{Op: ir.OpLoad, Dst: 0, Kind: ir.ChanKind, Args: args[:1]}, "r0 = *r1 chan"},
		{ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.IntKind, Args: args[:2]}, "*r1 = 2 int"},
		{ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.IntKind, Args: args[:2], Name: ir.SetByOthers}, "*r1 = 2 int others"},
		{ir.Instr{Op: ir.OpFieldAddr, Dst: 0, Index: 3, Name: "mu", Args: args[:1]}, "r0 = &r1.mu #3"},
		{ir.Instr{Op: ir.OpField, Dst: 0, Index: 3, Name: "c", Kind: ir.ChanKind, Args: args[:1]}, "r0 = r1.c #3 chan"},
		{ir.Instr{Op: ir.OpIndexAddr, Dst: 0, Args: args[:2]}, "r0 = &r1[2]"},
		{ir.Instr{Op: ir.OpIndex, Dst: 0, Kind: ir.IntKind, Args: args[:2]}, "r0 = r1[2] int"},
		{ir.Instr{Op: ir.OpBinary, Dst: 0, Name: "<", Kind: ir.IntKind, Args: args[:2]}, "r0 = r1 < 2 int"},
		{ir.Instr{Op: ir.OpNot, Dst: 0, Args: args[:1]}, "r0 = !r1"},
		{ir.Instr{Op: ir.OpMakeInterface, Dst: 0, TypeName: "*p.T", Args: args[:1]}, "r0 = interface r1 (*p.T)"},
		{ir.Instr{Op: ir.OpTypeAssert, Dst: 0, TypeName: "p.I", Index: 1, CommaOk: true, Kind: ir.InterfaceKind, Args: args[:1]}, "r0 = r1.(p.I) interface, ok interface"},
		{ir.Instr{Op: ir.OpExtract, Dst: 0, Index: 1, Kind: ir.BoolKind, Args: args[:1]}, "r0 = extract r1 #1 bool"},
		{ir.Instr{Op: ir.OpMakeClosure, Dst: 0, Name: "p.f$1", Args: args[:2]}, "r0 = closure p.f$1 [r1, 2]"},
		{ir.Instr{Op: ir.OpBinary, Dst: 0, Kind: ir.IntKind, Name: "+", Bits: -8, Args: args[:2]}, "r0 = r1 + 2 int uint8"},
		{ir.Instr{Op: ir.OpCopy, Dst: 0, Kind: ir.IntKind, Bits: 32, Args: args[:1]}, "r0 = r1 int32"},
		{ir.Instr{Op: ir.OpMakeChan, Dst: 0, Kind: ir.StructKind, Name: "done", Args: args[:1]}, `r0 = make chan struct r1 "done"`},
		{ir.Instr{Op: ir.OpMakeChan, Dst: 0, Kind: ir.StructKind, Index: ir.Slots, Args: args[:1]}, "r0 = make chan struct r1 slots"},
		{ir.Instr{Op: ir.OpMakeSlice, Dst: 0, Kind: ir.IntKind, Args: args[:2]}, "r0 = make slice int r1, 2"},
		{ir.Instr{Op: ir.OpSlice, Dst: 0, Index: -1, Args: args}, "r0 = r1[2:nil:nil]"},
		{ir.Instr{Op: ir.OpSlice, Dst: 0, Index: 4, Args: args}, "r0 = r1[2:nil:nil] array 4"},
		{ir.Instr{Op: ir.OpMakeMap, Dst: 0}, "r0 = make map"},
		{ir.Instr{Op: ir.OpMapUpdate, Dst: -1, Kind: ir.ChanKind, Args: args[:3]}, "update r1[2] = nil chan"},
		{ir.Instr{Op: ir.OpMapLookup, Dst: 0, Kind: ir.IntKind, CommaOk: true, Args: args[:2]}, "r0 = lookup r1[2], ok int"},
		{ir.Instr{Op: ir.OpMapDelete, Dst: -1, Args: args[:2]}, "delete r1, 2"},
		{ir.Instr{Op: ir.OpRange, Dst: 0, Args: args[:1]}, "r0 = range r1"},
		{ir.Instr{Op: ir.OpNext, Dst: 0, Kind: ir.IntKind, Args: args[:1]}, "r0 = next r1 int"},
		{ir.Instr{Op: ir.OpAppend, Dst: 0, Args: args[:2]}, "r0 = append r1, 2"},
		{ir.Instr{Op: ir.OpCopySlice, Dst: 0, Args: args[:2]}, "r0 = copy slice r1, 2"},
		{ir.Instr{Op: ir.OpLen, Dst: 0, Args: args[:1]}, "r0 = len r1"},
		{ir.Instr{Op: ir.OpCap, Dst: 0, Args: args[:1]}, "r0 = cap r1"},
		{ir.Instr{Op: ir.OpRecover, Dst: 0}, "r0 = recover"},
		{ir.Instr{Op: ir.OpSend, Dst: -1, Args: args[:2]}, "r1 <- 2"},
		{ir.Instr{Op: ir.OpReceive, Dst: -1, Kind: ir.IntKind, Args: args[:1]}, "<-r1 int"},
		{ir.Instr{Op: ir.OpClose, Dst: -1, Args: args[:1]}, "close r1"},
		{ir.Instr{Op: ir.OpSelect, Dst: 0, Cases: cases, Default: true}, "r0 = select {r1 <- r2 int; <-r3 chan needed; default}"},
		{ir.Instr{Op: ir.OpCall, Dst: 0, Name: "p.f", Kind: ir.IntKind, Args: args[:2]}, "r0 = call p.f(r1, 2) int"},
		{ir.Instr{Op: ir.OpGo, Dst: -1, Args: args[:2]}, "go r1(2) other"},
		{ir.Instr{Op: ir.OpDefer, Dst: -1, Method: "Close", TypeName: "io.Closer", Args: args[:1]}, "defer r1.Close (io.Closer) () other"},
		{ir.Instr{Op: ir.OpRunDefers, Dst: -1}, "run defers"},
		{ir.Instr{Op: ir.OpJump, Dst: -1}, "jump"},
		{ir.Instr{Op: ir.OpIf, Dst: -1, Args: args[:1]}, "if r1"},
		{ir.Instr{Op: ir.OpReturn, Dst: -1, Args: args[:2]}, "return r1, 2"},
		{ir.Instr{Op: ir.OpPanic, Dst: -1, Args: args[:1]}, "panic r1"},
		{ir.Instr{Op: ir.OpStop, Dst: -1}, "stop"},
	} {
		if got := test.in.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestOperandsArePrinted(t *testing.T) {
	var texts []string
	for _, o := range []ir.Operand{
		{}, reg(7), {Kind: ir.IntConst, Int: -3}, {Kind: ir.BoolConst, Int: 1}, {Kind: ir.StringConst, Text: "a\n"},
		{Kind: ir.NilConst}, {Kind: ir.ZeroConst}, {Kind: ir.FunctionConst, Text: "p.f"}, {Kind: ir.GlobalConst, Text: "p.v"},
	} {
		texts = append(texts, o.String())
	}
	const want = `? r7 -3 true "a\n" nil zero p.f &p.v`
	if got := strings.Join(texts, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBrokenFunctionsArePrinted: what Check rejects must still be seen.
func TestBrokenFunctionsArePrinted(t *testing.T) {
	in := ir.Instr{Op: 200, Kind: 99, Dst: -1, Args: []ir.Operand{{Kind: 77}}}
	if got, want := in.String(), "Op(200) OperandKind(77)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	in = ir.Instr{Op: ir.OpSend, Dst: -1}
	if got, want := in.String(), "missing <- missing"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
