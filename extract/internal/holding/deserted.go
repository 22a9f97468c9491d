package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Deserted is a channel that a function makes for workers, each of which returns on an error, or when it is told to: when
// they all have, who sends to them waits for ever, as there may be more to send than there are workers.
type Deserted struct {
	Channel pointsto.Location
	// Made is where the channel is made, Started where a worker is started, Several says that there may be more of them.
	Made, Started supergraph.Instruction
	Several       bool
	// Received is where a worker receives, Sent where somebody sends, in a loop, and does nothing else if that blocks.
	Received, Sent supergraph.Instruction
	// SenderStarted is where the goroutine was started that sends, if it isn't the function itself.
	SenderStarted supergraph.Instruction
	Side
}

// Deserted lists the channels for workers that a function makes, and that these may desert.
func (a *Analysis) Deserted(f *supergraph.Function) (list []Deserted) {
	for made := range f.Instructions() {
		if made.Instr().Op != ir.OpMakeChan || isInLoop(made) {
			continue
		}
		channels := a.Points.Operand(f.Function, ir.Operand{Kind: ir.Register, Reg: made.Instr().Dst})
		if len(channels) != 1 || a.Points.Escapes(channels[0]) || a.isInField(channels[0]) {
			continue
		}
		d := Deserted{Channel: channels[0], Made: made}
		// what fits into a buffer may be all that there is
		capacity, known := a.Points.Objects[d.Channel].Capacity()
		if known && capacity == 0 && a.findWorkers(&d) && a.findSender(&d) {
			list = append(list, d)
		}
	}
	return list
}

// findWorkers finds where workers receive, and return on an error. Nobody else receives from the channel.
func (a *Analysis) findWorkers(d *Deserted) bool {
	maker := d.Made.Parent
	for _, worker := range a.Users[d.Channel] {
		if worker == maker || !a.isReceivedOnlyIn(d.Channel, worker) {
			continue
		}
		for _, o := range a.Operations(worker) {
			if !o.Receives || !slices.Equal(o.Objects, []pointsto.Location{d.Channel}) {
				continue
			}
			d.Received = worker.At(o.At)
			isStarted := a.findStartIn(maker, worker, &d.Started)
			d.Several = isStarted && isInLoop(d.Started)
			return isStarted && a.areStartedAtOnce(d.Started) && a.findDesertion(d)
		}
	}
	return false
}

// findStartIn finds where a function starts a literal as a goroutine: with a go statement, or by handing it to one that
// does nothing else with it.
func (a *Analysis) findStartIn(f, literal *supergraph.Function, start *supergraph.Instruction) bool {
	if a.isOpen(literal) || len(literal.Callers) != 1 {
		return false
	}
	call := literal.Callers[0]
	if call.Parent == f {
		*start = call
		return call.Instr().Op == ir.OpGo
	}
	// called as a value in a goroutine of the function that it was handed to
	if call.Instr().Name != "" || call.Instr().Method != "" || !a.isGoroutine(call.Parent) || len(call.Parent.Callers) != 1 {
		return false
	}
	found := 0
	for _, starter := range call.Parent.Callers[0].Parent.Callers {
		if starter.Parent == f && a.isGivenLiteral(starter, literal) {
			*start = starter
			found++
		}
	}
	return found == 1
}

// isGivenLiteral reports whether a call passes a literal.
func (a *Analysis) isGivenLiteral(call supergraph.Instruction, literal *supergraph.Function) bool {
	return slices.ContainsFunc(call.Instr().Args, func(arg ir.Operand) bool {
		made := call.Parent.Definition(call.Parent.Original(arg))
		return made != nil && made.Op == ir.OpMakeClosure && a.Callee(made.Name) == literal
	})
}

