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

// A Stream is a channel on which a goroutine sends without looking at what ends the goroutine, though it does elsewhere: the author
// knows that others end it. (Deviant behaviour, as Engler and others 2001 have it, within one function.) All who receive may have
// gone then: they look at the same, and leave, or they are callers who have the channel to receive from it, and needn't any more.
type Stream struct {
	Channel pointsto.Location
	// Capacity is that of the channel, Filled are the sends on it before the goroutine is started.
	Capacity int
	Filled   []supergraph.Instruction
	Started  supergraph.Instruction
	Ending   Ending
	// Sent is the send, to which Calls lead from the loop.
	Sent  supergraph.Instruction
	Calls []supergraph.Instruction
	Sides []Side
	// By returns the channel to callers. If there are none, Received is one of those selects in which somebody receives, or leaves.
	By       *supergraph.Function
	Received supergraph.Instruction
}

// Streams lists those of a function that runs as a goroutine, one for each channel.
func (a *Analysis) Streams(f *supergraph.Function) (list []Stream) {
	start, ok := a.StartOf(f)
	if !ok {
		start, ok = a.startOfTurn(f)
	}
	if !ok {
		return nil
	}
	for _, ending := range a.endingsOf(f) {
		for i := range f.Instructions() {
			s := Stream{Started: start, Ending: ending}
			isKnown := func(other Stream) bool { return other.Channel == s.Channel }
			if a.findStream(&s, i) && !slices.ContainsFunc(list, isKnown) {
				list = append(list, s)
			}
		}
	}
	return list
}

// findStream finds the channel on which an instruction in the loop sends, or what it calls, and reports whether whoever
// receives from it may have gone.
func (a *Analysis) findStream(s *Stream, i supergraph.Instruction) bool {
	f, looks := i.Parent, s.Ending.Looks
	if !f.Leads(i.At.Block, i.At.Block) {
		return a.findLastSend(s, i)
	}
	if !f.Leads(looks.At.Block, i.At.Block) && !f.Leads(i.At.Block, looks.At.Block) || !a.findSend(s, i) {
		return false
	}
	capacity, known := a.Points.Objects[s.Channel].Capacity()
	s.Capacity, s.Filled = capacity, a.sentBefore(s.Started, s.Channel)
	if !known || capacity > len(s.Filled) && !a.mayGoRound(i) || a.isKeptFrom(&s.Ending, s.Sent, i) {
		return false
	}
	var isPossible bool
	s.Sides, isPossible = a.sidesInLoop(i, &s.Ending)
	return isPossible && a.comesAbout(i) && (a.isLeftByCallers(s) || a.isLeftByAll(s))
}

// startOfTurn is where a goroutine is started that does nothing but call a function again and again, which tells it whether to go on.
func (a *Analysis) startOfTurn(f *supergraph.Function) (start supergraph.Instruction, ok bool) {
	if a.isOpen(f) || len(f.Callers) != 1 || f.Callers[0].Instr().Op != ir.OpCall || !isInLoop(f.Callers[0]) {
		return start, false
	}
	return a.StartOf(f.Callers[0].Parent)
}

// findLastSend is findStream for what a goroutine sends when its loop has come to an end, or in a turn that is a function of its own.
func (a *Analysis) findLastSend(s *Stream, i supergraph.Instruction) bool {
	f, looks := i.Parent, s.Ending.Looks
	_, isTurn := a.startOfTurn(f)
	if !isTurn && !f.Leads(looks.At.Block, i.At.Block) || !a.findSend(s, i) {
		return false
	}
	capacity, known := a.Points.Objects[s.Channel].Capacity()
	if !known || capacity > 0 || a.isKeptFrom(&s.Ending, s.Sent, i) {
		return false
	}
	s.Sides = slices.DeleteFunc(a.decide(i), func(side Side) bool { return side.Branch == looks || isEndOfRange(side, i) })
	return a.mayTakeInTurn(s.Sides) && a.comesAbout(i) && a.isLeftByAll(s)
}

// isLeftByCallers reports whether callers alone receive from a channel, who need not any more when they have ended the goroutine.
func (a *Analysis) isLeftByCallers(s *Stream) bool {
	return a.isEndedByCallers(s) && a.isMadeWith(s) && !a.isFlushed(s) && !a.isFed(s.Ending.Looks.Parent) && a.isForCallersAlone(s)
}

