package scope

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// nameCallers says of the clients of a system that run a function literal which another function gives to a Once
// that they call that one, and of one that is started where that is: a literal has no name that anybody could call.
func (c *certainties) nameCallers(sys *model.System) {
	for p := range sys.Processes {
		a := &sys.Processes[p]
		name, isClient := strings.CutPrefix(a.Name, ClientName)
		if !isClient || !strings.Contains(name, "$") {
			continue
		}
		for _, f := range c.graph.Order {
			if f.Display == name && f.Site == a.Site {
				if start, ok := onlyStart(f); ok {
					a.Name, a.Site = ClientName+model.StartedAt+fmt.Sprintf("%s:%d", filepath.Base(start.File), start.Line), start
					break
				}
				called := c.calledFor(f)
				a.Name, a.Site = ClientName+called.Display, called.Site
				break
			}
		}
	}
}

// onlyStart is the go statement that starts a function which nobody calls.
func onlyStart(f *supergraph.Function) (start model.Site, ok bool) {
	if len(f.Callers) != 1 || f.Callers[0].Instr().Op != ir.OpGo {
		return start, false
	}
	return f.Callers[0].Instr().Site, true
}

// calledFor is what has to be called that a function runs: the one around it, if that has a Once call it, or itself.
func (c *certainties) calledFor(f *supergraph.Function) *supergraph.Function {
	last := strings.LastIndexByte(f.Name, '$')
	if last < 0 {
		return f
	}
	outer := c.graph.ByName[f.Name[:last]]
	if outer == nil {
		return f
	}
	for i := range outer.Instructions() {
		if in := i.Instr(); in.Op != ir.OpCall || in.Name != library.OnceDo {
			continue
		}
		for _, given := range c.graph.GivenTo(i) {
			if given == f {
				return c.calledFor(outer)
			}
		}
	}
	return f
}
