package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who hands a request to somebody, with a channel for the reply, gets one if whoever takes such a message replies on
// all ways: he sends on the channel that is in it, or closes it, or calls the function that does. And who replies goes on
// if who has asked always fetches the reply, or there is a slot for it. Requests are handed over on channels without a
// buffer, so that none is left there when nobody is there any more. Both are must-analyses (duty.go) about the channel
// of one request: it is known who gets that, and there is one message and one reply.

// replied finds those of some channels that are for replies which come in any case, and what is passed before.
func (x *Analysis) replied(objects []pointsto.Location, into *Served) {
	for _, l := range objects {
		r := x.requestOf(l)
		if r == nil || !r.isAskedOnce() {
			continue
		}
		s := &serving{request: r, seen: map[supergraph.Instruction]bool{}, visited: map[*supergraph.Function]bool{}}
		if fetched, ok := r.fetched(); ok && s.isAnswered() {
			into.enter(l, s.passed, nil)
			into.fetched[l], into.once[l] = fetched, !s.mayRepeat
		}
	}
}

// A serving is what is done with a request by those who take it.
type serving struct {
	*request
	// passed are the kinds that are passed before the reply.
	passed kindSet
	// seen are the instructions that send the reply, or close its channel, and calls by which others get the message or the
	// channel, who are visited.
	seen map[supergraph.Instruction]bool
	// mayRepeat says that somebody may close the channel who has replied before.
	mayRepeat bool
	visited   map[*supergraph.Function]bool
}

// A taking is where somebody receives a message, in a case if that is a select.
type taking struct {
	supergraph.Instruction
	chosen int
}

// takings lists those of a function.
func takings(f *supergraph.Function) (list []taking) {
	for i := range f.Instructions() {
		switch in := i.Instr(); in.Op {
		case ir.OpReceive:
			list = append(list, taking{i, 0})
		case ir.OpSelect:
			for n, c := range in.Cases {
				if !c.Send {
					list = append(list, taking{i, n})
				}
			}
		}
	}
	return list
}

// channel is the one from which the message comes.
func (t *taking) channel() ir.Operand {
	if in := t.Instr(); in.Op == ir.OpReceive {
		return in.Args[0]
	}
	return t.Instr().Cases[t.chosen].Chan
}

// messages are the registers that the message is in.
func (t *taking) messages() (list []ir.Operand) {
	in, index := t.Instr(), 0
	if in.Op == ir.OpReceive && !in.CommaOk {
		return []ir.Operand{{Kind: ir.Register, Reg: in.Dst}}
	}
	if in.Op == ir.OpSelect {
		index = 2
		for _, c := range in.Cases[:t.chosen] {
			if !c.Send {
				index++
			}
		}
	}
	for i := range t.Parent.Instructions() {
		if part := i.Instr(); part.Op == ir.OpExtract && part.Index == index && part.Args[0] == (ir.Operand{Kind: ir.Register, Reg: in.Dst}) {
			list = append(list, ir.Operand{Kind: ir.Register, Reg: part.Dst})
		}
	}
	return list
}

// after is where one comes who has received it.
func (t *taking) after() (at pointsto.At, ok bool) {
	if t.Instr().Op == ir.OpReceive {
		return t.At, true
	}
	block, ok := t.Parent.AfterCase(t.Instruction, t.chosen)
	return pointsto.At{Block: block, Index: -1}, ok
}

// asksWhetherOpen reports whether a condition is that a message was received, and not that the channel is closed.
func (t *taking) asksWhetherOpen(in *ir.Instr) bool {
	isOpen := in.Op == ir.OpExtract && in.Index == 1 && in.Args[0] == ir.Operand{Kind: ir.Register, Reg: t.Instr().Dst}
	return isOpen && (t.Instr().Op == ir.OpSelect || t.Instr().CommaOk)
}

