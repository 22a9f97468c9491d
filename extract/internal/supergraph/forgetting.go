package supergraph

import (
	"encoding/binary"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A forgetting finds what instructions forget (ir.OpForget): the plain data that functions which aren't followed may
// store in all that they are given leads to.
type forgetting struct {
	*Graph
	// known is what is behind some locations, by these: many instructions begin from the same.
	known map[string][]pointsto.Location
	// left is how many stores may still be noted, less than nothing if there were too many.
	left int
}

// mostForgotten is how many stores there may be, of instructions that forget times the locations that they do. Of the
// tests of nats-server, each of which hands servers to code that isn't followed, there would be eight million, of those of
// go-redis, which are as many, a hundred thousand.
const mostForgotten = 2_000_000

// enter notes what an instruction forgets, unless that is too much already.
func (x *forgetting) enter(i Instruction) {
	list := x.dataBehind(i.Parent, i.Instr())
	if x.left -= len(list); x.left < 0 {
		return
	}
	for _, l := range list {
		x.Stores[l] = append(x.Stores[l], i)
	}
}

// dataBehind lists the locations where a function may store plain data that gets what an instruction forgets. It
// has nothing to replace what holds channels and functions with.
func (x *forgetting) dataBehind(f *Function, in *ir.Instr) []pointsto.Location {
	roots := append(slices.Clone(x.Memory(f, in.Args[0])), x.Points.Fields(in.TypeName)...)
	var key []byte
	for _, l := range roots {
		key = binary.AppendUvarint(key, uint64(l))
	}
	list, ok := x.known[string(key)]
	if !ok {
		list = x.dataFrom(roots)
		x.known[string(key)] = list
	}
	return list
}

// dataFrom lists the locations of plain data to which some locations lead, and of these.
func (x *forgetting) dataFrom(roots []pointsto.Location) (list []pointsto.Location) {
	reached := dataflow.Reachable(roots, func(l pointsto.Location) []pointsto.Location {
		if l == Unknown {
			return nil
		}
		next := x.Points.Content(l)
		if o := &x.Points.Objects[l]; o.Type != "" {
			next = append(slices.Clone(next), x.Points.Fields(o.Type)...)
		}
		return next
	})
	for l := range reached {
		if l == Unknown || !slices.ContainsFunc(x.Points.Content(l), x.isNoData) && !x.isNoData(l) {
			list = append(list, l)
		}
	}
	slices.Sort(list)
	return list
}

// isNoData reports whether a location is a channel or a function.
func (x *forgetting) isNoData(l pointsto.Location) bool {
	kind := x.Points.Objects[l].Kind
	return kind == pointsto.Channel || kind == pointsto.Closure
}
