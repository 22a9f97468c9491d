package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who calls a function twice that closes a channel whatever happens makes a mistake: the
// second call panics, or never gets that far. That a struct is closed once is part of how
// it is to be used (a typestate: Strom and Yemini, Typestate: a programming language concept
// for enhancing software reliability, 1986), and clients keep to it: each such function is
// called by one of them, once, at any time. It is said whom that was taken of.

// apart tells the functions that clients call once from the others: it is others who call them,
// by name and not as values, and they close one of some objects, whatever happens.
func (x *index) apart(functions []*function, q *Client, objects []pointsto.Location) (again, once []*function) {
	for _, f := range functions {
		closes := func(l pointsto.Location) bool {
			return x.points.Objects[l].Kind == pointsto.Channel && x.alwaysCloses(f, l)
		}
		if q.Callable(f.Function) && !x.points.Exposed(f.Name) && slices.ContainsFunc(objects, closes) {
			once = append(once, f)
		} else {
			again = append(again, f)
		}
	}
	return again, once
}

// displays are the names of functions for people.
func displays(functions []*function) (names []string) {
	for _, f := range functions {
		names = append(names, f.Display)
	}
	return names
}

// A closing is a question about a function and a channel.
type closing struct {
	f       *function
	channel pointsto.Location
}

// alwaysCloses reports whether a function closes a channel, or has it closed by what it calls,
// defers or starts, whenever it returns. One that never returns doesn't, nor does one that
// calls itself first.
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
	always = !f.returnsThrough(func(b int) bool { return !closes(b) }) && f.returnsThrough(func(int) bool { return true })
	x.closings[key] = always
	return always
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

// closesAt reports whether an instruction closes a channel, now or later.
func (x *index) closesAt(i instruction, channel pointsto.Location) bool {
	isClose := i.get().Op == ir.OpClose
	if i.calls() {
		names := x.points.Callees(i.f.Function, i.at)
		if len(names) != 1 {
			return false
		}
		if callee := x.callee(names[0]); callee != nil {
			return x.alwaysCloses(callee, channel)
		}
		isClose = library.Find(names[0]).Meaning == library.Close
	}
	return isClose && slices.ContainsFunc(x.operationsOf(i), func(o Operation) bool {
		return len(o.Objects) == 1 && o.Objects[0] == channel
	})
}
