package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Those who want a lock wait for its holder, who has come past everything before he
// took it: what he passes since then is all that matters. It is found by a forward
// analysis of each lock, with a summary for each function (Sharir and Pnueli, 1981):
// the waits since the lock was taken. As one location may stand for several locks, to
// take a second one is not to begin anew, and from there on nothing is known to be
// released.

// A phase is what a goroutine has of the lock.
type phase int

const (
	free   phase = iota
	holds        // it has taken the lock
	nested       // and once more, or another one that can't be told apart
	phases
)

// A stretch says that a goroutine may be in a phase, and which waits it has passed: all
// of gen, and, if it keeps them, those that it had passed before the function.
type stretch struct {
	ok, keeps bool
	gen       dataflow.Set
}

// join adds what another way leads to. It reports whether that is more.
func (s *stretch) join(other *stretch) bool {
	if !other.ok {
		return false
	}
	grew := !s.ok || other.keeps && !s.keeps
	s.ok, s.keeps = true, s.keeps || other.keeps
	return s.gen.AddAll(other.gen) || grew
}

func (s *stretch) clone() stretch { return stretch{s.ok, s.keeps, slices.Clone(s.gen)} }

// A progress has a stretch for each phase, without and with a deferred call that has to
// do with the lock.
type progress [2][phases]stretch

func (p *progress) clone() (c progress) {
	for d := range p {
		for i := range p[d] {
			c[d][i] = p[d][i].clone()
		}
	}
	return c
}

func (p *progress) join(other *progress) (grew bool) {
	for d := range p {
		for i := range p[d] {
			grew = p[d][i].join(&other[d][i]) || grew
		}
	}
	return grew
}

// pass adds waits to all stretches.
func (p *progress) pass(waits dataflow.Set) {
	for d := range p {
		for i := range p[d] {
			if p[d][i].ok {
				p[d][i].gen.AddAll(waits)
			}
		}
	}
}

// move lets all phases change.
func (p *progress) move(to func(ph phase, s *stretch) (phase, stretch)) {
	var next progress
	for d := range p {
		for i := range p[d] {
			if p[d][i].ok {
				ph, s := to(phase(i), &p[d][i])
				next[d][ph].join(&s)
			}
		}
	}
	*p = next
}

func (p *progress) take() {
	p.move(func(ph phase, s *stretch) (phase, stretch) {
		if ph == free {
			return holds, stretch{ok: true}
		}
		return nested, s.clone()
	})
}

func (p *progress) release() {
	p.move(func(ph phase, s *stretch) (phase, stretch) {
		if ph == holds {
			return free, stretch{ok: true}
		}
		return ph, s.clone()
	})
}

// A sectioner analyses one lock. Functions are run for the phases in which they are
// called, and again when more is known of what they call (Reps, Horwitz and Sagiv, 1995).
type sectioner struct {
	*routes
	lock pointsto.Location
	acts map[*activation]bool
	runs map[*activation]*[phases]*sectionRun
	// work are the numbers of the runs that are planned: callees come first, then callers.
	work dataflow.Worklist
	// released are the waits since the lock was taken, for each operation that releases it;
	// they are kept, see stretch, if somebody may do so who hasn't taken it.
	released map[*activation]map[pointsto.At]*stretch
}

// A sectionRun is a function that is called in a phase.
type sectionRun struct {
	a  *activation
	ph phase
	// entry is how it is called, states is what is known before each block, and end
	// when the function returns.
	entry  stretch
	states []*progress
	end    progress
	// callers are those who go by what is known of the end.
	callers []*sectionRun
}

// sections analyses a lock.
func (r *routes) sections(lock pointsto.Location) *sectioner {
	s := &sectioner{
		routes: r, lock: lock, acts: map[*activation]bool{},
		runs: map[*activation]*[phases]*sectionRun{}, released: map[*activation]map[pointsto.At]*stretch{},
	}
	order := s.findActing()
	var first []*sectionRun
	for _, a := range order {
		if a.isRoot || a.isStarted {
			run := s.runOf(a, free)
			run.entry.ok = true
			first = append(first, run)
		}
	}
	s.process(s.summarize)
	s.work = dataflow.Downwards(len(s.all) * int(phases))
	for _, run := range first {
		s.plan(run)
	}
	s.process(s.enterCallees)
	for _, a := range order {
		s.noteReleases(a)
	}
	s.acts, s.runs = nil, nil // large, and not asked for any more
	return s
}

// findActing lists the activations that take or release the lock, or call one that does,
// callees first where that is possible.
func (s *sectioner) findActing() (order []*activation) {
	work := slices.Clone(s.operating[s.lock])
	for _, a := range work {
		s.acts[a] = true
	}
	for len(work) > 0 {
		a := work[0]
		work = work[1:]
		order = append(order, a)
		for _, caller := range a.callers {
			if !s.acts[caller] && s.calls(caller, a) {
				s.acts[caller] = true
				work = append(work, caller)
			}
		}
	}
	return order
}