// areStartedAtOnce reports whether a function starts as many workers as it likes from the outset: it waits for nobody in the
// loop in which it does, as if it started another one for each that has gone.
func (a *Analysis) areStartedAtOnce(start supergraph.Instruction) bool {
	f := start.Parent
	loop := f.Loops[start.At.Block]
	if loop < 0 {
		return true
	}
	waits := slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool { return f.Loops[o.At.Block] == loop && o.Waits })
	return !waits && slices.ContainsFunc(f.CountedLoops(), func(c *supergraph.CountedLoop) bool { return c.Blocks[start.At.Block] })
}

// findDesertion finds the branch where a worker returns on an error, or as it was told to.
func (a *Analysis) findDesertion(d *Deserted) bool {
	worker := d.Received.Parent
	receives := func(blocks map[int]bool) bool { return a.receivesIn(worker, blocks, d.Channel) }
	for branch := range branchesOf(worker) {
		side, ok := a.leavesOnError(branch, receives)
		if ok = ok && isOfCall(branch); !ok {
			side, ok = a.leavesOnRefusal(branch, d.Received, receives)
		}
		if ok && d.Received.AlwaysComesBefore(branch) && a.mayTake(branch, side) && a.returnsFrom(worker, worker.SuccessorsOf(branch.At.Block)[side]) {
			d.Side = Side{branch, side}
			return true
		}
	}
	return false
}

// isOfCall reports whether a branch that asks about an error asks about one that a call has returned. One that has come in a message the
// sender knows.
func isOfCall(branch supergraph.Instruction) bool {
	in := branch.Parent.Definition(errorCall(branch))
	return in != nil && (in.Op == ir.OpCall || isFallible(in))
}

// errorCall is what has returned the error about which a branch asks.
func errorCall(branch supergraph.Instruction) ir.Operand {
	f := branch.Parent
	o := f.Original(f.Definition(branch.Instr().Args[0]).Args[0])
	if i, ok := f.DefinedAt(o); ok && i.Instr().Op == ir.OpLoad {
		if stored, ok := justStored(i); ok {
			o = f.Original(stored)
		}
	}
	return returnedBy(f, o)
}

// returnedBy is what has returned a value, be it as one of several.
func returnedBy(f *supergraph.Function, o ir.Operand) ir.Operand {
	if in := f.Definition(o); in != nil && in.Op == ir.OpExtract {
		return in.Args[0]
	}
	return o
}

// findSender finds the one place where somebody sends again and again, and waits for nobody else meanwhile, nor looks at what the
// workers say.
func (a *Analysis) findSender(d *Deserted) bool {
	for _, user := range a.Users[d.Channel] {
		for _, o := range a.Operations(user) {
			if !o.Sends || !slices.Contains(o.Objects, d.Channel) {
				continue
			}
			sent := user.At(o.At)
			if d.Sent.Parent != nil || sent.Instr().Op != ir.OpSend || !isInLoop(sent) || !a.isSender(d, sent) {
				return false
			}
			d.Sent = sent
		}
	}
	return d.Sent.Parent != nil
}

func (a *Analysis) isSender(d *Deserted, sent supergraph.Instruction) bool {
	f, worker := sent.Parent, d.Received.Parent
	if f == worker || f != d.Made.Parent && !a.findStartIn(d.Made.Parent, f, &d.SenderStarted) {
		return false
	}
	loop := f.Loops[sent.At.Block]
	waits := func(o supergraph.Operation) bool {
		return o.Waits && f.Loops[o.At.Block] == loop && f.At(o.At) != sent
	}
	return !slices.ContainsFunc(a.Operations(f), waits) && a.isUnbounded(sent) && !a.isSteeredBy(sent, worker) && !a.sharesCount(d, sent)
}

// isUnbounded reports whether a function may send as often as its caller, or code that isn't seen, likes: what it sends
// is in a list that comes from there, of which it has asked nothing, or what comes next is asked for each time. Nothing else ends the
// loop but that and errors.
func (a *Analysis) isUnbounded(sent supergraph.Instruction) bool {
	f := sent.Parent
	loop := f.Loops[sent.At.Block]
	isAsked := false
	for branch := range branchesOf(f) {
		if f.Loops[branch.At.Block] != loop {
			continue
		}
		isExit := slices.ContainsFunc(f.SuccessorsOf(branch.At.Block), func(next int) bool { return f.Loops[next] != loop })
		switch isOutside := a.asksOutside(f, branch.Instr().Args[0]); {
		case isExit && isOutside:
			isAsked = true
		case isExit || a.groundsOf(branch).chosen && !isOutside:
			return false
		}
	}
	return isAsked
}

