package extract

import (
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// IsKnown reports whether the function called name is one of the standard
// library's whose meaning the evaluator has built in. A call of it is kept in
// skeletons as it is, and its body is never looked at.
func IsKnown(name string) bool {
	if _, ok := standIns()[name]; ok {
		return true
	}
	_, ok := knownMeaning(name)
	return ok
}

// A meaning carries out a call of a known function.
type meaning func(*evaluator, *localState, *invocation) []alternative

// knownMeaning returns the meaning of a known function that isn't a stand-in.
func knownMeaning(name string) (meaning, bool) {
	if m, ok := meanings[name]; ok {
		return m, true
	}
	if strings.HasPrefix(name, "sync/atomic.") || strings.HasPrefix(name, "(*sync/atomic.") {
		return atomicCall, true
	}
	return nil, false
}

// meanings are the known functions. Names without a package are the building
// blocks of stand-ins.
var meanings map[string]meaning

func init() {
	meanings = map[string]meaning{
		inertCall:                  inert,
		"builtin close":            closeCall,
		"builtin recover":          inert,
		"builtin panic":            panicCall,
		"(*sync.Mutex).Lock":       onLock(model.Mutex, model.Lock, ""),
		"(*sync.Mutex).Unlock":     onLock(model.Mutex, model.Unlock, "sync: unlock of unlocked mutex"),
		"(*sync.Mutex).TryLock":    tryLock,
		"announce":                 onLock(model.RWMutex, model.Announce, ""),
		"lock":                     onLock(model.RWMutex, model.Lock, ""),
		"(*sync.RWMutex).Unlock":   onLock(model.RWMutex, model.Unlock, "sync: Unlock of unlocked RWMutex"),
		"(*sync.RWMutex).RLock":    onLock(model.RWMutex, model.RLock, ""),
		"(*sync.RWMutex).RUnlock":  onLock(model.RWMutex, model.RUnlock, "sync: RUnlock of unlocked RWMutex"),
		"(*sync.RWMutex).TryLock":  opens("tried to lock"),
		"(*sync.RWMutex).TryRLock": opens("tried to lock"),
		"(*sync.RWMutex).RLocker":  readLocker,
		"(*sync.rlocker).Lock":     onLock(model.RWMutex, model.RLock, ""),
		"(*sync.rlocker).Unlock":   onLock(model.RWMutex, model.RUnlock, "sync: RUnlock of unlocked RWMutex"),
		"(*sync.WaitGroup).Add":    waitGroupAdd,
		"(*sync.WaitGroup).Done":   waitGroupDone,
		"(*sync.WaitGroup).Wait":   onLock(model.WaitGroup, model.Wait, ""),
		"once begins":              onceBegins,
		"once ends":                onLock(model.Once, model.OnceEnd, ""),
		"cond enqueues":            onLock(model.Cond, model.CondEnqueue, ""),
		"cond wakes":               onLock(model.Cond, model.CondWake, ""),
		"(*sync.Cond).Signal":      onLock(model.Cond, model.Signal, ""),
		"(*sync.Cond).Broadcast":   onLock(model.Cond, model.Broadcast, ""),

		"context.Background":        background,
		"context.TODO":              background,
		"context.WithoutCancel":     background,
		"context.WithValue":         sameContext,
		"context.WithCancel":        withCancel(false),
		"context.WithCancelCause":   withCancel(false),
		"context.WithTimeout":       withCancel(true),
		"context.WithDeadline":      withCancel(true),
		"context.WithTimeoutCause":  withCancel(true),
		"context.WithDeadlineCause": withCancel(true),
		"context.cancel":            cancelContext,
		"context.Done":              contextDone,
		"context.Err":               contextErr,
		"context.Cause":             contextErr,
		"context.Value":             inert,
		"context.Deadline":          inert,

		"reflect.ValueOf": reflected,

		"runtime.NumCPU":     ofMachine(ir.IntKind),
		"runtime.GOMAXPROCS": ofMachine(ir.IntKind),
		"os.Getenv":          ofMachine(ir.StringKind),

		"os.Exit":              exits,
		"syscall.Exit":         exits,
		"runtime.Goexit":       goexits,
		"log.Fatal":            exits,
		"log.Fatalf":           exits,
		"log.Fatalln":          exits,
		"(*log.Logger).Fatal":  exits,
		"(*log.Logger).Fatalf": exits, "(*log.Logger).Fatalln": exits,

		"(*testing.T).Run":          subtest,
		"(*testing.B).Run":          subtest,
		"(*testing.T).Parallel":     parallel,
		"(*testing.common).Cleanup": cleanup,
		"(*testing.common).Context": testContext,
	}
	for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"} {
		meanings["(*testing.common)."+name] = goexits
	}
	for _, name := range []string{
		"(*sync.Pool).Put", "(*sync.Pool).Get", "sync.OnceValue", "sync.OnceValues", "context.AfterFunc",
		"(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap", "(*sync.Map).CompareAndSwap", "(*sync.Map).Range",
		"time.AfterFunc", "os/signal.Notify", "os/signal.Stop", "os/signal.NotifyContext", "(*testing.F).Fuzz",
		"(*testing.B).RunParallel", "runtime.SetFinalizer", "runtime.AddCleanup", "testing/synctest.Test", "testing/synctest.Run", "internal/synctest.Run",
	} {
		meanings[name] = opens("passed to " + name)
	}
}

