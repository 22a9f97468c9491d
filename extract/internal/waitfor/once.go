package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who runs a duty by a sync.Once that has been run finds it done, if it was the duty that has been run: each function that is
// given to this one does it, and each object has one of its own. That is so if both are parts of a struct, or reached from
// it by fields that nobody changes, or if a function makes both in the same turns, and only it and its own closures use the one.

// isDoneByOnce reports whether a call of sync.Once.Do leaves the duty done, whoever is the first.
func (d *duty) isDoneByOnce(s share, do supergraph.Instruction) bool {
	if !d.isDoneInClosure(s, do.Parent, do.Instr().Args[1]) {
		return false
	}
	list := d.Points.Receivers(do.Parent.Function, do.Instr())
	if len(list) != 1 || d.Points.Escapes(list[0]) {
		return false
	}
	base, steps := do.Parent.StepsTo(do.Instr().Args[0])
	if want, ok := s.bases[base]; ok {
		return d.areAllDone(list[0], func(f *supergraph.Function, other supergraph.Instruction) (share, bool) {
			from, to := f.StepsTo(other.Instr().Args[0])
			return share{bases: map[ir.Operand]string{from: want}}, to == steps
		})
	}
	return d.isDoneByOwnOnce(list[0])
}

// areAllDone reports whether all that is run by a sync.Once does it, by what leads to the object where that is run.
func (d *duty) areAllDone(once pointsto.Location, shareAt func(*supergraph.Function, supergraph.Instruction) (share, bool)) bool {
	for _, i := range d.onceCalls() {
		if !slices.Contains(d.Points.Receivers(i.Parent.Function, i.Instr()), once) {
			continue
		}
		if s, ok := shareAt(i.Parent, i); !ok || !d.isDoneInClosure(s, i.Parent, i.Instr().Args[1]) {
			return false
		}
	}
	return true
}

// onceCalls lists the calls of sync.Once.Do.
func (x *Analysis) onceCalls() []supergraph.Instruction {
	if !x.listedOnces {
		x.listedOnces = true
		for _, f := range x.Order {
			for i := range f.Instructions() {
				if i.Calls() && i.Instr().Name == library.OnceDo {
					x.onces = append(x.onces, i)
				}
			}
		}
	}
	return x.onces
}

// isDoneByOwnOnce reports whether all that is run by a variable does it, which the maker of the object makes with each.
func (d *duty) isDoneByOwnOnce(once pointsto.Location) bool {
	own, made := &d.Points.Objects[once], &d.Points.Objects[d.object]
	f := d.Functions[made.Function]
	if f == nil || own.Kind != pointsto.Variable || own.Function != made.Function || f.Loops[own.At.Block] != f.Loops[made.At.Block] {
		return false
	}
	key := &duty{Analysis: d.Analysis, object: once, isPart: true}
	keyShare, objectShare := newShare(), d.shareOfMaker(f, made.At)
	keyShare.bases[ir.Operand{Kind: ir.Register, Reg: f.At(own.At).Instr().Dst}] = ""
	return d.areAllDone(once, func(g *supergraph.Function, do supergraph.Instruction) (share, bool) {
		keys, objects := keyShare, objectShare
		if g != f {
			keys, objects = key.capturedIn(f, keyShare, g), d.capturedIn(f, objectShare, g)
		}
		return objects, key.isObject(g, keys, do.Instr().Args[0])
	})
}

// shareOfMaker is how the function that makes the object gets at it.
func (d *duty) shareOfMaker(f *supergraph.Function, made pointsto.At) share {
	if !d.isPart {
		s, _, _ := (&ending{duty: *d}).madeShare(f, made)
		return s
	}
	s := newShare()
	s.bases[ir.Operand{Kind: ir.Register, Reg: f.At(made).Instr().Dst}] = ""
	return s
}

// capturedIn is how a closure that a function makes in one place gets at the object: nothing, if that isn't so.
func (d *duty) capturedIn(f *supergraph.Function, s share, closure *supergraph.Function) share {
	to, makers := newShare(), 0
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpMakeClosure && in.Name == closure.Name {
			makers++
			for n, arg := range in.Args {
				d.give(s, f, arg, &to, closure.Params+n)
			}
		}
	}
	if makers != 1 {
		return newShare()
	}
	return to
}
