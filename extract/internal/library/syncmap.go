package library

import (
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// A sync.Map is a map to us that is there from the start: variables of its type are of kind MapKind, and what its
// methods do to one key happens in one step, as with any map that goroutines share. Those that look first and
// store or delete then are steps under a lock that isn't kept. What compares with what is there already isn't followed, nor
// is LoadOrStore, by which goroutines find out who comes first: such a map is given to the library.

// MapType is the type of these maps, as it is called.
const MapType = "sync.Map"

const mapMethods = "(*" + MapType + ")."

// MapMethod is the name of the method of a sync.Map that a function is, if it is one that is followed.
func MapMethod(name string) (method string, ok bool) {
	method, ok = strings.CutPrefix(name, mapMethods)
	_, followed := mapParameters[method]
	return method, ok && followed
}

// mapParameters are the methods that are followed, with how many parameters they have beside the receiver.
var mapParameters = map[string]int{
	"Load": 1, "Store": 2, "Delete": 1, "Clear": 0, "LoadAndDelete": 1, "Swap": 2, "Range": 1,
}

// LoadMap loads such a map from its variable.
func LoadMap(dst int, variable ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpLoad, Dst: dst, Kind: ir.MapKind, Name: ir.BuiltInMap, Index: ir.Final, Args: []ir.Operand{variable}}
}

// LookUp looks up a key of one, and whether it is there.
func LookUp(dst int, m, key ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpMapLookup, Dst: dst, CommaOk: true, Kind: ir.InterfaceKind, Args: []ir.Operand{m, key}}
}

// Enter stores an entry in one.
func Enter(m, key, v ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpMapUpdate, Dst: -1, Kind: ir.InterfaceKind, Args: []ir.Operand{m, key, v}}
}

// StraightMapCall is what a method of a sync.Map does that has no branches, as instructions on the map with the
// results in a register. It is not ok if the method has some.
func StraightMapCall(method string, result int, m ir.Operand, args []ir.Operand) (list []ir.Instr, ok bool) {
	deletes := ir.Instr{Op: ir.OpMapDelete, Dst: -1, Args: append([]ir.Operand{m}, args...)}
	switch method {
	case "Load":
		return []ir.Instr{LookUp(result, m, args[0])}, true
	case "Store":
		return []ir.Instr{Enter(m, args[0], args[1])}, true
	case "Delete", "Clear":
		return []ir.Instr{deletes}, true
	case "LoadAndDelete":
		return guarded(LookUp(result, m, args[0]), deletes), true
	case "Swap":
		return guarded(LookUp(result, m, args[0]), Enter(m, args[0], args[1])), true
	}
	return nil, false
}

// guarded are instructions that nobody comes in between.
func guarded(list ...ir.Instr) []ir.Instr {
	for i := range list {
		list[i].Guarded = true
	}
	return list
}

// syncMaps are the methods of a sync.Map, for those who defer them, start them, or have them as values.
func syncMaps() (list []*ir.Function) {
	for method, params := range mapParameters {
		s := &sequence{next: 1 + params}
		m := s.value(LoadMap(0, reg(0)))
		var args []ir.Operand
		for i := range params {
			args = append(args, reg(1+i))
		}
		body, straight := StraightMapCall(method, s.next, m, args)
		if !straight {
			continue
		}
		var results []ir.Operand
		for _, in := range body {
			if in.Dst < 0 {
				s.does(in)
				continue
			}
			tuple := s.value(in)
			results = []ir.Operand{s.extract(tuple, 0, ir.InterfaceKind), s.extract(tuple, 1, ir.BoolKind)}
		}
		list = append(list, looping(mapMethods+method, 1+params, s.returns(results...)))
	}
	return append(list, rangeOverMap())
}

// rangeOverMap calls a function with the entries as long as that says so.
func rangeOverMap() *ir.Function {
	s := &sequence{next: 2}
	iterator := s.value(IterateOver(0, s.value(LoadMap(0, reg(0)))))
	s.does(ir.Instr{Op: ir.OpJump})
	begins := s.take(ir.Edge{Block: 1})
	entry := s.value(NextEntry(0, iterator))
	turns := s.block(s.extract(entry, 0, ir.BoolKind), 2, 3)
	key, v := s.extract(entry, 1, ir.InterfaceKind), s.extract(entry, 2, ir.InterfaceKind)
	goesOn := s.value(ir.Instr{Op: ir.OpCall, Kind: ir.BoolKind, Args: []ir.Operand{reg(1), key, v}})
	calls := s.block(goesOn, 1, 3)
	return looping(mapMethods+"Range", 2, begins, turns, calls, s.returns())
}

// IterateOver begins a range over a sync.Map.
func IterateOver(dst int, m ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpRange, Dst: dst, Args: []ir.Operand{m}}
}

// NextEntry takes the iterator of a range over a sync.Map one step further.
func NextEntry(dst int, iterator ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpNext, Dst: dst, Kind: ir.InterfaceKind, Index: int(ir.InterfaceKind), Args: []ir.Operand{iterator}}
}
