package slice

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who calls a method twice that closes a channel of its receiver whatever happens makes a
// mistake: the second call panics, or never gets that far. That a struct is closed once is part
// of how it is to be used (a typestate: Strom and Yemini, Typestate: a programming language
// concept for enhancing software reliability, 1986), and clients keep to it: each such function
// is called by one of them, once, at any time. It is said whom that was taken of.

// CalledOnce tells the functions that clients call once from the others: it is others who call them,
// by name and not as values, and they close a channel that their receiver has from the time
// when it is made, which nobody else closes. Of those that close the same one a client calls
// one; a function that does so with each of two others, which close different ones, is no
// alternative to both.
func (s *Slicer) CalledOnce(functions []*supergraph.Function, q *Client) (again []*supergraph.Function, once Alternatives) {
	closed := map[*supergraph.Function][]pointsto.Location{}
	for _, f := range functions {
		closes := func(l pointsto.Location) bool { return s.isPartOf(l, f.ParamType(0)) && s.alwaysCloses(f, l) }
		channels := slices.DeleteFunc(slices.Clone(s.channelsClosed()), func(l pointsto.Location) bool { return !closes(l) })
		if q.Callable(f.Function) && !s.Points.Exposed(f.Name) && len(channels) > 0 {
			closed[f] = channels
		}
	}
	isOnce := map[*supergraph.Function]bool{}
	for f, channels := range closed {
		isOnce[f] = !slices.ContainsFunc(channels, func(l pointsto.Location) bool { return s.isClosedElsewhere(l, closed, q) })
	}
	same := func(f *supergraph.Function) []*supergraph.Function {
		isSame := func(l pointsto.Location) bool { return slices.Contains(closed[f], l) }
		return slices.DeleteFunc(slices.Clone(functions), func(g *supergraph.Function) bool { return !slices.ContainsFunc(closed[g], isSame) })
	}
	for _, f := range functions {
		list := same(f)
		differs := func(g *supergraph.Function) bool { return !isOnce[g] || !slices.Equal(same(g), list) }
		switch {
		case !isOnce[f] || slices.ContainsFunc(list, differs):
			again = append(again, f)
		case list[0] == f:
			once = append(once, list)
		}
	}
	return again, once
}

// isClosedElsewhere reports whether a channel may be closed by others than clients who call one
// of some functions that do: by a goroutine of the package, or a function that closes it only
// sometimes. A constructor that fails may call one of them: then there are no clients.
func (s *Slicer) isClosedElsewhere(channel pointsto.Location, by map[*supergraph.Function][]pointsto.Location, q *Client) bool {
	seen := map[*supergraph.Function]bool{}
	var elsewhere func(f *supergraph.Function) bool
	elsewhere = func(f *supergraph.Function) bool {
		isOne, isCalled := slices.Contains(by[f], channel), false
		if seen[f] {
			return false
		}
		seen[f] = true
		for _, call := range f.Callers {
			isCalled = true
			switch {
			case !q.InScope(call.Parent.Function), slices.Contains(by[call.Parent], channel):
			case call.Instr().Op == ir.OpCall && s.makesReceiver(call.Parent, channel):
			case isOne || call.Instr().Op == ir.OpGo || elsewhere(call.Parent):
				return true
			}
		}
		return !isOne && (!isCalled || q.Callable(f.Function) || s.Points.Exposed(f.Name))
	}
	for f := range by {
		if slices.Contains(by[f], channel) && elsewhere(f) {
			return true
		}
	}
	return slices.ContainsFunc(s.Users[channel], func(f *supergraph.Function) bool { return s.Closes(f, channel) && elsewhere(f) })
}

// makesReceiver reports whether a function makes the struct that has a channel, or the channel.
func (s *Slicer) makesReceiver(f *supergraph.Function, channel pointsto.Location) bool {
	return slices.ContainsFunc(s.reachedFrom(f), func(g *supergraph.Function) bool { return g.Function == s.Points.Objects[channel].Function })
}

// Alternatives are functions of each of which clients call one, once.
type Alternatives [][]*supergraph.Function

// All lists the functions.
func (a Alternatives) All() []*supergraph.Function { return slices.Concat(a...) }

// Displays are the names of the alternatives for people.
func (a Alternatives) Displays() (names []string) {
	for _, one := range a {
		list := Displays(one)
		last := len(list) - 1
		if last == 0 {
			names = append(names, list[0])
		} else {
			names = append(names, "one of "+strings.Join(list[:last], ", ")+" and "+list[last])
		}
	}
	return names
}

// Displays are the names of functions for people.
func Displays(functions []*supergraph.Function) (names []string) {
	for _, f := range functions {
		names = append(names, f.Display)
	}
	return names
}

// channelsClosed lists the channels that some function closes.
func (s *Slicer) channelsClosed() []pointsto.Location {
	if s.closed == nil {
		s.closed = []pointsto.Location{}
		for _, f := range s.Order {
			for _, o := range s.Operations(f) {
				if o.IsClose() && len(o.Objects) == 1 && s.Points.Objects[o.Objects[0]].Kind == pointsto.Channel && !slices.Contains(s.closed, o.Objects[0]) {
					s.closed = append(s.closed, o.Objects[0])
				}
			}
		}
	}
	return s.closed
}

