package scope

import (
	"iter"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// What goes wrong with a lock, channel or wait group whatever the data is (package holding) is a few steps of one or two
// callers. They are all that is in the system of it, so that it is told, and followed, as others are.

// A Certainty is something that goes wrong with an object, with the callers that take part.
type Certainty struct {
	System *model.System
	// Root is the function that takes the lock, counts a goroutine, or operates on the channel, Taken where it does; of two
	// locks, where each is taken first.
	Root  *interp.Root
	Taken []model.Site
	// Victim is the process that gets stuck, or panics.
	Victim int
	// Closed is the method that has been called before.
	Closed string
	// Overlaps are the functions that have to be called at once, if neither call goes wrong alone.
	Overlaps [2]string
}

// A certainties lists them.
type certainties struct {
	*Package
	list []Certainty
	// told are the places where somebody waits for what another one has forgotten.
	told map[model.Site]bool
}

// Certainties lists what goes wrong with locks, channels and wait groups in the functions of the package, its tests left out, that somebody may call.
// It has try look at each function, whose place that is: what fails at one costs nothing of the others.
func (p *Package) Certainties(try func(at model.Site, look func())) []Certainty {
	p = p.shipped
	c := &certainties{Package: p, told: map[model.Site]bool{}}
	for f := range p.shippedFunctions() {
		try(f.Site, func() { c.addOf(f) })
	}
	if !p.main {
		try(model.Site{}, c.addInversions)
		try(model.Site{}, c.addServings)
	}
	return c.list
}

// addOf adds what goes wrong in a function.
func (c *certainties) addOf(f *supergraph.Function) {
	c.addRepeated(f)
	if c.main { // what is called there, how often and on what, is known, but hardly here
		c.addKept(f)
	} else {
		c.addBetweenCalls(f)
	}
	if !c.main || c.mayRunForOthers(f) {
		c.addOwed(f)
	}
}

// addRepeated adds the locks that a function takes, or releases, twice, and the timers that it empties so.
func (c *certainties) addRepeated(f *supergraph.Function) {
	for _, again := range c.holds().Relocks(f) {
		if c.areReleasedHere(again.Taking, c.wayAgain(again)...) && (again.By.Parent == nil || c.mayRun(again.By.Parent)) {
			c.relocked(again)
		}
	}
	for _, twice := range c.holds().Twice(f) {
		if c.areReleasedHere(twice.Taking) {
			c.twice(twice)
		}
	}
	for _, m := range c.holds().Mismatched(f) {
		if c.areReleasedHere(m.Taking) {
			c.mismatched(m)
		}
	}
	for _, r := range c.holds().Reclosed(f) {
		if c.isClosedHere(r.Channel) {
			c.reclosed(r)
		}
	}
	for i := range f.Instructions() {
		if i.Instr().Spent != nil {
			c.spent(i)
		}
	}
}

// addOwed adds what a function owes to those who wait for it.
func (c *certainties) addOwed(f *supergraph.Function) {
	for _, undone := range c.holds().Undone(f) {
		if !slices.ContainsFunc(undone.Groups, c.mayBeReleasedOutside) {
			c.undone(undone)
		}
	}
	for _, s := range c.holds().SelfAwaited(f) {
		if !c.mayBeReleasedOutside(s.Object) {
			c.selfAwaited(s)
		}
	}
	for _, x := range c.holds().Crossed(f) {
		if c.isConfined(x.First) && c.isConfined(x.Second) {
			c.crossed(x)
		}
	}
	for _, u := range c.holds().Unended(f) {
		if c.isConfined(u.Channel) {
			c.unended(u)
		}
	}
	for _, l := range c.holds().Leftovers(f) {
		if c.mayRun(f) && !slices.ContainsFunc(l.Vain, c.mayCome) {
			c.leftover(l)
		}
	}
	for _, d := range c.holds().Deserted(f) {
		if c.isConfined(d.Channel) {
			c.deserted(d)
		}
	}
	for _, s := range c.holds().Stranded(f) {
		if c.isConfined(s.Requests) && c.mayRun(s.Asked.Parent) {
			c.stranded(s)
		}
	}
	for _, message := range c.holds().Unanswered(f) {
		if c.mayRun(message.Asked.Parent) {
			c.unanswered(message)
		}
	}
}

// addBetweenCalls adds what goes wrong for other calls, or if a function is called again and again.
func (c *certainties) addBetweenCalls(f *supergraph.Function) {
	c.addHeld(f)
	c.addKept(f)
	c.addPromised(f)
	c.addSent(f)
	for _, s := range c.holds().Slots(f) {
		if c.isConfined(s.Semaphore) {
			c.slot(s)
		}
	}
}

// addHeld adds the locks with which a function waits.
func (c *certainties) addHeld(f *supergraph.Function) {
	for _, circle := range c.holds().Circles(f) {
		if c.areReleasedHere(circle.Taking, append(slices.Clip(circle.Calls), circle.Waits)...) && c.isConfined(circle.Object) {
			c.circle(circle)
		}
	}
}

// addKept adds the locks with which a function returns. What it has got from a program was just made by somebody, and who
// wants it then is known.
func (c *certainties) addKept(f *supergraph.Function) {
	for _, kept := range c.holds().Kept(f) {
		if !slices.ContainsFunc(kept.Locks, c.mayBeReleasedOutside) && (c.main || !c.isGivenWhatIsNew(kept.Taking)) {
			c.forgotten(kept)
		}
	}
}

// addPromised adds the answers, and the promises, for which somebody waits in vain.
func (c *certainties) addPromised(f *supergraph.Function) {
	for _, answer := range c.holds().Abandoned(f) {
		c.abandoned(answer)
	}
	for _, v := range c.holds().Vacated(f) {
		if c.isConfined(v.Channel) {
			c.abandoned(v)
		}
	}
	for _, w := range c.holds().Crowds(f) {
		c.crowd(w)
	}
	for _, l := range c.holds().Forlorn(f) {
		c.forlorn(l)
	}
	c.addEndless(f)
	for _, l := range c.holds().Lingering(f) {
		if c.isConfined(l.Channel) && c.mayRun(f) && c.mayRun(l.Sent.Parent) {
			c.lingering(l)
		}
	}
	for _, u := range c.holds().Unfulfilled(f) {
		if c.isConfined(u.Channel) && c.mayRun(u.Awaits.Parent) {
			c.unfulfilled(u)
		}
	}
	for _, l := range c.holds().Forsaken(f) {
		if c.isConfined(l.Channel) && c.mayRun(l.Awaits.Parent) {
			c.forsaken(l)
		}
	}
}

// addEndless adds who waits in a loop that nobody ends, or for a condition of which nobody tells him.
func (c *certainties) addEndless(f *supergraph.Function) {
	for _, m := range c.holds().Missed(f) {
		if c.isConfined(m.Cond) && c.mayRun(f) {
			c.missed(m)
		}
	}
	for _, u := range c.holds().Unwoken(f) {
		if c.isConfined(u.Cond) {
			c.unwoken(u)
		}
	}
	for _, u := range c.holds().Unclosed(f) {
		if c.isConfined(u.Channel) && c.mayRun(f) {
			c.unclosed(u)
		}
	}
	for _, e := range c.holds().Endless(f) {
		if c.mayRun(e.Started.Parent) && !slices.ContainsFunc(e.Vain, c.mayCome) {
			c.endless(e)
		}
	}
}

// addInversions adds where two functions wait for each other that others call at once.
func (c *certainties) addInversions() {
	open := slices.DeleteFunc(slices.Collect(c.shippedFunctions()), func(f *supergraph.Function) bool { return !c.isOpen(f) })
	for _, v := range c.holds().Inversions(open) {
		if c.areReleasedHere(v.One.Taking) && c.areReleasedHere(v.Other.Taking) {
			c.inverted(v)
		}
	}
}

// shippedFunctions are those of the package, its tests left out, that anybody calls, or may.
func (p *Package) shippedFunctions() iter.Seq[*supergraph.Function] {
	return func(yield func(*supergraph.Function) bool) {
		for _, name := range p.program.Own() {
			f := p.graph.ByName[name]
			if f == nil || isInTests(f.Function) || !p.mayRun(f) {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// isGivenWhatIsNew reports whether only the package calls a function, and a caller gives it a lock in what
// he has just made: he may drop it with the lock that it was left with.
func (p *Package) isGivenWhatIsNew(t holding.Taking) bool {
	f := t.Parent
	given, ok := t.Given()
	return ok && !p.isOpen(f) && slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		args := call.Instr().Args
		if given >= len(args) {
			return true
		}
		made := call.Parent.Definition(call.Parent.BaseOfPart(args[given]))
		return made != nil && (made.Op == ir.OpAlloc || made.Op == ir.OpCall)
	})
}

// mayRun reports whether a function is reached by what others than the package call, or by the main function.
func (p *Package) mayRun(f *supergraph.Function) bool {
	return p.isReached(f, p.begins, map[*supergraph.Function]bool{})
}

// mayRunForOthers is mayRun by what others call alone.
func (p *Package) mayRunForOthers(f *supergraph.Function) bool {
	return p.isReached(f, p.isOpen, map[*supergraph.Function]bool{})
}

// isReached reports whether a function is one that begins, or called by a function that is reached and
// sends nothing itself before: what comes after a send is dead code if nobody ever receives.
func (p *Package) isReached(f *supergraph.Function, begins func(*supergraph.Function) bool, seen map[*supergraph.Function]bool) bool {
	if begins(f) {
		return true
	}
	seen[f] = true
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return !seen[call.Parent] && !p.sendsBefore(call) && p.isReached(call.Parent, begins, seen)
	})
}

// begins reports whether a function runs though no function that skeletons show calls it.
func (p *Package) begins(f *supergraph.Function) bool {
	return p.isOpen(f) || p.main && f.Main || f.Inert && len(f.Callers) == 0 && p.isCalledUnseen(f)
}

// isCalledUnseen reports whether a function that others needn't follow is called, which skeletons don't say: as any function of
// a program is, and a literal if the function around it is.
func (p *Package) isCalledUnseen(f *supergraph.Function) bool {
	literal := strings.LastIndexByte(f.Name, '$')
	around := (*supergraph.Function)(nil)
	if literal >= 0 {
		around = p.graph.ByName[f.Name[:literal]]
	}
	return p.main || around != nil && p.mayRun(around)
}

// sendsBefore reports whether a function may send before a call, to somebody who isn't there.
func (p *Package) sendsBefore(call supergraph.Instruction) bool {
	f := call.Parent
	for i := range f.Instructions() {
		if !holding.ComesBefore(i, call) {
			continue
		}
		if slices.ContainsFunc(p.graph.OperationsOf(i), func(o supergraph.Operation) bool { return o.Sends && !p.areReceivedFrom(o.Objects, f) }) {
			return true
		}
	}
	return false
}

// areReceivedFrom reports whether others than a function receive from each of some channels, as those may who aren't seen.
func (p *Package) areReceivedFrom(channels []pointsto.Location, f *supergraph.Function) bool {
	return !slices.ContainsFunc(channels, func(l pointsto.Location) bool {
		return !p.points.Escapes(l) && !p.points.CanReceive(l) && !p.holds().IsReturned(l) && !slices.ContainsFunc(p.graph.Users[l], func(user *supergraph.Function) bool {
			return user != f && slices.ContainsFunc(p.graph.Operations(user), func(o supergraph.Operation) bool { return o.Receives && slices.Contains(o.Objects, l) })
		})
	})
}

// isOpen reports whether others than the package may call a function. Methods with exported names of a type that they can't get at they
// can't call.
func (p *Package) isOpen(f *supergraph.Function) bool {
	callers := p.callers[f.Name]
	isKnown := callers != nil && callers.All
	return p.isCallable(f.Function) && !isKnown || p.points.Exposed(f.Name)
}

// areReleasedHere reports whether nobody outside of the package releases what a function has taken while
// that runs, or comes by some calls to where it is stuck: what is in a field others leave alone, if no code of theirs is
// run until then. Who wants it elsewhere waits for it, and to release what this function has would be a bug of his own.
func (p *Package) areReleasedHere(t holding.Taking, stuck ...supergraph.Instruction) bool {
	return !slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool {
		return p.mayBeReleasedOutside(l) && (p.points.Objects[l].Kind != pointsto.Field ||
			p.graph.RunsUnseenOn(append([]supergraph.Instruction{t.Instruction}, stuck...)))
	})
}

