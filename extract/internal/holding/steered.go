package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who waits with a lock may have asked before what the one says who serves him: that he is ready, and so doesn't want the lock.

// mayKnow reports whether a function waits for a server because of what that has set, so that it may not be on its way to an
// instruction then. Where a goroutine takes another case of the select by which it serves, the two were to meet there, whatever
// it has set before: it may as well have gone on to the instruction, unless somebody makes it who sees to it that nobody waits.
func (a *Analysis) mayKnow(c *Circle, i supergraph.Instruction) bool {
	if !c.Elsewhere {
		return slices.ContainsFunc(c.waiting(), func(to supergraph.Instruction) bool {
			isSteered := c.Started.Parent != nil && a.isSteeredBy(to, c.Serves.Parent) || a.isSteeredOnlyBy(to, c.Serves.Parent)
			return a.hasHeardFrom(c, to) || isSteered && !a.isSteeredFirst(c, i)
		})
	}
	var asked dataflow.Set
	for _, s := range a.sidesOfWaiting(c) {
		a.askedBy(s.Branch).Each(func(n int) { asked.Add(n) })
	}
	return !a.comesAbout(i) || a.isSentBySetter(i, asked) || a.isBarredFrom(c, i)
}

// hasHeardFrom reports whether a function comes to an instruction as it finds nothing, and communicates with the server in some other way.
func (a *Analysis) hasHeardFrom(c *Circle, to supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(to), a.findsNothing) && a.converses(c)
}

// converses reports whether a function sends to the server, or receives from it, in some other way than that for which it waits, itself or
// in what it calls: that may say that the server is past the lock, be it to the next one.
func (a *Analysis) converses(c *Circle) (is bool) {
	isOther := func(l pointsto.Location) bool { return l != c.Object && a.Touches(c.Serves.Parent, l) }
	a.VisitReached(c.Parent, func(f *supergraph.Function) {
		is = is || slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
			return o.Kind == model.Channel && (o.Sends || o.Receives) && slices.ContainsFunc(o.Objects, isOther)
		})
	})
	return is
}

// goesElsewhere reports whether a goroutine that serves in one place, by a select, comes to an instruction by another case of that, and
// back, and so on.
func (a *Analysis) goesElsewhere(c *Circle, i supergraph.Instruction) bool {
	server := c.Serves.Parent
	if c.Started.Parent == nil || !server.Leads(i.At.Block, c.Serves.At.Block) {
		return false
	}
	for other := range server.Instructions() {
		touches := func(callee *supergraph.Function) bool { return a.Touches(callee, c.Object) }
		if other != c.Serves && a.serves(other, c.Object, c.Waits.Instr().Op) || slices.ContainsFunc(a.CalleesAt(other), touches) {
			return false
		}
	}
	return slices.ContainsFunc(a.casesTo(c.Serves, i), func(n int) bool { return !a.isOn(c.Object, c.Serves, n) })
}

// sidesFrom is sidesTo for a server. Where the two were to meet, what it has asked before doesn't matter.
func (a *Analysis) sidesFrom(c *Circle, i supergraph.Instruction) (list []Side, ok bool) {
	if !c.Elsewhere {
		return a.sidesTo(i)
	}
	list = slices.DeleteFunc(a.decide(i), func(s Side) bool {
		return isEndOfRange(s, i) || !i.Parent.Leads(c.Serves.At.Block, s.Branch.At.Block) && s.Branch.At.Block != c.Serves.At.Block
	})
	return list, !slices.ContainsFunc(list, func(s Side) bool { return !a.mayTake(s.Branch, s.Edge) })
}

// mayExclude reports whether a server may come to an instruction, by some sides, only where a function doesn't come to where it waits
// for that, as both ask for the same memory. Who sends in a function that is called may do so just once, as what it sets
// says, or when he has heard of the server.
func (a *Analysis) mayExclude(c *Circle, i supergraph.Instruction, sides []Side) bool {
	if isInCall := len(c.Calls) > 0 && c.Waits.Instr().Op == ir.OpSend; isInCall && !c.Elsewhere && (a.isSentInTurn(c) || a.converses(c)) {
		return true
	}
	return slices.ContainsFunc(c.waiting(), func(to supergraph.Instruction) bool {
		if !c.Elsewhere {
			return a.hangTogether(i, to)
		}
		return slices.ContainsFunc(sides, func(s Side) bool { return a.IsDecidedBy(to, s.Branch) })
	})
}

// waiting is where the function waits, and the calls that lead there.
func (c *Circle) waiting() []supergraph.Instruction { return append(slices.Clip(c.Calls), c.Waits) }

// isSentInTurn reports whether a function sends only if what it sets itself says so, or what the function sets that it calls for that.
func (a *Analysis) isSentInTurn(c *Circle) bool {
	return slices.ContainsFunc(c.waiting(), func(to supergraph.Instruction) bool {
		return a.isSteeredBy(to, c.Parent) || a.isSteeredBy(to, c.Waits.Parent)
	})
}

// askedBy are the cells that a branch hangs on, and those that functions load which it asks for an answer, be it an error.
func (a *Analysis) askedBy(branch supergraph.Instruction) (cells dataflow.Set) {
	add := func(n int) { cells.Add(n) }
	g := a.groundsOf(branch)
	g.cells.Each(add)
	for _, call := range a.CallsIn(branch.Parent) {
		if in := call.Instr(); g.callees[in.Name+"."+in.Method] || in.Dst >= 0 && g.others.Has(in.Dst) {
			a.loadedBy(call.Callees).Each(add)
		}
	}
	return cells
}

