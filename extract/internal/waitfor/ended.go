package waitfor

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whoever waits until a channel is closed goes on if somebody closes it on all his ways: who makes it, a goroutine that
// he starts, or whoever has the struct in which it is from the beginning, by a function that others may call. If he
// who does it waits for nobody who waits for that channel in turn, be it by way of others, nobody is stuck because
// of it. That is so of each channel of its place, however many there are and whoever has them.

// ended finds those of some channels that are closed in any case, and what is passed before. Which functions others may
// call, isCallable says.
func (x *Analysis) ended(channels []pointsto.Location, isCallable func(*ir.Function) bool, into *Served) {
	for _, l := range channels {
		e := &ending{duty{Analysis: x, object: l, does: closes, adds: addsNothing, known: map[string]*answer{}}, isCallable}
		if e.isClosed() {
			into.enter(l, e.passed, nil)
		}
	}
}

// closes reports whether an instruction closes what is its first argument.
func closes(in *ir.Instr) bool {
	return in.Op == ir.OpClose || library.Find(in.Name).Meaning == library.Close
}

func addsNothing(*ir.Instr) int { return 0 }

// An ending asks who closes the channels of a place.
type ending struct {
	duty
	isCallable func(*ir.Function) bool
}

// isClosed reports whether each channel of the place is closed by somebody.
func (e *ending) isClosed() bool {
	made := &e.Points.Objects[e.object]
	f := e.Functions[made.Function]
	if f == nil {
		return false
	}
	s, field, steps := e.madeShare(f, made.At)
	w := &ways{duty: &e.duty, f: f, share: s, mayHand: field != 0}
	return w.areAll(made.At, 1) && (!w.handed || e.isClosedByOthers(field, steps))
}

// madeShare is how a function gets at the channel that it makes: as a value, and by the variable, or the new struct with the
// field, in which it stores that for ever.
func (e *ending) madeShare(f *supergraph.Function, made pointsto.At) (s share, field pointsto.Location, steps string) {
	s = newShare()
	s.values[ir.Operand{Kind: ir.Register, Reg: f.At(made).Instr().Dst}] = true
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore || !s.values[f.Original(in.Args[1])] {
			continue
		}
		list := e.Points.Operand(f.Function, in.Args[0])
		if base, to := f.StepsTo(in.Args[0]); len(list) == 1 && isMadeAt(f, base) && e.isSetOnce(list[0]) {
			s.bases[base] = to
			if e.Points.Objects[list[0]].Kind == pointsto.Field {
				field, steps = list[0], to
			}
		}
	}
	return s, field, steps
}

// isMadeAt reports whether an operand is the address of what the function makes.
func isMadeAt(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(o)
	return in != nil && in.Op == ir.OpAlloc
}

// isSetOnce reports whether a variable is set once, or a field once in each struct, by who makes that.
func (e *ending) isSetOnce(l pointsto.Location) bool {
	stores, o := e.Stores[l], &e.Points.Objects[l]
	if o.Kind != pointsto.Field {
		return len(stores) == 1 && stores[0].Parent.Loops[stores[0].At.Block] < 0
	}
	return len(e.Copies[pointsto.TypeOfField(o.Name)]) == 0 && e.isSetByMakers(l)
}

// isSetByMakers reports whether a field is set only by who makes the struct, once in each that he makes.
func (d *duty) isSetByMakers(field pointsto.Location) bool {
	type one struct {
		f    *supergraph.Function
		base ir.Operand
	}
	set := map[one]bool{}
	for _, store := range d.Stores[field] {
		in, f := store.Instr(), store.Parent
		base := f.BaseOfPart(in.Args[0])
		if in.Op != ir.OpStore || !isMadeAt(f, base) || set[one{f, base}] {
			return false
		}
		set[one{f, base}] = true
	}
	return !d.Points.Escapes(field)
}

// isClosedByOthers reports whether others who have the struct may call a function that closes the channel in its
// field, on all ways, or does so the first time.
func (e *ending) isClosedByOthers(field pointsto.Location, steps string) bool {
	if strings.Count(steps, ".") != 1 {
		return false
	}
	receiver := ir.Operand{Kind: ir.Register}
	return slices.ContainsFunc(e.Order, func(f *supergraph.Function) bool {
		if f.Params == 0 || !e.isCallable(f.Function) || !isOfExported(f.ParamType(0)) || !slices.Contains(e.Points.Fields(f.ParamType(0)), field) {
			return false
		}
		w := &ways{duty: &e.duty, f: f, share: share{bases: map[ir.Operand]string{receiver: steps}}, isOnce: true}
		return w.areAll(pointsto.At{Index: -1}, 1)
	})
}

// isOfExported reports whether others can name a type.
func isOfExported(typeName string) bool {
	return pointsto.StartsUpper(typeName[strings.LastIndexByte(typeName, '.')+1:])
}