// wayAgain leads from where a function takes a lock to where it takes it again, unless that is its caller's doing.
func (c *certainties) wayAgain(r holding.Relock) []supergraph.Instruction {
	if r.By.Parent != nil {
		return nil
	}
	return append(slices.Clip(r.Again.Calls), r.Again.Instruction)
}

// mayBeReleasedOutside reports whether code that isn't seen may get at a lock: by its name, or with the
// methods of a lock that is embedded in a struct that the package doesn't make. What literals capture that it
// calls is theirs.
func (p *Package) mayBeReleasedOutside(l pointsto.Location) bool {
	o := &p.points.Objects[l]
	isLocal := o.Kind == pointsto.Variable && o.Function != nil && p.isTraced(l)
	return !isLocal && !p.isConfined(l) || p.isVisible(o.Name) ||
		o.Kind == pointsto.Field && pointsto.IsExportedField(o.Name) && !p.makes(pointsto.TypeOfField(o.Name))
}

// makes reports whether the package makes structs of a type.
func (p *Package) makes(typeName string) bool {
	return slices.ContainsFunc(p.points.Objects, func(o pointsto.Object) bool { return o.Kind == pointsto.Variable && o.Type == typeName })
}

// add adds what goes wrong for a process of a system, because of what is taken, or counted, at some places first.
func (c *certainties) add(sys *model.System, root *supergraph.Function, victim int, taken ...model.Site) {
	c.nameCallers(sys)
	startInOrder(sys.Processes[0].States)
	c.list = append(c.list, Certainty{System: sys, Root: c.rootOf(root), Taken: taken, Victim: victim})
}

