package supergraph

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// For a goroutine a lock has a typestate (Strom and Yemini 1986): it is free, or the goroutine has it, for
// writing or reading. Here it is followed on all ways, with a summary of each function for each typestate in which
// it is called (the functional approach of Sharir and Pnueli 1981). What is deferred is part of the state of a
// function: property simulation (Das, Lerner and Seigle 2002), with the answers that the function gets as in
// holdings. These say what is held on all ways at least; this says what may be held, so that it shows that a lock
// is released.
//
// Most functions from which one is reached that takes a lock have nothing to do with it otherwise. Only those are
// followed from where it is free that take or release it, and those that call one of these which doesn't return as
// it was called; what runs while the lock is held is followed wherever it goes.

// A Discipline says what goroutines do while they have a lock that each gives back himself, on all ways, before
// his function, or that of a caller in the package, is done.
type Discipline struct {
	// Inside are the instructions that may be carried out while the lock is held, and aren't operations on it. What
	// the functions do that they call is among them if these may take or release the lock.
	Inside []Instruction
	// Operations are those on the lock.
	Operations []Instruction
}

// DisciplineOf follows a lock. It is not ok if somebody may take it who has it, or release it who hasn't, or
// be gone with it, or stay with it in a loop until others do something.
func (x *Graph) DisciplineOf(lock pointsto.Location) (d Discipline, ok bool) {
	w := &typestates{lockUse: x.useOf(lock), changing: map[*Function]bool{}, deferring: map[*Function][]Instruction{}}
	if w.isTried() {
		return d, false
	}
	begun, ok := w.findChanging()
	if !ok {
		return d, false
	}
	w.restart()
	for _, c := range begun {
		w.begin(c)
	}
	if w.process(); w.broken || w.keeps() {
		return d, false
	}
	for _, run := range w.inOrder {
		for _, a := range w.answersFor(run.called) {
			w.follow(run, a, func(i Instruction) { w.inside[i] = true })
		}
	}
	return Discipline{sorted(w.inside), sorted(w.operations)}, !w.broken
}

// sorted lists instructions in order.
func sorted(set map[Instruction]bool) []Instruction {
	return slices.SortedFunc(maps.Keys(set), func(a, b Instruction) int {
		if a.Parent != b.Parent {
			return a.Parent.Number - b.Parent.Number
		}
		return a.At.Compare(b.At)
	})
}

// A phase is what a goroutine has of the lock. It never has it twice: that is the end of the discipline.
type phase uint8

const (
	unheld phase = iota
	writing
	reading
	phases
)

var holdingsOfPhases = [phases]holding{{}, {writing: 1}, {reading: 1}}

// mostDeferred limits the deferred calls of a function that concern the lock.
const mostDeferred = 3

// A stateSet is a set of typestates of a function: a bit for each phase together with each set of deferred calls that
// concern the lock and are registered.
type stateSet uint32

func stateOf(p phase, registered uint32) stateSet { return 1 << (uint32(p)<<mostDeferred | registered) }

// each visits the typestates of a set.
func (s stateSet) each(visit func(p phase, registered uint32)) {
	for ; s != 0; s &= s - 1 {
		n := uint32(bits.TrailingZeros32(uint32(s)))
		visit(phase(n>>mostDeferred), n&(1<<mostDeferred-1))
	}
}

// isHeld reports whether the lock may be held.
func (s stateSet) isHeld() bool { return s>>(1<<mostDeferred) != 0 }

// A phaseSet is a set of phases, a bit each.
type phaseSet uint8

func (s phaseSet) has(p phase) bool { return s&(1<<p) != 0 }

// each visits the phases of a set.
func (s phaseSet) each(visit func(phase)) {
	for p := range phases {
		if s.has(p) {
			visit(p)
		}
	}
}

// typestates follow one lock.
type typestates struct {
	*lockUse
	contexts  map[*Function]int  // how many of them are told apart
	changing  map[*Function]bool // the functions that are followed where the lock is free
	deferring map[*Function][]Instruction
	followed  int // blocks, so far

	summaries  map[calledKey]*summary
	inOrder    []*summary
	begun      []*summary
	planned    []*summary
	now        *summary // that is looked at
	inside     map[Instruction]bool
	operations map[Instruction]bool
	broken     bool
	unheld     bool // it is broken because somebody releases the lock who hasn't taken it
}

// A summary says what may be held when a function returns that is called in a phase, and who has asked for that.
type summary struct {
	called
	phase   phase
	ends    phaseSet
	askedBy []*summary
	waiting bool // to be looked at
}

// mostFollowed limits how many blocks are looked at for one lock.
const mostFollowed = 300_000

