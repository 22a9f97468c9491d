package waitfor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A duty is what somebody has to do to an object for those who wait for it: to close a channel, or to count down a wait
// group to which he has added. It is done on all ways if each way of a function comes to where that is done, or to a
// call that does it on all of its own, or starts a goroutine or defers a call that does: a must-analysis, by access paths
// as in package holding, with summaries of what functions do to what they are given (Sharir and Pnueli 1981).
type duty struct {
	*Analysis
	object pointsto.Location
	// isPart says that the object is a part of a variable or struct, and not only held by one.
	isPart bool
	// does reports whether an instruction does it, once it is known on which object; adds how much more is to be done
	// after one.
	does func(in *ir.Instr) bool
	adds func(in *ir.Instr) int
	// isStarted says that a goroutine is to do it which somebody has started: who gives up the test there is gone, and the
	// others go on.
	isStarted bool
	// isThere says that whoever has what leads to the object finds it there: it isn't nil.
	isThere bool
	// isCopied says that structs which hold the object may be copied, and that the object is only replaced in variables of functions.
	isCopied bool
	// copied are the variables of which it is asked what was copied there.
	copied map[variableOf]bool
	// passed are the kinds that are passed before it is done.
	passed kindSet
	asked  []*supergraph.Function
	known  map[string]*answer
}

// An answer says whether a function does it on all its ways, and what is passed before.
type answer struct {
	isDone bool
	passed kindSet
}

// A share is how a function gets at an object: by values that are the object, and by addresses from which some steps
// lead to it, or to what holds it.
type share struct {
	values map[ir.Operand]bool
	bases  map[ir.Operand]string
}

func newShare() share { return share{map[ir.Operand]bool{}, map[ir.Operand]string{}} }

// isObject reports whether an operand of a function is the object.
func (d *duty) isObject(f *supergraph.Function, s share, o ir.Operand) bool {
	o = f.Original(o)
	if s.values[o] {
		return true
	}
	if !d.isPart {
		in := f.Definition(o)
		switch {
		case in == nil:
			return false
		case in.Op == ir.OpField:
			steps, ok := d.heldByCopy(f, s, in.Args[0])
			return ok && steps == "."+strconv.Itoa(in.Index)
		case in.Op != ir.OpLoad:
			return false
		}
		o = in.Args[0]
	}
	base, steps := f.StepsTo(o)
	want, ok := d.heldBy(f, s, base)
	return ok && want == steps
}

// A variableOf is a variable of a function, by its address.
type variableOf struct {
	f       *supergraph.Function
	address ir.Operand
}

// heldBy are the steps that lead to the object from an address, if they do: also that of a variable which is set once, to a
// struct that holds the object, and in which the object isn't replaced.
func (d *duty) heldBy(f *supergraph.Function, s share, base ir.Operand) (steps string, ok bool) {
	at := variableOf{f, base}
	if steps, ok = s.bases[base]; ok || !d.isCopied || !isMadeAt(f, base) || d.copied[at] {
		return steps, ok
	}
	d.copied[at] = true // it may be copied to itself, as a named result is where it is returned
	defer delete(d.copied, at)
	var parts []string
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore {
			continue
		}
		switch to, at := f.StepsTo(in.Args[0]); {
		case to != base:
		case at != "":
			parts = append(parts, at)
		case !in.Kind.IsAggregate() || !d.isOnceIn(f, base, i):
			return "", false
		default:
			if steps, ok = d.heldByCopy(f, s, in.Args[1]); !ok {
				return "", false
			}
		}
	}
	return steps, ok && !slices.Contains(parts, steps)
}

// isOnceIn reports whether a function stores in a variable as often as it makes one: others who have it don't see what comes later.
func (d *duty) isOnceIn(f *supergraph.Function, base ir.Operand, store supergraph.Instruction) bool {
	made, ok := f.DefinedAt(base)
	return ok && f.Loops[made.At.Block] == f.Loops[store.At.Block]
}

// heldByCopy are the steps that lead to the object in a struct that is a value.
func (d *duty) heldByCopy(f *supergraph.Function, s share, value ir.Operand) (steps string, ok bool) {
	value = f.Original(value)
	if in := f.Definition(value); d.isCopied && in != nil && in.Op == ir.OpLoad {
		return d.heldBy(f, s, f.Original(in.Args[0]))
	}
	steps, ok = s.bases[value]
	return steps, ok && d.isCopied && !isMadeAt(f, value)
}