// isEndedByCallers reports whether it is callers who end a goroutine, and not a deadline or signal that the package has asked for.
func (a *Analysis) isEndedByCallers(s *Stream) bool {
	e := &s.Ending
	isOpenEnded := a.isClosedOnlyIn(s.Channel, nil)
	if e.By != nil { // it asks for the end each time, and closes the channel: those who receive to the end of that are right, too
		return isOpenEnded || !e.Looks.AlwaysComesBefore(s.inLoop())
	}
	if e.Context == nil { // and so they are of what was made with a context
		return isOpenEnded
	}
	_, ok := a.contextAmong(e.Looks.Parent, e.Context.Args[0], longestOrigin)
	return ok
}

// inLoop is the instruction in the loop that sends, or leads to where something is sent.
func (s *Stream) inLoop() supergraph.Instruction {
	if len(s.Calls) > 0 {
		return s.Calls[0]
	}
	return s.Sent
}

// isMadeWith reports whether a channel is made by who starts the goroutine: else there may be one for each message.
func (a *Analysis) isMadeWith(s *Stream) bool {
	maker := a.Functions[a.Points.Objects[s.Channel].Function]
	return maker != nil && a.runs(maker, s.Ending.Looks.Parent)
}

// isFlushed reports whether the goroutine still sends when it has seen that it is to end: somebody is to receive that.
func (a *Analysis) isFlushed(s *Stream) bool {
	f := s.Ending.Looks.Parent
	after := reachedFrom(f, s.Ending.Out)
	for i := range f.Instructions() {
		if after[i.At.Block] && slices.Contains(a.sentAt(i), s.Channel) {
			return true
		}
	}
	return false
}

// isFed reports whether a goroutine gets what it sends from callers of the package, or waits for them to ask for it: who ends it
// may be one of these, and those who receive others.
func (a *Analysis) isFed(f *supergraph.Function) bool {
	isFeeding := func(other supergraph.Operation) bool {
		return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
			return (o.Receives && other.Sends || other.Kind == model.Cond) && pointsto.Overlap(o.Objects, other.Objects)
		})
	}
	return slices.ContainsFunc(a.Order, func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), isFeeding) && a.isRunBeside(user, f)
	})
}

// isRunBeside reports whether callers of the package run a function, but don't start another one with that.
func (a *Analysis) isRunBeside(f, other *supergraph.Function) bool {
	return slices.ContainsFunc(a.Order, func(caller *supergraph.Function) bool {
		return a.isOpen(caller) && a.runs(caller, f) && !a.runs(caller, other)
	})
}

// findSend finds the send that an instruction is, or that what it calls comes to in any case.
func (a *Analysis) findSend(s *Stream, i supergraph.Instruction) bool {
	for _, channel := range a.sentAt(i) {
		sent, calls, _, ok := a.sendsAt(i, channel)
		if ok {
			s.Channel, s.Sent, s.Calls = channel, sent, calls
			return true
		}
	}
	return false
}

// sentAt are the channels on which an instruction may send, or what it calls.
func (a *Analysis) sentAt(i supergraph.Instruction) (list []pointsto.Location) {
	if i.Instr().Op == ir.OpSend {
		return a.Points.Operand(i.Parent.Function, i.Instr().Args[0])
	}
	for _, callee := range a.CalleesAt(i) {
		for _, o := range a.Operations(callee) {
			if o.Sends {
				list = append(list, o.Objects...)
			}
		}
	}
	return list
}

// sentBefore are the sends on a channel without which a function doesn't come to where it starts a goroutine.
func (a *Analysis) sentBefore(start supergraph.Instruction, channel pointsto.Location) (list []supergraph.Instruction) {
	for i := range start.Parent.Instructions() {
		if a.sendsOn(i, channel) && i.AlwaysComesBefore(start) {
			list = append(list, i)
		}
	}
	return list
}

// isKeptFrom reports whether who ends a goroutine has to wait until somebody is past some instructions, who has a lock there that
// he takes.
func (a *Analysis) isKeptFrom(e *Ending, passed ...supergraph.Instruction) bool {
	if e.By == nil {
		return false
	}
	taken := a.locksOf(e.By)
	return slices.ContainsFunc(passed, func(i supergraph.Instruction) bool { return pointsto.Overlap(a.locksAt(i), taken) })
}

// sidesInLoop is sidesTo for whoever comes to an instruction in a loop, which goes on for all that the program says, without having seen
// that he is to end.
func (a *Analysis) sidesInLoop(i supergraph.Instruction, ending *Ending) (list []Side, ok bool) {
	list = slices.DeleteFunc(a.decide(i), func(s Side) bool {
		return !s.isPassedTo(i) || s.Branch == ending.Looks || isEndOfRange(s, i)
	})
	return list, a.mayTakeInTurn(list)
}

