package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A callee is a function with everything that a call passes to it.
type callee struct {
	// name of the function; empty if it isn't known.
	name string
	args []domain.Value // arguments, then captured variables
}

// An invocation is a call that is about to happen.
type invocation struct {
	callee callee
	kind   ir.ValueKind // of the result
	result int          // register of the top frame that gets it, or -1
	site   model.Site
	text   string // of the callee, as in the source
	// begin takes the call off the caller: its program counter moves on, or
	// the deferred call is no longer pending.
	begin      func(*localState)
	isDeferred bool
	guarded    bool   // a leaf lock is held
	called     string // the name of what is called, as the call has it
}

// finish is the state in which the call has returned v.
func (c *invocation) finish(e *evaluator, s *localState, v domain.Value) {
	c.begin(s)
	e.set(s.top(), c.result, v)
}

// executeCall executes a call, go or defer instruction.
func (e *evaluator) executeCall(s *localState, f *frame, in *ir.Instr) []alternative {
	if in.Index == 1 && !e.program.looksAside(in.Name) {
		e.set(f, in.Dst, e.aside(s, in))
		f.pc++
		return nil
	}
	target, isNil := e.target(s, f, in)
	if isNil {
		e.nilDereference(s, in)
		return nil
	}
	switch in.Op {
	case ir.OpDefer:
		f.deferred = append(f.deferred, deferredCall{callee: target, site: in.Site})
		f.pc++
		return nil
	case ir.OpGo:
		return e.spawn(s, target, in.Site, in.Text, func(n *localState) { n.top().pc++ })
	}
	if in.Method != "" && target.name == library.InertCall {
		e.scribbleByMethod(s, f, in)
	}
	return e.invoke(s, &invocation{
		callee: target, kind: in.Kind, result: in.Dst, site: in.Site, text: in.Text,
		guarded: f.guarded || in.Guarded,
		called:  in.CalledName(),
		begin:   func(n *localState) { n.top().pc++ },
	})
}

// aside is the result of a call that only matters for package-level variables, which
// are outside: what hangs on them is in doubt, but for errors.
func (e *evaluator) aside(s *localState, in *ir.Instr) domain.Value {
	taint := ""
	if in.Kind != ir.ErrorKind {
		taint = usesGlobals
	}
	return e.fresh(s, in.Kind, in.Text, taint)
}

// onlyAside reports whether a method is one that only matters for package-level
// variables, which are outside.
func (e *evaluator) onlyAside(name string) bool {
	f := e.program.Function(name)
	return f != nil && f.Inert && !f.Panics
}

// target finds out which function a call instruction calls.
func (e *evaluator) target(s *localState, f *frame, in *ir.Instr) (c callee, isNil bool) {
	args := e.operands(s, f, in.Args)
	if strings.HasPrefix(in.Name, ir.Unseen) {
		return callee{"", args}, false
	}
	if in.Name != "" {
		return callee{in.Name, args}, false
	}
	d := e.Of(args[0])
	switch {
	case d.Form == domain.SymbolForm:
		e.consult(domain.SymbolID(d.Number))
		if (in.Method == "Err" || in.Method == "Done") && in.TypeName == ir.ContextType {
			return callee{"context." + in.Method, args}, false
		}
		return e.unknownTarget(in, args), false
	case d.Form == domain.OpaqueForm:
		return e.unknownTarget(in, args), false
	case d.Form == domain.NilForm:
		return c, true
	case in.Method != "":
		return e.methodTarget(d, in.Method, args), false
	case d.Form == domain.ClosureForm:
		return closureTarget(d.Text, args[1:], e.Parts(d)), false
	}
	return callee{"", args}, false
}

// unknownTarget is the call of a function, or of a method of something, of which nothing is known.
func (e *evaluator) unknownTarget(in *ir.Instr, args []domain.Value) callee {
	if library.EndsByName(in.Method) {
		return callee{library.MayExit, nil}
	}
	return callee{"", args}
}

// closureTarget is the call of a closure. A method value of a known method is
// that method: the captured variable is the receiver.
func closureTarget(name string, args, captured []domain.Value) callee {
	if method, ok := strings.CutSuffix(name, "$bound"); ok && library.IsKnown(method) {
		return callee{method, append(captured, args...)}
	}
	return callee{name, append(args, captured...)}
}