// inert is a call that does nothing that matters.
func inert(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, e.unfollowed(s, c))
	return nil
}

// ofMachine is a call whose result is a property of the machine, the same each
// time: a number from 1 on, or a string for the argument.
func ofMachine(kind ir.ValueKind) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		key := "call " + c.callee.name
		for _, arg := range c.callee.args {
			key += " " + strconv.Itoa(int(arg))
		}
		machine := e.symbol("the machine", symbolInfo{kind: ir.PointerKind, process: -1, global: true})
		sym := e.symbol(key, symbolInfo{kind: kind, text: resultText(c), process: -1, size: kind == ir.IntKind, whole: machine})
		e.lasting[sym] = true // it is asked again whenever the call is made again
		c.finish(e, s, e.symbolValue(sym))
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
	if d := e.of(v); d.form == ifaceForm {
		v = d.parts[0]
	}
	if form := e.of(v).form; form == chanForm || form == closureForm {
		e.openAll(s.memory, "used by reflection", v)
	}
	return inert(e, s, c)
}

// panicCall is a deferred or concurrent panic.
func panicCall(e *evaluator, s *localState, c *invocation) []alternative {
	c.begin(s)
	e.startPanic(s, &panicking{site: c.site, via: s.via(), text: "panic"})
	return nil
}

// opens is a call that may do anything with what it is given, at any time.
func opens(reason string) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		e.openAll(s.memory, reason, c.callee.args...)
		return inert(e, s, c)
	}
}

// atomicCall is a call of package sync/atomic. The value of an atomic variable
// is decided by the program, but isn't followed: nothing may depend on it.
func atomicCall(e *evaluator, s *localState, c *invocation) []alternative {
	if len(c.callee.args) > 1 {
		e.openAll(s.memory, "stored in an atomic variable", c.callee.args[1:]...)
	}
	c.finish(e, s, e.fresh(s, c.kind, "", "an atomic variable is asked for"))
	return nil
}

// primitive returns the entity that the first argument of a call points to. It
// is not ok if that is open.
func (e *evaluator) primitive(kind model.ObjectKind, c *invocation) (int, bool) {
	if len(c.callee.args) == 0 {
		return 0, false
	}
	d := e.of(c.callee.args[0])
	if d.form != pointerForm || !e.isMade(d.object) {
		return 0, false
	}
	if _, open := e.open[d.object]; open {
		return 0, false
	}
	return e.entity(kind, d.object, d.text), true
}