// mayGoRound reports whether a loop may come to an instruction again and again, for all that the program says.
func (a *Analysis) mayGoRound(i supergraph.Instruction) bool {
	f := i.Parent
	for branch := range branchesOf(f) {
		if f.Loops[branch.At.Block] < 0 || !f.Leads(i.At.Block, branch.At.Block) {
			continue
		}
		for edge, next := range f.SuccessorsOf(branch.At.Block) {
			if !f.Reaches([]int{next}, i.At.Block, nowhere) && !a.mayTake(branch, 1-edge) {
				return false
			}
		}
	}
	return true
}

// isForCallersAlone reports whether a channel is one from which just callers receive, to whom some function returns it,
// and which they can't close.
func (a *Analysis) isForCallersAlone(s *Stream) bool {
	l := s.Channel
	if a.Points.Objects[l].Kind != pointsto.Channel || a.Points.Escapes(l) || a.Points.CanSend(l) || !a.isReceivedOnlyIn(l, nil) || a.isConverted(l) {
		return false
	}
	for _, f := range a.Order {
		if a.isOpen(f) && !isInternal(f.Name) && a.returns(f, l) {
			s.By = f
			return true
		}
	}
	return false
}

// isInternal reports whether a function with a name is of an internal package: all who call it are of the same module, and may well
// receive to the end.
func isInternal(name string) bool {
	name = strings.TrimLeft(name, "(*")
	last := strings.LastIndexByte(name, '/') + 1
	name = name[:last+strings.IndexByte(name[last:], '.')]
	return library.IsInternal(name)
}

func (a *Analysis) returns(f *supergraph.Function, l pointsto.Location) bool {
	return slices.ContainsFunc(f.Returned(), func(o ir.Operand) bool { return slices.Contains(a.Points.Operand(f.Function, o), l) })
}

// isLeftByAll reports whether all who receive from a channel in a field look at what ends the goroutine, and return then; it finds
// one of them. They do so whoever sends: the goroutine asks for the end just where it waits for more.
func (a *Analysis) isLeftByAll(s *Stream) bool {
	l, e := s.Channel, &s.Ending
	in := e.Looks.Instr()
	if in.Op != ir.OpSelect || in.Default || isInLoop(s.Started) || s.Capacity > 0 || e.By != nil && (a.looksAtEnd(s.Sent, e.Quit) || a.isSteeredBy(s.Sent, e.Set.Parent)) ||
		!a.isInField(l) || !a.isOfOne(l) || a.isKnownElsewhere(l) || !a.isClosedOnlyIn(l, nil) {
		return false
	}
	for _, user := range a.Users[l] {
		for _, o := range a.Operations(user) {
			if !o.Receives || !slices.Contains(o.Objects, l) {
				continue
			}
			received := user.At(o.At)
			if !a.leavesFor(received, e, l) || a.isKeptFrom(e, received) {
				return false
			}
			s.Received = received
		}
	}
	return s.Received.Parent != nil && (e.By == nil || !a.runs(e.Set.Parent, s.Received.Parent))
}

// leavesFor reports whether a select has a case for what ends a goroutine, after which its function receives nothing from a
// channel any more, and returns.
func (a *Analysis) leavesFor(received supergraph.Instruction, e *Ending, channel pointsto.Location) bool {
	in := received.Instr()
	n := slices.IndexFunc(in.Cases, func(c ir.SelectCase) bool { return a.isFor(received.Parent, &c, e) })
	return n >= 0 && !in.Default && !a.receivesAfter(received, n, channel)
}

// isFor reports whether a case of a select is for what ends a goroutine: of two contexts, whether they are in the same field, which
// only new structs have set.
func (a *Analysis) isFor(f *supergraph.Function, c *ir.SelectCase, e *Ending) bool {
	if e.By != nil {
		return !c.Send && slices.Equal(a.Points.Operand(f.Function, c.Chan), []pointsto.Location{e.Quit})
	}
	done := f.Definition(f.Original(c.Chan))
	if !a.isContextOfWorld(f, c) || done == nil {
		return false
	}
	field := a.Memory(f, loadedFrom(f, done.Args[0]))
	return len(field) == 1 && a.isSetOnce(field[0]) && slices.Equal(field, a.Memory(e.Looks.Parent, loadedFrom(e.Looks.Parent, e.Context.Args[0])))
}
