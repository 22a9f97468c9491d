package supergraph

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A holding is how often a goroutine has a lock on all paths to a point, at least: there may be several of one
// place in the program, as one of each struct, and what is released is one of them.
type holding struct{ writing, reading uint8 }

// mostHeld is from where on it isn't counted.
const mostHeld = 3

// with is a holding when a lock has been taken as well.
func (h holding) with(how model.Kind) holding {
	if how == model.RLock {
		return holding{h.writing, min(h.reading+1, mostHeld)}
	}
	return holding{min(h.writing+1, mostHeld), h.reading}
}

// without is a holding when a lock has been released; it is not ok if it wasn't held for certain.
func (h holding) without(how model.Kind) (after holding, ok bool) {
	if how == model.RLock {
		return holding{h.writing, h.reading - 1}, h.reading > 0
	}
	return holding{h.writing - 1, h.reading}, h.writing > 0
}

// and is a holding with all of another one.
func (h holding) and(other holding) holding {
	return holding{min(h.writing+other.writing, mostHeld), min(h.reading+other.reading, mostHeld)}
}

// meet is what two holdings have in common.
func (h holding) meet(other holding) holding {
	return holding{min(h.writing, other.writing), min(h.reading, other.reading)}
}

// An effect is how the lock is held on all paths when a function returns, if it does; it is not ok if the function
// releases the lock, or makes one that does, where it isn't held for certain.
type effect struct {
	held        holding
	returns, ok bool
}

// staying is the effect of what never returns: there is no path to come with anything.
var staying = effect{ok: true}

// meet is the effect of what has one of two effects.
func (e effect) meet(other effect) effect {
	switch {
	case !e.ok || !other.ok:
		return effect{}
	case !e.returns:
		return other
	case !other.returns:
		return e
	}
	return effect{e.held.meet(other.held), true, true}
}

// keeps reports whether at least so much is held as before.
func (e effect) keeps(before holding) bool {
	return e.ok && (!e.returns || e.held.meet(before) == before)
}

// A called is a function that is called with some functions and flags as arguments, by one who holds the lock
// somehow.
type called struct {
	*Function
	at   Context
	told answer // of what it is given
	held holding
}

// A calledKey tells one from another.
type calledKey struct {
	function int
	at, told string
	held     holding
}

func (c called) key() calledKey { return calledKey{c.Number, c.at.Key(), c.told.key(), c.held} }

// with is what is called by one who holds the lock in another way.
func (c called) with(held holding) called {
	c.held = held
	return c
}

// A lockUse says what functions do with a lock, as far as it makes no difference how they are called.
type lockUse struct {
	*Graph
	lock     pointsto.Location
	touching map[*Function]bool
	steps    map[*Function][][]Instruction // see stepsOf
	asked    map[*Function]*questions
}

// sharedUse is that of a lock, or of another object, but for what functions ask. It is worked out once.
func (x *Graph) sharedUse(lock pointsto.Location) *lockUse {
	if x.uses[lock] == nil {
		x.uses[lock] = &lockUse{Graph: x, lock: lock, touching: x.touching(lock), steps: map[*Function][][]Instruction{}}
	}
	return x.uses[lock]
}

// useOf is that of a lock for one analysis: what functions ask hangs on who asked first, where they call each other in a
// circle.
func (x *Graph) useOf(lock pointsto.Location) *lockUse {
	use := *x.sharedUse(lock)
	use.asked = map[*Function]*questions{}
	return &use
}

// holdings is the analysis of one lock: a greatest fixpoint over what is called how, found by a worklist (Kildall
// 1973). All begin as what never returns, and effects only get less from there.
type holdings struct {
	*lockUse
	calls    map[calledKey]*activity
	contexts map[*Function]int // how many of them are told apart
	work     []*activity
	current  *activity
	runs     int
	lent     map[*activity]bool // what was taken to give back what it is lent
}

// An activity is what is called, with its effect so far, and who has asked for that.
type activity struct {
	called
	effect
	askedBy []*activity
	waiting bool // in work
}

