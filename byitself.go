package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
)

// This file looks at test files by themselves, where it isn't known what can go wrong with what
// they make: as a test is too much, or what it makes hangs on what it tests, or is given to a
// library. What they make is judged with what they do, and all else is code that isn't seen and
// comes back (scope.TestFiles). As that is an assumption, what may go wrong with all that is known
// counts, and such places are bounded.

// byThemselves judges what roots in test files make apart from what they test.
func (r *reporter) byThemselves(roots, bubbles []*extract.Root) {
	if asksForWhole() {
		return
	}
	open := r.ledger.unanswered()
	for i, root := range slices.Concat(roots, bubbles) {
		if open.isRunBy(root) {
			isBubble := i >= len(roots)
			r.guard(r.places.pos(root.Function.Site), func() { r.byItself(root, open, isBubble) })
		}
	}
}

// byItself judges what a function in a test file makes apart from all that it tests. In a bubble
// of testing/synctest locks are left alone: see bubble.
func (r *reporter) byItself(root *extract.Root, open *unanswered, isBubble bool) {
	served := r.servedByItself(root)
	mayPanic := func(u extract.Unwaited) bool { return len(u.Panics) > 0 }
	served.enterReleased(r.ledger, open)
	served.enterUnwaited(r.ledger, open, func(u extract.Unwaited) bool { return !mayPanic(u) })
	r.partsByThemselves(root, open, isBubble)
	served.enterUnwaited(r.ledger, open, mayPanic)
}

// partsByThemselves judges it by outlines, one for each group of objects that hang on each other.
func (r *reporter) partsByThemselves(root *extract.Root, open *unanswered, isBubble bool) {
	for _, part := range r.testFiles.Parts(root) {
		if !slices.ContainsFunc(part.Sites(), open.mayHave) {
			continue
		}
		v := judgePiece(root, part.Outlines(), &r.left.apartInTests)
		v.terms += apartFromTested
		switch {
		case v.extraction == nil:
		case v.unclear:
			r.ledger.unclear(&v)
		case !isBubble || !hasLocks(v.system):
			v.extraction.Bounded = true
			r.ledger.byItself(&v, root.Function.Display, open)
		}
	}
}

// apartFromTested is on which terms it is judged.
const apartFromTested = ", apart from what it tests"

// A servedAlone is because of what alone nobody is stuck of what a root makes: channels, and operations on locks and
// wait groups.
type servedAlone struct {
	root     *extract.Root
	unwaited []extract.Unwaited
	released []model.Site
}

// servedByItself asks because of what nobody is. Where time stands still for some it isn't asked: see bubble.
func (r *reporter) servedByItself(root *extract.Root) *servedAlone {
	s := &servedAlone{root: root}
	if !r.ledger.makesBubble(root) {
		s.unwaited, s.released = r.testFiles.Unwaited(root)
	}
	return s
}

// enterReleased enters the operations, and enterUnwaited those channels that are meant, if it isn't known otherwise.
func (s *servedAlone) enterReleased(l *ledger, open *unanswered) {
	for _, site := range s.released {
		s.note(l.operatedApart, site, "", open)
	}
}

func (s *servedAlone) enterUnwaited(l *ledger, open *unanswered, isMeant func(extract.Unwaited) bool) {
	for _, u := range s.unwaited {
		if isMeant(u) {
			s.note(l.madeApart, u.Site, ifAll(noPanicsAt(u.Panics)), open)
		}
	}
}

func (s *servedAlone) note(in map[place]*account, site model.Site, condition string, open *unanswered) {
	if slices.ContainsFunc(open.at[placeOf(site)], open.isOpen) {
		enter(in, site, s.root.Function.Display, condition+apartFromTested, true, certificate{})
	}
}

