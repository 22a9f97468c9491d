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

// A Left is a channel from which nobody receives any more if the one goroutine that does returns on an error, of which it
// tells nobody: whoever sends then waits for ever, and can't know.
type Left struct {
	Channel pointsto.Location
	// Capacity is that of the channel.
	Capacity int
	// Received is where the goroutine receives, Started where it was started, Sent where somebody sends, and does
	// nothing else if that blocks.
	Received, Started, Sent supergraph.Instruction
	// First says that the goroutine receives before it comes to the branch.
	First bool
	Side
}

// Left lists the channels that a function leaves that runs as a goroutine, once for each channel.
func (a *Analysis) Left(f *supergraph.Function) (list []Left) {
	if !a.isGoroutine(f) || len(f.Callers) != 1 || f.Callers[0].Parent.Loops[f.Callers[0].At.Block] >= 0 || !a.isDiscreet(f) {
		return nil
	}
	seen := map[pointsto.Location]bool{}
	for _, o := range a.Operations(f) {
		if !o.Receives || len(o.Objects) != 1 || seen[o.Objects[0]] || o.Kind != model.Channel {
			continue
		}
		channel := o.Objects[0]
		seen[channel] = true
		capacity, known := a.Points.Objects[channel].Capacity()
		sent, ok := a.senderOf(channel, f, known && capacity == 0)
		if !known || !ok {
			continue
		}
		for branch := range branchesOf(f) {
			if side, ok := a.leaves(branch, channel); ok && a.mayTake(branch, side) {
				received := f.At(o.At)
				isFirst := received.Instr().Op == ir.OpReceive && received.AlwaysComesBefore(branch)
				list = append(list, Left{channel, capacity, received, f.Callers[0], sent, isFirst, Side{branch, side}})
				break
			}
		}
	}
	return list
}

// senderOf is where a function that anybody may call sends on a channel, as neither it nor the receiver remembers that
// something was sent, and does nothing else if that blocks; no other function than one receives from the channel. Where the
// first message is one too many, the sender may remember it.
func (a *Analysis) senderOf(channel pointsto.Location, receiver *supergraph.Function, isFirst bool) (sent supergraph.Instruction, ok bool) {
	if !a.isReceivedOnlyIn(channel, receiver) {
		return sent, false
	}
	for _, user := range a.Users[channel] {
		for _, o := range a.Operations(user) {
			in := user.At(o.At).Instr()
			if in.Op == ir.OpSend && slices.Equal(o.Objects, []pointsto.Location{channel}) && user != receiver && !ok && a.isRepeated(user.At(o.At), channel) && !a.isSteeredBy(user.At(o.At), receiver) && !a.remembersSent(user.At(o.At), isFirst) {
				sent, ok = user.At(o.At), true
			}
		}
	}
	return sent, ok
}

// remembersSent reports whether a function comes to where it sends by a branch on what it has set itself: if just the first
// message counts, before it sends.
func (a *Analysis) remembersSent(sent supergraph.Instruction, isFirst bool) bool {
	f := sent.Parent
	return a.askOf(a.decide(sent), func(l pointsto.Location) bool {
		return a.mayStoreIn(f, l) && (!isFirst || slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool {
			return a.runs(f, store.Parent) && (store.Parent != f || ComesBefore(store, sent))
		}))
	})
}

// isReceivedOnlyIn reports whether no other function than one receives from a channel, and nobody asks how many messages
// are in it.
func (a *Analysis) isReceivedOnlyIn(channel pointsto.Location, f *supergraph.Function) bool {
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return slices.Contains(o.Objects, channel) && (o.Receives && user != f || user.At(o.At).Instr().Op == ir.OpLen)
		})
	})
}

// isClosedOnlyIn reports whether no other function than one closes a channel.
func (a *Analysis) isClosedOnlyIn(channel pointsto.Location, f *supergraph.Function) bool {
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return user != f && a.Closes(user, channel)
	})
}

// isRepeated reports whether callers may send on a channel as often as they like: it is in a struct that they were given. Who has
// it made in his call sends on another one in each.
func (a *Analysis) isRepeated(sent supergraph.Instruction, channel pointsto.Location) bool {
	f, maker := sent.Parent, a.Functions[a.Points.Objects[channel].Function]
	return a.isOpen(f) && !a.runs(maker, f) && !a.runs(f, maker) && a.isInField(channel)
}

// leaves is the side of a branch on which a goroutine has got an error and returns without receiving from a channel
// again, of which nobody learns, while it may do so on the other side.
func (a *Analysis) leaves(branch supergraph.Instruction, channel pointsto.Location) (side int, ok bool) {
	f := branch.Parent
	side, ok = a.leavesOnError(branch, func(blocks map[int]bool) bool { return a.receivesIn(f, blocks, channel) })
	return side, ok && a.isSilent(f, reachedFrom(f, f.SuccessorsOf(branch.At.Block)[side]))
}

// leavesOnError is the side of a branch on which a function has got an error and no longer does something, while it may
// on the other side.
func (a *Analysis) leavesOnError(branch supergraph.Instruction, does func(blocks map[int]bool) bool) (side int, ok bool) {
	f := branch.Parent
	if side, ok = a.errorSide(branch); !ok {
		return 0, false
	}
	next := f.SuccessorsOf(branch.At.Block)
	return side, !does(reachedFrom(f, next[side])) && does(reachedFrom(f, next[1-side]))
}