// loadedBy are the cells that some functions load, or what they may run.
func (a *Analysis) loadedBy(functions []*supergraph.Function) (cells dataflow.Set) {
	for _, f := range functions {
		a.VisitReached(f, func(g *supergraph.Function) {
			for i := range g.Instructions() {
				switch i.Instr().Op {
				case ir.OpLoad, ir.OpUpdate, ir.OpMapLookup, ir.OpRange:
					for _, l := range a.Memory(g, i.Instr().Args[0]) {
						cells.Add(int(l))
					}
				}
			}
		})
	}
	return cells
}

// callsTo are calls, one in the other, by which others come to a function when they like, whatever goroutines do; it is not ok if
// there are none.
func (a *Analysis) callsTo(f *supergraph.Function, seen map[*supergraph.Function]bool) (calls []supergraph.Instruction, ok bool) {
	if a.isOpen(f) {
		return nil, true
	}
	seen[f] = true
	for _, call := range f.Callers {
		if _, isPossible := a.sidesTo(call); !isPossible || call.Instr().Op != ir.OpCall || seen[call.Parent] || a.waitsItselfBefore(call) {
			continue
		}
		if calls, ok = a.callsTo(call.Parent, seen); ok {
			return append(calls, call), true
		}
	}
	return nil, false
}

// isSentByCallers reports whether callers may come to where a function sends as often as they like, be it by way of other functions
// of the package.
func (a *Analysis) isSentByCallers(c *Circle) bool {
	f := c.Parent
	if _, isCalled := a.callsTo(f, map[*supergraph.Function]bool{}); !isCalled || !a.isInField(c.Object) {
		return false
	}
	return !a.runs(a.Functions[a.Points.Objects[c.Object].Function], f) && !a.runs(c.Serves.Parent, f)
}

// isSentBySetter reports whether a function comes to an instruction by a case of a select for which somebody sends, or closes
// the channel, who may set one of some cells: he may have done so before.
func (a *Analysis) isSentBySetter(i supergraph.Instruction, cells dataflow.Set) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool {
		choice, n, isCase := askedCase(s.Branch)
		return isCase && s.Edge == 0 && s.Branch.AlwaysComesBefore(i) && slices.ContainsFunc(a.Points.Operand(choice.Parent.Function, choice.Instr().Cases[n].Chan), func(channel pointsto.Location) bool {
			return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
				return f != i.Parent && a.wakesOn(f, channel) && a.mayStoreInOne(f, cells)
			})
		})
	})
}

// wakesOn reports whether a function, or what it may run, sends on a channel, or closes it.
func (a *Analysis) wakesOn(f *supergraph.Function, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return a.runs(f, user) && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return (o.Sends || o.IsClose()) && slices.Contains(o.Objects, channel)
		})
	})
}

// mayStoreInOne reports whether a function, or what it may run, may store in one of some cells.
func (a *Analysis) mayStoreInOne(f *supergraph.Function, cells dataflow.Set) (may bool) {
	cells.Each(func(n int) { may = may || a.mayStoreIn(f, locationOf(n)) })
	return may
}

// isSteeredBy reports whether a function comes to where it waits by a branch on what the one that it waits for sets:
// that may say that he is ready.
func (a *Analysis) isSteeredBy(waits supergraph.Instruction, server *supergraph.Function) bool {
	return a.askOf(a.sidesToWait(waits), func(l pointsto.Location) bool { return a.mayStoreIn(server, l) })
}

// isSteeredOnlyBy reports whether a function comes to where it waits by a branch on what nobody but the one that it waits for
// sets, but who makes that: then he is past it.
func (a *Analysis) isSteeredOnlyBy(waits supergraph.Instruction, server *supergraph.Function) bool {
	isOther := func(store supergraph.Instruction) bool {
		return store.Parent != waits.Parent && !a.runs(server, store.Parent) && (store.Instr().Op != ir.OpStore || !isNew(store.Parent, store.Parent.BaseOfPart(store.Instr().Args[0])))
	}
	return a.askOf(a.sidesToWait(waits), func(l pointsto.Location) bool {
		return a.mayStoreIn(server, l) && !slices.ContainsFunc(a.Stores[l], isOther)
	})
}

// sidesToWait are the sides that a function takes to where it waits. That nothing is found by a key that a caller may choose says nothing of
// anybody.
func (a *Analysis) sidesToWait(waits supergraph.Instruction) []Side {
	return slices.DeleteFunc(a.decide(waits), a.findsNothing)
}

// findsNothing reports whether a side is the one on which nothing is found in a map by a key that anybody gives, as he likes.
func (a *Analysis) findsNothing(s Side) bool {
	f := s.Branch.Parent
	of, negated := f.Negated(s.Branch.Instr().Args[0])
	found := f.Definition(of)
	if found == nil || found.Op != ir.OpExtract || found.Index != 1 || (s.Edge == 0) != negated {
		return false
	}
	lookup, ok := f.DefinedAt(found.Args[0])
	return ok && lookup.Instr().Op == ir.OpMapLookup && a.isChosenByCallers(f, f.Original(lookup.Instr().Args[1])) && isFirstUse(lookup)
}

// isFirstUse reports whether a function has done nothing before with the key by which it looks something up but to compare it with
// constants: what there may be it has asked for nowhere.
func isFirstUse(lookup supergraph.Instruction) bool {
	f := lookup.Parent
	key := f.Original(lookup.Instr().Args[1])
	for i := range comingBefore(lookup) {
		in := i.Instr()
		isCompared := in.Op == ir.OpBinary && (in.Name == "==" || in.Name == "!=") && in.Args[1].Kind != ir.Register
		isUse := slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return f.Original(o) == key })
		if isUse && i != lookup && !isCompared {
			return false
		}
	}
	return true
}
