package ir

import "testing"

// TestSequenceRunsOneAfterTheOther joins a function with a branch and one without.
func TestSequenceRunsOneAfterTheOther(t *testing.T) {
	reg := func(i int) Operand { return Operand{Kind: Register, Reg: i} }
	first := &Function{Name: "a.init", Recover: -1, Registers: 2, Blocks: []Block{
		{Instrs: []Instr{{Op: OpUnknown, Dst: 0, Kind: BoolKind}, {Op: OpIf, Dst: -1, Args: []Operand{reg(0)}}}, Succs: []Edge{{Block: 1}, {Block: 2, Moves: []Move{{To: 1, From: reg(0)}}}}},
		{Instrs: []Instr{{Op: OpReturn, Dst: -1}}},
		{Instrs: []Instr{{Op: OpReturn, Dst: -1}}},
	}}
	second := &Function{Name: "b.init", Recover: -1, Registers: 1, Blocks: []Block{
		{Instrs: []Instr{
			{Op: OpMakeChan, Dst: 0, Args: []Operand{{Kind: IntConst, Int: 1}}},
			{Op: OpSelect, Dst: -1, Cases: []SelectCase{{Send: true, Chan: reg(0), Value: reg(0)}}},
			{Op: OpReturn, Dst: -1},
		}},
	}}
	joined := Sequence([]*Function{first, second, first})
	if joined.Name != "a.init" || joined.Registers != 5 || len(joined.Blocks) != 7 {
		t.Fatalf("%s with %d registers and %d blocks", joined.Name, joined.Registers, len(joined.Blocks))
	}
	for _, i := range []int{1, 2} {
		if b := joined.Blocks[i]; b.Terminator().Op != OpJump || b.Succs[0].Block != 3 {
			t.Errorf("block %d doesn't go on with the second function", i)
		}
	}
	if c := joined.Blocks[3].Instrs[1].Cases[0]; c.Chan != reg(2) || c.Value != reg(2) || joined.Blocks[3].Succs[0].Block != 4 {
		t.Errorf("the second function: %v", joined.Blocks[3])
	}
	if b := joined.Blocks[4]; b.Instrs[1].Args[0] != reg(3) || b.Succs[1].Moves[0] != (Move{To: 4, From: reg(3)}) || b.Succs[1].Block != 6 {
		t.Errorf("the third function: %v", b)
	}
	if joined.Blocks[6].Terminator().Op != OpReturn || first.Blocks[1].Terminator().Op != OpReturn || second.Blocks[0].Instrs[0].Dst != 0 {
		t.Error("the last one returns, and those that are joined stay as they are")
	}
}