func (w *typestates) restart() {
	w.summaries, w.inOrder, w.begun, w.planned = map[calledKey]*summary{}, nil, nil, nil
	w.contexts = map[*Function]int{}
	w.inside, w.operations, w.broken, w.unheld = map[Instruction]bool{}, map[Instruction]bool{}, false, false
}

// isTried reports whether somebody tries to take the lock, which may fail, or does something to it of which no more is
// known than that.
func (w *typestates) isTried() bool {
	return slices.ContainsFunc(w.Users[w.lock], func(f *Function) bool {
		isTest := func(o Operation) bool { return o.Tests && slices.Contains(o.Objects, w.lock) }
		isOpened := func(i Instruction) bool {
			return i.Calls() && library.Find(i.Instr().Name).Meaning == library.Opens && slices.Contains(w.Points.Receivers(f.Function, i.Instr()), w.lock)
		}
		return slices.ContainsFunc(w.Operations(f), isTest) || slices.ContainsFunc(f.Running(), isOpened)
	})
}

// findChanging finds the functions that have to be followed where the lock is free, and lists those that may be
// called so. It is not ok if one of them shows that there is no discipline.
func (w *typestates) findChanging() (begun []called, ok bool) {
	var work []*Function
	add := func(f *Function) {
		if takesOrReleases := LockingBy(f.Name) != model.Tau; !takesOrReleases && !slices.Contains(work, f) {
			w.changing[f] = true
			work = append(work, f)
		}
	}
	for _, f := range w.Users[w.lock] {
		if w.operates(f) {
			add(f)
		}
	}
	balanced := map[*Function][]called{}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		list := w.waysToCall(f)
		isBalanced := !slices.ContainsFunc(list, func(c called) bool { return !w.isBalanced(c) })
		if w.broken && !w.unheld {
			return nil, false
		}
		if delete(balanced, f); isBalanced {
			balanced[f] = list
			continue
		}
		for _, call := range f.Callers {
			if !w.changing[call.Parent] || balanced[call.Parent] != nil {
				add(call.Parent)
			}
		}
	}
	for _, f := range w.Order {
		if w.changing[f] && (balanced[f] != nil || w.beginsUnheld(f)) {
			begun = append(begun, w.waysToCall(f)...)
		}
	}
	return begun, true
}

// operates reports whether a function takes or releases the lock itself.
func (w *typestates) operates(f *Function) bool {
	for _, steps := range w.stepsOf(f) {
		for _, i := range steps {
			if isReleasing(i.Instr()) || slices.ContainsFunc(w.Points.Callees(f.Function, i.At), func(name string) bool { return w.acts(i, name) != model.Tau }) {
				return true
			}
		}
	}
	return false
}

// waysToCall lists how a function may be called where the lock is free: with which functions as arguments.
func (w *typestates) waysToCall(f *Function) []called {
	list := []called{w.fromOutside(f)}
	if len(w.functionsGiven(f)) == 0 && f.Site.IsValid() {
		return list
	}
	for _, call := range f.Callers {
		c := called{f, w.Bind(call, nil, f), nil, holding{}}
		if len(list) <= mostContexts && !slices.ContainsFunc(list, func(other called) bool { return other.key() == c.key() }) {
			list = append(list, c)
		}
	}
	if len(list) > mostContexts {
		return []called{{f, nil, nil, holding{}}}
	}
	return list
}

// isBalanced reports whether a function that is called where the lock is free leaves it so.
func (w *typestates) isBalanced(c called) bool {
	w.restart()
	w.begin(c)
	w.process()
	return !w.broken && !w.keeps()
}

// keeps reports whether somebody may be gone with the lock.
func (w *typestates) keeps() bool {
	return slices.ContainsFunc(w.begun, func(s *summary) bool { return s.ends.has(writing) || s.ends.has(reading) })
}

// begin follows a goroutine from its beginning, or a call from outside: it must end without the lock.
func (w *typestates) begin(c called) {
	if s := w.summaryOf(c, unheld); !slices.Contains(w.begun, s) {
		w.begun = append(w.begun, s)
	}
}

// summaryOf is that of a call, which is planned if it is new.
func (w *typestates) summaryOf(c called, p phase) *summary {
	c = c.with(holdingsOfPhases[p])
	key := c.key()
	if len(c.at)+len(c.told) > 0 && w.summaries[key] == nil {
		if w.contexts[c.Function]++; w.contexts[c.Function] > mostContexts {
			c = called{c.Function, nil, nil, c.held}
			key = c.key()
		}
	}
	s := w.summaries[key]
	if s == nil {
		s = &summary{called: c, phase: p}
		w.summaries[key] = s
		w.inOrder = append(w.inOrder, s)
		w.plan(s)
	}
	return s
}