// methodTarget resolves a call through an interface. A method of a known type
// that has no skeleton does nothing that matters.
func (e *evaluator) methodTarget(d *domain.Description, method string, args []domain.Value) callee {
	switch d.Form {
	case domain.ContextForm:
		return callee{"context." + method, args}
	case domain.IfaceForm:
		args[0] = d.Parts[0]
		switch name := e.program.Method(d.Text, method); {
		case strings.HasPrefix(name, ir.Unseen):
			return callee{"", args}
		case name != "" && !e.onlyAside(name):
			return callee{name, args}
		case name == "":
			if known, ok := e.program.fixedResult(d.Text, method); ok {
				return callee{library.FixedCall, append(args, e.operandOf(nil, known.Value), e.Integer(int64(known.Results)))}
			}
		}
		if e.program.isOwn(d.Text) {
			return callee{library.OwnInertCall, args}
		}
		return callee{library.InertCall, args}
	}
	return callee{"", args}
}

// invoke calls a function: a known one is carried out on the spot, one with a
// skeleton gets a frame, any other one returns something unknown.
func (e *evaluator) invoke(s *localState, c *invocation) []alternative {
	if meaning := meaningOf(c.callee.name); meaning != nil {
		return meaning(e, s, c)
	}
	function := e.program.Function(c.callee.name)
	switch {
	case c.callee.name == "" || function != nil && function.Opaque:
		e.openAll(s.memory, "passed to code that can't be seen", e.keepable(s, c)...)
	case function != nil && function.Writes && !function.IsShort() && !e.leadsToModel(s, c.callee.args):
		e.scribble(s, c.callee.args, changedData)
	case function != nil && function.Relays && !function.Inert && e.givenInert(s, c.callee.args):
	case function != nil && (!function.Inert || e.leadsToModel(s, c.callee.args) || c.result >= 0 && function.IsShort() || function.Panics && e.isRecovered(s)):
		e.enter(s, function, c)
		return nil
	}
	e.holdUp(s, c.callee.name, function)
	return e.returnFrom(s, c)
}

// aboutResults reports whether an argument is the result of an earlier call that
// isn't followed: an object that the scope made in a roundabout way, and of nothing
// that came from outside.
func (e *evaluator) aboutResults(args []domain.Value) bool {
	return slices.ContainsFunc(args, func(v domain.Value) bool { return e.mayBeObject(v) && !e.isFromOutside(v) })
}

// mayBeObject reports whether a value is unknown and may lead to an object.
func (e *evaluator) mayBeObject(v domain.Value) bool {
	if !e.isSymbol(v) {
		return false
	}
	switch e.SymbolTable[e.Of(v).Number].Kind {
	case ir.PointerKind, ir.InterfaceKind, ir.GenericKind, ir.MapKind, ir.SliceKind, ir.FuncKind:
		return true
	}
	return false
}

// isFromOutside reports whether an unknown was there before the root started, or was made of
// what was.
func (e *evaluator) isFromOutside(v domain.Value) bool {
	info := &e.SymbolTable[e.Of(v).Number]
	return info.Process < 0 || info.Outside
}

// isMadeOutside reports whether the result of a call that isn't followed stands for something of
// the outside world: a library is given an object from there and nothing that the scope made,
// as in bufio.NewScanner(r). Own functions are about anything. A test may have made that world.
func (e *evaluator) isMadeOutside(c *invocation) bool {
	if e.dials(c) {
		return true
	}
	if e.staged || e.program.isOwn(c.callee.name) || e.aboutResults(c.callee.args) {
		return false
	}
	return slices.ContainsFunc(c.callee.args, func(v domain.Value) bool {
		if d := e.Of(v); d.Form == domain.IfaceForm {
			v = d.Parts[0]
		}
		return e.mayBeObject(v) && e.isFromOutside(v)
	})
}

// dials reports whether a call connects the program with the outside world, as its name says, whatever that is told. A test may have
// both ends.
func (e *evaluator) dials(c *invocation) bool {
	return !e.staged && !e.program.isOwn(c.callee.name) && library.DialsByName(ir.LastName(c.callee.name))
}

