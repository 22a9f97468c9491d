package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
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
	gen       numberSet
}

// join adds what another way leads to. It reports whether that is more.
func (s *stretch) join(other *stretch) bool {
	if !other.ok {
		return false
	}
	grew := !s.ok || other.keeps && !s.keeps
	s.ok, s.keeps = true, s.keeps || other.keeps
	return s.gen.addAll(other.gen) || grew
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
func (p *progress) pass(waits numberSet) {
	for d := range p {
		for i := range p[d] {
			if p[d][i].ok {
				p[d][i].gen.addAll(waits)
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

// A sectioner analyses one lock.
type sectioner struct {
	*routes
	lock      pointsto.Location
	acts      map[*activation]bool
	summaries map[*activation]*[phases]progress
	// entries are the phases in which functions are called.
	entries map[*activation]*[phases]stretch
	// released are the waits since the lock was taken, for each operation that releases it;
	// they are kept, see stretch, if somebody may do so who hasn't taken it.
	released map[*activation]map[pointsto.At]*stretch
}

// sections analyses a lock.
func (r *routes) sections(lock pointsto.Location) *sectioner {
	s := &sectioner{
		routes: r, lock: lock, acts: map[*activation]bool{}, summaries: map[*activation]*[phases]progress{},
		entries: map[*activation]*[phases]stretch{}, released: map[*activation]map[pointsto.At]*stretch{},
	}
	order := s.findActing()
	for grew := true; grew; {
		grew = false
		for _, a := range order {
			grew = s.summarize(a) || grew
		}
	}
	for _, a := range order {
		if a.isRoot || s.isStarted(a) {
			s.entry(a, free, stretch{ok: true})
		}
	}
	for grew := true; grew; {
		grew = false
		for _, a := range order {
			grew = s.enterCallees(a) || grew
		}
	}
	for _, a := range order {
		s.noteReleases(a)
	}
	return s
}

// findActing lists the activations that take or release the lock, or call one that does,
// callees first where that is possible.
func (s *sectioner) findActing() (order []*activation) {
	var work []*activation
	for _, a := range s.all {
		if slices.ContainsFunc(a.operations, func(o Operation) bool { return slices.Contains(o.Objects, s.lock) }) {
			s.acts[a] = true
			work = append(work, a)
		}
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

// calls reports whether one activation calls another one, other than in a goroutine.
func (s *sectioner) calls(caller, callee *activation) bool {
	return slices.ContainsFunc(caller.calls, func(c activationCall) bool { return c.op != ir.OpGo && slices.Contains(c.callees, callee) })
}

// isStarted reports whether an activation is a goroutine.
func (s *sectioner) isStarted(a *activation) bool {
	return slices.ContainsFunc(a.callers, func(caller *activation) bool {
		return slices.ContainsFunc(caller.calls, func(c activationCall) bool { return c.op == ir.OpGo && slices.Contains(c.callees, a) })
	})
}

// entry notes in which phase a function is called.
func (s *sectioner) entry(a *activation, ph phase, st stretch) bool {
	if s.entries[a] == nil {
		s.entries[a] = &[phases]stretch{}
	}
	return s.entries[a][ph].join(&st)
}

// summarize works out what a function does to each phase. It reports whether that is more
// than is known.
func (s *sectioner) summarize(a *activation) (grew bool) {
	if s.summaries[a] == nil {
		s.summaries[a] = &[phases]progress{}
	}
	for ph := range phases {
		var end progress
		s.run(a, ph, func(at pointsto.At, p *progress) {
			if a.Blocks[at.Block].Instrs[at.Index].Op == ir.OpReturn {
				end.join(p)
			}
		})
		grew = s.summaries[a][ph].join(&end) || grew
	}
	return grew
}

// enterCallees notes in which phases an activation calls others.
func (s *sectioner) enterCallees(a *activation) (grew bool) {
	enter := func(at pointsto.At, p *progress, entry *stretch) {
		for _, call := range a.calls {
			if call.at == at && call.op != ir.OpGo {
				grew = s.enter(call.callees, p, entry) || grew
			}
		}
	}
	s.each(a, func(at pointsto.At, p *progress, entry *stretch) {
		switch a.Blocks[at.Block].Instrs[at.Index].Op {
		case ir.OpRunDefers:
			p := p.clone()
			s.runDefers(a, at, &p, func(at pointsto.At, p *progress) { enter(at, p, entry) })
		case ir.OpDefer:
		default:
			enter(at, p, entry)
		}
	})
	return grew
}

// enter notes in which phases functions are called.
func (s *sectioner) enter(callees []*activation, p *progress, entry *stretch) (grew bool) {
	for _, callee := range callees {
		for d := range p {
			for ph := range p[d] {
				if s.acts[callee] {
					grew = s.entry(callee, phase(ph), since(&p[d][ph], entry)) || grew
				}
			}
		}
	}
	return grew
}

// since is a stretch with what was passed before the function.
func since(st, entry *stretch) stretch {
	c := st.clone()
	if c.ok && c.keeps {
		c.gen.addAll(entry.gen)
	}
	return c
}

// each visits the instructions of a function with what is known there, for all phases in
// which it is called.
func (s *sectioner) each(a *activation, visit func(pointsto.At, *progress, *stretch)) {
	if s.entries[a] == nil {
		return
	}
	for ph := range phases {
		if entry := &s.entries[a][ph]; entry.ok {
			s.run(a, ph, func(at pointsto.At, p *progress) { visit(at, p, entry) })
		}
	}
}

// noteReleases notes what was passed where the lock is released.
func (s *sectioner) noteReleases(a *activation) {
	s.released[a] = map[pointsto.At]*stretch{}
	note := func(at pointsto.At, p *progress, entry *stretch) {
		if s.released[a][at] == nil {
			s.released[a][at] = &stretch{}
		}
		for d := range p {
			for ph := range p[d] {
				st := since(&p[d][ph], entry)
				st.keeps = st.ok && phase(ph) == free
				s.released[a][at].join(&st)
			}
		}
	}
	s.each(a, func(at pointsto.At, p *progress, entry *stretch) {
		switch a.Blocks[at.Block].Instrs[at.Index].Op {
		case ir.OpRunDefers:
			p := p.clone()
			s.runDefers(a, at, &p, func(at pointsto.At, p *progress) { note(at, p, entry) })
		case ir.OpDefer:
		default:
			if s.releases(a, at) {
				note(at, p, entry)
			}
		}
	})
}

// run carries the phases through a function, and visits each instruction with what is
// known before it.
func (s *sectioner) run(a *activation, ph phase, visit func(pointsto.At, *progress)) {
	states := make([]*progress, len(a.Blocks))
	start := &progress{}
	start[0][ph] = stretch{ok: true, keeps: true}
	states[0] = start
	work := []int{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		p := states[b].clone()
		s.runBlock(a, b, &p, nil)
		for _, to := range s.next(a, b) {
			if states[to] == nil {
				states[to] = &progress{}
			} else if !states[to].join(&p) {
				continue
			}
			states[to].join(&p)
			work = append(work, to)
		}
	}
	for b, state := range states {
		if state != nil {
			p := state.clone()
			s.runBlock(a, b, &p, visit)
		}
	}
}

// next lists the blocks that follow one, and where the function goes on once it has
// recovered.
func (s *sectioner) next(a *activation, b int) []int {
	var list []int
	for _, e := range a.Blocks[b].Succs {
		list = append(list, e.Block)
	}
	if a.Recover >= 0 && b != a.Recover {
		list = append(list, a.Recover)
	}
	return list
}

func (s *sectioner) runBlock(a *activation, b int, p *progress, visit func(pointsto.At, *progress)) {
	for i := range a.Blocks[b].Instrs {
		at := pointsto.At{Block: b, Index: i}
		if visit != nil {
			visit(at, p)
		}
		switch a.Blocks[b].Instrs[i].Op {
		case ir.OpDefer:
			if s.concerns(a, at) {
				for ph := range p[0] {
					p[1][ph].join(&p[0][ph])
				}
				p[0] = [phases]stretch{}
			}
		case ir.OpRunDefers:
			s.runDefers(a, at, p, nil)
		case ir.OpGo:
		default:
			s.runOne(a, at, p)
		}
	}
}

// runOne carries out an operation or a call.
func (s *sectioner) runOne(a *activation, at pointsto.At, p *progress) {
	var waits numberSet
	for _, w := range a.waits {
		if w.at == at {
			waits.add(w.number)
		}
	}
	p.pass(waits)
	switch {
	case s.takes(a, at):
		p.take()
	case s.releases(a, at):
		p.release()
	}
	for _, call := range a.calls {
		if call.at == at {
			s.runCall(call, p)
		}
	}
}

// runCall carries out a call of one of some functions.
func (s *sectioner) runCall(call activationCall, p *progress) {
	var after progress
	for _, callee := range call.callees {
		one := p.clone()
		if !s.acts[callee] {
			one.pass(callee.inside)
		} else {
			one = s.through(callee, p)
		}
		after.join(&one)
	}
	*p = after
}

// through is what becomes of the phases in a call of a function.
func (s *sectioner) through(callee *activation, p *progress) (after progress) {
	if s.summaries[callee] == nil {
		return after
	}
	for d := range p {
		for ph := range p[d] {
			before := &p[d][ph]
			if !before.ok {
				continue
			}
			for to, st := range s.summaries[callee][ph][0] {
				if st.ok {
					st = st.clone()
					if st.keeps {
						st.gen.addAll(before.gen)
						st.keeps = before.keeps
					}
					after[d][to].join(&st)
				}
			}
		}
	}
	return after
}

// runDefers carries out the deferred calls, the last one first. Of one that concerns the
// lock it is known whether it was deferred; of several it isn't.
func (s *sectioner) runDefers(a *activation, at pointsto.At, p *progress, visit func(pointsto.At, *progress)) {
	var deferred []pointsto.At
	concerning := 0
	for b := range a.Blocks {
		for i := range a.Blocks[b].Instrs {
			if d := (pointsto.At{Block: b, Index: i}); a.Blocks[b].Instrs[i].Op == ir.OpDefer {
				deferred = append(deferred, d)
				concerning += truth(s.concerns(a, d))
			}
		}
	}
	slices.Reverse(deferred)
	for _, d := range deferred {
		skipped := p.clone()
		switch {
		case !s.concerns(a, d):
			s.runOne(a, d, p)
			p.join(&skipped)
			continue
		case concerning == 1:
			skipped[1] = [phases]stretch{}
			p[0] = [phases]stretch{}
		}
		if visit != nil {
			visit(d, p)
		}
		s.runOne(a, d, p)
		p.join(&skipped)
	}
	for ph := range p[1] {
		p[0][ph].join(&p[1][ph])
	}
	p[1] = [phases]stretch{}
}

// concerns reports whether an instruction takes or releases the lock, or calls a function
// that does.
func (s *sectioner) concerns(a *activation, at pointsto.At) bool {
	return s.takes(a, at) || s.releases(a, at) || slices.ContainsFunc(a.calls, func(c activationCall) bool {
		return c.at == at && slices.ContainsFunc(c.callees, func(callee *activation) bool { return s.acts[callee] })
	})
}

// takes reports whether an instruction takes the lock. A writer is announced first.
func (s *sectioner) takes(a *activation, at pointsto.At) bool {
	return (instruction{a.function, at}).get().Name != announces && s.operates(a, at, func(o *Operation) bool { return o.Waits })
}

// announces is what a writer does before he waits for readers.
const announces = "announce"

func (s *sectioner) releases(a *activation, at pointsto.At) bool {
	return s.operates(a, at, func(o *Operation) bool { return o.Serves })
}

func (s *sectioner) operates(a *activation, at pointsto.At, how func(*Operation) bool) bool {
	return slices.ContainsFunc(a.operations, func(o Operation) bool {
		return o.at == at && how(&o) && slices.Contains(o.Objects, s.lock)
	})
}

// isLock reports whether an operation is on locks.
func (o *Operation) isLock() bool { return o.Kind == model.Mutex || o.Kind == model.RWMutex }

// passed are the waits since the lock was taken that an operation releases. It is not ok
// if that may have been in another goroutine, or earlier.
func (s *sectioner) passed(a *activation, at pointsto.At) (numberSet, bool) {
	st := s.released[a][at]
	if st == nil {
		return nil, true // never comes
	}
	return st.gen, !st.keeps
}
