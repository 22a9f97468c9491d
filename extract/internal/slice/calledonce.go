package slice

import (
	"iter"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who calls a method twice that closes a channel of its receiver whatever happens makes a
// mistake: the second call panics, or never gets that far. That a struct is closed once is part
// of how it is to be used (a typestate: Strom and Yemini, Typestate: a programming language
// concept for enhancing software reliability, 1986), and clients keep to it: each such function
// is called by one of them, once, at any time. It is said whom that was taken of.

// apart tells the functions that clients call once from the others: it is others who call them,
// by name and not as values, and they close a channel that their receiver has from the time
// when it is made, which nobody else closes. Of those that close the same one a client calls
// one; a function that does so with each of two others, which close different ones, is no
// alternative to both.
func (x *index) apart(functions []*function, q *Client) (again []*function, once alternatives) {
	closed := map[*function][]pointsto.Location{}
	for _, f := range functions {
		closes := func(l pointsto.Location) bool { return x.isPartOf(l, paramType(f, 0)) && x.alwaysCloses(f, l) }
		channels := slices.DeleteFunc(slices.Clone(x.channelsClosed()), func(l pointsto.Location) bool { return !closes(l) })
		if q.Callable(f.Function) && !x.points.Exposed(f.Name) && len(channels) > 0 {
			closed[f] = channels
		}
	}
	isOnce := map[*function]bool{}
	for f, channels := range closed {
		isOnce[f] = !slices.ContainsFunc(channels, func(l pointsto.Location) bool { return x.isClosedElsewhere(l, closed, q) })
	}
	same := func(f *function) []*function {
		return slices.DeleteFunc(slices.Clone(functions), func(g *function) bool { return !meet(closed[f], closed[g]) })
	}
	for _, f := range functions {
		list := same(f)
		differs := func(g *function) bool { return !isOnce[g] || !slices.Equal(same(g), list) }
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
func (x *index) isClosedElsewhere(channel pointsto.Location, by map[*function][]pointsto.Location, q *Client) bool {
	seen := map[*function]bool{}
	var elsewhere func(f *function) bool
	elsewhere = func(f *function) bool {
		isOne, isCalled := slices.Contains(by[f], channel), false
		if seen[f] {
			return false
		}
		seen[f] = true
		for _, call := range f.callers {
			isCalled = true
			switch {
			case !q.InScope(call.f.Function), slices.Contains(by[call.f], channel):
			case call.get().Op == ir.OpCall && x.makesReceiver(call.f, channel):
			case isOne || call.get().Op == ir.OpGo || elsewhere(call.f):
				return true
			}
		}
		return !isOne && (!isCalled || q.Callable(f.Function) || x.points.Exposed(f.Name))
	}
	for f := range by {
		if slices.Contains(by[f], channel) && elsewhere(f) {
			return true
		}
	}
	return slices.ContainsFunc(x.users[channel], func(f *function) bool { return x.closesItself(f, channel) && elsewhere(f) })
}

// makesReceiver reports whether a function makes the struct that has a channel, or the channel.
func (x *index) makesReceiver(f *function, channel pointsto.Location) bool {
	return slices.ContainsFunc(x.reachedFrom(f), func(g *function) bool { return g.Function == x.points.Objects[channel].Function })
}

// closesItself reports whether a function has an instruction that may close a channel.
func (x *index) closesItself(f *function, channel pointsto.Location) bool {
	return slices.ContainsFunc(x.operations(f), func(o Operation) bool { return o.isClose() && slices.Contains(o.Objects, channel) })
}

// isClose reports whether an operation closes a channel.
func (o *Operation) isClose() bool {
	return o.Kind == model.Channel && o.Serves && !o.Waits && !o.Sends && !o.Receives
}

// Alternatives are functions of each of which clients call one, once.
type alternatives [][]*function

// all lists the functions.
func (a alternatives) all() []*function { return slices.Concat(a...) }

// displays are the names of the alternatives for people.
func (a alternatives) displays() (names []string) {
	for _, one := range a {
		list := displays(one)
		last := len(list) - 1
		if last == 0 {
			names = append(names, list[0])
		} else {
			names = append(names, "one of "+strings.Join(list[:last], ", ")+" and "+list[last])
		}
	}
	return names
}

// displays are the names of functions for people.
func displays(functions []*function) (names []string) {
	for _, f := range functions {
		names = append(names, f.Display)
	}
	return names
}

// channelsClosed lists the channels that some function closes.
func (x *index) channelsClosed() []pointsto.Location {
	if x.closed == nil {
		x.closed = []pointsto.Location{}
		for _, f := range x.order {
			for _, o := range x.operations(f) {
				if o.isClose() && len(o.Objects) == 1 && x.points.Objects[o.Objects[0]].Kind == pointsto.Channel {
					x.closed = appendNew(x.closed, o.Objects[0])
				}
			}
		}
	}
	return x.closed
}

// isPartOf reports whether each struct of a type has one channel of its own at a place, which is
// made with it: nothing else holds that one, nothing else is held there.
func (x *index) isPartOf(channel pointsto.Location, typeName string) bool {
	var holder pointsto.Location
	for _, l := range x.into[channel] {
		switch object := &x.points.Objects[l]; {
		case object.Kind != pointsto.Field && !isGlobal(object):
		case holder != 0 || isGlobal(object) || pointsto.TypeOfField(object.Name) != typeName:
			return false
		default:
			holder = l
		}
	}
	made := &x.points.Objects[channel]
	f := x.functions[made.Function]
	return holder != 0 && len(x.points.Content(holder)) == 1 && f != nil && f.loops[made.At.Block] < 0 && x.structsMade(f, typeName) == 1
}

// structsOf yields the structs of a type that functions make.
func (x *index) structsOf(typeName string) iter.Seq[*pointsto.Object] {
	return func(yield func(*pointsto.Object) bool) {
		for l := range x.points.Objects {
			made := &x.points.Objects[l]
			if made.Kind == pointsto.Variable && made.Type == typeName && made.Function != nil && isStruct(made) && !yield(made) {
				return
			}
		}
	}
}

// structsMade is how many structs of a type a function makes, each at a place that comes once.
func (x *index) structsMade(f *function, typeName string) (n int) {
	for made := range x.structsOf(typeName) {
		if made.Function == f.Function {
			if n++; f.loops[made.At.Block] >= 0 {
				return 0
			}
		}
	}
	return n
}

// A closing is a question about a function and a channel.
type closing struct {
	f       *function
	channel pointsto.Location
}

// alwaysCloses reports whether a function closes a channel of its receiver, or has it closed by
// what it calls, defers or starts, whenever it returns. One that never returns doesn't, nor
// does one that calls itself first.
func (x *index) alwaysCloses(f *function, channel pointsto.Location) bool {
	key := closing{f, channel}
	always, known := x.closings[key]
	if known {
		return always
	}
	x.closings[key] = false
	closes := func(b int) bool {
		for i := range f.Blocks[b].Instrs {
			if x.closesAt(instruction{f, pointsto.At{Block: b, Index: i}}, channel) {
				return true
			}
		}
		return false
	}
	always = !x.recovers(f) && !f.returnsThrough(func(b int) bool { return !closes(b) }) && f.returnsThrough(func(int) bool { return true })
	x.closings[key] = always
	return always
}

// recovers reports whether a function recovers from what panics in it.
func (x *index) recovers(f *function) bool {
	for i := range f.instructions() {
		if i.get().Op == ir.OpDefer && slices.ContainsFunc(x.calleesAt(i), func(g *function) bool { return g.Recovers }) {
			return true
		}
	}
	return false
}

// returnsThrough reports whether a function may return on a path through some blocks alone.
func (f *function) returnsThrough(blocks func(int) bool) bool {
	next := func(b int) (list []int) {
		for _, edge := range f.Blocks[b].Succs {
			if blocks(b) {
				list = append(list, edge.Block)
			}
		}
		return list
	}
	for b := range reachable([]int{0}, next) {
		if blocks(b) && f.Blocks[b].Terminator().Op == ir.OpReturn {
			return true
		}
	}
	return false
}

// closesAt reports whether an instruction closes a channel of the receiver, now or later.
func (x *index) closesAt(i instruction, channel pointsto.Location) bool {
	in := i.get()
	isClose := in.Op == ir.OpClose
	if i.calls() {
		names := x.points.Callees(i.f.Function, i.at)
		if len(names) != 1 {
			return false
		}
		if callee := x.callee(names[0]); callee != nil {
			receiver, given := argument(in, callee, 0)
			return (callee.Params == 0 || given && x.isReceiver(i.f, receiver, registers{})) && x.alwaysCloses(callee, channel)
		}
		isClose = library.Find(names[0]).Meaning == library.Close
	}
	return isClose && slices.ContainsFunc(x.operationsOf(i), func(o Operation) bool {
		return len(o.Objects) == 1 && o.Objects[0] == channel
	}) && x.isOfReceiver(i.f, in.Args[len(in.Args)-1])
}

// isOfReceiver reports whether a value is loaded from a field of the receiver.
func (x *index) isOfReceiver(f *function, value ir.Operand) bool {
	load := f.definition(f.original(value))
	return load != nil && load.Op == ir.OpLoad && x.isReceiver(f, f.baseOfPart(load.Args[0]), registers{})
}

// isReceiver reports whether a value is what a function, or the one around it, is given first.
func (x *index) isReceiver(f *function, value ir.Operand, seen registers) bool {
	value = f.original(value)
	switch {
	case value.Kind != ir.Register || !seen.add(f, value.Reg):
		return false
	case value.Reg < f.Params:
		return value.Reg == 0
	case value.Reg < f.Params+f.FreeVars:
		return len(x.closures[f]) > 0 && x.areCaptured(f, value.Reg, func(g *function, v ir.Operand) bool { return x.isReceiver(g, v, seen) })
	}
	load := f.definition(value)
	if load == nil || load.Op != ir.OpLoad {
		return false
	}
	cells := x.points.Operand(f.Function, load.Args[0])
	return len(cells) == 1 && len(x.stores[cells[0]]) == 1 && x.isReceiver(x.stores[cells[0]][0].f, storedBy(x.stores[cells[0]][0]), seen)
}

// storedBy is what an instruction stores, or no register.
func storedBy(i instruction) ir.Operand {
	if in := i.get(); in.Op == ir.OpStore {
		return in.Args[1]
	}
	return ir.Operand{}
}