// calls reports whether one activation calls another one in its course.
func (s *sectioner) calls(caller, callee *activation) bool {
	return slices.ContainsFunc(caller.calls, func(c activationCall) bool { return c.isNow() && slices.Contains(c.callees, callee) })
}

// runOf is a function called in a phase, which is planned when it is first asked for.
func (s *sectioner) runOf(a *activation, ph phase) *sectionRun {
	runs := s.runs[a]
	if runs == nil {
		runs = &[phases]*sectionRun{}
		s.runs[a] = runs
	}
	if runs[ph] == nil {
		runs[ph] = &sectionRun{a: a, ph: ph}
		s.plan(runs[ph])
	}
	return runs[ph]
}

func (s *sectioner) plan(run *sectionRun) { s.work.Add(run.a.position*int(phases) + int(run.ph)) }

// process looks at what is planned until nothing is left, or all is spent. It takes as long as
// there are blocks, in each of which there is something for each wait.
func (s *sectioner) process(look func(*sectionRun)) {
	for n, ok := s.work.Next(); ok && !s.isSpent(); n, ok = s.work.Next() {
		run := s.runs[s.inOrder[n/int(phases)]][n%int(phases)]
		*s.spent += Spent(len(run.a.Blocks) * (1 + len(s.waits)/64))
		look(run)
	}
}

// summarize works out what a function does to a phase. If that is more than was known,
// its callers are planned.
func (s *sectioner) summarize(run *sectionRun) {
	s.run(run)
	grew := false
	s.each(run, func(st *step, p *progress) {
		if st.op == ir.OpReturn {
			grew = run.end.join(p) || grew
		}
	})
	if grew {
		for _, caller := range run.callers {
			s.plan(caller)
		}
	}
}

// enterCallees notes what functions have passed that call others.
func (s *sectioner) enterCallees(run *sectionRun) {
	s.each(run, func(st *step, p *progress) {
		switch st.op {
		case ir.OpRunDefers:
			p := p.clone()
			s.runDefers(run, &p, func(st *step, p *progress) { s.enter(st.callees, p, &run.entry) })
		case ir.OpDefer, ir.OpGo:
		default:
			s.enter(st.callees, p, &run.entry)
		}
	})
}

// enter notes what was passed before functions are called.
func (s *sectioner) enter(callees []*activation, p *progress, entry *stretch) {
	for _, callee := range callees {
		if !s.acts[callee] {
			continue
		}
		for d := range p {
			for ph := range p[d] {
				if !p[d][ph].ok {
					continue
				}
				run := s.runOf(callee, phase(ph))
				if st := since(&p[d][ph], entry); run.entry.join(&st) {
					s.plan(run)
				}
			}
		}
	}
}

// since is a stretch with what was passed before the function.
func since(st, entry *stretch) stretch {
	c := st.clone()
	if c.ok && c.keeps {
		c.gen.AddAll(entry.gen)
	}
	return c
}

// each visits the steps of a function with what is known before them.
func (s *sectioner) each(run *sectionRun, visit func(*step, *progress)) {
	for b, state := range run.states {
		if state != nil && len(run.a.steps[b]) > 0 {
			p := state.clone()
			s.runBlock(run, b, &p, visit)
		}
	}
}

// noteReleases notes what was passed where the lock is released.
func (s *sectioner) noteReleases(a *activation) {
	s.released[a] = map[pointsto.At]*stretch{}
	if s.runs[a] == nil {
		return
	}
	for _, run := range s.runs[a] {
		if run == nil {
			continue
		}
		s.each(run, func(st *step, p *progress) {
			switch st.op {
			case ir.OpRunDefers:
				p := p.clone()
				s.runDefers(run, &p, func(st *step, p *progress) { s.noteRelease(run, st, p) })
			case ir.OpDefer:
			default:
				if s.releases(st) {
					s.noteRelease(run, st, p)
				}
			}
		})
	}
}

// noteRelease notes what was passed before a step that releases the lock.
func (s *sectioner) noteRelease(run *sectionRun, st *step, p *progress) {
	released := s.released[run.a]
	if released[st.at] == nil {
		released[st.at] = &stretch{}
	}
	for d := range p {
		for ph := range p[d] {
			passed := since(&p[d][ph], &run.entry)
			passed.keeps = passed.ok && phase(ph) == free
			released[st.at].join(&passed)
		}
	}
}

// run carries a phase through a function.
func (s *sectioner) run(run *sectionRun) {
	a := run.a
	if run.states == nil {
		run.states = make([]*progress, len(a.Blocks))
	}
	clear(run.states)
	start := &progress{}
	start[0][run.ph] = stretch{ok: true, keeps: true}
	run.states[0] = start
	work := []int{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		p := run.states[b]
		if len(a.steps[b]) > 0 {
			after := p.clone()
			s.runBlock(run, b, &after, nil)
			p = &after
		}
		for _, e := range a.Blocks[b].Succs {
			work = run.follow(work, e.Block, p)
		}
		if a.Recover >= 0 && b != a.Recover { // where it goes on once it has recovered
			work = run.follow(work, a.Recover, p)
		}
	}
}