// ofDouble is why errors are in doubt, too, of what a test may have written for itself: it fails or not as the test likes.
const ofDouble = "a method of a test that isn't followed is asked"

const aboutData = "a function that isn't followed is asked about data of the scope"

const callsBack = "a function that isn't followed may return what a function of the scope returns"

// unfollowed is the result of a call that isn't followed. If the call is about
// something that the scope made, the program decides it; but errors are taken
// to come from the outside world as long as nothing communicates there, and no
// function is given that could be what fails.
func (e *evaluator) unfollowed(s *localState, c *invocation) domain.Value {
	taint, works := "", e.expectsToWork(s, c)
	if c.result >= 0 {
		taint = e.doubtAbout(s, c)
	}
	switch {
	case taint != "" && c.kind == ir.TupleKind:
		return e.SymbolValue(e.Symbol("results: "+strconv.FormatBool(works)+taint, domain.SymbolInfo{
			Kind: ir.TupleKind, Process: e.process, Taint: taint, Staged: works,
		}))
	case hasSize(c.kind):
		return e.hanging(s, c.kind, resultText(c), taint, c.callee.args...)
	case c.result >= 0 && taint == "" && e.isMadeOutside(c):
		return e.fromOutside(s, c.kind, resultText(c))
	case works && c.kind == ir.ErrorKind:
		return e.withoutFailure(e.fresh(s, c.kind, resultText(c), taint))
	}
	return e.madeOfMemory(e.fresh(s, c.kind, resultText(c), taint), c)
}

// returnFrom returns from a call that isn't followed. If it is given a context that the outside world
// may end, that may be why it fails, and so the outside world decides about its results; but once the
// scope has cancelled the context, they are the scope's doing.
func (e *evaluator) returnFrom(s *localState, c *invocation) []alternative {
	ends, without := e.endsOfContext(c)
	if len(ends) == 0 || c.result < 0 || e.doubtAbout(s, c) == "" || e.doubtAbout(s, without) != "" {
		c.finish(e, s, e.unfollowed(s, c))
		return nil
	}
	var list []alternative
	for _, channel := range ends {
		n := s.clone()
		c.finish(e, n, e.unfollowed(n, c))
		list = append(list, alternative{e.transition(s, model.ReceiveClosed, e.entity(model.Channel, channel, ""), c.site), n})
	}
	n := s.clone()
	c.finish(e, n, e.unfollowed(n, without))
	goesOn := e.transition(s, model.Default, -1, c.site)
	goesOn.Text = model.NotEnded
	return append(list, alternative{goesOn, n})
}

// endsOfContext are the channels of the scope that end the context which a call is given, and the call
// as if it was given none. There are no such channels unless the outside world may end it, too.
func (e *evaluator) endsOfContext(c *invocation) (channels []domain.ObjectID, without *invocation) {
	i := slices.IndexFunc(c.callee.args, func(v domain.Value) bool { return e.Of(v).Form == domain.ContextForm })
	if i < 0 || e.Of(c.callee.args[i]).Number == 0 {
		return nil, nil
	}
	for _, part := range e.Parts(e.Of(c.callee.args[i])) {
		if e.isSymbol(part) { // the outside world decides about it
			continue
		}
		channel, ok := e.modelChannel(part)
		if !ok {
			return nil, nil
		}
		channels = append(channels, channel)
	}
	inner := *c
	inner.callee.args = slices.Delete(slices.Clone(c.callee.args), i, i+1)
	return channels, &inner
}

// fromOutside is a new unknown for something of the outside world, or for several results with
// such among them.
func (e *evaluator) fromOutside(s *localState, kind ir.ValueKind, text string) domain.Value {
	if kind == ir.TupleKind {
		return e.SymbolValue(e.Symbol("results from outside", domain.SymbolInfo{Kind: kind, Process: e.process, Outside: true}))
	}
	v := e.freshAs(s, "outside "+text, kind, text, "")
	if e.isSymbol(v) {
		e.SymbolTable[e.Of(v).Number].Outside = true
	}
	return v
}