// give notes in the share of a callee what a caller passes for a parameter.
func (d *duty) give(s share, f *supergraph.Function, arg ir.Operand, to *share, parameter int) {
	p := ir.Operand{Kind: ir.Register, Reg: parameter}
	if !d.isPart && d.isObject(f, s, arg) {
		to.values[p] = true
		return
	}
	if steps, ok := d.heldByCopy(f, s, arg); ok {
		to.bases[p] = steps
		return
	}
	base, steps := f.StepsTo(arg)
	want, ok := d.heldBy(f, s, base)
	if rest, leads := strings.CutPrefix(want, steps); ok && leads && (rest == "" || rest[0] == '.') {
		to.bases[p] = rest
	}
}

// shareOf is what a callee gets by a call.
func (d *duty) shareOf(s share, call supergraph.Instruction, callee *supergraph.Function) share {
	to := newShare()
	for p, arg := range supergraph.Passed(call.Instr(), callee) {
		d.give(s, call.Parent, arg, &to, p)
	}
	for base, steps := range s.bases {
		if base.Kind == ir.GlobalConst {
			to.bases[base] = steps
		}
	}
	return to
}

// mostAsked limits how deep calls are followed.
const mostAsked = 6

// isDoneIn reports whether a function does it on all its ways.
func (d *duty) isDoneIn(f *supergraph.Function, s share) bool {
	if len(s.values)+len(s.bases) == 0 || !d.Touches(f, d.object) || slices.Contains(d.asked, f) || len(d.asked) >= mostAsked {
		return false
	}
	key := strconv.Itoa(f.Number) + strconv.FormatBool(d.isStarted) + s.key()
	a := d.known[key]
	if a == nil {
		a = d.ask(f, s)
		d.known[key] = a
	}
	d.passed.addAll(a.passed)
	return a.isDone
}

// ask finds out whether a function does it.
func (d *duty) ask(f *supergraph.Function, s share) *answer {
	inside := *d
	inside.passed, inside.asked = kindSet{}, append(slices.Clip(d.asked), f)
	isDone := (&ways{duty: &inside, f: f, share: s}).areAll(pointsto.At{Index: -1}, 1)
	return &answer{isDone, inside.passed}
}

// key is a text that differs from that of other shares.
func (s share) key() string {
	var list []string
	for v := range s.values {
		list = append(list, v.String())
	}
	for base, steps := range s.bases {
		list = append(list, base.String()+steps)
	}
	slices.Sort(list)
	return " " + strings.Join(list, " ")
}

// isDoneAt reports whether an instruction does it, or runs what does on all its ways.
func (d *duty) isDoneAt(s share, i supergraph.Instruction) bool {
	if i.Instr().Op != ir.OpGo || d.isStarted {
		return d.isDoneBy(s, i)
	}
	started := *d
	started.isStarted = true
	isDone := started.isDoneBy(s, i)
	d.passed = started.passed
	return isDone
}

func (d *duty) isDoneBy(s share, i supergraph.Instruction) bool {
	in := i.Instr()
	switch {
	case d.does(in):
		return d.isObject(i.Parent, s, in.Args[0])
	case !i.Calls():
		return false
	case in.Name == library.OnceDo:
		return d.isDoneByOnce(s, i)
	case in.CallsValue():
		return d.isDoneInClosure(s, i.Parent, in.Args[0])
	}
	callees := d.CalleesAt(i)
	return len(callees) > 0 && len(callees) == len(d.Points.Callees(i.Parent.Function, i.At)) &&
		!slices.ContainsFunc(callees, func(callee *supergraph.Function) bool { return !d.isDoneIn(callee, d.shareOf(s, i, callee)) })
}

// isDoneInClosure reports whether a closure that a function makes does it, with what it has captured.
func (d *duty) isDoneInClosure(s share, f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op != ir.OpMakeClosure || d.Callee(in.Name) == nil {
		return false
	}
	callee, to := d.Callee(in.Name), newShare()
	for n, arg := range in.Args {
		d.give(s, f, arg, &to, callee.Params+n)
	}
	return d.isDoneIn(callee, to)
}

// ways are those of a function on which a duty is to be done.
type ways struct {
	*duty
	f     *supergraph.Function
	share share
	// mayHand says that it is enough to give others the struct that holds the object, handed that this is done.
	mayHand, handed bool
	// isOnce says that it need not be done again where it has been done before.
	isOnce bool
	depth  int
	// untilAsked says that it need only be done before the function itself receives from the channel.
	untilAsked bool
	// taking is where the object comes from, if the function receives it.
	taking *taking
	// until are blocks to the ends of which all ways have to come, with nothing left to be done then, be it later; nil if it is enough that it is
	// done.
	until []int
	// apart are blocks in which nothing is done of what is meant.
	apart map[int]bool
	next  map[turn][]turn
	ends  map[turn]bool
}

