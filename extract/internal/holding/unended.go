package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Unended is a goroutine that is made with a struct, and waits for what the methods of that send, where the one
// that closes the struct for good doesn't end it: nobody sends any more, and nobody closes the channel.
type Unended struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Receives where it waits.
	Started, Receives supergraph.Instruction
	// Closes closes the struct.
	Closes *supergraph.Function
}

// Unended lists the channels for which a function waits for ever that runs as such a goroutine.
func (a *Analysis) Unended(f *supergraph.Function) (list []Unended) {
	if !a.isGoroutine(f) || len(f.Callers) != 1 || isInLoop(f.Callers[0]) || hasFinalizer(f.Callers[0].Parent) {
		return nil
	}
	for _, o := range a.Operations(f) {
		receives := f.At(o.At)
		if receives.Instr().Op != ir.OpReceive || len(o.Objects) != 1 || o.Kind != model.Channel || !isInLoop(receives) || !isEndedOnlyByErrors(receives) {
			continue
		}
		channel := o.Objects[0]
		if closes, ok := a.closesWithout(f.Callers[0].Parent, channel); ok && !a.Points.Escapes(channel) && a.isReceivedOnlyIn(channel, f) && a.isClosedOnlyIn(channel, f) {
			list = append(list, Unended{channel, f.Callers[0], receives, closes})
		}
	}
	return list
}

// hasFinalizer reports whether a function asks for something to be done when nobody has a struct any more.
func hasFinalizer(f *supergraph.Function) bool {
	return f.Contains(func(in *ir.Instr) bool { return in.Name == "runtime.SetFinalizer" || in.Name == "runtime.AddCleanup" })
}

// isEndedOnlyByErrors reports whether a goroutine returns only where a call has failed, or the channel is closed from which it
// receives: no message tells it to, nor what a message has it call.
func isEndedOnlyByErrors(receives supergraph.Instruction) bool {
	f, m := receives.Parent, partsOf(receives)
	for branch := range branchesOf(f) {
		comesBack := !slices.ContainsFunc(f.SuccessorsOf(branch.At.Block), func(next int) bool { return !f.Reaches([]int{next}, receives.At.Block, nowhere) })
		if !comesBack && f.Leads(receives.At.Block, branch.At.Block) && !asksWhetherClosed(branch, receives) && !(isErrorTest(branch) && isOfCall(branch) && !m.isGivenTo(errorCall(branch))) {
			return false
		}
	}
	return !f.Contains(func(in *ir.Instr) bool {
		return in.Op == ir.OpCall && in.CallsValue() && m.isPart(in.Args[0])
	})
}

// partsOf is what an instruction receives, with all that is got out of it.
func partsOf(receives supergraph.Instruction) *message {
	m := &message{Function: receives.Parent, received: receives, from: receives}
	m.find(func(ir.Operand) bool { return true })
	return m
}

// isGivenTo reports whether a call was given what was received, or a part of that: it may fail because of it.
func (m *message) isGivenTo(called ir.Operand) bool {
	call := m.Definition(called)
	return call == nil || slices.ContainsFunc(call.Args, m.isPart)
}

// asksWhetherClosed reports whether a branch asks whether a channel was closed from which something was received.
func asksWhetherClosed(branch, receives supergraph.Instruction) bool {
	return isOkOf(branch.Instr().Args[0], receives)
}

// isOkOf reports whether an operand says that there was something to receive.
func isOkOf(o ir.Operand, receives supergraph.Instruction) bool {
	in := receives.Parent.Definition(o)
	return in != nil && in.Op == ir.OpExtract && in.Index == 1 && in.Args[0] == ir.Operand{Kind: ir.Register, Reg: receives.Instr().Dst}
}

// isErrorTest reports whether a branch asks whether there is an error.
func isErrorTest(branch supergraph.Instruction) bool {
	asked := branch.Parent.Definition(branch.Instr().Args[0])
	return asked != nil && asked.Op == ir.OpBinary && asked.Kind == ir.ErrorKind && asked.Args[1].Kind == ir.NilConst
}

// closesWithout is the method that closes a struct that a function returns, and that has a channel, for good, and does
// nothing to that.
func (a *Analysis) closesWithout(maker *supergraph.Function, channel pointsto.Location) (closes *supergraph.Function, ok bool) {
	typeName, ok := a.structWith(channel)
	if !ok || !a.makes(maker, typeName) {
		return nil, false
	}
	for _, f := range a.Order {
		if !a.isOpen(f) || !isClosing(f) || f.Params == 0 || f.ParamType(0) != typeName {
			continue
		}
		if a.Touches(f, channel) {
			return nil, false
		}
		closes = f
	}
	return closes, closes != nil && a.isForGood(closes, channel, typeName) && !a.mayOpenAgain(closes, typeName, channel)
}

