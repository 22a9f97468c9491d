package waitfor

import (
	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Analysis finds out who hangs on whom in a package.
type Analysis struct {
	*supergraph.Graph
	work *Work
	// numbered are the objects on which functions operate, numbers their numbers: see kind.
	numbered []pointsto.Location
	numbers  map[pointsto.Location]kind
	// inside are the kinds that are passed in each function and what it calls, by its number;
	// passed are those in each of its blocks, as far as somebody has asked.
	inside []kindSet
	passed [][]kindSet
	// around are the objects on which each function and those that it calls operate, near those
	// on which the functions around an object do, by their numbers, as far as somebody has asked.
	around []dataflow.Set
	near   map[pointsto.Location]dataflow.Set
	// blames says that only reasons count, blaming is the same analysis in which they do: see blame.
	blames  bool
	blaming *Analysis
	// starters has the functions that start goroutines, once somebody has asked.
	starters map[*supergraph.Function]bool
	// stayers has the functions that wait on what is nil, or call one that does, likewise.
	stayers  map[*supergraph.Function]bool
	isMade   func(i supergraph.Instruction, channel ir.Operand) bool // see New
	plenties map[pointsto.Location]*plenty
	// onces are the calls of sync.Once.Do, once somebody has asked: see onceCalls.
	onces       []supergraph.Instruction
	listedOnces bool
}

// New prepares a package. What takes long is charged to the work. That a channel for which an instruction waits is certainly
// made isMade says.
func New(graph *supergraph.Graph, work *Work, isMade func(i supergraph.Instruction, channel ir.Operand) bool) *Analysis {
	n := len(graph.Order)
	x := &Analysis{
		Graph: graph, work: work, isMade: isMade, inside: make([]kindSet, n), passed: make([][]kindSet, n),
		around: make([]dataflow.Set, n), near: map[pointsto.Location]dataflow.Set{}, plenties: map[pointsto.Location]*plenty{},
	}
	x.findOperated()
	x.computeInside()
	return x
}
