package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Deserted is a channel that a function makes for workers, each of which returns on an error: when they all have, who
// sends to them waits for ever, as there may be more to send than there are workers.
type Deserted struct {
	Channel pointsto.Location
	// Capacity is that of the channel.
	Capacity int
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
		var known bool
		if d.Capacity, known = a.Points.Objects[d.Channel].Capacity(); known && a.findWorkers(&d) && a.findSender(&d) {
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
			return isStarted && a.isStartedInSteps(d.Started) && a.findDesertion(d)
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

// isStartedInSteps reports whether a function starts as many workers as it likes from the outset: it waits for nobody in the
// loop in which it does, as if it started another one for each that has gone.
func (a *Analysis) isStartedInSteps(start supergraph.Instruction) bool {
	f := start.Parent
	loop := f.Loops[start.At.Block]
	if loop < 0 {
		return true
	}
	waits := slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool { return f.Loops[o.At.Block] == loop && o.Waits })
	return !waits && slices.ContainsFunc(f.CountedLoops(), func(c *supergraph.CountedLoop) bool { return c.Blocks[start.At.Block] })
}

// findDesertion finds the branch where a worker returns on an error.
func (a *Analysis) findDesertion(d *Deserted) bool {
	worker := d.Received.Parent
	for branch := range branchesOf(worker) {
		side, ok := leavesOnError(branch, func(blocks map[int]bool) bool { return a.receivesIn(worker, blocks, d.Channel) })
		if ok && alwaysComesBefore(d.Received, branch) && a.mayTake(branch, side) && a.returnsFrom(worker, worker.SuccessorsOf(branch.At.Block)[side]) {
			d.Side = Side{branch, side}
			return true
		}
	}
	return false
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
	counts := func(c *supergraph.CountedLoop) bool { return c.Blocks[sent.At.Block] && c.IsFixed() }
	return !slices.ContainsFunc(a.Operations(f), waits) && !slices.ContainsFunc(f.CountedLoops(), counts) && !a.isSteeredBy(sent, worker) && !a.sharesCount(d, sent)
}

// sharesCount reports whether there may be as many workers as there is to send: both loops hang on the same.
func (a *Analysis) sharesCount(d *Deserted, sent supergraph.Instruction) bool {
	if !d.Several {
		return false
	}
	for started := range branchesOf(d.Started.Parent) {
		if d.Started.Parent.Loops[started.At.Block] != d.Started.Parent.Loops[d.Started.At.Block] {
			continue
		}
		for sends := range branchesOf(sent.Parent) {
			if sent.Parent.Loops[sends.At.Block] != sent.Parent.Loops[sent.At.Block] {
				continue
			}
			g, other := a.groundsOf(started), a.groundsOf(sends)
			if g.sharesMemory(other) || sent.Parent == started.Parent && g.shares(other) {
				return true
			}
		}
	}
	return false
}