const (
	// mostContexts limits how many contexts of a function are told apart.
	mostContexts = 20
	// mostRuns limits how often functions are looked at for one lock. Beyond that who has it is open.
	mostRuns = 50_000
)

func newHoldings(x *Graph, lock pointsto.Location) *holdings {
	return &holdings{lockUse: x.useOf(lock), calls: map[calledKey]*activity{}, contexts: map[*Function]int{}, lent: map[*activity]bool{}}
}

// fromOutside is a function as it is called by code that isn't seen, without the lock. The functions that this passes
// are its own.
func (u *lockUse) fromOutside(f *Function) called {
	at := Context{}
	for _, p := range u.functionsGiven(f) {
		if p < f.Params {
			at[p] = Binding{}
		}
	}
	return called{f, at, nil, holding{}}
}

// effectOf finds the effect of a call.
func (w *holdings) effectOf(c called) effect {
	a := w.activity(c)
	for len(w.work) > 0 {
		next := w.work[len(w.work)-1]
		w.work, next.waiting = w.work[:len(w.work)-1], false
		w.update(next)
	}
	return a.effect
}

// activity is that of a call, which is looked at if it is new.
func (w *holdings) activity(c called) *activity {
	key := c.key()
	if len(c.at)+len(c.told) > 0 && w.calls[key] == nil {
		if w.contexts[c.Function]++; w.contexts[c.Function] > mostContexts {
			return w.activity(called{c.Function, nil, nil, c.held})
		}
	}
	a := w.calls[key]
	if a == nil {
		a = &activity{called: c, effect: staying}
		w.calls[key] = a
		w.ask(a)
	}
	return a
}

func (w *holdings) ask(a *activity) {
	if !a.waiting {
		a.waiting = true
		w.work = append(w.work, a)
	}
}

// update looks at a call once more, and at those who have asked for it if there is less of it now.
func (w *holdings) update(a *activity) {
	w.current = a
	w.runs++
	now := effect{}
	if w.runs <= mostRuns {
		now = a.effect.meet(w.run(a.called))
	}
	w.current = nil
	if now == a.effect {
		return
	}
	a.effect = now
	for _, other := range a.askedBy {
		w.ask(other)
	}
}

// soFar is the effect of a call as far as it has been found, for the one that is looked at.
func (w *holdings) soFar(c called) effect {
	a := w.activity(c)
	if w.current != nil && !slices.Contains(a.askedBy, w.current) {
		a.askedBy = append(a.askedBy, w.current)
	}
	return a.effect
}

// run is the effect of a call whatever the answers are to what the function asks.
func (w *holdings) run(c called) effect {
	done := staying
	for _, a := range w.answersFor(c) {
		if done = done.meet(w.runWith(c, a)); !done.ok {
			break
		}
	}
	return done
}

// answersFor lists the answers that a function may get in a call, with those that it is told.
func (u *lockUse) answersFor(c called) []answer {
	open := slices.DeleteFunc(slices.Clone(u.questionsOf(c.Function).twice), func(asked condition) bool {
		_, isTold := c.told[asked]
		return isTold
	})
	list := answersTo(open)
	for _, a := range list {
		maps.Copy(a, c.told)
	}
	return list
}

// questions are the conditions that a function asks, itself or by what it calls and passes them to.
type questions struct {
	times map[condition]int
	twice []condition // or more often, in the order of the function
}

func (q *questions) add(c condition) {
	if q.times[c]++; q.times[c] == 2 {
		q.twice = append(q.twice, c)
	}
}

// questionsOf are those of a function. Who only calls others that take or release the lock has no need to remember
// whether they did.
func (u *lockUse) questionsOf(f *Function) *questions {
	if q := u.asked[f]; q != nil {
		return q
	}
	q := &questions{times: map[condition]int{}}
	u.asked[f] = q // incomplete, where it hangs on itself
	releases := f.Contains(isRelease)
	for b, steps := range u.stepsOf(f) {
		if c, _, ok := f.conditionOf(b); ok && releases {
			q.add(c)
		}
		for _, i := range steps {
			for _, c := range u.passedOn(i) {
				q.add(c)
			}
		}
	}
	return q
}