// makesBubble reports whether a root refers to functions that are given to testing/synctest.
func (l *ledger) makesBubble(root *extract.Root) (found bool) {
	if !l.program.HasBubbles() {
		return false
	}
	seen := map[string]bool{}
	root.Walk(func(name string) bool {
		isNew := !seen[name]
		seen[name], found = true, found || l.program.InBubble(name)
		return isNew && !found
	})
	return found
}

// An unanswered is what test files make that isn't known to be judged, and of which it isn't known
// either that something may go wrong with it.
type unanswered struct {
	ledger *ledger
	// users are the places of what functions make, or use by its name, by the Name of these.
	users map[string][]*extract.Place
	// at are the places by the sites where something is made, and where it is operated on if it
	// has a name; named are those that have one.
	at    map[place][]*extract.Place
	named []*extract.Place
}

// unanswered finds it, in all that has been entered.
func (l *ledger) unanswered() *unanswered {
	u := &unanswered{ledger: l, users: map[string][]*extract.Place{}, at: map[place][]*extract.Place{}}
	for i := range l.pkg.Places {
		p := &l.pkg.Places[i]
		if p.Test && u.isOpen(p) && !l.needsNoAnswer(p) {
			u.add(p)
		}
	}
	return u
}

// needsNoAnswer reports whether nobody waits for what is made at a place, or while holding it, or
// something may go wrong with it.
func (l *ledger) needsNoAnswer(p *extract.Place) bool {
	a := l.account(p.Site)
	return p.Leaf && !p.Exported || a.unwaited || a.calm != "" || a.suspect || l.reasonOf(p, a).answered
}

func (u *unanswered) add(p *extract.Place) {
	for _, f := range p.Functions {
		u.users[f] = append(u.users[f], p)
	}
	u.at[placeOf(p.Site)] = append(u.at[placeOf(p.Site)], p)
	for _, o := range p.Operations {
		u.at[placeOf(o.Site)] = append(u.at[placeOf(o.Site)], p)
	}
	if len(p.Operations) > 0 {
		u.named = append(u.named, p)
	}
}

// isOpen reports whether a place isn't known to be judged still.
func (u *unanswered) isOpen(p *extract.Place) bool {
	return u.ledger.known(p, u.ledger.account(p.Site)) == nil
}

// mayHave reports whether some of it may be made at a site, or stand in a field or variable,
// which has none.
func (u *unanswered) mayHave(site model.Site) bool {
	return slices.ContainsFunc(u.at[placeOf(site)], u.isOpen) || !site.IsValid() && slices.ContainsFunc(u.named, u.isOpen)
}

// isRunBy reports whether a root in a test file runs functions that make or use some of it, or
// refers to them, by way of functions in test files.
func (u *unanswered) isRunBy(root *extract.Root) (found bool) {
	seen := map[string]bool{}
	root.Walk(func(name string) bool {
		f := u.ledger.pkg.Functions[name]
		if found || seen[name] || f == nil || !f.Site.IsInTest() {
			return false
		}
		seen[name], found = true, slices.ContainsFunc(u.users[name], u.isOpen)
		return !found
	})
	return found
}

// byItself enters what was judged of what isn't known otherwise.
func (l *ledger) byItself(v *verdict, name string, open *unanswered) {
	for _, site := range v.extraction.Closed {
		if len(open.at[placeOf(site)]) > 0 {
			v.enter(l.madeApart, site, name)
		}
	}
	v.eachOperated(func(site model.Site) {
		if len(open.at[placeOf(site)]) > 0 {
			v.enter(l.operatedApart, site, name)
		}
	})
}

// suspect enters with what something may go wrong, where it isn't known to.
func (l *ledger) suspect(v *verdict) {
	if v.system == nil {
		return
	}
	for i := range v.result.Hangs {
		f := &v.result.Hangs[i].Finding
		if !isWanted(v.system, f) {
			continue
		}
		for _, t := range v.system.Processes[f.Process].States[f.State].Transitions {
			if t.Object >= 0 {
				l.account(v.system.Objects[t.Object].Site).suspect = true
			}
		}
	}
}
