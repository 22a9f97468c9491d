package scope

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// Who locks what he has locked already waits for himself, whatever others do, unless they
// release what they haven't locked. So it is enough to look at the one function that he
// calls, where all of a type are too many.

// Relocks lists the questions about one function each, of those that clients may call, and
// the locks of the question that it takes, itself or by calls; then of those that only the package
// calls, and the locks that they take themselves. If others can get at these, they may release
// them in code that isn't seen.
func (c Clients) Relocks() (list []Clients) {
	if c.query.Program {
		return nil // what the main function does first makes a difference
	}
	if c.query.Entries == nil {
		c.At(Coarse)
	}
	ask := func(name string, locks []pointsto.Location) {
		if len(locks) > 0 && (c.pkg.areConfined(locks) || !c.pkg.graph.RunsUnseen(name)) {
			q := c.pkg.query(locks)
			q.Only, q.Goroutines, q.Program = name, 1, false
			list = append(list, Clients{c.pkg, q})
		}
	}
	for _, entry := range c.query.Entries {
		ask(entry, c.pkg.graph.LocksFrom(entry, c.query.Objects))
	}
	for _, f := range c.pkg.graph.Order {
		if c.isInner(f) {
			taken, _ := c.pkg.graph.Locks([]string{f.Name})
			ask(f.Name, slices.DeleteFunc(taken, func(l pointsto.Location) bool { return !slices.Contains(c.query.Objects, l) }))
		}
	}
	return list
}

// isInner reports whether a function has a name, and only other functions of the package call it.
func (c Clients) isInner(f *supergraph.Function) bool {
	if f.FreeVars > 0 || len(f.Callers) == 0 || f.Main || slices.Contains(c.query.Entries, f.Name) {
		return false
	}
	return c.query.InScope(f.Function) && c.query.Own(f.Function)
}

// AreConfined reports whether nobody outside of the package can get at the objects: who can may
// release what a call has returned with.
func (c Clients) AreConfined() bool { return c.pkg.areConfined(c.query.Objects) }

func (p *Package) areConfined(locks []pointsto.Location) bool {
	return !slices.ContainsFunc(locks, func(l pointsto.Location) bool { return !p.isConfined(l) })
}

// MayBeDropped reports whether the function that is looked at alone is given one of the locks in what
// was just made.
func (c Clients) MayBeDropped() bool {
	f := c.pkg.graph.ByName[c.query.Only]
	return f != nil && slices.ContainsFunc(c.pkg.holds().Takings(f), c.pkg.isGivenWhatIsNew)
}

// LocksForCallers reports whether callers may release what the function returns with that is looked at alone: somebody
// releases one of the locks that he has been called with, or may not have taken, or only the package calls the function,
// which returns with a lock whatever it does.
func (c Clients) LocksForCallers() bool {
	f := c.pkg.graph.ByName[c.query.Only]
	return f != nil && slices.ContainsFunc(c.query.Objects, func(l pointsto.Location) bool {
		releases := func(g *supergraph.Function) bool { return g != f && c.pkg.graph.ReleasesGiven(g, l) }
		return !c.pkg.isOpen(f) && c.pkg.graph.Acquires(f, l) || slices.ContainsFunc(c.pkg.graph.Order, releases)
	})
}

// Exposed lists the questions about locks in fields of the package that others can get at.
// Nobody is expected to release what a caller of the package has locked.
func (p *Package) Exposed() (list []Clients) {
	p = p.shipped
	for _, l := range p.graph.AllLocks() {
		o := &p.points.Objects[l]
		if o.Kind == pointsto.Field && p.isOwn(o.Name) && !p.isConfined(l) {
			list = append(list, Clients{p, p.query([]pointsto.Location{l})})
		}
	}
	return list
}

// ReleaseOthers reports whether anybody may release a lock that he hasn't locked, as far as
// is known: by each function alone, or by all that clients do.
func (c Clients) ReleaseOthers() bool {
	if !slices.ContainsFunc(c.query.Objects, c.pkg.graph.ReleasesOthers) {
		return false
	}
	list := c.Outlines()
	return len(list) == 0 || slices.ContainsFunc(list, func(o *Outline) bool {
		return o.System == nil || slices.ContainsFunc(o.System.Processes, func(a model.Automaton) bool { return !releasesOwn(&a) })
	})
}

// A hold has, for each lock that somebody has on all ways to a state, how he locked it.
type hold map[int]model.Kind

// releasesOwn reports whether an automaton releases nothing but what it has locked, if others
// do, too: then nobody comes past a lock that he has himself.
func releasesOwn(a *model.Automaton) bool {
	if len(a.States) == 0 {
		return true
	}
	has := make([]hold, len(a.States)) // nil is not reached
	has[0] = hold{}
	for work := []int{0}; len(work) > 0; work = work[1:] {
		from := has[work[0]]
		for i := range a.States[work[0]].Transitions {
			t := &a.States[work[0]].Transitions[i]
			if isRelease(t) && from[t.Object] != lockingOf[t.Kind] {
				return false
			}
			if !from.stops(t) && has[t.To].meet(&has[t.To], from.after(t)) {
				work = append(work, t.To)
			}
		}
	}
	return true
}

// lockingOf is how somebody has locked what he releases.
var lockingOf = map[model.Kind]model.Kind{model.Unlock: model.Lock, model.RUnlock: model.RLock}

func isRelease(t *model.Transition) bool { return lockingOf[t.Kind] != model.Tau }

// stops reports whether somebody waits for himself.
func (h hold) stops(t *model.Transition) bool {
	how, has := h[t.Object]
	return has && (t.Kind == model.Lock || t.Kind == model.RLock && how == model.Lock)
}

// after is what somebody has after a step. Who reads twice is taken to release both at once.
func (h hold) after(t *model.Transition) hold {
	next := maps.Clone(h)
	switch {
	case isRelease(t):
		delete(next, t.Object)
	case t.Kind == model.Lock || t.Kind == model.RLock:
		next[t.Object] = t.Kind
	}
	return next
}

// meet keeps of a hold what is in another one, too. It reports whether that made a difference.
func (h hold) meet(kept *hold, other hold) (changed bool) {
	if h == nil {
		*kept = other
		return true
	}
	for object, how := range h {
		if in, ok := other[object]; !ok || in != how {
			delete(h, object)
			changed = true
		}
	}
	return changed
}
