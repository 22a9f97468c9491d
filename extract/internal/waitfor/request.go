package waitfor

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A request is what a function hands to somebody over another channel, together with one that it has made for the
// reply: in a struct, as a function that has captured it, or the channel by itself. It is the only way by which others
// get at that channel.
type request struct {
	*Analysis
	reply pointsto.Location
	maker *supergraph.Function
	made  pointsto.At
	share share // of the maker
	// packed is where the channel is put into the message, if that is another value: a closure, or a struct to which steps
	// lead from its address, of which a copy is sent, or the address.
	packed  supergraph.Instruction
	message ir.Operand
	closure *supergraph.Function
	steps   string
	// handed is where the message is sent, in a case if that is a select; carriers are the channels on which it may be.
	handed   supergraph.Instruction
	chosen   int
	carriers []pointsto.Location
	// awaiting are the instructions by which the maker receives the reply.
	awaiting []supergraph.Instruction
}

// requestOf finds what a channel for a reply is handed over with; nil if others may get at it in another way.
func (x *Analysis) requestOf(reply pointsto.Location) *request {
	object := &x.Points.Objects[reply]
	f := x.Functions[object.Function]
	isUnseen := x.Points.CanSend(reply) || x.Points.CanReceive(reply)
	if object.Kind != pointsto.Channel || f == nil || isUnseen || f.At(object.At).Instr().Op != ir.OpMakeChan {
		return nil
	}
	r := &request{Analysis: x, reply: reply, maker: f, made: object.At, share: newShare()}
	r.message = ir.Operand{Kind: ir.Register, Reg: f.At(r.made).Instr().Dst}
	r.share.values[r.message] = true
	r.pack()
	if !r.isKept() || r.handed.Parent == nil || !r.areCarriersSeen() || r.steps != "" && !r.isFieldSteady() {
		return nil
	}
	return r
}

// pack finds what the channel is put into.
func (r *request) pack() {
	for i := range r.maker.Instructions() {
		switch in := i.Instr(); {
		case in.Op == ir.OpMakeClosure && slices.ContainsFunc(in.Args, r.isReply):
			r.packed, r.message, r.closure = i, ir.Operand{Kind: ir.Register, Reg: in.Dst}, r.Callee(in.Name)
		case in.Op == ir.OpStore && r.isReply(in.Args[1]):
			r.packed = i
			r.message, r.steps = r.maker.StepsTo(in.Args[0])
		}
	}
	if r.steps != "" {
		r.share.bases[r.message] = r.steps
	}
}

func (r *request) duty() *duty {
	return &duty{Analysis: r.Analysis, object: r.reply, isCopied: r.steps != "", copied: map[variableOf]bool{}}
}

// isReply reports whether an operand of the maker is the channel.
func (r *request) isReply(o ir.Operand) bool { return r.duty().isObject(r.maker, r.share, o) }

// isMessage reports whether an operand of the maker is what it sends.
func (r *request) isMessage(o ir.Operand) bool {
	o = r.maker.Original(o)
	in := r.maker.Definition(o)
	return o == r.message || r.steps != "" && in != nil && in.Op == ir.OpLoad && r.maker.Original(in.Args[0]) == r.message
}

// isKept reports whether the maker does nothing with the channel, and what holds it, but to send the message, in one place,
// and to receive the reply.
func (r *request) isKept() bool {
	if r.packed.Parent != nil && r.closure == nil && (strings.Count(r.steps, ".") != 1 || !isMadeAt(r.maker, r.message)) {
		return false
	}
	for i := range r.maker.Instructions() {
		if i.At != r.made && i != r.packed && !r.keeps(i) {
			return false
		}
	}
	return !slices.ContainsFunc(r.maker.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Succs, func(e ir.Edge) bool {
			return slices.ContainsFunc(e.Moves, func(m ir.Move) bool { return r.isPart(m.From) })
		})
	})
}

// isPart reports whether an operand is the channel, or leads to it.
func (r *request) isPart(o ir.Operand) bool {
	return r.isReply(o) || r.isMessage(o) || r.maker.BaseOfPart(o) == r.message
}

// keeps reports whether an instruction doesn't give the channel to others but by sending the message.
func (r *request) keeps(i supergraph.Instruction) bool {
	switch in := i.Instr(); in.Op {
	case ir.OpCopy, ir.OpFieldAddr, ir.OpLoad:
		return true
	case ir.OpStore:
		base, steps := r.maker.StepsTo(in.Args[0])
		return !r.isPart(in.Args[1]) && (base != r.message || steps != "" && steps != r.steps)
	case ir.OpReceive:
		return r.receives(i, in.Args[0]) || !r.isPart(in.Args[0])
	case ir.OpSend:
		return !r.isPart(in.Args[0]) && (r.hands(i, 0, in.Args[0], in.Args[1]) || !r.isPart(in.Args[1]))
	case ir.OpSelect:
		for n, c := range in.Cases {
			isKept := r.receives(i, c.Chan) || !r.isPart(c.Chan)
			if c.Send {
				isKept = !r.isPart(c.Chan) && (r.hands(i, n, c.Chan, c.Value) || !r.isPart(c.Value))
			}
			if !isKept {
				return false
			}
		}
		return true
	}
	return !slices.ContainsFunc(i.Instr().Args, r.isPart)
}

