package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A meaning carries out a call of a known function.
type meaning func(*evaluator, *localState, *invocation) []alternative

// meaningOf returns what to do for a known function, nil if nothing is built in.
func meaningOf(name string) meaning {
	switch f := library.Find(name); f.Meaning {
	case library.Acts:
		return onLock(f.Object, f.Action, f.Text)
	case library.Opens:
		return opens(f.Text)
	case library.Panic:
		return panicCall(f.Text)
	case library.OfMachine:
		return ofMachine(f.Kind)
	default:
		return meanings[f.Meaning]
	}
}

// meanings are the meanings that need to know nothing more of the function.
var meanings [library.Meanings]meaning

func init() {
	meanings = [library.Meanings]meaning{
		library.Inert:         inert,
		library.Lasts:         lasts,
		library.Sleeps:        sleeps,
		library.TryLock:       tryLock,
		library.Add:           waitGroupAdd,
		library.Done:          waitGroupDone,
		library.OnceBegins:    onceBegins,
		library.ReadLocker:    readLocker,
		library.Close:         closeCall,
		library.Atomic:        atomicCall,
		library.Background:    background,
		library.SameContext:   sameContext,
		library.WithCancel:    withCancel(false),
		library.WithTimeout:   withCancel(true),
		library.CancelContext: cancelContext,
		library.ContextDone:   contextDone,
		library.ContextErr:    contextErr,
		library.Reflects:      reflected,
		library.Exit:          exits,
		library.Goexit:        goesAway(byGoexit),
		library.FailNow:       goesAway(byGivingUp),
		library.Fails:         fails,
		library.Subtest:       subtest,
		library.Parallel:      parallel,
		library.Cleanup:       cleanup,
		library.TestContext:   testContext,
	}
}

// inert is a call that does nothing that matters.
func inert(e *evaluator, s *localState, c *invocation) []alternative {
	switch c.callee.name {
	case library.InertCall, library.OwnInertCall:
		if !library.IsPromptMethod(c.called) {
			e.holdUp(s, "", nil)
		}
		return e.returnFrom(s, c)
	case library.FixedCall:
		c.finish(e, s, e.fixed(c))
	default: // also what a context says of itself
		c.finish(e, s, e.unfollowed(s, c))
	}
	return nil
}

// fixed is what a method returns of which the last result is known. That and how many there are the last arguments
// say: see methodTarget.
func (e *evaluator) fixed(c *invocation) domain.Value {
	known := c.callee.args[len(c.callee.args)-2:]
	if c.kind != ir.TupleKind {
		return known[0]
	}
	results := e.Of(known[1]).Number
	list := slices.Repeat([]domain.Value{e.Opaque}, int(results))
	list[results-1] = known[0]
	return e.Tuple(list...)
}

// lasts is a call in which time passes.
func lasts(e *evaluator, s *localState, c *invocation) []alternative {
	return e.outside(s, c.site, func(n *localState) { c.finish(e, n, e.Opaque) })
}

// theMachine is the key of the unknown that all properties of the machine are parts of.
const theMachine = "the machine"

// ofMachine is a call whose result is a property of the machine, the same each
// time: a number from 1 on, or a string for the argument.
func ofMachine(kind ir.ValueKind) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		key := "call " + c.callee.name
		for _, arg := range c.callee.args {
			key += " " + strconv.Itoa(int(arg))
		}
		machine := e.Symbol(theMachine, domain.SymbolInfo{Kind: ir.PointerKind, Process: -1, Global: true})
		sym := e.Symbol(key, domain.SymbolInfo{Kind: kind, Text: resultText(c), Process: -1, Size: kind == ir.IntKind, Positive: kind == ir.IntKind, Whole: machine})
		e.lasting[sym] = true // it is asked again whenever the call is made again
		c.finish(e, s, e.SymbolValue(sym))
		return nil
	}
}

// closeCall is a deferred or concurrent close.
func closeCall(e *evaluator, s *localState, c *invocation) []alternative {
	return e.closeChannel(s, c.callee.args[0], c.site, c.begin)
}

// reflected is the call of reflect.ValueOf: a channel or function is used from
// then on in ways that can't be seen.
func reflected(e *evaluator, s *localState, c *invocation) []alternative {
	v := c.callee.args[0]
	if d := e.Of(v); d.Form == domain.IfaceForm {
		v = d.Parts[0]
	}
	if form := e.Of(v).Form; form == domain.ChanForm || form == domain.ClosureForm {
		e.openAll(s.memory, "used by reflection", v)
	}
	return inert(e, s, c)
}

