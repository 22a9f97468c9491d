package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// RunsUnseen reports whether a function, or what it may call, start or make a value of, calls
// code that isn't seen: what it was given by others, or what hasn't been read.
func (x *Graph) RunsUnseen(name string) bool { return x.unseenCallers()[x.ByName[name]] }

// unseenCallers has these functions, found once.
func (x *Graph) unseenCallers() map[*Function]bool {
	if x.unseen == nil {
		var callers []*Function
		for _, f := range x.Order {
			for i := range f.Instructions() {
				if i.Calls() && x.callsWorld(i) {
					callers = append(callers, f)
					break
				}
			}
		}
		x.unseen = x.LeadingTo(callers)
	}
	return x.unseen
}

// RunsUnseenOn is RunsUnseen for what a function does on a way: from an instruction to a call, from the beginning of
// the function that is called to the next one, and so on, to the last instruction.
func (x *Graph) RunsUnseenOn(way []Instruction) bool {
	if len(way) < 2 || way[0].Parent != way[1].Parent {
		return x.RunsUnseen(way[0].Parent.Name)
	}
	from := way[0].At
	for _, to := range way[1:] {
		if x.runsUnseenBetween(to.Parent, from, to.At) {
			return true
		}
		from = pointsto.At{Index: -1}
	}
	return false
}

// runsUnseenBetween is RunsUnseen for what a function does between two places, until it first comes to the second one.
func (x *Graph) runsUnseenBetween(f *Function, from, to pointsto.At) bool {
	for _, i := range f.Running() {
		if i.Instr().Op != ir.OpDefer && f.isBetween(i.At, from, to) && x.runsUnseenAt(i) {
			return true
		}
	}
	return false
}

// isBetween reports whether a place is on a way between two others.
func (f *Function) isBetween(at, from, to pointsto.At) bool {
	if from.Block == to.Block && from.Index < to.Index {
		return at.Block == from.Block && from.Index < at.Index && at.Index < to.Index
	}
	switch {
	case at.Block == from.Block && at.Index > from.Index:
		return true
	case at.Block == to.Block:
		return at.Index < to.Index
	default:
		return f.Reaches(f.SuccessorsOf(from.Block), at.Block, to.Block) && f.Leads(at.Block, to.Block)
	}
}

// runsUnseenAt is RunsUnseen for one call, or for the deferred ones that an instruction runs.
func (x *Graph) runsUnseenAt(i Instruction) bool {
	if !i.Calls() { // it runs what was deferred anywhere in the function
		return x.RunsUnseen(i.Parent.Name)
	}
	unseen := x.unseenCallers()
	isUnseen := func(f *Function) bool { return unseen[f] }
	return x.callsWorld(i) || slices.ContainsFunc(x.CalleesAt(i), isUnseen) || slices.ContainsFunc(x.GivenTo(i), isUnseen)
}

// callsWorld reports whether a call is one of code that isn't seen.
func (x *Graph) callsWorld(i Instruction) bool {
	in := i.Instr()
	if in.Name != "" {
		return strings.HasPrefix(in.Name, ir.Unseen) || x.Program.Function(in.Name) != nil && x.Program.Function(in.Name).Opaque
	}
	list := x.Points.Operand(i.Parent.Function, in.Args[0])
	return len(list) == 0 || slices.Contains(list, pointsto.Outside)
}