// A turn is where a way has come to: at the beginning of a block, with so much left to be done.
type turn struct {
	block, owed int
	// deferred says that some of it is deferred, isShared that a goroutine may have the struct, isGiven that others have it.
	deferred, isShared, isGiven bool
}

// mostOwed limits what is left to be done.
const mostOwed = 4

// areAll reports whether it is done on all ways from behind an instruction, and none of them stays in a loop.
func (w *ways) areAll(from pointsto.At, owed int) bool {
	before := slices.Clone(w.passed.Set)
	w.next, w.ends = map[turn][]turn{}, map[turn]bool{}
	start := turn{block: from.Block, owed: owed}
	if w.follow(start, from.Index+1) && w.comeToEnds() {
		return true
	}
	w.passed.Set = before
	return false
}

// follow follows the ways from an instruction of a block, which isn't where others may come to.
func (w *ways) follow(start turn, index int) bool {
	first := turn{block: -1}
	if !w.step(first, start, index) {
		return false
	}
	seen := map[turn]bool{}
	for work := slices.Clone(w.next[first]); len(work) > 0; work = work[1:] {
		if t := work[0]; !seen[t] {
			seen[t] = true
			if !w.step(t, t, 0) {
				return false
			}
			work = append(work, w.next[t]...)
		}
	}
	return true
}

// step goes through the rest of a block, and notes what may follow.
func (w *ways) step(key, t turn, index int) bool {
	after, isEnd, ok := w.through(t, index)
	if !ok {
		return false
	}
	w.next[key] = nil
	if w.ends[key] = isEnd; isEnd {
		return true
	}
	for _, b := range w.f.SuccessorsOf(t.block) {
		n := after
		n.block = b
		w.next[key] = append(w.next[key], n)
	}
	return true
}

// comeToEnds reports whether one may come to an end from everywhere, and no loop waits for others.
func (w *ways) comeToEnds() bool {
	for grew := true; grew; {
		grew = false
		for t, list := range w.next {
			if !w.ends[t] && slices.ContainsFunc(list, func(n turn) bool { return w.ends[n] }) {
				w.ends[t], grew = true, true
			}
		}
	}
	for t := range w.next {
		if !w.ends[t] || t.block >= 0 && w.Spins(w.f, t.block) {
			return false
		}
	}
	return true
}

// through goes through the rest of a block. It is an end if nothing is left to be looked at, and not ok if it isn't done
// on a way that ends there.
func (w *ways) through(t turn, index int) (after turn, isEnd, ok bool) {
	for n := index; n < len(w.f.Blocks[t.block].Instrs); n++ {
		i := w.f.At(pointsto.At{Block: t.block, Index: n})
		in := i.Instr()
		switch {
		case t.owed > 0 && !w.apart[t.block] && w.isDoneAt(w.share, i):
			t.owed, t.deferred = t.owed-1, t.deferred || in.Op == ir.OpDefer
			if t.owed == 0 && !t.deferred && w.until == nil {
				return t, true, !w.does(in) || !w.DefersRecover(w.f) // what panics before is no end
			}
			continue
		case t.owed > 0 && w.isReplacedBy(i),
			t.owed > 0 && w.untilAsked && w.asks(i):
			return t, false, false
		case w.adds(in) != 0 && w.isObject(w.f, w.share, in.Args[0]):
			if t.owed += w.adds(in); t.owed > mostOwed || t.owed < 1 {
				return t, false, false
			}
		}
		if isEnd, ok = w.pass(&t, i); isEnd || !ok {
			return t, isEnd, ok
		}
	}
	return t, false, true
}

// asks reports whether an instruction waits for messages of the object.
func (w *ways) asks(i supergraph.Instruction) bool {
	return slices.ContainsFunc(w.OperationsOf(i), func(o supergraph.Operation) bool {
		return o.Receives && slices.Contains(o.Objects, w.object) && w.isBlamed(&o)
	})
}

// isReplacedBy reports whether what the function gets at after an instruction is another object.
func (w *ways) isReplacedBy(i supergraph.Instruction) bool {
	if w.taking != nil {
		return i == w.taking.Instruction
	}
	return i.Instr().Dst >= 0 && w.isShareOf(i.Instr().Dst)
}

// isShareOf reports whether a register is how the function gets at the object itself, and not only at what holds it.
func (w *ways) isShareOf(register int) bool {
	r := ir.Operand{Kind: ir.Register, Reg: register}
	_, isBase := w.share.bases[r]
	return w.isPart && isBase || w.share.values[r]
}