// panickedWith is why something is open that a panic carries: whoever recovers gets it.
const panickedWith = "a panic carries it"

// panicCall is a deferred or concurrent panic of the program, or one of a library if it has a text: because of the
// channel that it is given, of which nothing is known if that is open.
func panicCall(text string) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		if text != "" {
			if _, ok := e.modelChannel(c.callee.args[0]); !ok {
				return inert(e, s, c)
			}
			c.callee.args = nil
		}
		e.openAll(s.memory, panickedWith, c.callee.args...)
		c.begin(s)
		s.startPanic(c.site, cmp.Or(text, "panic"), text != "")
		return nil
	}
}

// opens is a call that may do anything with what it is given, at any time.
func opens(reason string) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		e.openAll(s.memory, reason, c.callee.args...)
		return inert(e, s, c)
	}
}

// askedAtomic is why a branch is in doubt that asks for an atomic variable that isn't followed, or
// that code outside can change at any time.
const askedAtomic = "an atomic variable is asked for"

// atomicCall is a call of package sync/atomic that is about a pointer or a value of any type. It
// is decided by the program, but isn't followed: nothing may depend on it, nor on the variable.
func atomicCall(e *evaluator, s *localState, c *invocation) []alternative {
	if object, path, ok := e.deref(c.callee.args[0]); ok {
		e.unfollowCell(domain.CellID{Object: object, Path: path})
	}
	if len(c.callee.args) > 1 {
		e.openAll(s.memory, "stored in an atomic variable", c.callee.args[1:]...)
	}
	c.finish(e, s, e.fresh(s, c.kind, "", askedAtomic))
	return nil
}

// primitive returns the entity that the first argument of a call points to. It
// is not ok if that is open.
func (e *evaluator) primitive(s *localState, kind model.ObjectKind, c *invocation) (int, bool) {
	if len(c.callee.args) == 0 {
		return 0, false
	}
	d := e.Of(c.callee.args[0])
	if d.Form == domain.OpaqueForm { // one of the locks of an object, if it is of one
		e.openAll(s.memory, unknownElement, c.callee.args[0])
	}
	if _, open := e.open[d.Object]; open || d.Form != domain.PointerForm || !e.IsMade(d.Object) {
		e.passes = true
		return 0, false
	}
	return e.entity(kind, d.Object, d.Text), true
}

// lockerOutside is why a condition variable isn't followed: goroutines would come between what a waiter has asked and his wait
// that the locker keeps away.
const lockerOutside = "its locker isn't followed"

// followWithLocker opens a condition variable of which a call makes somebody wait if its locker isn't followed. One that is nil,
// or that the wait doesn't say, takes nothing away from what is known of the variable.
func (e *evaluator) followWithLocker(s *localState, c *invocation) {
	if len(c.callee.args) < 2 {
		return
	}
	d := e.Of(c.callee.args[1])
	if d.Form == domain.IfaceForm {
		d = e.Of(d.Parts[0])
	}
	if e.isOutside(d) || e.leadsOutside(s, d) {
		e.openAll(s.memory, lockerOutside, c.callee.args[0])
	}
}

// isOutside reports whether a value is an unknown, or leads to what isn't followed.
func (e *evaluator) isOutside(d *domain.Description) bool {
	_, open := e.open[d.Object]
	return d.Form == domain.SymbolForm || d.Form == domain.PointerForm && (open || !e.IsMade(d.Object))
}

// leadsOutside reports whether a locker of a type of the program, or something in it, may be around a lock that isn't followed.
func (e *evaluator) leadsOutside(s *localState, d *domain.Description) (leads bool) {
	isAround := func(_ domain.Value, part *domain.Description) { leads = leads || e.isOutside(part) }
	for _, part := range d.Parts {
		e.Walk(part, isAround)
	}
	if h := s.memory[d.Object]; d.Form == domain.PointerForm && h != nil {
		for _, c := range h.Cells {
			if domain.Below(c.Path, d.Text) {
				e.Walk(c.Value, isAround)
			}
		}
	}
	return leads
}

// onLock is a call that is one action on a lock or the like. faultText is what
// the runtime says if the action is a fault.
func onLock(kind model.ObjectKind, action model.Kind, faultText string) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		if action == model.CondEnqueue {
			e.followWithLocker(s, c)
		}
		object, ok := e.primitive(s, kind, c)
		if !ok {
			return e.unmodelled(s, c, e.Opaque)
		}
		n := s.clone()
		c.finish(e, n, e.Opaque)
		e.hold(n, object, action)
		if isRelease(action) {
			if before := e.letOthers(s, n, c.site); before != nil {
				return before
			}
		}
		list := []alternative{{e.transition(s, action, object, c.site), n}}
		if faultText == "" {
			return list
		}
		return e.withFault(s, list, object, faultText, c.site, c.begin)
	}
}