// doubtAbout is why the result of such a call is in doubt, "" if it isn't.
func (e *evaluator) doubtAbout(s *localState, c *invocation) string {
	args := c.callee.args
	reached := e.Reachable(s.memory, args)
	switch {
	case e.givenFunction(s, args, reached):
		return callsBack
	case e.staged && c.callee.name == library.OwnInertCall:
		return ofDouble
	case c.kind != ir.PointerKind && c.kind != ir.InterfaceKind && e.readsMemory(c):
		return ofMemory
	case e.asksStage(c):
		return ofStage
	case slices.ContainsFunc(reached, e.communicates):
		return "a function that can't be followed is asked about something that communicates"
	case e.dials(c):
		return ""
	case c.kind != ir.ErrorKind && e.isAboutScope(args, reached):
		return aboutData
	case c.kind == ir.BoolKind && e.ownErrors(args...): // errors.Is
		return comparedErrors
	}
	return ""
}

// isAboutScope reports whether a call is about something that the scope has made, by its arguments and what can be reached from these.
func (e *evaluator) isAboutScope(args []domain.Value, reached []domain.ObjectID) bool {
	return slices.ContainsFunc(reached, e.IsMade) || e.aboutResults(args)
}

// givenInert reports whether all functions that can be reached from the
// arguments of a call are inert. An unknown one can't reach the scope.
func (e *evaluator) givenInert(s *localState, args []domain.Value) bool {
	inert := true
	e.closures(s, args, e.Reachable(s.memory, args), func(name string) { inert = inert && e.isInert(name) })
	return inert
}

// givenFunction reports whether a function of the program can be reached from
// the arguments of a call, which lead to the objects that are reached.
func (e *evaluator) givenFunction(s *localState, args []domain.Value, reached []domain.ObjectID) bool {
	given := false
	e.closures(s, args, reached, func(name string) { given = given || !library.IsKnown(name) })
	return given
}

// closures calls visit for each function among values and in what they lead to.
func (e *evaluator) closures(s *localState, values []domain.Value, reached []domain.ObjectID, visit func(name string)) {
	check := func(v domain.Value) {
		e.Walk(v, func(_ domain.Value, d *domain.Description) {
			if d.Form == domain.ClosureForm {
				visit(d.Text)
			}
		})
	}
	for _, v := range values {
		check(v)
	}
	for _, o := range reached {
		if h := s.memory[o]; h != nil {
			for _, c := range h.Cells {
				check(c.Value)
			}
		}
	}
}

// leadsToModel reports whether something of the model can be reached from the
// arguments of a call: then its result is no free choice.
func (e *evaluator) leadsToModel(s *localState, args []domain.Value) bool {
	return slices.ContainsFunc(e.Reachable(s.memory, args), func(o domain.ObjectID) bool {
		return e.open[o] == "" && e.communicates(o)
	})
}

// communicates reports whether goroutines communicate over an object, which the
// scope makes.
func (e *evaluator) communicates(o domain.ObjectID) bool {
	return e.IsMade(o) && (e.ObjectTable[o].Kind == ir.ChanKind || len(e.byObject[o]) > 0 || e.carriers[o])
}

// carry notes that a channel is stored in an open object. The content of such an
// object isn't followed, but it still leads to the channel.
func (e *evaluator) carry(object domain.ObjectID, v domain.Value) {
	e.Walk(v, func(_ domain.Value, d *domain.Description) {
		if d.Form == domain.ChanForm && !e.carriers[object] {
			e.carriers[object] = true
			e.changed = true
		}
	})
}

func resultText(c *invocation) string {
	if c.text == "" || len(c.text) > 40 {
		return ""
	}
	return c.text
}

// enter gives a function a frame. Recursion has a limit.
func (e *evaluator) enter(s *localState, function *ir.Function, c *invocation) {
	active := 0
	for _, f := range s.frames {
		if f.function == function {
			active++
		}
	}
	if active >= e.options.Depth {
		e.giveUp("recursion of " + function.Display + " is deeper than the limit")
	}
	if len(s.frames) > largestStack {
		e.giveUp("calls are nested too deeply")
	}
	c.begin(s)
	f := e.newFrame(function, c.callee.args)
	f.result, f.kind, f.call, f.isDeferred, f.guarded = c.result, c.kind, c.site, c.isDeferred, c.guarded
	s.frames = append(s.frames, f)
}

// largestStack limits the nesting of calls.
const largestStack = 64