// pass goes past an instruction that doesn't do it.
func (w *ways) pass(t *turn, i supergraph.Instruction) (isEnd, ok bool) {
	switch in := i.Instr(); in.Op {
	case ir.OpReturn:
		if t.owed > 0 && w.mayHand && (!t.isShared || t.isGiven || slices.ContainsFunc(in.Args, w.isHolder)) {
			w.handed = true
			return true, true
		}
		return true, w.untilAsked || t.owed == 0 && w.until == nil
	case ir.OpPanic:
		return true, t.owed == 0 || !w.UnderRecover()[w.f]
	case ir.OpStop: // it never comes to its end
		return true, false
	case ir.OpSend, ir.OpReceive, ir.OpSelect:
		if w.mayWaitOnNil(i) { // nor may this
			return true, false
		}
	case ir.OpIf:
		if slices.Contains(w.until, i.At.Block) {
			return true, t.owed == 0 && !t.deferred
		}
		return w.passBranch(t, i)
	}
	w.passHolder(t, i)
	if i.Instr().Op == ir.OpGo {
		return false, true
	}
	for _, o := range w.OperationsOf(i) {
		w.passes(&o, &w.passed)
	}
	if !i.Calls() {
		return false, true
	}
	if i.Instr().Op == ir.OpCall && library.Find(i.Instr().Name).Meaning == library.Exit {
		return true, true
	}
	w.addCalled(&w.passed, i, w.CalleesAt(i))
	return false, i.Instr().Op == ir.OpDefer || w.comesBack(t, i)
}

// comesBack reports whether a call returns, if it isn't stuck, and the goroutine isn't gone with what it owes.
func (w *ways) comesBack(t *turn, call supergraph.Instruction) bool {
	isGone := w.mayRunStaying(call) || t.owed > 0 && w.isEnd(call)
	for _, callee := range w.CalleesAt(call) {
		isGone = isGone || w.MayStay[callee] || t.owed > 0 && (w.mayBeEnd(callee) || w.MayPanic[callee] && w.UnderRecover()[w.f])
	}
	return !isGone
}

// isEnd reports whether a call is the end of the goroutine, and not of the test, mayBeEnd whether one in a function is.
func (d *duty) isEnd(call supergraph.Instruction) bool {
	meaning := library.Find(call.Instr().Name).Meaning
	return meaning == library.Goexit || d.isStarted && (meaning == library.FailNow || library.EndsByName(call.Instr().Method))
}

func (d *duty) mayBeEnd(f *supergraph.Function) bool {
	return d.MayGoexit[f] || d.isStarted && d.MayGiveUp[f]
}

// passHolder notes who may get at the struct that holds the object.
func (w *ways) passHolder(t *turn, i supergraph.Instruction) {
	if !w.mayHand {
		return
	}
	in := i.Instr()
	t.isShared = t.isShared || w.givesValue(in)
	switch in.Op {
	case ir.OpGo:
		t.isShared = true
	case ir.OpCall, ir.OpDefer:
		isStarting := func(f *supergraph.Function) bool { return w.starting()[f] }
		t.isShared = t.isShared || slices.ContainsFunc(in.Args, w.isHolder) && (len(w.CalleesAt(i)) == 0 || slices.ContainsFunc(w.CalleesAt(i), isStarting))
	case ir.OpStore, ir.OpMapUpdate, ir.OpSend, ir.OpAppend:
		t.isGiven = t.isGiven || slices.ContainsFunc(in.Args[1:], w.isHolder)
	case ir.OpSelect:
		t.isGiven = t.isGiven || slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send && w.isHolder(c.Value) })
	}
}

// givesValue reports whether others may get at the object by an instruction, and not by way of the struct: who only
// operates on it doesn't give it away.
func (w *ways) givesValue(in *ir.Instr) bool {
	isValue := func(o ir.Operand) bool { return w.isObject(w.f, w.share, o) }
	switch in.Op {
	case ir.OpStore:
		base := w.f.BaseOfPart(in.Args[0])
		_, isKept := w.share.bases[base]
		return !isKept && isValue(in.Args[1])
	case ir.OpCall, ir.OpDefer, ir.OpMakeClosure:
		return slices.ContainsFunc(in.Args, isValue)
	case ir.OpMapUpdate, ir.OpSend, ir.OpAppend:
		return slices.ContainsFunc(in.Args[1:], isValue)
	}
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send && isValue(c.Value) })
}

