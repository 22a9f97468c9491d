package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function with a lock may call another one, of the same struct or of one that it finds in a field of that, which sends
// to a goroutine. That may want the lock by way of the struct in which it is found.

// sendsIn lists where a function sends that is called, if it does so for all that the program says, and nobody is there but who
// receives.
func (a *Analysis) sendsIn(call supergraph.Instruction, callee *supergraph.Function) (list []wait) {
	for j := range callee.Instructions() {
		if j.Instr().Op != ir.OpSend {
			continue
		}
		sides := a.decide(j)
		object, to, ok := a.waitsFor(j)
		if !ok || slices.ContainsFunc(sides, func(s Side) bool { return !a.mayTake(s.Branch, s.Edge) && !a.asksOneUpdate(s.Branch) }) {
			continue
		}
		if from, isGiven := a.wayFrom(call, callee, to); isGiven {
			list = append(list, wait{j, []supergraph.Instruction{call}, object, from, sides})
		}
	}
	return list
}

// asksOneUpdate reports whether a branch asks for what came of an atomic operation, as a compare-and-swap, and the function does
// nothing else with that memory: whoever wrote it took it that it goes either way.
func (a *Analysis) asksOneUpdate(branch supergraph.Instruction) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	if in := f.Definition(o); in != nil && in.Op == ir.OpBinary { // with what was there before
		o = in.Args[0]
	}
	update, ok := f.DefinedAt(o)
	if !ok || update.Instr().Op != ir.OpUpdate {
		return false
	}
	g := a.groundsOf(branch)
	for i := range f.Instructions() {
		isOther := i != update && a.sets(i, g.cells) || i != branch && i.Instr().Op == ir.OpIf && a.groundsOf(i).sharesMemory(g)
		if isOther {
			return false
		}
	}
	return true
}

// isInCall reports whether somebody sends in a function that is called.
func (w *wait) isInCall() bool { return len(w.calls) > 0 && w.Instr().Op == ir.OpSend }

// isOfParent reports whether a goroutine may be that of one which a function finds in the struct with the lock, and wants that of the
// struct by way of what it knows.
func (a *Analysis) isOfParent(c *Circle, to, served, wanted path) bool {
	if len(c.Calls) != 1 || !served.known || !wanted.known || served.root != wanted.root || !served.beginsOutside(c.Serves.Parent) || !strings.HasSuffix(to.steps, served.steps) {
		return false
	}
	typeName := c.Serves.Parent.ParamType(served.root.Reg)
	return slices.ContainsFunc(a.fellowsAt(c.Calls[0]), func(child fellow) bool {
		isFound := child.of.known && child.of.root == to.root && child.of.root == c.Taking.path.root
		return isFound && slices.ContainsFunc(a.kinIn(child.field.field), func(k kin) bool {
			rest, ok := strings.CutPrefix(wanted.steps, k.back)
			return ok && k.back != "" && k.literal == nil && k.typeName == typeName && child.of.steps+rest == c.Taking.path.steps
		})
	})
}