// unmodelled is an operation on something open: it happens sooner or later.
// In a loop it is a step of its own, so that endless loops have one.
func (e *evaluator) unmodelled(s *localState, c *invocation, v domain.Value) []alternative {
	if e.repeats(s) {
		return e.outside(s, c.site, func(n *localState) { c.finish(e, n, v) })
	}
	e.holdUp(s, "", nil)
	c.finish(e, s, v)
	return nil
}

func tryLock(e *evaluator, s *localState, c *invocation) []alternative {
	object, ok := e.primitive(s, model.Mutex, c)
	if !ok {
		return e.unmodelled(s, c, e.Opaque)
	}
	locked, failed := s.clone(), s.clone()
	c.finish(e, locked, e.Yes)
	c.finish(e, failed, e.No)
	e.hold(locked, object, model.Lock)
	return []alternative{
		{e.transition(s, model.Lock, object, c.site), locked},
		{e.transition(s, model.Default, -1, c.site), failed},
	}
}

func waitGroupDone(e *evaluator, s *localState, c *invocation) []alternative {
	return e.add(s, c, -1)
}

func waitGroupAdd(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.Of(c.callee.args[1])
	switch {
	case d.Form == domain.IntForm:
		return e.add(s, c, d.Number)
	case d.Form == domain.SymbolForm && e.SymbolTable[d.Number].Taint == "":
		return e.sizes(s, domain.SymbolID(d.Number), c.site)
	}
	e.openAll(s.memory, "its counter changes by an unknown number", c.callee.args[0])
	return e.unmodelled(s, c, e.Opaque)
}

func (e *evaluator) add(s *localState, c *invocation, n int64) []alternative {
	object, ok := e.primitive(s, model.WaitGroup, c)
	if !ok {
		return e.unmodelled(s, c, e.Opaque)
	}
	next := s.clone()
	c.finish(e, next, e.Opaque)
	t := e.transition(s, model.Add, object, c.site)
	t.Label = int(n)
	return e.withFault(s, []alternative{{t, next}}, object, "sync: negative WaitGroup counter", c.site, c.begin)
}

func onceBegins(e *evaluator, s *localState, c *invocation) []alternative {
	object, ok := e.primitive(s, model.Once, c)
	if !ok {
		return e.unmodelled(s, c, e.Opaque)
	}
	first, later := s.clone(), s.clone()
	c.finish(e, later, e.No)
	list := []alternative{{e.transition(s, model.OnceSkip, object, c.site), later}}
	if s.isInside(c.callee.args[0]) {
		return list
	}
	c.finish(e, first, e.Yes)
	return append([]alternative{{e.transition(s, model.OnceBegin, object, c.site), first}}, list...)
}

// isInside reports whether a goroutine runs the function of a Once: it waits for itself if it comes
// there once more.
func (s *localState) isInside(once domain.Value) bool {
	return slices.ContainsFunc(s.frames, func(f *frame) bool {
		return slices.ContainsFunc(f.deferred, func(d deferredCall) bool {
			return d.callee.name == library.OnceEnds && d.callee.args[0] == once
		})
	})
}

func background(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, e.Intern(domain.Description{Form: domain.ContextForm}))
	return nil
}

// sameContext is a context with a value: who has the context gets at that.
func sameContext(e *evaluator, s *localState, c *invocation) []alternative {
	e.openAll(s.memory, "kept in a context", c.callee.args[1:]...)
	c.finish(e, s, c.callee.args[0])
	return nil
}

// withCancel makes a context with the function that cancels it. It is also
// cancelled when its parents are; a timeout, or a parent that isn't known,
// cancels it sooner or later.
func withCancel(timeout bool) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		parent := c.callee.args
		if timeout {
			parent = parent[:1] // after it comes a time
		}
		d, watched := e.endedWith(parent)
		if timeout {
			e.endsWithin(&d, c.callee.args[1])
		}
		made := e.make(s, &ir.Instr{Name: "ctx.Done()", Site: c.site}, ir.ChanKind)
		own := e.Channel(made)
		s.undecide(e.worldsEnds[made])
		d.Parts = append(d.Parts, own)
		result := e.Tuple(e.Intern(d), e.Closure(library.CancelFunction, own))
		var list []alternative
		if watched != nil {
			c.callee = callee{library.FollowParent, []domain.Value{*watched, own, result}}
			list = e.invoke(s, c)
		} else {
			c.finish(e, s, result)
		}
		if e.ObjectTable[made].Repeats {
			e.renew(s, made, c.site)
		}
		return list
	}
}