// isHolder reports whether an operand is the address of the struct, be it as an interface.
func (w *ways) isHolder(o ir.Operand) bool {
	o = w.f.Original(o)
	if in := w.f.Definition(o); in != nil && in.Op == ir.OpMakeInterface {
		o = w.f.Original(in.Args[0])
	}
	_, ok := w.share.bases[o]
	return ok
}

// starting has the functions that start goroutines, or call one that does.
func (x *Analysis) starting() map[*supergraph.Function]bool {
	if x.starters == nil {
		x.starters = map[*supergraph.Function]bool{}
		starts := func(f *supergraph.Function) bool {
			return f.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpGo })
		}
		x.WithCallers(x.starters, starts, func(supergraph.Instruction) bool { return true })
	}
	return x.starters
}

// passBranch goes past a branch. If it asks whether there is an object, only one side counts; if it asks whether it has been
// done before, the other one.
func (w *ways) passBranch(t *turn, branch supergraph.Instruction) (isEnd, ok bool) {
	if t.owed != 1 || t.deferred {
		return false, true
	}
	sides := w.f.SuccessorsOf(branch.At.Block)
	condition, negated := w.f.Negated(branch.Instr().Args[0])
	if isThere, isAsked := w.asksWhetherThere(condition); isAsked {
		side := 0
		if isThere == negated {
			side = 1
		}
		return true, w.isDoneFrom(sides[side])
	}
	if !w.isOnce {
		return false, true
	}
	switch in := w.f.Definition(condition); {
	case in == nil:
		return false, true
	case w.asksForEnd(in):
		sides = sides[1:]
		if negated {
			sides = w.f.SuccessorsOf(branch.At.Block)[:1]
		}
	case (in.Op != ir.OpLoad && in.Op != ir.OpUpdate) || !w.isOwnFlag(in.Args[0]):
		return false, true
	}
	return true, slices.ContainsFunc(sides, func(block int) bool { return w.isDoneFrom(block) })
}

// asksWhetherThere reports whether a condition says if there is an object, as it may be nil for others, or the channel closed
// from which it comes; and what it says for the one that is meant.
func (w *ways) asksWhetherThere(condition ir.Operand) (isThere, isAsked bool) {
	in := w.f.Definition(condition)
	switch {
	case in == nil:
		return false, false
	case w.taking != nil && w.taking.asksWhetherOpen(in):
		return true, true
	case !w.isThere || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=":
		return false, false
	}
	isNil := func(o ir.Operand) bool { return o.Kind == ir.NilConst }
	isObject := func(o ir.Operand) bool { return w.isObject(w.f, w.share, o) || w.isHolder(o) }
	isAsked = isNil(in.Args[1]) && isObject(in.Args[0]) || isNil(in.Args[0]) && isObject(in.Args[1])
	return in.Name == "!=", isAsked
}

// mostBranches limits how many such branches there are on a way.
const mostBranches = 4

func (w *ways) isDoneFrom(block int) bool {
	rest := &ways{duty: w.duty, f: w.f, share: w.share, isOnce: w.isOnce, taking: w.taking, depth: w.depth + 1}
	return w.depth < mostBranches && rest.areAll(pointsto.At{Block: block, Index: -1}, 1)
}

// asksForEnd reports whether a condition is that a select has received from the channel.
func (w *ways) asksForEnd(in *ir.Instr) bool {
	if in.Op != ir.OpBinary || in.Name != "==" || in.Args[1].Kind != ir.IntConst {
		return false
	}
	index := w.f.Definition(w.f.Original(in.Args[0]))
	if index == nil || index.Op != ir.OpExtract || index.Index != 0 {
		return false
	}
	selected, n := w.f.Definition(index.Args[0]), int(in.Args[1].Int)
	return selected != nil && selected.Op == ir.OpSelect && n >= 0 && n < len(selected.Cases) && !selected.Cases[n].Send &&
		w.isObject(w.f, w.share, selected.Cases[n].Chan)
}

// isOwnFlag reports whether an address is that of a flag which only this function sets.
func (w *ways) isOwnFlag(address ir.Operand) bool {
	list := w.Points.Operand(w.f.Function, address)
	if len(list) != 1 || w.Points.Escapes(list[0]) {
		return false
	}
	isOwn := func(store supergraph.Instruction) bool { return store.Parent == w.f }
	clears := func(store supergraph.Instruction) bool {
		in := store.Instr()
		return in.Op == ir.OpStore && in.Args[1] == ir.Operand{Kind: ir.BoolConst}
	}
	stores := w.Stores[list[0]]
	return slices.ContainsFunc(stores, isOwn) && !slices.ContainsFunc(stores, func(store supergraph.Instruction) bool { return !isOwn(store) && !clears(store) })
}
