package scope

import (
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// AreOrdered reports whether what is done at one place comes before what is done at another one by what the package doesn't have for itself, and so isn't
// in a system: a wait group, or channel, in which others may meddle.
func (p *Package) AreOrdered(first, then model.Site) bool {
	for _, i := range p.operationsAt(then) {
		for _, before := range p.operationsAt(first) {
			if p.holds().IsOrdered(before, i) {
				return true
			}
		}
	}
	return false
}

// operationsAt are the instructions at a place that operate on something.
func (p *Package) operationsAt(site model.Site) (list []supergraph.Instruction) {
	for _, f := range p.graph.Order {
		for _, o := range p.graph.Operations(f) {
			if i := f.At(o.At); i.Instr().Site == site {
				list = append(list, i)
			}
		}
	}
	return list
}