// receives notes where the maker receives the reply.
func (r *request) receives(i supergraph.Instruction, channel ir.Operand) bool {
	isReply := r.isReply(channel)
	if isReply {
		r.awaiting = append(r.awaiting, i)
	}
	return isReply
}

// hands notes where the message is sent, which is only one place.
func (r *request) hands(i supergraph.Instruction, chosen int, channel, value ir.Operand) bool {
	if !r.isMessage(value) || r.handed.Parent != nil {
		return false
	}
	r.handed, r.chosen = i, chosen
	r.carriers = r.Points.Operand(r.maker.Function, channel)
	return true
}

// areCarriersSeen reports whether nobody receives the message who isn't seen, and it is in no buffer: whoever has sent it
// knows that somebody has it.
func (r *request) areCarriersSeen() bool {
	return len(r.carriers) > 0 && !slices.ContainsFunc(r.carriers, func(l pointsto.Location) bool {
		o := &r.Points.Objects[l]
		f := r.Functions[o.Function]
		if o.Kind != pointsto.Channel || f == nil || r.Points.CanReceive(l) {
			return true
		}
		made := f.At(o.At).Instr()
		return made.Op != ir.OpMakeChan || made.Args[0] != ir.Operand{Kind: ir.IntConst}
	})
}

// isFieldSteady reports whether nobody changes the field of a message that somebody else has made: it is only set in what a
// function makes, once each, or has a variable for.
func (r *request) isFieldSteady() bool {
	list := r.Points.Operand(r.maker.Function, r.packed.Instr().Args[0])
	if len(list) != 1 || r.Points.Objects[list[0]].Kind != pointsto.Field {
		return false
	}
	isElsewhere := func(copied supergraph.Instruction) bool { return !isMadeAt(copied.Parent, copied.Instr().Args[0]) }
	return r.duty().isSetByMakers(list[0]) && !slices.ContainsFunc(r.Copies[pointsto.TypeOfField(r.Points.Objects[list[0]].Name)], isElsewhere)
}

// isAskedOnce reports whether the message is sent at most once with each channel, and the maker waits for one reply after that, and
// for none before.
func (r *request) isAskedOnce() bool {
	handed, awaited := map[int]supergraph.Tally{}, map[int]supergraph.Tally{}
	once := supergraph.Tally{Fixed: 1}
	handed[r.handed.At.Block] = once
	for _, i := range r.awaiting {
		if !r.comesAfterHanded(i) {
			return false
		}
		awaited[i.At.Block] = awaited[i.At.Block].Plus(once)
	}
	return r.maker.Most(handed, r.made.Block) == once && isAtMostOnce(r.maker.Most(awaited, r.made.Block))
}

func isAtMostOnce(t supergraph.Tally) bool { return !t.IsUnknown && t.Times == 0 && t.Fixed <= 1 }

// comesAfterHanded reports whether the maker comes to an instruction only when it has sent the message.
func (r *request) comesAfterHanded(i supergraph.Instruction) bool {
	if r.handed.Instr().Op == ir.OpSend {
		return r.handed.AlwaysComesBefore(i)
	}
	after, ok := r.maker.AfterCase(r.handed, r.chosen)
	if !ok || r.maker.Reached([]int{r.made.Block}, after)[i.At.Block] {
		return false
	}
	ways := 0
	for b := range r.maker.Blocks {
		for _, next := range r.maker.SuccessorsOf(b) {
			if next == after {
				ways++
			}
		}
	}
	return ways == 1 && after != r.made.Block
}

// fetched are the kinds that the maker passes before he receives the reply. It is ok if he does on all ways once he has sent
// the message, or there is a slot for the reply.
func (r *request) fetched() (passed kindSet, ok bool) {
	if room := r.maker.At(r.made).Instr().Args[0]; room.Kind != ir.IntConst || room.Int > 0 {
		return passed, room.Kind == ir.IntConst
	}
	from := r.handed.At
	if r.handed.Instr().Op == ir.OpSelect {
		from.Index = -1
		if from.Block, ok = r.maker.AfterCase(r.handed, r.chosen); !ok {
			return passed, false
		}
	}
	d := r.duty()
	d.does, d.adds, d.known = func(in *ir.Instr) bool { return in.Op == ir.OpReceive }, addsNothing, map[string]*answer{}
	ok = !r.UnderRecover()[r.maker] && (&ways{duty: d, f: r.maker, share: r.share}).areAll(from, 1)
	return d.passed, ok
}