// startInOrder has goroutines started in the order in which the source starts them, where steps that start some follow one another.
func startInOrder(states []model.State) {
	isStart := func(i int) bool {
		t := states[i].Transitions
		return len(t) == 1 && t[0].Kind == model.Spawn && t[0].Site.IsValid() && t[0].Via == nil && t[0].To == i+1
	}
	for i := 1; i < len(states); i++ {
		for j := i; j > 0 && isStart(j) && isStart(j-1); j-- {
			before, after := &states[j-1].Transitions[0], &states[j].Transitions[0]
			if before.Site.Compare(after.Site) > 0 {
				*before, *after = *after, *before
				before.To, after.To = j, j+1
			}
		}
	}
}

// relocked adds that a caller waits for what he has taken himself. Two readers wait for each other only
// if somebody wants to write meanwhile.
func (c *certainties) relocked(r holding.Relock) {
	b := newCallers(r.Taking)
	again, caller, calls := r.Again, r.Parent, []supergraph.Instruction(nil)
	if r.By.Parent != nil {
		caller, calls = r.By.Parent, []supergraph.Instruction{r.By}
	}
	takes := b.take(r.Taking, calls)
	steps := slices.Concat(takes, c.assumeAlong(r.Sides, again.Calls), b.take(again.Taking, again.Calls))
	b.caller(caller, slices.Concat(steps, b.release(again.Taking), b.release(r.Taking)))
	b.orElse(len(takes), r.Sides, b.release(r.Taking)[0])
	if r.How == model.RLock && again.How == model.RLock {
		writers := c.writersBeside(r)
		if len(writers) == 0 {
			return
		}
		b.caller(writers[0].Parent, append(b.take(writers[0], nil), b.release(writers[0])...))
	}
	c.add(b.system(), caller, 1, r.Instr().Site)
}

