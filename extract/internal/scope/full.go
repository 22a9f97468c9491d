package scope

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
)

// mostWidenings limits how often a question is widened by what its functions operate on besides:
// that may bring in more functions, and so on.
const mostWidenings = 3

// InFull is the question who panics if one calls a function once, with all objects on which the functions
// operate that are in it, so that nothing is left out that could keep one from doing what he does
// too early. It is not ok if there is no end to that, or if others can get at one of them.
func (c Clients) InFull() (full Clients, ok bool) {
	full = c.aboutPanics()
	for range mostWidenings {
		if full.At(Coarse) == nil {
			return full, false
		}
		objects, _ := full.around()
		if slices.Equal(objects, full.query.Objects) {
			return full, full.areAll()
		}
		full = full.aboutPanics()
	}
	return full, false
}

// aboutPanics is Subject for a question about panics.
func (c Clients) aboutPanics() Clients {
	q := *c.query
	q.Panics = true
	wider := Clients{c.pkg, &q}.Subject()
	wider.query.Panics = true
	return wider
}

// areAll reports whether the functions operate on no others than the objects of the question.
func (c Clients) areAll() bool {
	functions := c.pkg.graph.Called(c.query.Members)
	_, known := c.pkg.graph.Locks(functions)
	return known && !slices.ContainsFunc(c.pkg.graph.OperatedIn(functions), func(l pointsto.Location) bool {
		_, found := slices.BinarySearch(c.query.Objects, l)
		return !found
	})
}

// Key is the same for questions about the same objects.
func (c Clients) Key() string { return fmt.Sprint(c.query.Objects) }