// follow lets a block come after what is known. It is added to the work if that is more.
func (r *sectionRun) follow(work []int, block int, p *progress) []int {
	first := r.states[block] == nil
	if first {
		r.states[block] = &progress{}
	}
	if r.states[block].join(p) || first {
		return append(work, block)
	}
	return work
}

func (s *sectioner) runBlock(run *sectionRun, b int, p *progress, visit func(*step, *progress)) {
	for i := range run.a.steps[b] {
		st := &run.a.steps[b][i]
		if visit != nil {
			visit(st, p)
		}
		switch st.op {
		case ir.OpDefer:
			if s.concerns(st) {
				for ph := range p[0] {
					p[1][ph].join(&p[0][ph])
				}
				p[0] = [phases]stretch{}
			}
		case ir.OpRunDefers:
			s.runDefers(run, p, nil)
		case ir.OpGo:
		default:
			s.runOne(run, st, p)
		}
	}
}

// runOne carries out an operation or a call.
func (s *sectioner) runOne(run *sectionRun, st *step, p *progress) {
	p.pass(st.waits)
	switch {
	case s.takes(st):
		p.take()
	case s.releases(st):
		p.release()
	}
	if len(st.callees) > 0 {
		s.runCall(run, st.callees, p)
	}
}

// runCall carries out a call of one of some functions.
func (s *sectioner) runCall(run *sectionRun, callees []*activation, p *progress) {
	if len(callees) == 1 && !s.acts[callees[0]] {
		p.pass(callees[0].inside)
		return
	}
	var after progress
	for _, callee := range callees {
		if s.acts[callee] {
			s.through(run, callee, p, &after)
			continue
		}
		one := p.clone()
		one.pass(callee.inside)
		after.join(&one)
	}
	*p = after
}

// through adds what becomes of the phases in a call of a function.
func (s *sectioner) through(run *sectionRun, callee *activation, p, after *progress) {
	for d := range p {
		for ph := range p[d] {
			before := &p[d][ph]
			if !before.ok {
				continue
			}
			called := s.runOf(callee, phase(ph))
			if !slices.Contains(called.callers, run) {
				called.callers = append(called.callers, run)
			}
			for to := range called.end[0] {
				if st := &called.end[0][to]; st.ok {
					st := stretch{true, st.keeps && before.keeps, slices.Clone(st.gen)}
					if called.end[0][to].keeps {
						st.gen.AddAll(before.gen)
					}
					after[d][to].join(&st)
				}
			}
		}
	}
}

// runDefers carries out the deferred calls, the last one first. Of one that concerns the
// lock it is known whether it was deferred; of several it isn't.
func (s *sectioner) runDefers(run *sectionRun, p *progress, visit func(*step, *progress)) {
	concerning := 0
	for _, st := range run.a.deferred {
		if s.concerns(st) {
			concerning++
		}
	}
	for _, st := range slices.Backward(run.a.deferred) {
		skipped := p.clone()
		switch {
		case !s.concerns(st):
			s.runOne(run, st, p)
			p.join(&skipped)
			continue
		case concerning == 1:
			skipped[1] = [phases]stretch{}
			p[0] = [phases]stretch{}
		}
		if visit != nil {
			visit(st, p)
		}
		s.runOne(run, st, p)
		p.join(&skipped)
	}
	for ph := range p[1] {
		p[0][ph].join(&p[1][ph])
	}
	p[1] = [phases]stretch{}
}

// concerns reports whether a step takes or releases the lock, or calls a function that
// does.
func (s *sectioner) concerns(st *step) bool {
	return s.takes(st) || s.releases(st) || slices.ContainsFunc(st.callees, func(callee *activation) bool { return s.acts[callee] })
}

// takes reports whether a step takes the lock. A writer is announced first.
func (s *sectioner) takes(st *step) bool {
	return !st.announces && s.operates(st, func(o *supergraph.Operation) bool { return o.Waits })
}

func (s *sectioner) releases(st *step) bool {
	return s.operates(st, func(o *supergraph.Operation) bool { return o.Serves })
}

func (s *sectioner) operates(st *step, how func(*supergraph.Operation) bool) bool {
	for i := range st.operations {
		if o := &st.operations[i]; how(o) && slices.Contains(o.Objects, s.lock) {
			return true
		}
	}
	return false
}

// passed are the waits since the lock was taken that an operation releases. It is not ok
// if that may have been in another goroutine, or earlier.
func (s *sectioner) passed(a *activation, at pointsto.At) (dataflow.Set, bool) {
	st := s.released[a][at]
	switch {
	case s.ComesLast(a.Function, at):
		return nil, false
	case st == nil:
		return nil, true // never comes
	}
	return st.gen, !st.keeps
}
