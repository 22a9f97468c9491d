package slice

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A wait is what an instruction waits for: what one of its cases is about, each of which
// is on one of some objects. Instructions that wait for the same have the same wait.
type wait struct {
	cases [][]pointsto.Location
	// isSelect says that a goroutine that waits here waits for all cases.
	isSelect bool
	// polls says that it doesn't wait, but asks again and again.
	polls bool
	// end are the objects of the case that is the reason if it is stuck: see endingCase.
	end []pointsto.Location
}

// A waitAt is a wait at an instruction.
type waitAt struct {
	at     pointsto.At
	number int
}

// waitsOf lists the waits of a function, given its operations, in order. Who asks for the
// state of an object again and again waits, too; but not if the world will serve a case.
func (r *routes) waitsOf(f *function, operations []Operation) (list []waitAt) {
	for i := 0; i < len(operations); {
		first := &operations[i]
		in := (instruction{f, first.at}).get()
		w := wait{isSelect: in.Op == ir.OpSelect}
		for same := true; same; same = w.isSelect && i < len(operations) && operations[i].at == first.at {
			if o := &operations[i]; o.Waits || o.Tests {
				w.cases = append(w.cases, o.Objects)
			}
			i++
		}
		if w.isSelect {
			if c := r.endingCase(f, in); c >= 0 {
				w.end = r.points.Operand(f.Function, in.Cases[c].Chan)
			}
		}
		w.polls = in.Default
		passes := w.isSelect && (r.hasOpenCase(f, in) || r.hasServedCase(f, in) || in.Default && !r.polls(f, first.at))
		if len(w.cases) > 0 && !passes {
			list = append(list, waitAt{first.at, r.waitNumber(w)})
		}
	}
	return list
}

// polls reports whether a select with a default asks again and again, and what comes next depends
// on the answer.
func (x *index) polls(f *function, at pointsto.At) bool { return decides(f, at) && x.repeats(f, at) }

// repeats reports whether an instruction is in a loop, of its function or one that calls
// it.
func (x *index) repeats(f *function, at pointsto.At) bool {
	return f.loops[at.Block] >= 0 || x.inLoop[f]
}

// findLoops finds the functions that are called in loops, or again by what they call.
func (x *index) findLoops() {
	callers := func(n int) (list []int) {
		for _, call := range x.order[n].callers {
			list = append(list, call.f.number)
		}
		return list
	}
	circles := ir.Components(len(x.order), callers)
	for _, f := range x.order {
		x.inLoop[f] = slices.ContainsFunc(callers(f.number), func(n int) bool { return circles[n] == circles[f.number] })
	}
	for grew := true; grew; {
		grew = false
		for _, f := range x.order {
			if !x.inLoop[f] && slices.ContainsFunc(f.callers, func(call instruction) bool { return x.repeats(call.f, call.at) }) {
				x.inLoop[f], grew = true, true
			}
		}
	}
}

// decides reports whether it makes a difference for what comes next which case a select
// takes: whether it leads to different blocks in which something is done, or to one with
// different values.
func decides(f *function, at pointsto.At) bool {
	landings := map[string]bool{}
	land := func(block int, moves []ir.Move) { landings[fmt.Sprint(block, moves)] = true }
	seen := map[int]bool{}
	var pass func(block, from int)
	pass = func(block, from int) {
		if seen[block] {
			land(block, nil) // a loop
			return
		}
		seen[block] = true
		b := &f.Blocks[block]
		for i := from; i < len(b.Instrs); i++ {
			switch b.Instrs[i].Op {
			case ir.OpExtract, ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpJump:
			case ir.OpIf:
				if !f.asks(b.Instrs[i].Args[0], f.Blocks[at.Block].Instrs[at.Index].Dst) {
					land(block, nil)
					return
				}
			default:
				land(block, nil)
				return
			}
		}
		for _, e := range b.Succs {
			if len(e.Moves) > 0 {
				land(e.Block, e.Moves)
				continue
			}
			pass(e.Block, 0)
		}
	}
	pass(at.Block, at.Index+1)
	return len(landings) > 1
}

// asks reports whether a condition is nothing but which case a select has taken.
func (f *function) asks(o ir.Operand, selected int) bool {
	in := f.definition(o)
	if in == nil {
		return false
	}
	switch in.Op {
	case ir.OpBinary:
		return in.Args[1].Kind != ir.Register && f.asks(in.Args[0], selected)
	case ir.OpNot, ir.OpCopy:
		return f.asks(in.Args[0], selected)
	case ir.OpExtract:
		return in.Args[0].Kind == ir.Register && in.Args[0].Reg == selected
	}
	return false
}

// endingCase is the one case of a select that receives from a channel which is never sent on,
// but closed some time; -1 if there is none, or several. Whoever is stuck at the select is
// stuck there because of that: it is how goroutines are told to end.
func (x *index) endingCase(f *function, in *ir.Instr) int {
	ending := -1
	for i, c := range in.Cases {
		locations := x.points.Operand(f.Function, c.Chan)
		if c.Send || len(locations) == 0 || slices.ContainsFunc(locations, func(l pointsto.Location) bool { return !x.onlyEnds(l) }) {
			continue
		}
		if ending >= 0 {
			return -1
		}
		ending = i
	}
	return ending
}

// onlyEnds reports whether a channel is closed, but never sent on. A context is not: coverage
// lists none, so that nobody would hear that it may never end.
func (x *index) onlyEnds(l pointsto.Location) bool {
	t := x.transferred()
	return t.ended[l] && !t.sent[l] && !x.points.CanSend(l) && x.points.Objects[l].Kind != pointsto.Context
}

// hasServedCase reports whether a select has a case that is served by the world, or may
// be served by code of which nothing is known.
func (x *index) hasServedCase(f *function, in *ir.Instr) bool {
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
		locations := x.points.Operand(f.Function, c.Chan)
		return len(locations) > 0 && x.isServedByWorld(&c, locations)
	})
}

// waitNumber is the number of a wait.
func (r *routes) waitNumber(w wait) int {
	key := binary.AppendVarint(nil, int64(truth(w.isSelect)+2*truth(w.polls)))
	for _, objects := range append(slices.Clone(w.cases), w.end) {
		key = binary.AppendVarint(key, int64(len(objects)))
		for _, l := range objects {
			key = binary.AppendVarint(key, int64(l))
		}
	}
	n, ok := r.waitNumbers[string(key)]
	if !ok {
		n = len(r.waits)
		r.waits = append(r.waits, w)
		r.waitNumbers[string(key)] = n
	}
	return n
}
