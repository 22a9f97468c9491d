package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// blame is the same analysis, in which whoever waits at a select does so because of one case: the one that is the
// reason if he is stuck there (see EndingCase), or none, if another one is ready some time. And whoever calls Do of a
// sync.Once, or Go of a wait group, waits for that one and for what he gives it, and for no other.
func (x *Analysis) blame() *Analysis {
	if x.blaming == nil {
		x.blaming = &Analysis{
			Graph: x.Graph, work: x.work, isMade: x.isMade, inside: make([]kindSet, len(x.Order)), passed: make([][]kindSet, len(x.Order)), blames: true, plenties: x.plenties,
		}
		x.blaming.findOperated()
		x.blaming.computeInside()
	}
	return x.blaming
}

// isBlamed reports whether an operation may be why somebody is stuck at its instruction.
func (x *Analysis) isBlamed(o *supergraph.Operation) bool {
	f := o.Function
	in := f.At(o.At).Instr()
	switch {
	case x.IsEndedByWorld(o.Objects), x.PassesAtOnce(f.At(o.At)):
		return false
	case in.Op != ir.OpSelect:
		return true
	case x.HasOpenCase(f, in), x.HasServedCase(f, in), in.Default && !x.PollsForEver(f, o.At):
		return false
	}
	c := x.EndingCase(f, in)
	return c < 0 || o.Receives && pointsto.Overlap(o.Objects, x.Points.Operand(f.Function, in.Cases[c].Chan))
}

// groupGo is the name of a stand-in that runs what it is given, as library.OnceDo is.
const groupGo = "(*sync.WaitGroup).Go"

// runsGiven reports whether a function is a stand-in of which it is told apart what it is given.
func (x *Analysis) runsGiven(f *supergraph.Function) bool {
	return x.blames && (f.Name == library.OnceDo || f.Name == groupGo)
}

// addGiven adds the kinds that are passed in a call of such a function.
func (x *Analysis) addGiven(set *kindSet, call supergraph.Instruction) (grew bool) {
	if call.Instr().Name != library.OnceDo || call.Instr().Op == ir.OpGo {
		return false
	}
	for _, l := range x.Points.Receivers(call.Parent.Function, call.Instr()) {
		if n, ok := x.numbers[l]; ok && !set.Has(int(2*n)) {
			set.add(2 * n)
			grew = true
		}
	}
	for _, given := range x.GivenTo(call) {
		grew = set.addAll(x.inside[given.Number]) || grew
	}
	return grew
}

// spreadGiven adds to what functions pass what they give such functions to run. It reports whether that was more.
func (x *Analysis) spreadGiven(plan func(*supergraph.Function)) {
	if !x.blames {
		return
	}
	for _, f := range x.Order {
		for _, call := range x.CallsIn(f) {
			if slices.ContainsFunc(call.Callees, x.runsGiven) && x.addGiven(&x.inside[f.Number], call.Instruction) {
				plan(f)
			}
		}
	}
}