// isRelease reports whether an instruction releases some lock.
func isRelease(in *ir.Instr) bool { return Releases(LockingBy(in.Name)) != model.Tau }

// passedOn are the flags that an instruction passes on to one who asks for them.
func (u *lockUse) passedOn(i Instruction) (list []condition) {
	for _, callee := range u.CalleesAt(i) {
		for p, arg := range Passed(i.Instr(), callee) {
			if c := (condition{left: i.Parent.Original(arg)}); arg.Kind == ir.Register && u.asksFor(callee, p) && i.Parent.isSetOnce(c.left) && !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// asksFor reports whether a function that may take or release the lock asks for a flag that it is given, or passes
// it on to one that does.
func (u *lockUse) asksFor(f *Function, parameter int) bool {
	if !u.touching[f] {
		return false
	}
	asked := condition{left: ir.Operand{Kind: ir.Register, Reg: parameter}}
	for b := range f.Blocks {
		if c, _, ok := f.conditionOf(b); ok && c == asked {
			return true
		}
	}
	return u.questionsOf(f).times[asked] > 0
}

// tell is what a function is told by who calls it with what he has been answered himself.
func (u *lockUse) tell(i Instruction, a answer, callee *Function) answer {
	told := answer{}
	for p, arg := range Passed(i.Instr(), callee) {
		is, known := a[condition{left: i.Parent.Original(arg)}]
		if arg.Kind == ir.BoolConst {
			is, known = arg.Int != 0, true
		}
		if known && u.asksFor(callee, p) {
			told[condition{left: ir.Operand{Kind: ir.Register, Reg: p}}] = is
		}
	}
	return told
}

// runWith is the effect of a call in which the function gets some answers.
func (w *holdings) runWith(c called, a answer) effect {
	before, end := make([]effect, len(c.Blocks)), staying
	for b := range before {
		before[b] = staying
	}
	before[0] = effect{c.held, true, true}
	for work := []int{0}; len(work) > 0; work = work[1:] {
		after := w.after(c, a, work[0], before[work[0]].held)
		if !after.ok {
			return after
		}
		if !after.returns {
			continue
		}
		if c.Blocks[work[0]].Terminator().Op == ir.OpReturn {
			end = end.meet(after)
		}
		for _, next := range c.successorsWith(a, work[0]) {
			if at := before[next].meet(after); at != before[next] {
				before[next] = at
				work = append(work, next)
			}
		}
	}
	if end.returns && w.defers(c, before) {
		end.held = holding{}
	}
	return end
}

// defers reports whether a function has deferred, in a block that it comes to, what may take or release the lock.
func (w *holdings) defers(c called, before []effect) bool {
	for b, steps := range w.stepsOf(c.Function) {
		isDeferred := func(i Instruction) bool { return i.Instr().Op == ir.OpDefer && w.concerns(i) }
		if before[b].returns && slices.ContainsFunc(steps, isDeferred) {
			return true
		}
	}
	return false
}

// stepsOf lists the instructions of each block of a function that may do something to the lock.
func (u *lockUse) stepsOf(f *Function) [][]Instruction {
	if u.steps[f] == nil {
		u.steps[f] = make([][]Instruction, len(f.Blocks))
		for i := range f.Instructions() {
			if isReleasing(i.Instr()) || i.Calls() && (i.Instr().CallsValue() || u.concerns(i)) {
				u.steps[f][i.At.Block] = append(u.steps[f][i.At.Block], i)
			}
		}
	}
	return u.steps[f]
}

// isReleasing reports whether an instruction makes a value of a method that releases a lock.
func isReleasing(in *ir.Instr) bool {
	return in.Op == ir.OpMakeClosure && Releases(LockingBy(strings.TrimSuffix(in.Name, pointsto.BoundSuffix))) != model.Tau
}

// concerns reports whether a call is one of the lock, or of a function that may take or release it.
func (u *lockUse) concerns(i Instruction) bool {
	return slices.ContainsFunc(u.CalleesAt(i), func(f *Function) bool { return u.touching[f] }) ||
		slices.ContainsFunc(u.Points.Callees(i.Parent.Function, i.At), func(name string) bool { return u.acts(i, name) != model.Tau })
}

// acts is what a call of a function by its name does to the lock itself.
func (u *lockUse) acts(i Instruction, name string) model.Kind {
	action := LockingBy(name)
	if action != model.Tau && slices.Contains(u.Points.Receivers(i.Parent.Function, i.Instr()), u.lock) {
		return action
	}
	return model.Tau
}

// after is the effect of a block.
func (w *holdings) after(c called, a answer, block int, held holding) effect {
	for _, i := range w.stepsOf(c.Function)[block] {
		if isReleasing(i.Instr()) {
			return effect{}
		}
		done := w.afterCall(i, c.at, a, held)
		if !done.ok || !done.returns {
			return done
		}
		held = done.held
	}
	return effect{held, true, true}
}

// afterCall is the effect of a call. What is deferred is taken to find the lock as it is now; what runs as a
// goroutine has taken nothing.
func (w *holdings) afterCall(i Instruction, at Context, a answer, held holding) effect {
	done, before := staying, held
	if i.Instr().Op == ir.OpGo {
		before = holding{}
	}
	callees := w.CalleesIn(i, at)
	for _, name := range callees {
		done = done.meet(w.afterCallOf(i, at, a, name, before))
	}
	switch {
	case !done.ok:
		return done
	case i.Instr().Op != ir.OpCall || len(callees) == 0:
		return effect{held, true, true}
	}
	return done
}

// afterCallOf is the effect of a call of a function by its name.
func (w *holdings) afterCallOf(i Instruction, at Context, a answer, name string, held holding) effect {
	switch action := w.acts(i, name); {
	case Releases(action) != model.Tau:
		after, ok := held.without(Releases(action))
		if !ok {
			return effect{}
		}
		return effect{after, true, true}
	case action != model.Tau:
		return effect{held.with(action), true, true}
	}
	callee := w.Callee(name)
	if callee == nil || !w.touching[callee] {
		return effect{held, true, true}
	}
	c := called{callee, w.Bind(i, at, callee), w.tell(i, a, callee), held}
	if i.Instr().Op == ir.OpGo && len(c.at)+len(c.told) == 0 && callee.Site.IsValid() {
		return effect{held, true, true} // it is looked at as one that begins without the lock
	}
	return w.afterCallee(c)
}

// afterCallee is the effect of a function that is called with the lock held somehow. One that releases nothing
// but what it has taken is taken to be about another lock of the same name, if that is held already.
func (w *holdings) afterCallee(c called) effect {
	alone := w.soFar(c.with(holding{}))
	if alone.ok {
		alone.held = alone.held.and(c.held)
		return alone
	}
	if done := w.lending(c); done.ok {
		return effect{c.held, done.returns, true}
	}
	return w.soFar(c)
}

// lendings are the ways to have a lock that one can be lent.
var lendings = []holding{{writing: 1}, {reading: 1}}

// lending is the effect of a function that has to be called with the lock held, which isn't known, and that has it
// again when it returns, on all paths. Whoever calls it has the lock: if not, it would be left with it, and nobody
// writes that. So it releases nobody else's.
func (w *holdings) lending(c called) effect {
	for _, lent := range lendings {
		if done := w.soFar(c.with(lent)); done.keeps(lent) {
			w.lent[w.activity(c.with(lent))] = true
			return done
		}
	}
	return effect{}
}

// releasesOthers reports whether a function that begins without the lock may release another one's. What never
// gives back what it is lent does.
func (w *holdings) releasesOthers(f *Function) bool {
	c := w.fromOutside(f)
	if w.effectOf(c).ok {
		return false
	}
	for _, lent := range lendings {
		if done := w.effectOf(c.with(lent)); done.returns && done.keeps(lent) {
			return false
		}
	}
	return true
}

// keepsLent reports whether somebody who was taken to give back what he is lent never does.
func (w *holdings) keepsLent() bool {
	for a := range w.lent {
		if a.ok && !a.returns {
			return true
		}
	}
	return false
}