// asksOutside reports whether a condition of a loop is about how much there is of something that isn't known, or about
// what a call answers that isn't seen.
func (a *Analysis) asksOutside(f *supergraph.Function, condition ir.Operand) bool {
	condition, _ = f.Negated(condition)
	i, ok := f.DefinedAt(f.Original(condition))
	if !ok {
		return false
	}
	switch in := i.Instr(); in.Op {
	case ir.OpCall:
		return len(a.CalleesAt(i)) == 0
	case ir.OpExtract:
		from, ok := f.DefinedAt(in.Args[0])
		return ok && (from.Instr().Op == ir.OpNext && a.comesFromOutside(f, from.Instr().Args[0]) || from.Instr().Op == ir.OpCall && len(a.CalleesAt(from)) == 0)
	case ir.OpBinary:
		if in.Kind == ir.ErrorKind {
			return a.asksOutside(f, in.Args[0])
		}
		length := f.Definition(f.Original(in.Args[1]))
		return in.Name == "<" && firstOf(f, in.Args[0]).Kind == ir.IntConst && length != nil && length.Op == ir.OpLen && a.comesFromOutside(f, length.Args[0])
	}
	return false
}

// comesFromOutside reports whether a list or map is what callers give a function, or what a call has answered that isn't
// seen, and nobody has asked how much is in it.
func (a *Analysis) comesFromOutside(f *supergraph.Function, o ir.Operand) bool {
	o = f.Original(o)
	in := f.Definition(o)
	switch {
	case o.Kind != ir.Register || a.isMeasured(f, o):
		return false
	case o.Reg < f.Params:
		return a.isOpen(f)
	case o.Reg < f.Params+f.FreeVars:
		return len(f.Callers) > 0 && a.AreCaptured(f, o.Reg, a.comesFromOutside)
	case in == nil:
		return false
	}
	i, _ := f.DefinedAt(o)
	if in.Op == ir.OpRange || in.Op == ir.OpExtract {
		return a.comesFromOutside(f, in.Args[0])
	}
	return in.Op == ir.OpUnknown || in.Op == ir.OpCall && len(a.CalleesAt(i)) == 0
}

// isMeasured reports whether a function asks for a length outside of loops.
func (a *Analysis) isMeasured(f *supergraph.Function, list ir.Operand) bool {
	for branch := range branchesOf(f) {
		if asked := f.Definition(branch.Instr().Args[0]); asked != nil && asked.Op == ir.OpBinary && !isInLoop(branch) && slices.ContainsFunc(asked.Args, func(arg ir.Operand) bool {
			length := f.Definition(f.Original(arg))
			return length != nil && length.Op == ir.OpLen && f.Original(length.Args[0]) == list
		}) {
			return true
		}
	}
	return false
}

// sharesCount reports whether there may be as many workers as there is to send: both loops hang on the same.
func (a *Analysis) sharesCount(d *Deserted, sent supergraph.Instruction) bool {
	if !d.Several {
		return false
	}
	start := d.Started.Parent
	for started := range branchesOf(start) {
		if start.Loops[started.At.Block] != start.Loops[d.Started.At.Block] {
			continue
		}
		for sends := range branchesOf(sent.Parent) {
			if sent.Parent.Loops[sends.At.Block] != sent.Parent.Loops[sent.At.Block] {
				continue
			}
			g, other := a.groundsOf(started), a.groundsOf(sends)
			if g.sharesMemory(other) || sent.Parent == start && g.shares(other) {
				return true
			}
		}
	}
	return false
}