func (w *typestates) plan(s *summary) {
	if !s.waiting {
		s.waiting = true
		w.planned = append(w.planned, s)
	}
}

// process looks at what is planned until nothing is left, or the discipline is broken.
func (w *typestates) process() {
	for len(w.planned) > 0 && !w.broken {
		s := w.planned[len(w.planned)-1]
		w.planned, s.waiting = w.planned[:len(w.planned)-1], false
		known := s.ends
		w.now = s
		for _, a := range w.answersFor(s.called) {
			w.follow(s, a, nil)
		}
		w.now = nil
		if s.ends != known {
			for _, asker := range s.askedBy {
				w.plan(asker)
			}
		}
	}
}

func (w *typestates) breakIf(is bool) { w.broken = w.broken || is }

// follow carries typestates through a function that gets some answers. What is carried out with the lock is
// visited.
func (w *typestates) follow(s *summary, a answer, visit func(Instruction)) {
	before := make([]stateSet, len(s.Blocks))
	before[0] = stateOf(s.phase, 0)
	for work := []int{0}; len(work) > 0 && !w.broken; work = work[1:] {
		w.followed++
		w.breakIf(w.followed > mostFollowed)
		after := w.throughBlock(s, a, work[0], before[work[0]], nil)
		w.end(s, work[0], after)
		for _, next := range s.successorsWith(a, work[0]) {
			if before[next]|after != before[next] {
				before[next] |= after
				work = append(work, next)
			}
		}
	}
	for b, states := range before {
		if visit != nil && states != 0 {
			w.throughBlock(s, a, b, states, visit)
		}
	}
}

// end notes what may be held when a function returns.
func (w *typestates) end(s *summary, block int, after stateSet) {
	switch s.Blocks[block].Terminator().Op {
	case ir.OpReturn:
		after.each(func(p phase, _ uint32) { s.ends |= 1 << p })
	case ir.OpPanic:
		w.leave(s, after)
	}
}

// leave notes that a goroutine may leave a function by a panic from which somebody recovers: whoever has taken
// the lock there must have deferred its release.
func (w *typestates) leave(s *summary, states stateSet) {
	if !w.UnderRecover()[s.Function] {
		return
	}
	w.breakIf(s.phase == unheld && w.runDeferred(s, states).isHeld())
	if w.DefersRecover(s.Function) {
		s.ends |= 1 << s.phase
	}
}

// throughBlock carries typestates through a block.
func (w *typestates) throughBlock(s *summary, a answer, block int, states stateSet, visit func(Instruction)) stateSet {
	steps := w.stepsOf(s.Function)[block]
	for n := range s.Blocks[block].Instrs {
		i := s.At(pointsto.At{Block: block, Index: n})
		isStep := len(steps) > 0 && steps[0] == i
		if visit != nil && states.isHeld() {
			w.visitInside(i, visit)
		}
		switch {
		case i.Instr().Op == ir.OpRunDefers:
			states = w.runDeferred(s, states)
		case isStep:
			states = w.throughStep(s, a, i, states)
			steps = steps[1:]
		}
		if i.Instr().Op == ir.OpCall && states.isHeld() {
			w.mayLeave(s, i, states)
		}
	}
	w.breakIf(states.isHeld() && w.Spins(s.Function, block))
	return states
}

// visitInside visits an instruction that is carried out with the lock, if it is about something else. What is
// deferred is carried out at the end, as far as is known.
func (w *typestates) visitInside(i Instruction, visit func(Instruction)) {
	switch i.Instr().Op {
	case ir.OpDefer:
	case ir.OpRunDefers:
		for n := range i.Parent.Instructions() {
			if n.Instr().Op == ir.OpDefer && !w.operations[n] {
				visit(n)
			}
		}
	default:
		if !w.operations[i] {
			visit(i)
		}
	}
}

// mayLeave looks at a call that may panic, end the goroutine, or stay in a loop for ever, with the lock held, or run
// what it is given, which takes the lock.
func (w *typestates) mayLeave(s *summary, call Instruction, states stateSet) {
	if len(w.CalleesAt(call)) == 0 {
		w.breakIf(slices.ContainsFunc(w.GivenTo(call), func(f *Function) bool { return w.touching[f] }))
	}
	isGoexit := library.Find(call.Instr().Name).Meaning == library.Goexit
	for _, callee := range w.CalleesAt(call) {
		isGoexit = isGoexit || w.MayGoexit[callee]
		w.breakIf(w.MayStay[callee] && !w.touching[callee])
		if w.MayPanic[callee] {
			w.leave(s, states)
		}
	}
	w.breakIf(isGoexit && w.runDeferred(s, states).isHeld())
}

