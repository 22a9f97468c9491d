package verify

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// InOrder says whether all locks of a system are taken in order.
func InOrder(sys *model.System) bool { return inOrder(sys, DefaultStates) }

// Reached are the local states of all processes, -1 where one doesn't run, that can be reached together, and whether that are all.
func Reached(sys *model.System, options Options) (map[string]bool, bool) {
	options.States = DefaultStates
	g := explore(sys, options, nil)
	reached := map[string]bool{}
	for i := range g.table.Size {
		var at []int
		for p := range g.processes {
			at = append(at, g.processes[p].Get(g.table.At(i))-1)
		}
		reached[fmt.Sprint(at)] = true
	}
	return reached, g.stop == ""
}