// endedWith is a context that ends with its parent, which is the first of some arguments; the
// second one, if there is one, is what the parent says that ends it: watched is that if it is a
// channel of the program's, for which a goroutine has to wait.
func (e *evaluator) endedWith(args []domain.Value) (d domain.Description, watched *domain.Value) {
	d = domain.Description{Form: domain.ContextForm}
	parent := e.Of(args[0])
	if parent.Form != domain.ContextForm && len(args) > 1 {
		switch _, known := e.modelChannel(args[1]); {
		case args[1] == e.Nil && e.mayEnd(parent):
			d.Number = 1
			return d, nil
		case args[1] == e.Nil:
			return d, nil
		case known:
			return d, &args[1]
		}
		parent = e.Of(args[1])
	}
	switch parent.Form {
	case domain.ContextForm, domain.DoneForm:
		d.Parts, d.Number = e.Parts(parent), parent.Number
	case domain.SymbolForm:
		d.Parts, d.Number = []domain.Value{e.doneOf(domain.SymbolID(parent.Number))}, 1
	default:
		d.Number = 1
	}
	return d, nil
}

// mayEnd reports whether it hangs on data whether something ends a context of the program's own: its
// method Done may return a channel as well as nil, be it that one is made only when somebody asks for it.
func (e *evaluator) mayEnd(parent *domain.Description) bool {
	if parent.Form != domain.IfaceForm {
		return false
	}
	done := e.program.Function(e.program.Method(parent.Text, "Done"))
	return done != nil && len(done.Blocks) > 1
}

func cancelContext(e *evaluator, s *localState, c *invocation) []alternative {
	o, ok := e.modelChannel(c.callee.args[len(c.callee.args)-1])
	if !ok {
		return e.unmodelled(s, c, e.Opaque)
	}
	n := s.clone()
	c.finish(e, n, e.Opaque)
	return []alternative{{e.transition(s, model.Cancel, e.entity(model.Channel, o, ""), c.site), n}}
}

func contextDone(e *evaluator, s *localState, c *invocation) []alternative {
	d := *e.Of(c.callee.args[0])
	v := e.Nil
	if d.Form == domain.SymbolForm {
		v = e.doneOf(domain.SymbolID(d.Number))
	} else if len(d.Parts) > 0 || d.Number != 0 {
		d.Form = domain.DoneForm
		v = e.Intern(d)
	}
	c.finish(e, s, v)
	return nil
}

// contextErr asks whether a context is cancelled.
func contextErr(e *evaluator, s *localState, c *invocation) []alternative {
	context := c.callee.args[0]
	d := e.Of(context)
	if d.Form == domain.SymbolForm {
		context = e.doneOf(domain.SymbolID(d.Number))
	}
	if list := e.settleEndings(s, context, c.site); list != nil {
		return list
	}
	if d.Form != domain.ContextForm {
		c.finish(e, s, e.ending(s, c, context))
		return nil
	}
	list := e.receiveDone(s, context, ir.StructKind, c.site, func(n *localState, _, _ domain.Value) { c.finish(e, n, e.NonNil) })
	if e.isOver(s, context) {
		return list
	}
	n := s.clone()
	c.finish(e, n, e.Nil)
	if d.Number != 0 && e.hasConditions {
		n = s.clone()
		c.finish(e, n, e.ending(n, c, context))
	}
	goesOn := e.transition(s, model.Default, -1, c.site)
	goesOn.Text = model.NotOver
	return append(list, alternative{goesOn, n})
}

// ending is what a context says that the outside world ends.
func (e *evaluator) ending(s *localState, c *invocation, context domain.Value) domain.Value {
	end := e.endOf(context)
	v := e.freshAs(s, "ending "+strconv.Itoa(int(end))+resultText(c), c.kind, resultText(c), e.TaintOf(c.callee.args[0]))
	if !e.isSymbol(v) {
		return v
	}
	answer := domain.SymbolID(e.Of(v).Number)
	e.noteAnswer(end, answer)
	if e.isOver(s, context) {
		said := e.DecisionOf(s.decisions, answer)
		said.Truth = domain.IsTrue
		s.decide(answer, said)
	}
	return v
}

func exits(e *evaluator, s *localState, c *invocation) []alternative {
	return e.exit(s, c.site)
}