func (e *evaluator) newFrame(function *ir.Function, args []domain.Value) *frame {
	if function.Unmodelled != "" {
		e.giveUp(function.Display + " has " + function.Unmodelled)
	}
	f := &frame{function: function, registers: make([]domain.Value, function.Registers), result: -1}
	copy(f.registers[:function.Params+function.FreeVars], args)
	for i, kind := range function.ParamKinds[:min(len(function.ParamKinds), len(args))] {
		f.registers[i] = e.As(f.registers[i], kind)
	}
	return f
}

// executeReturn leaves the innermost function.
func (e *evaluator) executeReturn(s *localState, f *frame, in *ir.Instr) []alternative {
	results := e.operands(s, f, in.Args)
	if len(s.frames) == 1 && len(f.deferred) > 0 { // registered by Cleanup
		return e.invokeDeferred(s, f)
	}
	if len(s.frames) == 1 {
		return e.endProcess(s, results, in.Site)
	}
	v := e.Opaque
	switch len(results) {
	case 0:
	case 1:
		v = results[0]
	default:
		v = e.Tuple(results...)
	}
	e.leave(s, v)
	return nil
}

// leave drops the innermost frame and hands v to its caller.
func (e *evaluator) leave(s *localState, v domain.Value) {
	result, kind := s.top().result, s.top().kind
	e.set(e.pop(s), result, e.As(v, kind))
}

// pop drops the innermost frame and returns the next one, to be changed.
func (e *evaluator) pop(s *localState) *frame {
	f := s.pop()
	if e.clients && len(s.frames) == 1 { // between two calls
		s.touched, s.holds = nil, nil
	}
	s.forgetSightings()
	return f
}

// endProcess ends the goroutine. What the root function returns belongs to its
// caller; when main returns, the program ends.
func (e *evaluator) endProcess(s *localState, results []domain.Value, site model.Site) []alternative {
	if e.process == 0 {
		e.openAll(s.memory, returned, results...)
		if e.program.isMain(s.frames[0].function) {
			return e.exit(s, site)
		}
	}
	s.frames = nil
	return nil
}

// exit ends the program.
func (e *evaluator) exit(s *localState, site model.Site) []alternative {
	n := s.clone()
	n.frames = nil
	return []alternative{{e.transition(s, model.Exit, -1, site), n}}
}

// runDefers runs the pending deferred calls before a return, last first.
func (e *evaluator) runDefers(s *localState, f *frame) []alternative {
	if len(f.deferred) == 0 {
		f.pc++
		return nil
	}
	return e.invokeDeferred(s, f)
}

func (e *evaluator) invokeDeferred(s *localState, f *frame) []alternative {
	last := f.deferred[len(f.deferred)-1]
	return e.invoke(s, &invocation{
		callee: last.callee, result: -1, site: last.site, isDeferred: true, guarded: f.guarded,
		begin: func(n *localState) {
			t := n.top()
			t.deferred = t.deferred[:len(t.deferred)-1]
		},
	})
}

// isRecovered reports whether somebody is to recover if a goroutine panics.
func (e *evaluator) isRecovered(s *localState) bool {
	return slices.ContainsFunc(s.frames, func(f *frame) bool {
		return slices.ContainsFunc(f.deferred, func(d deferredCall) bool {
			function := e.program.Function(d.callee.name)
			return function != nil && function.Recovers
		})
	})
}

// startPanic makes the innermost function unwind because of what happens at a place; fault says
// that the runtime raises the panic.
func (s *localState) startPanic(site model.Site, text string, fault bool) {
	site, via := s.source(site)
	s.panic = &panicking{site: site, via: via, text: text, fault: fault}
	s.top().unwinding = true
}

// unwind continues to leave functions because of a panic or Goexit, running
// their deferred calls.
func (e *evaluator) unwind(s *localState) []alternative {
	f := s.top()
	switch {
	case s.panic == nil && s.leaving == stays:
		return e.recovered(s, f)
	case e.dies(s):
		return e.beginToDie(s)
	case len(f.deferred) > 0:
		return e.invokeDeferred(s, f)
	case f.barrier && s.panic == nil:
		s.leaving = stays
		e.leave(s, e.Opaque)
		return nil
	case len(s.frames) > 1:
		e.pop(s).unwinding = true
		return nil
	case s.panic == nil:
		return e.goneAway(s, f.function.Site)
	}
	return e.crash(s)
}