// errorSide is the side of a branch on which there is an error, or one of no known sort.
func (a *Analysis) errorSide(branch supergraph.Instruction) (side int, ok bool) {
	if !isErrorTest(branch) {
		return a.unknownSide(branch)
	}
	if branch.Parent.Definition(branch.Instr().Args[0]).Name == "==" {
		side = 1
	}
	return side, true
}

// reachedFrom has the blocks to which one comes from a block, and that itself.
func reachedFrom(f *supergraph.Function, block int) map[int]bool {
	return f.Reached([]int{block}, nowhere)
}

func (a *Analysis) receivesIn(f *supergraph.Function, blocks map[int]bool, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		return blocks[o.At.Block] && (o.Receives || f.At(o.At).Instr().Op == ir.OpClose) && slices.Contains(o.Objects, channel)
	})
}

// isSilent reports whether a function does nothing in some blocks of which others could learn, and returns there.
func (a *Analysis) isSilent(f *supergraph.Function, blocks map[int]bool) bool {
	for i := range f.Instructions() {
		if in := i.Instr(); blocks[i.At.Block] && in.Op == ir.OpStore && !isInOwn(f, in.Args[0]) {
			return false
		}
	}
	return a.isQuiet(f, blocks)
}

// isQuiet reports whether a function does nothing in some blocks of which others could learn, but for what it may store, and
// returns there.
func (a *Analysis) isQuiet(f *supergraph.Function, blocks map[int]bool) (is bool) {
	for i := range f.Instructions() {
		if !blocks[i.At.Block] {
			continue
		}
		switch i.Instr().Op {
		case ir.OpReturn:
			is = true
		case ir.OpSend, ir.OpClose, ir.OpSelect, ir.OpReceive, ir.OpUpdate, ir.OpMapUpdate, ir.OpMapDelete, ir.OpGo, ir.OpPanic:
			return false
		case ir.OpCall, ir.OpDefer:
			if !a.isPrivate(i) {
				return false
			}
		}
	}
	return is
}

// isInOwn reports whether an address is in a variable, or array, that a function has made.
func isInOwn(f *supergraph.Function, address ir.Operand) bool {
	made := f.Definition(f.BaseOfPart(address))
	return made != nil && (made.Op == ir.OpAlloc || made.Op == ir.OpIndexAddr && isInOwn(f, made.Args[0]))
}

// isDiscreet reports whether a function defers nothing of which others could learn when it returns.
func (a *Analysis) isDiscreet(f *supergraph.Function) bool {
	for i := range f.Instructions() {
		if i.Instr().Op == ir.OpDefer && !a.isPrivate(i) && !a.endsOwnContext(i) && !a.closesByMethod(i) {
			return false
		}
	}
	return true
}

// isPrivate reports whether a call tells nobody of the package, or of its callers, that a goroutine ends, who sends to
// it: that it is done is for those who wait for it.
func (a *Analysis) isPrivate(i supergraph.Instruction) bool {
	return library.Find(i.Instr().Name).Meaning == library.Done || a.isPersonal(i)
}

// isPersonal reports whether a call tells nobody anything: what it closes a goroutine has for itself, and what is logged no
// program reads.
func (a *Analysis) isPersonal(i supergraph.Instruction) bool {
	in := i.Instr()
	switch {
	case in.Name == "(*time.Ticker).Stop", in.Name == "(*time.Timer).Stop":
		return true
	case in.Name == "":
		return in.Method == "Close" && len(a.CalleesAt(i)) == 0
	}
	packageName, _, _ := strings.Cut(strings.TrimPrefix(in.Name, "(*"), ".")
	return packageName == "log" || packageName == "log/slog" || packageName == "fmt"
}

// endsOwnContext reports whether a function cancels a context that it has made, on which nobody else of the package waits, and which
// nobody keeps in a struct.
func (a *Analysis) endsOwnContext(i supergraph.Instruction) bool {
	f := i.Parent
	if i.Instr().Name != "" || i.Instr().Method != "" {
		return false
	}
	cancel := f.Definition(f.Original(i.Instr().Args[0]))
	if cancel == nil || cancel.Op != ir.OpExtract || cancel.Index != 1 {
		return false
	}
	made := f.Definition(cancel.Args[0])
	return made != nil && made.Op == ir.OpCall && strings.HasPrefix(made.Name, "context.With") && !slices.ContainsFunc(a.madeContexts(f), a.isForOthers)
}

// madeContexts are the contexts that a function makes.
func (a *Analysis) madeContexts(f *supergraph.Function) (list []pointsto.Location) {
	for l := range a.Points.Objects {
		if o := &a.Points.Objects[l]; o.Kind == pointsto.Context && o.Function == f.Function {
			list = append(list, pointsto.Location(l))
		}
	}
	return list
}

// isForOthers reports whether a context is kept in a struct, or others than its function wait for its end.
func (a *Analysis) isForOthers(context pointsto.Location) bool {
	maker := a.Functions[a.Points.Objects[context].Function]
	isKept := slices.ContainsFunc(a.Into[context], func(l pointsto.Location) bool { return a.Points.Objects[l].Kind == pointsto.Field })
	return isKept || !a.isReceivedOnlyIn(context, maker)
}

// closesByMethod reports whether a call is of a method Close of the package that does nothing but what isPrivate says.
func (a *Analysis) closesByMethod(i supergraph.Instruction) bool {
	callees := a.CalleesAt(i)
	if len(callees) != 1 || !strings.HasSuffix(i.Instr().Name, ").Close") {
		return false
	}
	return a.isSilent(callees[0], reachedFrom(callees[0], 0)) && a.isDiscreet(callees[0])
}