// throughStep carries typestates through an instruction that may concern the lock.
func (w *typestates) throughStep(s *summary, a answer, i Instruction, states stateSet) stateSet {
	switch {
	case isReleasing(i.Instr()):
		w.breakIf(true)
		return states
	case i.Instr().Op == ir.OpGo:
		w.start(s, a, i)
		return states
	case i.Instr().Op == ir.OpDefer:
		return w.deferStep(s, i, states)
	}
	var after stateSet
	states.each(func(p phase, registered uint32) {
		w.throughCall(s, a, i, p).each(func(held phase) { after |= stateOf(held, registered) })
	})
	return after
}

// start begins the goroutines that an instruction starts.
func (w *typestates) start(s *summary, a answer, i Instruction) {
	for _, name := range w.CalleesIn(i, s.at) {
		if callee := w.Callee(name); callee != nil && w.changing[callee] {
			w.begin(called{callee, w.Bind(i, s.at, callee), w.tell(i, a, callee), holding{}})
		}
		w.breakIf(w.acts(i, name) != model.Tau)
	}
}

// deferStep registers a deferred call, if it concerns the lock: not too many of them, and not in a loop.
func (w *typestates) deferStep(s *summary, i Instruction, states stateSet) stateSet {
	isConcerned := slices.ContainsFunc(w.CalleesIn(i, s.at), func(name string) bool {
		callee := w.Callee(name)
		return w.acts(i, name) != model.Tau || callee != nil && w.touching[callee]
	})
	if !isConcerned {
		return states
	}
	n := slices.Index(w.deferredIn(s.Function), i)
	if n >= mostDeferred || s.Loops[i.At.Block] >= 0 {
		w.breakIf(true)
		return states
	}
	var after stateSet
	states.each(func(p phase, registered uint32) { after |= stateOf(p, registered|1<<n) })
	return after
}

// deferredIn lists the deferred calls of a function that may concern the lock, in order.
func (w *typestates) deferredIn(f *Function) []Instruction {
	list, known := w.deferring[f]
	if !known {
		for _, steps := range w.stepsOf(f) {
			for _, i := range steps {
				if i.Instr().Op == ir.OpDefer {
					list = append(list, i)
				}
			}
		}
		w.deferring[f] = list
	}
	return list
}

// runDeferred carries out the deferred calls, the last one first.
func (w *typestates) runDeferred(s *summary, states stateSet) stateSet {
	deferred := w.deferredIn(s.Function)
	for n := min(len(deferred), mostDeferred) - 1; n >= 0; n-- {
		var after stateSet
		states.each(func(p phase, registered uint32) {
			if registered&(1<<n) == 0 {
				after |= stateOf(p, registered)
				return
			}
			w.throughCall(s, nil, deferred[n], p).each(func(held phase) { after |= stateOf(held, registered&^(1<<n)) })
		})
		states = after
	}
	return states
}

// throughCall is what may be held after a call.
func (w *typestates) throughCall(s *summary, a answer, i Instruction, p phase) (after phaseSet) {
	callees := w.CalleesIn(i, s.at)
	if len(callees) == 0 {
		after |= 1 << p
	}
	for _, name := range callees {
		callee := w.Callee(name)
		if action := w.acts(i, name); action != model.Tau {
			w.operations[i] = true
			after |= 1 << w.acted(action, p)
		} else if callee == nil || !w.touching[callee] || LockingBy(name) != model.Tau || p == unheld && !w.changing[callee] {
			after |= 1 << p
		} else {
			after |= w.ask(w.summaryOf(called{callee, w.Bind(i, s.at, callee), w.tell(i, a, callee), holding{}}, p))
		}
	}
	return after
}

// ask is what a summary says so far, for the one that is looked at.
func (w *typestates) ask(s *summary) phaseSet {
	if w.now != nil && !slices.Contains(s.askedBy, w.now) {
		s.askedBy = append(s.askedBy, w.now)
	}
	return s.ends
}

// acted is what is held when somebody has taken or released the lock, who must be in the phase for it.
func (w *typestates) acted(action model.Kind, p phase) phase {
	if released := Releases(action); released != model.Tau {
		isUnheld := p == unheld || (released == model.RLock) != (p == reading)
		w.unheld = w.unheld || isUnheld && !w.broken
		w.breakIf(isUnheld)
		return unheld
	}
	w.breakIf(p != unheld)
	if action == model.RLock {
		return reading
	}
	return writing
}