// writersBeside lists where callers take the lock that a reader takes twice, or goroutines that somebody starts beside the
// reader, if nothing keeps them from doing so meanwhile.
func (c *certainties) writersBeside(reader holding.Relock) (list []holding.Taking) {
	isApart := func(t holding.Taking) bool { return c.holds().KeptApart(reader, t) }
	if !c.main {
		list = slices.DeleteFunc(c.takersOf(reader.Taking), isApart)
	}
	if len(list) > 0 {
		return list
	}
	return slices.DeleteFunc(c.takersIn(reader.Taking), func(t holding.Taking) bool { return !c.holds().ComeTogether(reader, t) || isApart(t) })
}

// twice adds that a caller releases twice what he has taken once.
func (c *certainties) twice(t holding.Twice) {
	b := newCallers(t.Taking)
	steps := b.take(t.Taking, nil)
	taken := len(steps)
	release := func(i supergraph.Instruction) model.Transition {
		step := b.release(t.Taking)[0]
		step.Site = i.Instr().Site
		return step
	}
	b.caller(t.Parent, append(append(steps, assumeAll(t.Sides)...), release(t.First), release(t.Second)))
	b.orElse(taken, t.Sides, release(t.First))
	c.add(b.system(), t.Parent, 1, t.Instr().Site)
}

