package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who has a sync.Once run a literal doesn't come past that before the literal has returned, be it that somebody else runs it: what the
// literal waits for is waited for there. That is so if the Once runs nothing else, and has run it for nobody else: it is in the struct that leads
// to what is waited for. What makes others end comes when they run; what they need, as a literal may that starts goroutines, has run before.

// runByOnce is the literal that an instruction has a sync.Once run, which runs nothing else, and what that has captured.
func (a *Analysis) runByOnce(i supergraph.Instruction) (literal *supergraph.Function, captured []ir.Operand, ok bool) {
	f, in := i.Parent, i.Instr()
	if in.Op != ir.OpCall && in.Op != ir.OpDefer || in.Name != library.OnceDo {
		return nil, nil, false
	}
	made := f.Definition(f.Original(in.Args[1]))
	if made == nil || made.Op != ir.OpMakeClosure {
		return nil, nil, false
	}
	onces := a.Points.Receivers(f.Function, in)
	literal = a.Callee(made.Name)
	return literal, made.Args, literal != nil && literal.Params == 0 && len(onces) == 1 && !a.Points.Escapes(onces[0]) && a.isRunOnlyAt(onces[0], i) && a.makesEnd(literal)
}

// makesEnd reports whether a function, or what it runs, closes a channel or cancels a context, and starts and counts nobody.
func (a *Analysis) makesEnd(f *supergraph.Function) (is bool) {
	isBegin := false
	a.VisitReached(f, func(g *supergraph.Function) {
		for i := range g.Instructions() {
			in := i.Instr()
			isBegin = isBegin || in.Op == ir.OpGo || library.Find(in.Name).Meaning == library.Add
			is = is || in.Op == ir.OpClose || i.Calls() && slices.ContainsFunc(a.Points.Callees(g.Function, i.At), func(name string) bool { return library.Find(name).Meaning == library.CancelContext })
		}
	})
	return is && !isBegin
}

// isOfOwnerOf reports whether what a path leads to is in a struct from which another path leads on, or in which it ends, too.
func (p path) isOfOwnerOf(other path) bool {
	owner := p.steps[:strings.LastIndex(p.steps, "*")+1]
	return p.known && other.known && p.root == other.root && strings.HasPrefix(other.steps, owner)
}

// isRunOnlyAt reports whether a sync.Once is used at no other instruction than one.
func (a *Analysis) isRunOnlyAt(once pointsto.Location, i supergraph.Instruction) bool {
	return !slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		for other := range f.Instructions() {
			if other != i && other.Calls() && other.Instr().Name == library.OnceDo && slices.Contains(a.Points.Receivers(f.Function, other.Instr()), once) {
				return true
			}
		}
		return false
	})
}
