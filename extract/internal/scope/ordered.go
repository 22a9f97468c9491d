package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// AreOrdered reports whether what is done at one place comes before what is done at another one by what the package doesn't have for itself, and so isn't
// in a system: a wait group, or channel, in which others may meddle.
func (p *Package) AreOrdered(first, then model.Site) bool {
	isOnChannel := func(o *supergraph.Operation) bool { return o.Kind == model.Channel }
	before := p.operationsAt(first, isOnChannel)
	return slices.ContainsFunc(p.operationsAt(then, isOnChannel), func(after supergraph.Operation) bool {
		return slices.ContainsFunc(before, func(o supergraph.Operation) bool {
			return p.holds().IsOrdered(o.Function.At(o.At), after.Function.At(after.At))
		})
	})
}
