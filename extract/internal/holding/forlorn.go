package holding

import (
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Forlorn is a channel that a function makes for one goroutine, on which it sends without looking at what ends that: a context, or what
// others tell it. It is what Deserted is with errors, and Abandoned the other way round.
type Forlorn struct {
	Channel  pointsto.Location
	Capacity int
	Beginning
	// Received is the select of the goroutine, Ending the case by which it leaves.
	Received supergraph.Instruction
	Ending   int
	// Sent is where the function sends, or another one that it calls at Sending.
	Sent, Sending supergraph.Instruction
}

// Forlorn lists those of the channels that a function makes.
func (a *Analysis) Forlorn(f *supergraph.Function) (list []Forlorn) {
	for made := range f.Instructions() {
		if made.Instr().Op != ir.OpMakeChan || isInLoop(made) {
			continue
		}
		channels := a.Points.Operand(f.Function, ir.Operand{Kind: ir.Register, Reg: made.Instr().Dst})
		if len(channels) != 1 || !a.isForFunctions(channels[0]) || !a.isClosedOnlyIn(channels[0], f) {
			continue
		}
		capacity, known := a.Points.Objects[channels[0]].Capacity()
		l := Forlorn{Channel: channels[0], Capacity: capacity}
		if known && a.findLeaver(&l, f) && a.findForlornSend(&l, f) {
			list = append(list, l)
		}
	}
	return list
}

// findLeaver finds the one goroutine that receives from the channel, which the function starts once, and the case by which it leaves.
func (a *Analysis) findLeaver(l *Forlorn, f *supergraph.Function) bool {
	for _, receiver := range a.Users[l.Channel] {
		if receiver == f || !a.isReceivedOnlyIn(l.Channel, receiver) || !a.findOneStart(l, f, receiver) {
			continue
		}
		for received := range receiver.Instructions() {
			in := received.Instr()
			if in.Op != ir.OpSelect || in.Default || a.caseFrom(received, l.Channel) < 0 {
				continue
			}
			for n := range in.Cases {
				if a.leavesBy(received, n, l.Channel, f) {
					l.Received, l.Ending = received, n
					return true
				}
			}
		}
	}
	return false
}

// leavesBy reports whether a goroutine returns by a case of a select that others make ready than a function who sends to it, and receives nothing from a
// channel any more.
func (a *Analysis) leavesBy(received supergraph.Instruction, n int, channel pointsto.Location, sender *supergraph.Function) bool {
	first, ok := received.Parent.AfterCase(received, n)
	return ok && a.isUpToOthers(received, n, sender) && a.returnsFrom(received.Parent, first) && !a.receivesAfter(received, n, channel)
}

// findOneStart finds where a function, or one that it calls once, starts another one as a goroutine, once.
func (a *Analysis) findOneStart(l *Forlorn, f, receiver *supergraph.Function) bool {
	start, ok := a.StartOf(receiver)
	if !ok || isInLoop(start) {
		return false
	}
	l.Beginning = Beginning{Started: start}
	if start.Parent == f {
		return true
	}
	call, ok := a.onlyCallIn(f, start.Parent)
	l.Called = call
	return ok && !isInLoop(call) && a.returnsOnlyAfter(start)
}

// onlyCallIn is where a function calls another one, if there is one such place.
func (a *Analysis) onlyCallIn(f, callee *supergraph.Function) (call supergraph.Instruction, ok bool) {
	for _, other := range callee.Callers {
		if other.Parent == f && other.Instr().Op == ir.OpCall {
			if ok {
				return call, false
			}
			call, ok = other, true
		}
	}
	return call, ok
}

// findForlornSend finds where the function sends when the goroutine may have left, and does nothing else if that blocks.
func (a *Analysis) findForlornSend(l *Forlorn, f *supergraph.Function) bool {
	for _, user := range a.Users[l.Channel] {
		sending := supergraph.Instruction{}
		if user != f {
			var ok bool
			if sending, ok = a.onlyCallIn(f, user); !ok {
				continue
			}
		}
		for sent := range user.Instructions() {
			if sent.Instr().Op == ir.OpSend && a.sendsOn(sent, l.Channel) {
				l.Sent, l.Sending = sent, sending
				if a.isForlorn(l) {
					return true
				}
			}
		}
	}
	return false
}

// isForlorn reports whether the function may come to where it sends when the goroutine has left, of which nothing tells it: others may
// end that just before, whatever has led there.
func (a *Analysis) isForlorn(l *Forlorn) bool {
	sent, comes := l.Sent, l.Sent
	if l.Sending.Parent != nil {
		comes = l.Sending
	}
	isFull := l.Capacity == 0 || isInLoop(sent) && a.mayGoRound(sent)
	if !isFull || !l.at().AlwaysComesBefore(comes) || a.hangsOn(sent, l.Received.Parent, l.Channel) || a.isSteeredBy(sent, l.Received.Parent) {
		return false
	}
	return a.mayComeTo(sent) && (l.Sending.Parent == nil || a.mayComeTo(l.Sending)) && a.comesAbout(sent)
}