// mismatched adds that a caller releases for writers what he has taken to read, or the other way round.
func (c *certainties) mismatched(m holding.Mismatch) {
	b := newCallers(m.Taking)
	steps := b.take(m.Taking, nil)
	taken := len(steps)
	release := model.Transition{Kind: model.Unlock, Site: m.Release.Instr().Site}
	if m.How == model.Lock {
		release.Kind = model.RUnlock
	}
	b.caller(m.Parent, append(append(steps, assumeAll(m.Sides)...), release))
	b.orElse(taken, m.Sides, b.release(m.Taking)[0])
	c.add(b.system(), m.Parent, 1, m.Instr().Site)
}

// forgotten adds that somebody waits for what a caller has returned with: another caller of the same
// function, if that is given the lock and it is for one at a time, or nobody else takes it; else of any other one,
// where nobody was found to wait yet.
func (c *certainties) forgotten(k holding.Kept) {
	takers := c.takersOf(k.Taking)
	switch {
	case c.main:
		takers = slices.DeleteFunc(c.takersIn(k.Taking), func(t holding.Taking) bool { return !c.holds().ComesAfter(k.Taking, t) })
	case k.How == model.Lock && (k.IsGiven() || len(takers) == 0 && !k.IsCaptured()):
		takers = []holding.Taking{k.Taking}
	}
	if len(takers) == 0 {
		return
	}
	next := takers[max(0, slices.IndexFunc(takers, func(t holding.Taking) bool { return !c.told[t.Instr().Site] }))]
	c.told[next.Instr().Site] = true
	b := newCallers(k.Taking)
	b.caller(k.Parent, b.take(k.Taking, nil))
	b.branch(k)
	b.caller(next.Parent, append(b.take(next, nil), b.release(next)...))
	c.add(b.system(), k.Parent, 2, k.Instr().Site)
}

// inverted adds that two callers wait for each other.
func (c *certainties) inverted(v holding.Inversion) {
	b := newCallers(v.One.Taking)
	b.add(v.Other.Taking.Kind, v.Other.Taking.Instruction)
	for n, o := range []holding.Order{v.One, v.Other} {
		first, second := on(n, b.take(o.Taking, nil)), on(1-n, b.take(o.Next.Taking, o.Next.Calls))
		release := on(n, b.release(o.Taking))
		b.caller(o.Parent, slices.Concat(first, c.assumeAlong(o.Sides, o.Next.Calls), second, on(1-n, b.release(o.Next.Taking)), release))
		b.orElse(len(first), o.Sides, release[0])
	}
	c.add(b.system(), v.One.Parent, 1, v.One.Instr().Site, v.Other.Instr().Site)
}

// on are steps on one of the locks.
func on(lock int, steps []model.Transition) []model.Transition {
	for n := range steps {
		steps[n].Object = lock
	}
	return steps
}

// takersOf lists where functions are given a lock, as far as is known, and take it so that they have
// to wait if somebody has taken it as given.
func (c *certainties) takersOf(taken holding.Taking) []holding.Taking {
	return slices.DeleteFunc(c.takersIn(taken), func(t holding.Taking) bool { return !t.IsGiven() })
}

