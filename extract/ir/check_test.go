package ir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func reg(r int) ir.Operand { return ir.Operand{Kind: ir.Register, Reg: r} }

func jump(to int, moves ...ir.Move) ir.Block {
	return ir.Block{Instrs: []ir.Instr{{Op: ir.OpJump, Dst: -1}}, Succs: []ir.Edge{{Block: to, Moves: moves}}}
}

// sound is a function that keeps all rules: a loop that receives from its
// argument until that is closed.
func sound() *ir.Function {
	return &ir.Function{
		Name: "p.f", Params: 1, Registers: 4, Recover: -1,
		ParamKinds: []ir.ValueKind{ir.ChanKind}, ParamNames: []string{"c"}, Results: []ir.ValueKind{ir.IntKind},
		Blocks: []ir.Block{
			jump(1, ir.Move{To: 3, From: ir.Operand{Kind: ir.IntConst}}),
			{
				Instrs: []ir.Instr{
					{Op: ir.OpReceive, Dst: 1, Args: []ir.Operand{reg(0)}, CommaOk: true, Kind: ir.IntKind},
					{Op: ir.OpExtract, Dst: 2, Args: []ir.Operand{reg(1)}, Index: 1, Kind: ir.BoolKind},
					{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(2)}},
				},
				Succs: []ir.Edge{{Block: 1, Moves: []ir.Move{{To: 3, From: reg(1)}}}, {Block: 2}},
			},
			{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(3)}}}},
		},
	}
}

func TestCheckAcceptsASoundFunction(t *testing.T) {
	if err := ir.Check(sound()); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsWhatIsBroken(t *testing.T) {
	for _, test := range []struct {
		want   string
		breaks func(f *ir.Function)
	}{
		{"without a name", func(f *ir.Function) { f.Name = "" }},
		{"2 kinds of 1 parameters", func(f *ir.Function) { f.ParamKinds = append(f.ParamKinds, ir.IntKind) }},
		{"0 registers for 1", func(f *ir.Function) { f.Registers = 0 }},
		{"kind 99", func(f *ir.Function) { f.Results[0] = 99 }},
		{"opaque is false with 0 blocks", func(f *ir.Function) { f.Blocks = nil }},
		{"opaque is true with 3 blocks", func(f *ir.Function) { f.Opaque = true }},
		{"recovers in block 3", func(f *ir.Function) { f.Recover = 3 }},
		{"named twice", func(f *ir.Function) { f.Types = []ir.TypeInfo{{Name: "T"}, {Name: "T"}} }},
		{"block 2 is empty", func(f *ir.Function) { f.Blocks[2].Instrs = nil }},
		{"instruction 1 of 2", func(f *ir.Function) { f.Blocks[1].Instrs = f.Blocks[1].Instrs[:2] }},
		{"instruction 0 of 2", func(f *ir.Function) {
			f.Blocks[2].Instrs = append(f.Blocks[2].Instrs, ir.Instr{Op: ir.OpStop, Dst: -1})
		}},
		{"0 successors of jump", func(f *ir.Function) { f.Blocks[0].Succs = nil }},
		{"1 successors of return", func(f *ir.Function) { f.Blocks[2].Succs = []ir.Edge{{Block: 2}} }},
		{"block 3 of 3", func(f *ir.Function) { f.Blocks[0].Succs[0].Block = 3 }},
		{"register 4 of 4", func(f *ir.Function) { f.Blocks[2].Instrs[0].Args[0] = reg(4) }},
		{"register -1 of 4", func(f *ir.Function) { f.Blocks[0].Succs[0].Moves[0].From = reg(-1) }},
		{"boolean 2", func(f *ir.Function) { f.Blocks[2].Instrs[0].Args[0] = ir.Operand{Kind: ir.BoolConst, Int: 2} }},
		{"variable without a name", func(f *ir.Function) { f.Blocks[2].Instrs[0].Args[0] = ir.Operand{Kind: ir.GlobalConst} }},
		{"operand of kind 77", func(f *ir.Function) { f.Blocks[2].Instrs[0].Args[0] = ir.Operand{Kind: 77} }},
		{"operation 200", func(f *ir.Function) { f.Blocks[1].Instrs[0].Op = 200 }},
		{"<-missing, ok int: 0 arguments", func(f *ir.Function) { f.Blocks[1].Instrs[0].Args = nil }},
		{"register 9 of 4", func(f *ir.Function) { f.Blocks[1].Instrs[0].Dst = 9 }},
		{"destination -1", func(f *ir.Function) { f.Blocks[1].Instrs[1].Dst = -1 }},
		{"destination 3", func(f *ir.Function) { f.Blocks[2].Instrs[0].Dst = 3 }},
		{"1 cases", func(f *ir.Function) { f.Blocks[1].Instrs[0].Cases = []ir.SelectCase{{}} }},
		{"1 operands", func(f *ir.Function) { f.Blocks[1].Instrs[0].Index = ir.JustStarted }},
		{"index -1", func(f *ir.Function) { f.Blocks[1].Instrs[1].Index = -1 }},
		{"want 1 results", func(f *ir.Function) { f.Blocks[2].Instrs[0].Args = []ir.Operand{reg(3), reg(3)} }},
		{"r1 is defined 2 times", func(f *ir.Function) { f.Blocks[1].Instrs[1].Dst = 1 }},
		{"r0 is defined 2 times", func(f *ir.Function) { f.Blocks[1].Instrs[0].Dst = 0 }},
		{"r2 is defined 2 times", func(f *ir.Function) { f.Blocks[0].Succs[0].Moves[0].To = 2 }},
		{"assigned twice on one edge", func(f *ir.Function) {
			f.Blocks[0].Succs[0].Moves = append(f.Blocks[0].Succs[0].Moves, f.Blocks[0].Succs[0].Moves[0])
		}},
		{"reads r3, which may not", func(f *ir.Function) { f.Blocks[0].Succs[0].Moves = nil }},
		{"reads r2, which may not", func(f *ir.Function) { f.Blocks[1].Instrs[0].Args[0] = reg(2) }},
		{"nothing is called", func(f *ir.Function) { f.Blocks[1].Instrs[0] = ir.Instr{Op: ir.OpCall, Dst: 1} }},
		{"a function and a method", func(f *ir.Function) {
			f.Blocks[1].Instrs[0] = ir.Instr{Op: ir.OpCall, Dst: 1, Name: "p.g", Method: "M", Args: []ir.Operand{reg(0)}}
		}},
	} {
		f := sound()
		test.breaks(f)
		if err := ir.Check(f); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got error %v, want one with %q", err, test.want)
		}
	}
}

