package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who makes a channel to gather answers often knows how many there are, and gives it as many slots, so that nobody ever
// waits to send; or receives as many as he has started goroutines that send one each, on all their ways. Both are seen if
// how often each send and each receive comes at most is known (see supergraph.Tally), of all that are about the
// channel of one run of its maker: those whom this passes it, or who capture it.

// A gathering is what is done to a channel by its maker, and those who get it from him.
type gathering struct {
	duty
	maker *supergraph.Function
	made  pointsto.At
	share share // of the maker: the channel as a value, and by what holds it
	exchange
	// receiving are the instructions that may receive, isShared says that not all of them do so in the call that has made the channel.
	receiving []supergraph.Instruction
	isShared  bool
	// seen are the instructions that are about the channel, and the calls by which others get it.
	seen    map[supergraph.Instruction]bool
	depth   int
	looked  int
	visited map[*supergraph.Function]bool
}

// An exchange is how often messages are sent and received at most.
type exchange struct{ sends, receives supergraph.Tally }

// endless is that of which no end is known.
var endless = exchange{supergraph.Tally{IsUnknown: true}, supergraph.Tally{IsUnknown: true}}

// mostGiven limits how deep a channel is followed from its maker, mostLooked how many instructions are looked at for it.
const (
	mostGiven  = 4
	mostLooked = 50_000
)

// gatheringOf follows a channel; nil if somebody may send on it who isn't seen.
func (x *Analysis) gatheringOf(channel pointsto.Location) *gathering {
	if g := x.gather(channel); g != nil && g.seesAll() {
		return g
	}
	return nil
}

// seesAll reports whether nobody sends on the channel who isn't seen.
func (g *gathering) seesAll() bool {
	return !g.Points.CanSend(g.object) && g.isHeldFirst() && g.isCalledByNoOther() && g.areSeen(func(o supergraph.Operation) bool { return o.Sends })
}

// gather follows a channel; nil if it isn't seen who has it.
func (x *Analysis) gather(channel pointsto.Location) *gathering {
	object := &x.Points.Objects[channel]
	f := x.Functions[object.Function]
	if object.Kind != pointsto.Channel || f == nil || f.At(object.At).Instr().Op != ir.OpMakeChan || x.Points.Escapes(channel) {
		return nil
	}
	g := &gathering{duty: duty{Analysis: x, object: channel}, maker: f, made: object.At, seen: map[supergraph.Instruction]bool{}, visited: map[*supergraph.Function]bool{}}
	g.does, g.adds, g.known = sendsOn, addsNothing, map[string]*answer{}
	g.share, _, _ = (&ending{duty: g.duty}).madeShare(f, g.made)
	g.exchange = g.follow(f, g.share)
	g.isShared = g.isShared || x.Points.CanReceive(channel) || !g.areSeen(func(o supergraph.Operation) bool { return o.Receives })
	return g
}

// sendsOn reports whether an instruction sends on its first argument.
func sendsOn(in *ir.Instr) bool { return in.Op == ir.OpSend }

// isHeldFirst reports whether the maker gives nobody what holds the channel before it does: who sends then finds no channel,
// and waits for ever.
func (g *gathering) isHeldFirst() bool {
	if len(g.share.bases) == 0 {
		return true
	}
	isHolder := func(o ir.Operand) bool { _, ok := g.share.bases[g.maker.Original(o)]; return ok }
	for i := range g.maker.Instructions() {
		in := i.Instr()
		isGiven := i.Calls() || in.Op == ir.OpMakeClosure || in.Op == ir.OpStore && isHolder(in.Args[1])
		if isGiven && slices.ContainsFunc(in.Args, isHolder) && !g.comesAfterStores(i) {
			return false
		}
	}
	return true
}

// comesAfterStores reports whether the maker comes to an instruction only after it has stored the channel.
func (g *gathering) comesAfterStores(i supergraph.Instruction) bool {
	for store := range g.maker.Instructions() {
		in := store.Instr()
		if in.Op == ir.OpStore && g.share.values[g.maker.Original(in.Args[1])] && store != i && !store.AlwaysComesBefore(i) {
			return false
		}
	}
	return true
}

