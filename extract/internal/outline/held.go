package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// What is called on a struct that was taken out of memory is left to clients, who call it on theirs. But
// they hold nothing then, and the caller may hold a lock, for which somebody may wait who has what the call
// waits for. So it matters which locks may be held at a call: a forward may-analysis of each function,
// and its least solution over all callers. What a function returns with isn't followed.

// A holder knows which of the objects, by their numbers, may be held as locks.
type holder struct {
	*outliner
	// given are those with which functions are called, at those with which they call others.
	given map[*supergraph.Function]*dataflow.Set
	at    map[supergraph.Instruction]*dataflow.Set
}

// heldAt are the locks that may be held at a call.
func (o *outliner) heldAt(call supergraph.Instruction) dataflow.Set {
	if o.holder == nil {
		o.holder = o.findHeld()
	}
	if set := o.holder.at[call]; set != nil {
		return *set
	}
	return nil
}

// findHeld works out a holder.
func (o *outliner) findHeld() *holder {
	h := &holder{o, map[*supergraph.Function]*dataflow.Set{}, map[supergraph.Instruction]*dataflow.Set{}}
	var work []*supergraph.Function
	for _, f := range o.Order {
		if o.acts[f] {
			h.given[f] = &dataflow.Set{}
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = append(work[:len(work)-1], h.flow(f)...)
	}
	return h
}

// flow takes what a function is called with through it, and lists the functions that are called with
// more by that.
func (h *holder) flow(f *supergraph.Function) (more []*supergraph.Function) {
	before, reached := make([]dataflow.Set, len(f.Blocks)), make([]bool, len(f.Blocks))
	before[0].AddAll(*h.given[f])
	var ever dataflow.Set
	for work := []int{0}; len(work) > 0; work = work[1:] {
		held := slices.Clone(before[work[0]])
		more = append(more, h.block(f, work[0], &held, &ever)...)
		for _, next := range f.SuccessorsOf(work[0]) {
			if before[next].AddAll(held) || !reached[next] {
				reached[next] = true
				work = append(work, next)
			}
		}
	}
	for i := range f.Instructions() {
		if i.Instr().Op == ir.OpDefer { // it runs when any of the locks may be held
			more = append(more, h.calls(i, ever)...)
		}
	}
	return more
}

// block takes what is held through a block, and adds it, after each instruction, to what was ever held.
func (h *holder) block(f *supergraph.Function, b int, held, ever *dataflow.Set) (more []*supergraph.Function) {
	for n := range f.Blocks[b].Instrs {
		i := f.At(pointsto.At{Block: b, Index: n})
		if i.Instr().Op == ir.OpCall {
			more = append(more, h.calls(i, *held)...)
		}
		h.locks(i, held)
		ever.AddAll(*held)
	}
	return more
}

// calls notes what is held at a call, and lists the functions that are called with more by that.
func (h *holder) calls(i supergraph.Instruction, held dataflow.Set) (more []*supergraph.Function) {
	for _, callee := range h.CalleesAt(i) {
		if !h.acts[callee] {
			continue
		}
		if h.at[i] == nil {
			h.at[i] = &dataflow.Set{}
		}
		h.at[i].AddAll(held)
		if h.given[callee].AddAll(held) {
			more = append(more, callee)
		}
	}
	return more
}

// locks adds what an instruction takes, and takes out what it releases for certain.
func (h *holder) locks(i supergraph.Instruction, held *dataflow.Set) {
	if i.Instr().Op != ir.OpCall {
		return
	}
	for _, name := range h.Points.Callees(i.Parent.Function, i.At) {
		locks := h.Points.Receivers(i.Parent.Function, i.Instr())
		for _, l := range locks {
			n, ok := h.objects[l]
			switch how := supergraph.LockingBy(name); {
			case !ok:
			case how == model.Lock || how == model.RLock:
				held.Add(n)
			case supergraph.Releases(how) != model.Tau && len(locks) == 1:
				held.Remove(n)
			}
		}
	}
}

// mayMeetHeld reports whether a call on a struct that was taken out of memory may concern a lock that is held
// by then: of a struct of another type, so that both may be those that clients have.
func (o *outliner) mayMeetHeld(call supergraph.Instruction, callee *supergraph.Function) bool {
	held := false
	o.heldAt(call).Each(func(int) { held = true })
	return held && !o.isBesideHeld(call, callee)
}

// isBesideHeld reports whether a function is called on a struct while a lock may be held of another one of
// its type: of these clients have one.
func (o *outliner) isBesideHeld(call supergraph.Instruction, callee *supergraph.Function) (found bool) {
	o.heldAt(call).Each(func(n int) {
		for p := range callee.Params {
			found = found || o.types[callee.ParamType(p)] && o.has(callee.ParamType(p), o.list[n])
		}
	})
	return found
}

// has reports whether a location is a field of a struct type, or of a part of such structs.
func (o *outliner) has(typeName string, field pointsto.Location) bool {
	within := dataflow.Reachable([]pointsto.Location{field}, func(l pointsto.Location) []pointsto.Location { return o.Within[l] })
	for l := range within {
		if object := &o.Points.Objects[l]; object.Kind == pointsto.Field && pointsto.TypeOfField(object.Name) == typeName {
			return true
		}
	}
	return false
}