// isPartOf reports whether each struct of a type has one channel of its own at a place, which is
// made with it: nothing else holds that one, nothing else is held there.
func (s *Slicer) isPartOf(channel pointsto.Location, typeName string) bool {
	var holder pointsto.Location
	for _, l := range s.Into[channel] {
		switch object := &s.Points.Objects[l]; {
		case object.Kind != pointsto.Field && !object.IsGlobal():
		case holder != 0 || object.IsGlobal() || pointsto.TypeOfField(object.Name) != typeName:
			return false
		default:
			holder = l
		}
	}
	made := &s.Points.Objects[channel]
	f := s.Functions[made.Function]
	return holder != 0 && len(s.Points.Content(holder)) == 1 && f != nil && f.Loops[made.At.Block] < 0 && s.structsMade(f, typeName) == 1
}

// structsOf lists the structs of a type that functions make; those of all types are found at once.
func (s *Slicer) structsOf(typeName string) []*pointsto.Object {
	if s.structs == nil {
		s.structs = map[string][]*pointsto.Object{}
		for l := range s.Points.Objects {
			if made := &s.Points.Objects[l]; made.Kind == pointsto.Variable && made.Function != nil && made.IsStruct() {
				s.structs[made.Type] = append(s.structs[made.Type], made)
			}
		}
	}
	return s.structs[typeName]
}

// structsMade is how many structs of a type a function makes, each at a place that comes once.
func (s *Slicer) structsMade(f *supergraph.Function, typeName string) (n int) {
	for _, made := range s.structsOf(typeName) {
		if made.Function == f.Function {
			if n++; f.Loops[made.At.Block] >= 0 {
				return 0
			}
		}
	}
	return n
}

// A closing is a question about a function and a channel.
type closing struct {
	f       *supergraph.Function
	channel pointsto.Location
}

// alwaysCloses reports whether a function closes a channel of its receiver, or has it closed by
// what it calls, defers or starts, whenever it returns. One that never returns doesn't, nor
// does one that calls itself first.
func (s *Slicer) alwaysCloses(f *supergraph.Function, channel pointsto.Location) bool {
	key := closing{f, channel}
	always, known := s.closings[key]
	if known {
		return always
	}
	s.closings[key] = false
	closes := func(b int) bool {
		for i := range f.Blocks[b].Instrs {
			if s.closesAt(f.At(pointsto.At{Block: b, Index: i}), channel) {
				return true
			}
		}
		return false
	}
	always = !s.DefersRecover(f) && !returnsThrough(f, func(b int) bool { return !closes(b) }) && returnsThrough(f, func(int) bool { return true })
	s.closings[key] = always
	return always
}

// returnsThrough reports whether a function may return on a path through some blocks alone.
func returnsThrough(f *supergraph.Function, blocks func(int) bool) bool {
	next := func(b int) (list []int) {
		for _, edge := range f.Blocks[b].Succs {
			if blocks(b) {
				list = append(list, edge.Block)
			}
		}
		return list
	}
	for b := range dataflow.Reachable([]int{0}, next) {
		if blocks(b) && f.Blocks[b].Terminator().Op == ir.OpReturn {
			return true
		}
	}
	return false
}

// closesAt reports whether an instruction closes a channel of the receiver, now or later.
func (s *Slicer) closesAt(i supergraph.Instruction, channel pointsto.Location) bool {
	in := i.Instr()
	isClose := in.Op == ir.OpClose
	if i.Calls() {
		names := s.Points.Callees(i.Parent.Function, i.At)
		if len(names) != 1 {
			return false
		}
		if callee := s.Callee(names[0]); callee != nil {
			receiver, given := supergraph.Argument(in, callee, 0)
			return (callee.Params == 0 || given && s.isReceiver(i.Parent, receiver, supergraph.Registers{})) && s.alwaysCloses(callee, channel)
		}
		isClose = library.Find(names[0]).Meaning == library.Close
	}
	return isClose && slices.ContainsFunc(s.OperationsOf(i), func(o supergraph.Operation) bool {
		return len(o.Objects) == 1 && o.Objects[0] == channel
	}) && s.isOfReceiver(i.Parent, in.Args[len(in.Args)-1])
}

// isOfReceiver reports whether a value is loaded from a field of the receiver.
func (s *Slicer) isOfReceiver(f *supergraph.Function, value ir.Operand) bool {
	load := f.Definition(f.Original(value))
	return load != nil && load.Op == ir.OpLoad && s.isReceiver(f, f.BaseOfPart(load.Args[0]), supergraph.Registers{})
}

// isReceiver reports whether a value is what a function, or the one around it, is given first.
func (s *Slicer) isReceiver(f *supergraph.Function, value ir.Operand, seen supergraph.Registers) bool {
	value = f.Original(value)
	switch {
	case value.Kind != ir.Register || !seen.Add(f, value.Reg):
		return false
	case value.Reg < f.Params:
		return value.Reg == 0
	case value.Reg < f.Params+f.FreeVars:
		return len(s.Closures[f]) > 0 && s.AreCaptured(f, value.Reg, func(g *supergraph.Function, v ir.Operand) bool { return s.isReceiver(g, v, seen) })
	}
	load := f.Definition(value)
	if load == nil || load.Op != ir.OpLoad {
		return false
	}
	cells := s.Points.Operand(f.Function, load.Args[0])
	return len(cells) == 1 && len(s.Stores[cells[0]]) == 1 && s.isReceiver(s.Stores[cells[0]][0].Parent, storedBy(s.Stores[cells[0]][0]), seen)
}

// storedBy is what an instruction stores, or no register.
func storedBy(i supergraph.Instruction) ir.Operand {
	if in := i.Instr(); in.Op == ir.OpStore {
		return in.Args[1]
	}
	return ir.Operand{}
}