// mayOpenAgain reports whether a method sets what the one has set that closes structs of a type, but for those that send on a channel: it is
// there to open the struct again, so that the goroutine isn't left.
func (a *Analysis) mayOpenAgain(closes *supergraph.Function, typeName string, channel pointsto.Location) bool {
	sends := func(f *supergraph.Function) bool {
		return slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
			return a.runs(f, user) && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool { return o.Sends && slices.Contains(o.Objects, channel) })
		})
	}
	return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		if !a.isOpen(f) || isClosing(f) || f.Params == 0 || f.ParamType(0) != typeName || sends(f) {
			return false
		}
		for l := range a.Stores {
			o := &a.Points.Objects[l]
			if o.Kind == pointsto.Field && pointsto.TypeOfField(o.Name) == typeName && a.mayStoreIn(closes, l) && a.mayStoreIn(f, l) {
				return true
			}
		}
		return false
	})
}

// structWith is the type of the struct that has a channel.
func (a *Analysis) structWith(channel pointsto.Location) (typeName string, ok bool) {
	for _, l := range a.Into[channel] {
		o := &a.Points.Objects[l]
		switch {
		case o.IsGlobal(), o.Kind == pointsto.Field && typeName != "":
			return "", false
		case o.Kind == pointsto.Field:
			typeName = pointsto.TypeOfField(o.Name)
		}
	}
	return typeName, typeName != ""
}

// makes reports whether a function returns a struct of a type that it, or what it runs, has made.
func (a *Analysis) makes(f *supergraph.Function, typeName string) bool {
	return slices.ContainsFunc(f.Returned(), func(v ir.Operand) bool {
		return slices.ContainsFunc(a.Points.Operand(f.Function, v), func(l pointsto.Location) bool {
			o := &a.Points.Objects[l]
			return o.Kind == pointsto.Variable && o.Type == typeName && o.Function != nil && a.Functions[o.Function] != nil && a.runs(f, a.Functions[o.Function])
		})
	})
}

// isClosing reports whether a method closes something, by its name.
func isClosing(f *supergraph.Function) bool {
	return library.ClosesByName(f.Name[strings.LastIndexByte(f.Name, '.')+1:])
}

// isSentOnlyWhen reports whether nobody sends on a channel without having asked for something, himself or who calls him.
func (a *Analysis) isSentOnlyWhen(channel pointsto.Location, asks func(*supergraph.Function) bool) bool {
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		isSender := slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool { return o.Sends && slices.Contains(o.Objects, channel) })
		return isSender && !a.isAskedFirst(user, asks, map[*supergraph.Function]bool{})
	})
}

// isAskedFirst reports whether a function asks for something, or all that call it do.
func (a *Analysis) isAskedFirst(f *supergraph.Function, asks func(*supergraph.Function) bool, seen map[*supergraph.Function]bool) bool {
	if seen[f] || asks(f) {
		return true
	}
	seen[f] = true
	return !a.isOpen(f) && len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return call.Instr().Op == ir.OpGo || !a.isAskedFirst(call.Parent, asks, seen)
	})
}

// isForGood reports whether a method sets fields of its struct for one of which each sender on a channel has asked, and one of
// those is never set again: nobody sends any more then.
func (a *Analysis) isForGood(closes *supergraph.Function, channel pointsto.Location, typeName string) bool {
	isSet := func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		return o.Kind == pointsto.Field && pointsto.TypeOfField(o.Name) == typeName && a.mayStoreIn(closes, l)
	}
	isSetAgain := func(l pointsto.Location) bool {
		return slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool {
			return !a.runs(closes, store.Parent) && !isNew(store.Parent, store.Parent.BaseOfPart(store.Instr().Args[0]))
		})
	}
	isForGood := false
	isAsked := a.isSentOnlyWhen(channel, func(f *supergraph.Function) (asks bool) {
		for branch := range branchesOf(f) {
			a.groundsOf(branch).cells.Each(func(n int) {
				asks = asks || isSet(locationOf(n))
				isForGood = isForGood || isSet(locationOf(n)) && !isSetAgain(locationOf(n))
			})
		}
		return asks
	})
	return isAsked && isForGood
}