// takersIn lists where functions take a lock so that they have to wait if somebody has taken it, if it is the same one.
func (c *certainties) takersIn(taken holding.Taking) (list []holding.Taking) {
	isOne := func(l pointsto.Location) bool { return slices.Contains(taken.Locks, l) }
	for f := range c.shippedFunctions() {
		for _, t := range c.holds().Takings(f) {
			if (taken.How == model.Lock || t.How == model.Lock) && slices.ContainsFunc(t.Locks, isOne) {
				list = append(list, t)
			}
		}
	}
	return list
}

func (p *Package) rootOf(f *supergraph.Function) *interp.Root {
	return p.program.Part(f.Name, map[string]*ir.Function{f.Name: f.Function})
}

// Callers are a system in which callers do something to one object, or to two locks.
type callers struct{ sys model.System }

func newCallers(t holding.Taking) *callers { return callersOf(t.Kind, t.Instruction) }

// callersOf is a system with an object of which a function calls a method first.
func callersOf(kind model.ObjectKind, call supergraph.Instruction) *callers {
	b := &callers{model.System{Name: call.Parent.Display, Site: call.Parent.Site, Processes: make([]model.Automaton, 1)}}
	b.add(kind, call)
	return b
}

// add adds an object of which a function calls a method.
func (b *callers) add(kind model.ObjectKind, call supergraph.Instruction) {
	name, _ := spelled(call.Instr().Text)
	b.sys.Objects = append(b.sys.Objects, model.Object{Kind: kind, Name: name, Owner: -1, Site: call.Instr().Site})
}

// spelled is of what a call in the source calls a method, and with which arguments; "" as far as that isn't known.
func spelled(text string) (receiver, arguments string) {
	called, isCall := strings.CutSuffix(text, ")")
	open := 1
	for i := len(called) - 1; i >= 0 && isCall; i-- {
		switch called[i] {
		case ')':
			open++
		case '(':
			open--
		}
		if open == 0 {
			called, arguments = called[:i], called[i+1:]
			break
		}
	}
	return called[:max(strings.LastIndexByte(called, '.'), 0)], arguments
}

// counting is the step of counting one of those for whom a wait group waits, where as many are counted as its text says: they
// are alike, and one is all that it takes.
func counting(call supergraph.Instruction) model.Transition {
	t := model.Transition{Kind: model.Add, Label: 1, Site: call.Instr().Site}
	if _, amount := spelled(call.Instr().Text); amount != "1" {
		t.Text = amount
	}
	return t
}

// take are the steps of taking a lock, which some calls lead to.
func (b *callers) take(t holding.Taking, calls []supergraph.Instruction) []model.Transition {
	return taking(t.Kind, model.Transition{Kind: t.How, Site: t.Instr().Site, Via: sitesOf(calls)})
}

// taking are the steps of taking a lock of some kind by one: who wants to write where others read announces it.
func taking(kind model.ObjectKind, step model.Transition) (list []model.Transition) {
	if kind == model.RWMutex && step.Kind == model.Lock {
		announce := step
		announce.Kind = model.Announce
		list = append(list, announce)
	}
	return append(list, step)
}

// release is the step of releasing what was taken, wherever that is.
func (b *callers) release(t holding.Taking) []model.Transition {
	return []model.Transition{releasing(t.How, t.Instr().Site)}
}

// releasing is the step of releasing what was taken somewhere.
func releasing(how model.Kind, at model.Site) model.Transition {
	if how == model.RLock {
		return model.Transition{Kind: model.RUnlock, Site: at}
	}
	return model.Transition{Kind: model.Unlock, Site: at}
}

// caller adds somebody who calls a function once, which takes some steps.
func (b *callers) caller(f *supergraph.Function, steps []model.Transition) {
	a := model.Automaton{Name: ClientName + f.Display, Site: f.Site}
	for n, t := range steps {
		t.To = n + 1
		a.States = append(a.States, model.State{Transitions: []model.Transition{t}})
	}
	a.States = append(a.States, model.State{})
	b.sys.Processes = append(b.sys.Processes, a)
}

