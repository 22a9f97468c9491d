package interp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func reg(i int) ir.Operand { return ir.Operand{Kind: ir.Register, Reg: i} }

// looping is a function with a loop: block 0 leads to 1, which goes round over 2
// or leaves to 3.
func looping() *ir.Function {
	return &ir.Function{
		Name: "p.looping", Params: 1, Registers: 6, Recover: -1,
		Blocks: []ir.Block{
			{
				Instrs: []ir.Instr{{Op: ir.OpCopy, Dst: 1, Args: []ir.Operand{reg(0)}}, {Op: ir.OpJump, Dst: -1}},
				Succs:  []ir.Edge{{Block: 1, Moves: []ir.Move{{To: 2, From: reg(1)}}}},
			},
			{
				Instrs: []ir.Instr{{Op: ir.OpBinary, Dst: 3, Args: []ir.Operand{reg(2), {Kind: ir.IntConst}}}, {Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(3)}}},
				Succs:  []ir.Edge{{Block: 2}, {Block: 3}},
			},
			{
				Instrs: []ir.Instr{
					{Op: ir.OpSelect, Dst: 4, Cases: []ir.SelectCase{{Chan: reg(0)}, {Send: true, Chan: reg(0), Value: reg(5)}}},
					{Op: ir.OpJump, Dst: -1},
				},
				Succs: []ir.Edge{{Block: 1, Moves: []ir.Move{{To: 2, From: reg(4)}}}},
			},
			{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(2)}}}},
		},
	}
}

func members(set registerSet, n int) []int {
	var list []int
	for i := range n {
		if set.has(i) {
			list = append(list, i)
		}
	}
	return list
}

func TestRegistersLiveAsLongAsTheyMayBeRead(t *testing.T) {
	fl := analyse(looping())
	tests := []struct {
		name      string
		block, pc int
		want      []int
	}{
		{"the parameter and what a case of the loop sends, at the entry", 0, 0, []int{0, 5}},
		{"what a φ takes, before the jump", 0, 1, []int{0, 1, 5}},
		{"the φ, at the head", 1, 0, []int{0, 2, 5}},
		{"the condition, before the branch", 1, 1, []int{0, 2, 3, 5}},
		{"in the loop the φ is dead: it gets a new value", 2, 0, []int{0, 5}},
		{"what the select yields, before the jump back", 2, 1, []int{0, 4, 5}},
		{"only the result, at the end", 3, 0, []int{2}},
	}
	for _, test := range tests {
		for range 2 { // the second time it was asked before
			if got := members(fl.live(test.block, test.pc), 6); !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, want %v", test.name, got, test.want)
			}
		}
	}
}

func TestBlocksOfALoopAreCyclic(t *testing.T) {
	f := looping()
	if got, want := cyclicBlocks(f), []bool{false, true, true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	f.Blocks[3].Succs = []ir.Edge{{Block: 3}}
	if got := cyclicBlocks(f); !got[3] {
		t.Error("a block that leads to itself isn't cyclic")
	}
}

func TestRegisterSets(t *testing.T) {
	a, b := make(registerSet, 2), make(registerSet, 2)
	for _, i := range []int{0, 63, 64, 100} {
		a.add(i)
	}
	a.remove(63)
	if got := members(a, 128); !slices.Equal(got, []int{0, 64, 100}) {
		t.Errorf("got %v", got)
	}
	if !b.addAll(a) || b.addAll(a) {
		t.Error("only the first time there is something new")
	}
	if got := members(b, 128); !slices.Equal(got, []int{0, 64, 100}) {
		t.Errorf("got %v", got)
	}
}

// TestComponentsAgainstReachability compares random graphs with the definition:
// two nodes share a component if each is reached from the other.
func TestComponentsAgainstReachability(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 1 + r.IntN(7)
		edges := make([][]int, n)
		reaches := make([][]bool, n)
		for i := range edges {
			reaches[i] = make([]bool, n)
			reaches[i][i] = true
			for range r.IntN(3) {
				to := r.IntN(n)
				edges[i] = append(edges[i], to)
				reaches[i][to] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
				}
			}
		}
		got := ir.Components(n, func(i int) []int { return edges[i] })
		for i := range n {
			for j := range n {
				if (got[i] == got[j]) != (reaches[i][j] && reaches[j][i]) {
					t.Fatalf("%v: components %v of %d and %d", edges, got, i, j)
				}
				if reaches[i][j] && got[j] > got[i] {
					t.Fatalf("%v: %d reaches %d, but components are %v", edges, i, j, got)
				}
			}
		}
	}
}