// goesAway makes the goroutine end.
func goesAway(why departure) meaning {
	return func(_ *evaluator, s *localState, c *invocation) []alternative {
		c.begin(s)
		s.leaving, s.panic = why, nil
		s.top().unwinding = true
		return nil
	}
}

// fails is a step by which the test has failed, and goes on.
func fails(e *evaluator, s *localState, c *invocation) []alternative {
	n := s.clone()
	c.finish(e, n, e.Opaque)
	t := e.transition(s, model.Tau, -1, c.site)
	t.Text = model.Failed
	return []alternative{{t, n}}
}

// subtest calls the function of a subtest. It runs in a goroutine of its own,
// for which the caller waits: what differs is only where a Goexit stops.
func subtest(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.Of(c.callee.args[2])
	function := e.program.Function(d.Text)
	if d.Form != domain.ClosureForm || function == nil || function.Inert || function.Opaque {
		return opens("passed to a subtest that can't be seen")(e, s, c)
	}
	inner := *c
	inner.callee = callee{d.Text, append([]domain.Value{e.Opaque}, e.Parts(d)...)}
	inner.result = -1
	e.set(s.top(), c.result, e.Opaque)
	e.enter(s, function, &inner)
	s.top().barrier = true
	return nil
}

// parallel lets a subtest wait until its parent has returned, which is no
// longer a call then. A test is not concerned.
func parallel(e *evaluator, s *localState, c *invocation) []alternative {
	for _, f := range s.frames {
		if f.barrier {
			e.giveUp("a subtest runs in parallel with others")
		}
	}
	c.finish(e, s, e.Opaque)
	return nil
}

// inTest reports whether the end of process 0 is that of a test, and of no other: a subtest ends
// before the test around it, and which of them somebody has is not followed.
func (e *evaluator) inTest(s *localState) bool {
	if slices.ContainsFunc(s.frames, func(f *frame) bool { return f.barrier }) {
		return false
	}
	return e.process == 0 && isTest(s.frames[0].function)
}

// isTest reports whether a function is a test by its name.
func isTest(f *ir.Function) bool {
	name := f.Display[strings.LastIndexByte(f.Display, '.')+1:]
	return !strings.Contains(name, "$") &&
		(strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Benchmark") || strings.HasPrefix(name, "Fuzz"))
}

// isSubtest reports whether a function is given what only tests are given.
func isSubtest(f *ir.Function) bool {
	return slices.ContainsFunc(f.ParamTypes[:min(f.Params, len(f.ParamTypes))], func(name string) bool {
		return name == "testing.T" || name == "testing.B" || name == "testing.F"
	})
}

// readLocker makes the Locker that read-locks.
func readLocker(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, e.Intern(domain.Description{Form: domain.IfaceForm, Text: "*sync.rlocker", Parts: []domain.Value{c.callee.args[0]}}))
	return nil
}

// testContext makes the context of a test: it is cancelled when the test has
// ended, and not before.
func testContext(e *evaluator, s *localState, c *invocation) []alternative {
	if !e.inTest(s) {
		return inert(e, s, c)
	}
	in := ir.Instr{Name: "t.Context().Done()", Site: c.site}
	made := e.make(s, &in, ir.ChanKind)
	c.finish(e, s, e.Intern(domain.Description{Form: domain.ContextForm, Parts: []domain.Value{e.Channel(made)}}))
	s.own(0).runAtEnd(deferredCall{callee: callee{library.CancelFunction, []domain.Value{e.Channel(made)}}, site: c.site})
	if e.ObjectTable[made].Repeats {
		e.renew(s, made, c.site)
	}
	return nil
}

// cleanup registers a function that runs when the test has ended.
func cleanup(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.Of(c.callee.args[1])
	if d.Form != domain.ClosureForm || !e.inTest(s) {
		return opens(cleansUp)(e, s, c)
	}
	c.finish(e, s, e.Opaque)
	s.own(0).runAtEnd(deferredCall{callee: closureTarget(d.Text, nil, e.Parts(d)), site: c.site, cleanup: true})
	return nil
}

// runAtEnd adds a call to those that run when a test has ended, after what its function has
// deferred: the contexts of the test are cancelled, and then it cleans up, the last first.
func (f *frame) runAtEnd(call deferredCall) {
	first := slices.IndexFunc(f.deferred, func(d deferredCall) bool { return !d.cleanup })
	if first < 0 {
		first = len(f.deferred)
	}
	f.deferred = slices.Insert(slices.Clone(f.deferred), first, call)
}