// follow counts what a function does to the channel on the way where it does most, and whom it gives it: in each call of it,
// or the maker for each channel that it makes.
func (g *gathering) follow(f *supergraph.Function, s share) exchange {
	g.depth++
	g.visited[f] = true
	sends, receives := map[int]supergraph.Tally{}, map[int]supergraph.Tally{}
	add := func(to map[int]supergraph.Tally, block int, often supergraph.Tally) {
		if often != (supergraph.Tally{}) {
			to[block] = to[block].Plus(often)
		}
	}
	for i := range f.Instructions() {
		if g.looked++; g.looked > mostLooked {
			return endless
		}
		x := g.at(i, s)
		add(sends, i.At.Block, x.sends)
		add(receives, i.At.Block, x.receives)
	}
	g.depth--
	after := -1
	if f == g.maker {
		after = g.made.Block
	}
	return exchange{f.Most(sends, after), f.Most(receives, after)}
}

// at counts what an instruction does each time.
func (g *gathering) at(i supergraph.Instruction, s share) (x exchange) {
	switch in := i.Instr(); {
	case in.Op == ir.OpSend:
		x.sends = g.often(i, s, in.Args[0])
	case in.Op == ir.OpReceive:
		x.receives = g.received(i, s, in.Args[0])
	case in.Op == ir.OpSelect: // it takes one of its cases
		for _, c := range in.Cases {
			if c.Send {
				x.sends = x.sends.Or(g.often(i, s, c.Chan))
			} else {
				x.receives = x.receives.Or(g.received(i, s, c.Chan))
			}
		}
	case i.Calls():
		return g.called(i, s)
	}
	return x
}

// often counts a send or receive, if it is on the channel. What may be that, and isn't known to be in this call, counts
// as it would: there is no end to it then.
func (g *gathering) often(i supergraph.Instruction, s share, channel ir.Operand) (t supergraph.Tally) {
	switch {
	case g.isObject(i.Parent, s, channel):
		t.Fixed = 1
	case slices.Contains(g.Points.Operand(i.Parent.Function, channel), g.object):
		t.IsUnknown = true
	default:
		return t
	}
	g.seen[i] = true
	return t
}

// received counts a receive; if another one than the maker receives it isn't known who gets what.
func (g *gathering) received(i supergraph.Instruction, s share, channel ir.Operand) supergraph.Tally {
	t := g.often(i, s, channel)
	if t != (supergraph.Tally{}) {
		g.receiving, g.isShared = append(g.receiving, i), g.isShared || t.IsUnknown || i.Parent != g.maker
	}
	return t
}

// called counts what functions do that get the channel by a call, start or deferred call.
func (g *gathering) called(i supergraph.Instruction, s share) (x exchange) {
	for _, callee := range g.CalleesAt(i) {
		to := g.captured(s, i, callee)
		if len(to.values)+len(to.bases) == 0 || !g.Touches(callee, g.object) {
			continue
		}
		if g.seen[i] = true; g.depth > mostGiven || callee == g.maker {
			return endless
		}
		inside, once := g.follow(callee, to), supergraph.Tally{Fixed: 1}
		x.sends, x.receives = x.sends.Plus(inside.sends.In(once)), x.receives.Plus(inside.receives.In(once))
	}
	return x
}

// captured is what a closure gets that a function calls or starts: what it is passed, and what it has captured.
func (g *gathering) captured(s share, i supergraph.Instruction, callee *supergraph.Function) share {
	to := g.shareOf(s, i, callee)
	if call := i.Instr(); call.Name != "" || call.Method != "" {
		return to
	}
	if made := i.Parent.Definition(i.Parent.Original(i.Instr().Args[0])); made != nil && made.Op == ir.OpMakeClosure && made.Name == callee.Name {
		for n, arg := range made.Args {
			g.give(s, i.Parent, arg, &to, callee.Params+n)
		}
	}
	return to
}

// areSeen reports whether all operations on channels of the place that are meant were seen.
func (g *gathering) areSeen(isMeant func(supergraph.Operation) bool) bool {
	return !slices.ContainsFunc(g.Users[g.object], func(f *supergraph.Function) bool {
		return slices.ContainsFunc(g.Operations(f), func(o supergraph.Operation) bool {
			return isMeant(o) && slices.Contains(o.Objects, g.object) && !g.seen[f.At(o.At)]
		})
	})
}