// onLock is a call that is one action on a lock or the like. faultText is what
// the runtime says if the action is a fault.
func onLock(kind model.ObjectKind, action model.Kind, faultText string) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		object, ok := e.primitive(kind, c)
		if !ok {
			return e.unmodelled(s, c, e.opaque)
		}
		n := s.clone()
		c.finish(e, n, e.opaque)
		list := []alternative{{e.transition(s, action, object, c.site), n}}
		if faultText == "" {
			return list
		}
		return e.withFault(s, list, object, faultText, c.site, c.begin)
	}
}

// unmodelled is an operation on something open: it happens sooner or later.
// In a loop it is a step of its own, so that endless loops have one.
func (e *evaluator) unmodelled(s *localState, c *invocation, v value) []alternative {
	if e.repeats(s) {
		return e.outside(s, c.site, func(n *localState) { c.finish(e, n, v) })
	}
	c.finish(e, s, v)
	return nil
}

func tryLock(e *evaluator, s *localState, c *invocation) []alternative {
	object, ok := e.primitive(model.Mutex, c)
	if !ok {
		return e.unmodelled(s, c, e.opaque)
	}
	locked, failed := s.clone(), s.clone()
	c.finish(e, locked, e.yes)
	c.finish(e, failed, e.no)
	return []alternative{
		{e.transition(s, model.Lock, object, c.site), locked},
		{e.transition(s, model.Default, -1, c.site), failed},
	}
}

func waitGroupDone(e *evaluator, s *localState, c *invocation) []alternative {
	return e.add(s, c, -1)
}

func waitGroupAdd(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.of(c.callee.args[1])
	switch {
	case d.form == intForm:
		return e.add(s, c, d.number)
	case d.form == symbolForm && e.symbolTable[d.number].taint == "":
		return e.sizes(s, symbolID(d.number), c.site)
	}
	e.openAll(s.memory, "its counter changes by an unknown number", c.callee.args[0])
	return e.unmodelled(s, c, e.opaque)
}

func (e *evaluator) add(s *localState, c *invocation, n int64) []alternative {
	object, ok := e.primitive(model.WaitGroup, c)
	if !ok {
		return e.unmodelled(s, c, e.opaque)
	}
	next := s.clone()
	c.finish(e, next, e.opaque)
	t := e.transition(s, model.Add, object, c.site)
	t.Label = int(n)
	return e.withFault(s, []alternative{{t, next}}, object, "sync: negative WaitGroup counter", c.site, c.begin)
}

func onceBegins(e *evaluator, s *localState, c *invocation) []alternative {
	object, ok := e.primitive(model.Once, c)
	if !ok {
		return e.unmodelled(s, c, e.opaque)
	}
	first, later := s.clone(), s.clone()
	c.finish(e, first, e.yes)
	c.finish(e, later, e.no)
	return []alternative{
		{e.transition(s, model.OnceBegin, object, c.site), first},
		{e.transition(s, model.OnceSkip, object, c.site), later},
	}
}

func background(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, e.intern(description{form: contextForm}))
	return nil
}

func sameContext(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, c.callee.args[0])
	return nil
}

// withCancel makes a context with the function that cancels it. It is also
// cancelled when its parents are; a timeout, or a parent that isn't known,
// cancels it sooner or later.
func withCancel(timeout bool) meaning {
	return func(e *evaluator, s *localState, c *invocation) []alternative {
		parent := e.of(c.callee.args[0])
		d := description{form: contextForm, parts: e.parts(parent), number: parent.number}
		if parent.form != contextForm {
			d.parts, d.number = nil, 1
		}
		if timeout {
			d.number = 1
		}
		in := ir.Instr{Name: "ctx.Done()", Site: c.site}
		made := e.make(s, &in, ir.ChanKind)
		d.parts = append(d.parts, e.channel(made))
		result := e.tuple(e.intern(d), e.closure("context.cancel", e.channel(made)))
		c.finish(e, s, result)
		if e.objectTable[made].repeats {
			e.renew(s, made, c.site)
		}
		return nil
	}
}