// TestRecoverReadsWhatTheEntryAllocates: what else there is isn't certain, after a panic.
func TestRecoverReadsWhatTheEntryAllocates(t *testing.T) {
	f := &ir.Function{
		Name: "p.f", Registers: 3, Recover: 1,
		Blocks: []ir.Block{
			{Instrs: []ir.Instr{
				{Op: ir.OpAlloc, Dst: 0},
				{Op: ir.OpCall, Dst: 1, Name: "p.g"},
				{Op: ir.OpReturn, Dst: -1},
			}},
			{Instrs: []ir.Instr{
				{Op: ir.OpLoad, Dst: 2, Args: []ir.Operand{reg(0)}},
				{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(2)}},
			}},
		},
	}
	if err := ir.Check(f); err != nil {
		t.Error(err)
	}
	f.Blocks[1].Instrs[0].Args[0] = reg(1)
	if err := ir.Check(f); err == nil || !strings.Contains(err.Error(), "reads r1") {
		t.Errorf("got %v, want that r1 may not be assigned", err)
	}
}

func TestCheckPackageFindsWhatDoesNotFit(t *testing.T) {
	caller := func(in ir.Instr) *ir.Function {
		return &ir.Function{Name: "p.g", Registers: 1, Recover: -1, Blocks: []ir.Block{{Instrs: []ir.Instr{in, {Op: ir.OpStop, Dst: -1}}}}}
	}
	nothing := ir.Operand{Kind: ir.NilConst}
	for _, test := range []struct {
		want string
		pkg  *ir.Package
	}{
		{"", &ir.Package{Own: []string{"p.f"}, Functions: map[string]*ir.Function{"p.f": sound()}}},
		{"listed as p.h", &ir.Package{Functions: map[string]*ir.Function{"p.h": sound()}}},
		{"isn't there", &ir.Package{Own: []string{"p.f"}}},
		{"", &ir.Package{Functions: map[string]*ir.Function{
			"p.f": sound(), "p.g": caller(ir.Instr{Op: ir.OpGo, Dst: -1, Name: "p.f", Args: []ir.Operand{nothing}}),
		}}},
		{"0 arguments, want 1", &ir.Package{Functions: map[string]*ir.Function{
			"p.f": sound(), "p.g": caller(ir.Instr{Op: ir.OpGo, Dst: -1, Name: "p.f"}),
		}}},
		{"1 arguments, want 0", &ir.Package{Functions: map[string]*ir.Function{
			"p.f": sound(), "p.g": caller(ir.Instr{Op: ir.OpMakeClosure, Dst: 0, Name: "p.f", Args: []ir.Operand{nothing}}),
		}}},
	} {
		err := ir.CheckPackage(test.pkg)
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("got error %v, want one with %q", err, test.want)
		}
	}
}