// dies reports whether a panic begins that isn't the business of a caller, who might recover, but that of deferred calls
// which are still to come. What the runtime raises is a finding itself.
func (e *evaluator) dies(s *localState) bool {
	if s.panic == nil || s.panic.begun || s.panic.fault || !slices.ContainsFunc(s.frames, func(f *frame) bool { return len(f.deferred) > 0 }) {
		return false
	}
	outermost := s.frames[0].function
	if e.process > 0 {
		return !e.clients
	}
	return e.program.isMain(outermost) || outermost.Site.IsInTest() && (isTest(outermost) || isSubtest(outermost))
}

// beginToDie is the step by which it begins.
func (e *evaluator) beginToDie(s *localState) []alternative {
	n := s.clone()
	begun := *s.panic
	begun.begun = true
	n.panic = &begun
	return []alternative{{model.Transition{Kind: model.Tau, Object: -1, Site: begun.site, Via: begun.via, Text: model.Panicking}, n}}
}

// goneAway ends a goroutine that hasn't returned. If it is a test that is given up, the program
// ends: what goroutines it leaves behind is no fault of theirs.
func (e *evaluator) goneAway(s *localState, site model.Site) []alternative {
	if e.process == 0 && s.leaving == byGivingUp {
		list := e.exit(s, site)
		list[0].transition.Text = model.Abandoned
		return list
	}
	s.frames = nil
	return nil
}

// recovered continues after a deferred call has recovered: the function
// returns its named results, once the other deferred calls have run.
func (e *evaluator) recovered(s *localState, f *frame) []alternative {
	if len(f.deferred) > 0 {
		return e.invokeDeferred(s, f)
	}
	f.unwinding = false
	if f.function.Recover >= 0 {
		f.block, f.pc = f.function.Recover, 0
		return nil
	}
	if len(s.frames) == 1 {
		return e.endProcess(s, nil, f.function.Site)
	}
	e.leave(s, e.Opaque)
	return nil
}

// crash ends the program by a panic. Only a fault is a finding: what panics on
// purpose, or for reasons that are not modelled, is no business of ours.
func (e *evaluator) crash(s *localState) []alternative {
	n := s.clone()
	n.frames, n.panic = nil, nil
	t := model.Transition{Kind: model.Exit, Object: -1, Site: s.panic.site, Via: s.panic.via, Text: s.panic.text}
	if s.panic.fault {
		t.Kind = model.Crash
	}
	return []alternative{{t, n}}
}

// recover is the call of recover in a deferred function.
func (e *evaluator) recover(s *localState) domain.Value {
	n := len(s.frames)
	if n < 2 || !s.frames[n-1].isDeferred || !s.frames[n-2].unwinding || s.panic == nil {
		return e.Nil
	}
	s.panic = nil
	return e.NonNil
}

// spawn starts a goroutine. One that is given nothing of the scope is no part
// of the system: what it makes for itself is judged on its own.
func (e *evaluator) spawn(s *localState, target callee, site model.Site, text string, then func(*localState)) []alternative {
	function := e.goFunction(target)
	opens := library.Later(target.name)
	if target.name == "" || function != nil && function.Opaque {
		opens = "passed to a goroutine that can't be seen"
	}
	switch {
	case opens != "":
		e.openAll(s.memory, opens, target.args...)
		fallthrough
	case function == nil || !e.program.canEnd(target.name) && (function.Inert || !e.concerned(s, target.args)):
		then(s)
		return nil
	}
	n := s.clone()
	given := e.withVariables(target.args)
	e.publish(n.memory, given...)
	initial := &localState{memory: domain.Memory{}, decisions: n.decisions, rotation: map[string]int{}}
	for _, o := range e.Reachable(n.memory, given) {
		if h := n.memory[o]; h != nil {
			initial.memory[o] = h
		}
	}
	initial.frames = []*frame{e.newFrame(function, target.args)}
	initial.frames[0].call, _ = s.source(site)
	t := e.transition(s, model.Spawn, 0, site)
	if e.itinerary != nil {
		initial.course = e.itinerary.Started(s.course, &t)
	}
	t.Object = e.family(initial, function, t.Site)
	e.noteOrigin(s, t.Object)
	then(n)
	return []alternative{{t, n}}
}