func cancelContext(e *evaluator, s *localState, c *invocation) []alternative {
	o, ok := e.modelChannel(c.callee.args[len(c.callee.args)-1])
	if !ok {
		return e.unmodelled(s, c, e.opaque)
	}
	n := s.clone()
	c.finish(e, n, e.opaque)
	return []alternative{{e.transition(s, model.Cancel, e.entity(model.Channel, o, ""), c.site), n}}
}

func contextDone(e *evaluator, s *localState, c *invocation) []alternative {
	d := *e.of(c.callee.args[0])
	v := e.null
	if len(d.parts) > 0 || d.number != 0 {
		d.form = doneForm
		v = e.intern(d)
	}
	c.finish(e, s, v)
	return nil
}

// contextErr asks whether a context is cancelled.
func contextErr(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.of(c.callee.args[0])
	if d.form != contextForm {
		return inert(e, s, c)
	}
	done := *d
	done.form = doneForm
	list := e.receiveDone(s, &done, ir.StructKind, c.site, func(n *localState, _, _ value) { c.finish(e, n, e.nonNil) })
	n := s.clone()
	c.finish(e, n, e.null)
	return append(list, alternative{e.transition(s, model.Default, -1, c.site), n})
}

func exits(e *evaluator, s *localState, c *invocation) []alternative {
	return e.exit(s, c.site)
}

func goexits(e *evaluator, s *localState, c *invocation) []alternative {
	c.begin(s)
	s.goexit, s.panic = true, nil
	s.top().unwinding = true
	return nil
}

// subtest calls the function of a subtest. It runs in a goroutine of its own,
// for which the caller waits: what differs is only where a Goexit stops.
func subtest(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.of(c.callee.args[2])
	function := e.program.function(d.text)
	if d.form != closureForm || function == nil || function.Inert || function.Opaque {
		return opens("passed to a subtest that can't be seen")(e, s, c)
	}
	inner := *c
	inner.callee = callee{d.text, append([]value{e.opaque}, e.parts(d)...)}
	inner.result = -1
	e.set(s.top(), c.result, e.opaque)
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
	c.finish(e, s, e.opaque)
	return nil
}

// inTest reports whether the end of process 0 is that of a test.
func (e *evaluator) inTest(s *localState) bool {
	name := s.frames[0].function.Display
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	return e.process == 0 && !strings.Contains(name, "$") &&
		(strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Benchmark") || strings.HasPrefix(name, "Fuzz"))
}

// readLocker makes the Locker that read-locks.
func readLocker(e *evaluator, s *localState, c *invocation) []alternative {
	c.finish(e, s, e.intern(description{form: ifaceForm, text: "*sync.rlocker", parts: []value{c.callee.args[0]}}))
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
	c.finish(e, s, e.intern(description{form: contextForm, parts: []value{e.channel(made)}}))
	cancel := deferredCall{callee{"context.cancel", []value{e.channel(made)}}, c.site}
	outermost := s.own(0)
	outermost.deferred = append([]deferredCall{cancel}, outermost.deferred...)
	if e.objectTable[made].repeats {
		e.renew(s, made, c.site)
	}
	return nil
}

// cleanup registers a function that runs when the test has ended.
func cleanup(e *evaluator, s *localState, c *invocation) []alternative {
	d := e.of(c.callee.args[1])
	if d.form != closureForm || !e.inTest(s) {
		return opens("passed to Cleanup")(e, s, c)
	}
	call := deferredCall{callee{d.text, e.parts(d)}, c.site}
	c.finish(e, s, e.opaque)
	outermost := s.own(0)
	outermost.deferred = append([]deferredCall{call}, outermost.deferred...)
	return nil
}