// isAnswered reports whether whoever takes the message replies on all ways, once at most, and nobody else does.
func (s *serving) isAnswered() bool {
	if s.closure != nil && !s.isAnsweredByClosure() {
		return false
	}
	for _, f := range s.takers() {
		for _, t := range takings(f) {
			if pointsto.Overlap(s.Points.Operand(f.Function, t.channel()), s.carriers) && !s.isAnsweredBy(&t) {
				return false
			}
		}
	}
	s.passOthers()
	return s.isCalledByNoOther() && s.isRepliedByNoOther()
}

// passOthers looks at what is done with requests that come over other channels, and with the channels in them: they only look
// alike.
func (s *serving) passOthers() {
	if s.closure != nil {
		return
	}
	for _, f := range s.Order {
		if !s.Touches(f, s.reply) {
			continue
		}
		for _, t := range takings(f) {
			if !pointsto.Overlap(s.Points.Operand(f.Function, t.channel()), s.carriers) {
				s.mostIn(s.dutyTo(replies), f, s.shareOfTaking(&t), t.At.Block, replies, 0)
			}
		}
	}
}

// takers are the functions that may have one of the channels on which the message is sent.
func (s *serving) takers() (list []*supergraph.Function) {
	for _, l := range s.carriers {
		for _, f := range s.Users[l] {
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// replies reports whether an instruction sends on its first argument, or closes it.
func replies(in *ir.Instr) bool { return sendsOn(in) || closes(in) }

// isAnsweredByClosure reports whether a message that is a function replies if it is called.
func (s *serving) isAnsweredByClosure() bool {
	captured := newShare()
	for n, arg := range s.packed.Instr().Args {
		if s.isReply(arg) {
			captured.values[ir.Operand{Kind: ir.Register, Reg: s.closure.Params + n}] = true
		}
	}
	d := s.dutyTo(replies)
	isDone := !s.UnderRecover()[s.closure] && d.isDoneIn(s.closure, captured)
	s.passed.addAll(d.passed)
	s.mayRepeat = !isAtMostOnce(s.mostIn(d, s.closure, captured, -1, replies, 0))
	return isDone && isAtMostOnce(s.mostIn(d, s.closure, captured, -1, sendsOn, 0))
}

func (s *serving) dutyTo(does func(*ir.Instr) bool) *duty {
	d := s.duty()
	d.does, d.adds, d.known, d.isThere = does, addsNothing, map[string]*answer{}, true
	return d
}

// isAnsweredBy reports whether somebody who takes the message replies.
func (s *serving) isAnsweredBy(t *taking) bool {
	d, counts := s.dutyTo(replies), sendsOn
	if s.closure != nil {
		d, counts = s.dutyTo((*ir.Instr).CallsValue), (*ir.Instr).CallsValue
	}
	from, ok := t.after()
	share := s.shareOfTaking(t)
	if !ok || s.UnderRecover()[t.Parent] || !(&ways{duty: d, f: t.Parent, share: share, taking: t}).areAll(from, 1) {
		return false
	}
	s.passed.addAll(d.passed)
	s.mayRepeat = s.mayRepeat || s.closure == nil && !isAtMostOnce(s.mostIn(d, t.Parent, share, t.At.Block, replies, 0))
	return isAtMostOnce(s.mostIn(d, t.Parent, share, t.At.Block, counts, 0))
}

// shareOfTaking is how somebody who takes the message gets at the channel, or the function.
func (s *serving) shareOfTaking(t *taking) share {
	to := newShare()
	for _, m := range t.messages() {
		if s.steps == "" {
			to.values[m] = true
		} else {
			to.bases[m] = s.steps
		}
	}
	return to
}

// mostIn counts how often something is done at most in a function, from when a block runs until it does again; the whole
// function if that is -1.
func (s *serving) mostIn(d *duty, f *supergraph.Function, share share, after int, counts func(*ir.Instr) bool, depth int) supergraph.Tally {
	each := map[int]supergraph.Tally{}
	if after < 0 {
		s.visited[f] = true
	}
	for i := range f.Instructions() {
		if often := s.mostAt(d, i, share, counts, depth); often != (supergraph.Tally{}) {
			each[i.At.Block] = each[i.At.Block].Plus(often)
		}
	}
	return f.Most(each, after)
}

// mostAt counts how often an instruction does it each time.
func (s *serving) mostAt(d *duty, i supergraph.Instruction, share share, counts func(*ir.Instr) bool, depth int) (often supergraph.Tally) {
	in, f := i.Instr(), i.Parent
	isSending := func(c ir.SelectCase) bool { return c.Send && d.isObject(f, share, c.Chan) }
	switch {
	case (counts(in) || replies(in)) && d.isObject(f, share, in.Args[0]), in.Op == ir.OpSelect && slices.ContainsFunc(in.Cases, isSending):
		if s.seen[i] = true; counts(in) || in.Op == ir.OpSelect {
			often.Fixed = 1
		}
	case i.Calls():
		for _, callee := range s.CalleesAt(i) {
			to := s.given(d, i, share, callee)
			if len(to.values)+len(to.bases) == 0 || !s.Touches(callee, s.reply) {
				continue
			}
			if s.seen[i] = true; depth > mostGiven {
				return endless.sends
			}
			often = often.Plus(s.mostIn(d, callee, to, -1, counts, depth+1))
		}
	}
	return often
}

// given is what a function gets by a call, with what it has captured.
func (s *serving) given(d *duty, i supergraph.Instruction, share share, callee *supergraph.Function) share {
	return (&gathering{duty: *d}).captured(share, i, callee)
}

// isCalledByNoOther reports whether nobody else calls those who get the message or the channel.
func (s *serving) isCalledByNoOther() bool {
	isUnseen := func(call supergraph.Instruction) bool { return !s.seen[call] }
	for f := range s.visited {
		if slices.ContainsFunc(f.Callers, isUnseen) {
			return false
		}
	}
	return true
}

// isRepliedByNoOther reports whether nobody else may operate on the channel.
func (s *serving) isRepliedByNoOther() bool {
	for _, f := range s.Users[s.reply] {
		for _, o := range s.Operations(f) {
			i := f.At(o.At)
			isSeen := s.seen[i] || f == s.maker && slices.Contains(s.awaiting, i)
			if slices.Contains(o.Objects, s.reply) && !isSeen && !s.isOfOther(i) {
				return false
			}
		}
	}
	return true
}

// isOfOther reports whether an instruction is about the channel of another request, which its function has made itself.
func (s *serving) isOfOther(i supergraph.Instruction) bool {
	in, f := i.Instr(), i.Parent
	channels := in.Args[:min(1, len(in.Args))]
	for _, c := range in.Cases {
		channels = append(slices.Clip(channels), c.Chan)
	}
	return !slices.ContainsFunc(channels, func(o ir.Operand) bool {
		return slices.Contains(s.Points.Operand(f.Function, o), s.reply) && !s.isMadeElsewhere(f, o)
	})
}

// isMadeElsewhere reports whether a channel is in a struct that another function has made, and put another channel into.
func (s *serving) isMadeElsewhere(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(f.Original(o))
	if f == s.maker || s.steps == "" || in == nil || in.Op != ir.OpLoad {
		return false
	}
	base, steps := f.StepsTo(in.Args[0])
	if steps != s.steps {
		return false
	}
	isPut := false
	for store := range f.Instructions() {
		if in := store.Instr(); in.Op == ir.OpStore {
			to, at := f.StepsTo(in.Args[0])
			if to == base && (at == "" || at == steps && slices.Contains(s.Points.Operand(f.Function, in.Args[1]), s.reply)) {
				return false
			}
			isPut = isPut || to == base && at == steps
		}
	}
	return isPut
}