// goFunction is the function of a goroutine. A known function gets a skeleton
// that just calls it, each time the same one: goroutines that start in the same state are of one family.
func (e *evaluator) goFunction(c callee) *ir.Function {
	if library.Find(c.name).Meaning != library.None {
		key := c.name + " " + strconv.Itoa(len(c.args))
		if e.callsOfKnown[key] == nil {
			e.callsOfKnown[key] = library.CallOf(c.name, len(c.args))
		}
		return e.callsOfKnown[key]
	}
	return e.program.Function(c.name)
}

// concerned reports whether a goroutine can reach anything that the scope made.
func (e *evaluator) concerned(s *localState, args []domain.Value) bool {
	return len(e.variables) > 0 || slices.ContainsFunc(e.Reachable(s.memory, args), e.IsMade)
}

// family finds or makes the family of goroutines that start in a state.
func (e *evaluator) family(initial *localState, function *ir.Function, site model.Site) int {
	key, canonical := e.canonical(initial)
	key = site.String() + key
	if i, ok := e.familyIndex[key]; ok {
		return i
	}
	i := len(e.families)
	name := function.Display
	if name == "" {
		name = strings.TrimPrefix(function.Name, "go ")
	}
	e.families = append(e.families, &family{name: name, site: site, initial: canonical, members: 1})
	e.familyIndex[key] = i
	return i
}

// noteOrigin notes by which execution of a go statement a family starts, if that
// can't come again: then all families with that origin are one goroutine, in states
// that exclude each other.
func (e *evaluator) noteOrigin(s *localState, index int) {
	key, origin := "", severalOrigins
	if by := e.who(); !e.repeats(s) && by <= 0 {
		_, place, _ := strings.Cut(e.place(s), "|")
		key = strconv.Itoa(by) + " " + place
		if e.origins[key] == 0 {
			e.origins[key] = len(e.origins) + 1
		}
		origin = e.origins[key]
	}
	switch f := e.families[index]; {
	case f.origin == 0:
		f.origin = origin
	case f.origin != origin && f.origin != severalOrigins:
		f.origin = severalOrigins
		e.changed = true
	}
}

// severalOrigins is the origin of a family that can be started more than once.
const severalOrigins = -1

// isOneOfSeveral reports whether the goroutine that runs may be one of several, started by one go
// statement, that use the same object.
func (e *evaluator) isOneOfSeveral(object domain.ObjectID) bool {
	if e.process == 0 || e.process >= len(e.slots) || e.ObjectTable[object].Process == e.process {
		return false
	}
	return e.families[e.slots[e.process].family].origin == severalOrigins
}

// who is the goroutine that runs, as far as it is known to be the only one of its
// origin; others are known by their slots, which are positive.
func (e *evaluator) who() int {
	if e.process == 0 || e.process >= len(e.slots) {
		return e.process
	}
	if origin := e.families[e.slots[e.process].family].origin; origin > 0 {
		return -origin
	}
	return e.process
}

// extract takes an element of a tuple. The elements of the result of a call
// that isn't modelled are unknowns of their own.
func (e *evaluator) extract(s *localState, f *frame, in *ir.Instr) domain.Value {
	tuple := e.operand(s, f, in.Args[0])
	d := e.Of(tuple)
	if d.Form == domain.TupleForm && in.Index < len(d.Parts) {
		return e.As(e.Resolve(s.decisions, d.Parts[in.Index]), in.Kind)
	}
	taint := e.TaintOf(tuple)
	if in.Kind == ir.ErrorKind && taint == aboutData {
		taint = "" // see unfollowed
	}
	v := e.fresh(s, in.Kind, in.Text, taint)
	if e.isSymbol(tuple) && e.SymbolTable[d.Number].Outside {
		v = e.fromOutside(s, in.Kind, in.Text)
	} else if e.isSymbol(tuple) && e.SymbolTable[d.Number].Staged {
		v = e.withoutFailure(v)
	}
	if in.Args[0].Kind == ir.Register && isOneOrNil(in.Kind) && !e.repeats(s) {
		e.relateResults(v, e.registerPlace(s, in.Args[0].Reg))
	}
	return v
}