// TestShapesOfOperations gives each operation too few and too many arguments, and
// a destination or none.
func TestShapesOfOperations(t *testing.T) {
	const more = 9
	type shape struct {
		least, most int
		dst         string // whether there is a destination
	}
	shapes := map[ir.Op]shape{
		ir.OpUnknown: {0, more, "maybe"}, ir.OpCopy: {1, 1, "yes"}, ir.OpAlloc: {0, 1, "yes"}, ir.OpLoad: {1, 1, "yes"}, ir.OpStore: {2, 2, "no"},
		ir.OpForget: {1, more, "no"}, ir.OpUpdate: {2, 3, "maybe"},
		ir.OpFieldAddr: {1, 1, "yes"}, ir.OpField: {1, 1, "yes"}, ir.OpIndexAddr: {2, 2, "yes"}, ir.OpIndex: {2, 2, "yes"},
		ir.OpBinary: {2, 2, "yes"}, ir.OpNot: {1, 1, "yes"}, ir.OpMakeInterface: {1, 1, "yes"}, ir.OpTypeAssert: {1, 1, "yes"},
		ir.OpExtract: {1, 1, "yes"}, ir.OpMakeClosure: {0, more, "yes"}, ir.OpMakeChan: {1, 1, "yes"}, ir.OpMakeSlice: {2, 2, "yes"},
		ir.OpSlice: {4, 4, "yes"}, ir.OpMakeMap: {0, 0, "yes"}, ir.OpMapUpdate: {3, 3, "no"}, ir.OpMapLookup: {2, 2, "yes"}, ir.OpMapDelete: {1, 2, "no"},
		ir.OpRange: {1, 1, "yes"}, ir.OpNext: {1, 1, "yes"}, ir.OpAppend: {2, 2, "yes"}, ir.OpCopySlice: {2, 2, "yes"}, ir.OpLen: {1, 1, "yes"},
		ir.OpCap: {1, 1, "yes"}, ir.OpRecover: {0, 0, "yes"}, ir.OpSend: {2, 2, "no"}, ir.OpReceive: {1, 2, "maybe"}, ir.OpClose: {1, 1, "no"},
		ir.OpSelect: {0, 0, "maybe"}, ir.OpCall: {0, more, "maybe"}, ir.OpGo: {0, more, "no"}, ir.OpDefer: {0, more, "no"}, ir.OpRunDefers: {0, 0, "no"},
		ir.OpJump: {0, 0, "no"}, ir.OpIf: {1, 1, "no"}, ir.OpReturn: {0, more, "no"}, ir.OpPanic: {1, 1, "no"}, ir.OpStop: {0, 0, "no"},
	}
	if len(shapes) != int(ir.OpStop)+1 {
		t.Errorf("%d operations, want all %d", len(shapes), ir.OpStop+1)
	}
	for op, s := range shapes {
		for n := range more + 1 {
			for _, dst := range []int{-2, -1, 0} {
				in := ir.Instr{Op: op, Dst: dst, Name: "p.g", TypeName: "T", Args: make([]ir.Operand, n)}
				f := &ir.Function{Name: "p.f", Registers: 1, Recover: -1, Blocks: []ir.Block{{Instrs: []ir.Instr{in}}}}
				switch b := &f.Blocks[0]; op {
				case ir.OpReturn, ir.OpPanic, ir.OpStop:
				case ir.OpJump:
					b.Succs = []ir.Edge{{}}
				case ir.OpIf:
					b.Succs = []ir.Edge{{}, {}}
				default:
					b.Instrs = append(b.Instrs, ir.Instr{Op: ir.OpReturn, Dst: -1})
				}
				text := "" // whatever else may be wrong with such a function
				if err := ir.Check(f); err != nil {
					text = err.Error()
				}
				if got, want := strings.Contains(text, fmt.Sprintf(": %d arguments", n)), n < s.least || n > s.most; got || want {
					if got != want {
						t.Errorf("%v with %d arguments is refused: %v", op, n, got)
					}
					continue // the first error counts
				}
				want := dst == -2 || dst == -1 && s.dst == "yes" || dst == 0 && s.dst == "no"
				if got := strings.Contains(text, fmt.Sprintf(": destination %d", dst)); got != want {
					t.Errorf("%v with destination %d is refused: %v", op, dst, got)
				}
			}
		}
	}
}