// turn is a goroutine that comes, in turns, to where it sends, by some sides of branches. In its first state it may begin a turn;
// begins is where.
func (b *callers) turn(f *supergraph.Function, begins model.Site, sides []holding.Side, sends model.Transition) *model.Automaton {
	first := model.Transition{Kind: model.Tau, Object: -1, Site: begins}
	b.caller(f, append(append([]model.Transition{first}, assumeAll(sides)...), sends))
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	a.Name = f.Display
	a.States[len(a.States)-2].Transitions[0].To = 0
	return a
}

// orClosed lets a process that receives in a state go on as well if the channel is closed.
func (b *callers) orClosed(process, state int) {
	at := &b.sys.Processes[process].States[state]
	if t := at.Transitions[0]; t.Kind == model.Receive {
		t.Kind = model.ReceiveClosed
		at.Transitions = append(at.Transitions, t)
	}
}

// branch lets the last caller come to a branch, on one side of which he forgets the lock.
func (b *callers) branch(k holding.Kept) {
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	end := len(a.States) - 1
	forgets := assume(k.Side)
	forgets.To = end + 1
	a.States[end].Transitions = append(a.States[end].Transitions, forgets)
	a.States = append(a.States, model.State{})
	b.orElse(end, []holding.Side{k.Side}, b.release(k.Taking)[0])
}

// assume is the step of taking a side of a branch.
func assume(s holding.Side) model.Transition {
	in := s.Branch.Instr()
	return model.Transition{Kind: model.Tau, Object: -1, Site: in.Site, Text: interp.Assumption(in.Text, s.Edge == 0)}
}

// assumeAll are the steps of taking some sides of branches.
func assumeAll(sides []holding.Side) (steps []model.Transition) {
	for _, s := range sides {
		steps = append(steps, assume(s))
	}
	return steps
}

func sitesOf(calls []supergraph.Instruction) (list []model.Site) {
	for _, call := range calls {
		list = append(list, call.Instr().Site)
	}
	return list
}

// orElse lets the last caller take the other sides of branches, to which he comes from a state on, and do
// something then before he ends.
func (b *callers) orElse(state int, sides []holding.Side, then model.Transition) {
	orElse(&b.sys.Processes[len(b.sys.Processes)-1], state, sides, then)
}

// orElse is that for any process.
func orElse(a *model.Automaton, state int, sides []holding.Side, then model.Transition) {
	if len(sides) == 0 {
		return
	}
	other := len(a.States)
	then.To = other + 1
	a.States = append(a.States, model.State{Transitions: []model.Transition{then}}, model.State{})
	for n, side := range sides {
		t := assume(side.Other())
		t.To = other
		a.States[state+n].Transitions = append(a.States[state+n].Transitions, t)
	}
}

// orNothing lets the last caller take the other sides of branches with which he begins, and end then.
func (b *callers) orNothing(sides []holding.Side) {
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	for n, s := range sides {
		other := assume(s.Other())
		other.To = len(a.States) - 1
		a.States[n].Transitions = append(a.States[n].Transitions, other)
	}
}

// system starts all callers at once.
func (b *callers) system() *model.System {
	all := []int{}
	for p := 1; p < len(b.sys.Processes); p++ {
		all = append(all, p)
	}
	return b.starting(all)
}

// startedBy is the system in which a function starts a goroutine, which is the first of some processes, and the others
// are there.
func (b *callers) startedBy(start supergraph.Instruction, processes []int) *model.System {
	b.sys.Name, b.sys.Site = start.Parent.Display, start.Parent.Site
	sys := b.starting(processes)
	sys.Processes[0].States[0].Transitions[0].Site = start.Instr().Site
	return sys
}

// starting is the system that starts some callers at once; these may start the others, as members of a family that
// has the number of the process less one.
func (b *callers) starting(processes []int) *model.System {
	first := &b.sys.Processes[0]
	first.Name, first.Site = b.sys.Name, b.sys.Site
	for p := 1; p < len(b.sys.Processes); p++ {
		b.sys.Families = append(b.sys.Families, model.Family{Name: b.sys.Processes[p].Name, Members: []int{p}})
	}
	for n, p := range processes {
		first.States = append(first.States, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: p - 1, To: n + 1}}})
	}
	first.States = append(first.States, model.State{})
	return &b.sys
}