// isCalledByNoOther reports whether nobody else calls those who get the channel.
func (g *gathering) isCalledByNoOther() bool {
	isUnseen := func(call supergraph.Instruction) bool { return !g.seen[call] }
	for f := range g.visited {
		if f != g.maker && (g.Points.CalledFromOutside()[f.Function] || slices.ContainsFunc(f.Callers, isUnseen)) {
			return false
		}
	}
	return true
}

// A plenty is what is known of the messages on the channels of a place: whether there is a slot for each, and which
// receives only come where there are some.
type plenty struct {
	hasRoom bool
	finding map[supergraph.Instruction]bool
}

// plentyOf finds it, once.
func (x *Analysis) plentyOf(channel pointsto.Location) *plenty {
	p := x.plenties[channel]
	if p == nil {
		p = &plenty{}
		x.plenties[channel] = p
		if g := x.gather(channel); g != nil {
			p.finding = g.finding()
			p.hasRoom = g.seesAll() && g.maker.IsAtMost(g.sends, g.maker.At(g.made).Instr().Args[0])
		}
	}
	return p
}

// HasRoom reports whether nobody ever waits to send on the channels of a place, as they have a slot for each message.
func (x *Analysis) HasRoom(channel pointsto.Location) bool { return x.plentyOf(channel).hasRoom }

// PassesAtOnce reports whether an instruction sends where nobody ever waits to send, be it in one case of a select, or
// receives where something is left.
func (x *Analysis) PassesAtOnce(i supergraph.Instruction) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpSend:
		return x.areAll(i, in.Args[0], (*plenty).isRoomy)
	case ir.OpReceive:
		return x.areAll(i, in.Args[0], func(p *plenty) bool { return p.finding[i] })
	}
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send && x.areAll(i, c.Chan, (*plenty).isRoomy) })
}

func (p *plenty) isRoomy() bool { return p.hasRoom }

// areAll reports whether something holds of all channels that an operand of an instruction may be.
func (x *Analysis) areAll(i supergraph.Instruction, channel ir.Operand, holds func(*plenty) bool) bool {
	list := x.Points.Operand(i.Parent.Function, channel)
	return len(list) > 0 && !slices.ContainsFunc(list, func(l pointsto.Location) bool { return !holds(x.plentyOf(l)) })
}

// answered finds those of some channels on which so many messages are sent on all ways before their maker asks for one that
// each of its receives gets one, and what is passed before.
func (x *Analysis) answered(objects []pointsto.Location, into *Served) {
	for _, l := range objects {
		if x.Points.Objects[l].Kind != pointsto.Channel || !x.HasRoom(l) {
			continue
		}
		if g := x.gatheringOf(l); g.isAnswered() {
			into.enter(l, g.passed, nil)
		}
	}
}

// isAnswered reports whether all that is received is sent before.
func (g *gathering) isAnswered() bool {
	if g.receives.IsUnknown || g.isShared {
		return false
	}
	n := g.receives.Fixed
	if g.receives.Times == 0 && (n == 0 || n <= mostOwed && (&ways{duty: &g.duty, f: g.maker, share: g.share, untilAsked: true}).areAll(g.made, int(n))) {
		return true
	}
	return slices.ContainsFunc(g.maker.CountedLoops(), func(c *supergraph.CountedLoop) bool { return g.isAnsweredIn(c) })
}

// isAnsweredIn reports whether each turn of a loop sends one, or starts who does, and as many are received when it has come
// to its end.
func (g *gathering) isAnsweredIn(c *supergraph.CountedLoop) bool {
	after := g.maker.OnlyBy(c)
	isEarly := func(i supergraph.Instruction) bool { return !after[i.At.Block] }
	if c.Blocks[g.made.Block] || !g.maker.IsAsMany(g.receives, c) || slices.ContainsFunc(g.receiving, isEarly) {
		return false
	}
	return !slices.ContainsFunc(c.Tests, func(test int) bool {
		turn := pointsto.At{Block: g.maker.SuccessorsOf(test)[0], Index: -1}
		return !(&ways{duty: &g.duty, f: g.maker, share: g.share, until: c.Tests}).areAll(turn, 1)
	})
}
