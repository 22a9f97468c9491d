package scope

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// mostWidenings limits how often a question is widened by what its functions operate on besides:
// that may bring in more functions, and so on.
const mostWidenings = 3

// InFull is the question who panics if one calls a function once, with all objects on which the functions
// operate that are in it, so that nothing is left out that could keep one from doing what he does
// too early. It is not ok if there is no end to that, or if others can get at one of them, other than to
// receive from it: see Received.
func (c Clients) InFull() (full Clients, ok bool) {
	full = c.aboutPanics(nil)
	for range mostWidenings {
		if full.At(Coarse) == nil {
			return full, false
		}
		objects, _ := full.around()
		objects = union(objects, full.shown())
		if slices.Equal(objects, full.query.Objects) {
			return full, full.areAll()
		}
		full = full.aboutPanics(objects)
	}
	return full, false
}

// aboutPanics is Subject for a question about panics, and about some more objects.
func (c Clients) aboutPanics(objects []pointsto.Location) Clients {
	q := *c.query
	q.Panics = true
	wider := Clients{c.pkg, &q}.Subject()
	wider.query.Panics = true
	wider.query.Objects = union(wider.query.Objects, objects)
	if c.query.Calls != nil {
		wider.query.Calls, wider.query.Subjects, wider.query.Goroutines = c.query.Calls, 0, 0
	}
	return wider
}

// union has the locations of two lists, increasing.
func union(a, b []pointsto.Location) []pointsto.Location {
	list := append(slices.Clone(a), b...)
	slices.Sort(list)
	return slices.Compact(list)
}

// shown lists, after At, the channels on which the functions send, or which they close, from which only others
// receive, and the contexts on which they operate: others can but wait for these, too.
func (c Clients) shown() (list []pointsto.Location) {
	for _, l := range c.pkg.graph.OperatedIn(c.pkg.graph.Called(c.query.Members)) {
		if c.pkg.isShown(l) || c.pkg.points.Objects[l].Kind == pointsto.Context {
			list = append(list, l)
		}
	}
	return list
}

// isShown reports whether a channel is one on which the package sends, or which it closes, for others: they can
// receive from it, and nobody else does.
func (p *Package) isShown(l pointsto.Location) bool {
	t := p.graph.Transferred()
	return p.points.Objects[l].Kind == pointsto.Channel && (t.Sent[l] || t.Ended[l]) && !t.Received[l] && p.points.CanServe(l, true)
}

// Received lists the places where channels of the question are made from which others receive: they always may,
// but needn't.
func (c Clients) Received() (list []model.Site) {
	for _, l := range c.query.Objects {
		if c.pkg.isShown(l) {
			list = append(list, c.pkg.points.Objects[l].Site)
		}
	}
	return list
}

// Shown lists the questions about single channels that the package closes, and from which only others receive.
func (p *Package) Shown() (list []Clients) {
	p = p.shipped
	for l := range p.points.Objects {
		if l := pointsto.Location(l); l > 0 && p.isShown(l) && p.graph.Transferred().Ended[l] {
			list = append(list, Clients{p, p.query([]pointsto.Location{l})})
		}
	}
	return list
}

// Pairs lists the questions about two calls of which one may close a channel of the question, and the other one
// close it, too, or send on it: functions that others can call. Nobody else calls anything.
func (c Clients) Pairs() (list []Clients) {
	if c.query.Entries == nil {
		c.At(Coarse)
	}
	if c.query.Program || c.pkg.main {
		return nil
	}
	open := c.open()
	asked := map[[2]string]bool{}
	for _, l := range c.query.Objects {
		if c.pkg.points.Objects[l].Kind != pointsto.Channel {
			continue
		}
		isLate := func(name string) bool { return c.closesLate(c.pkg.graph.ByName[name]) }
		closers := slices.DeleteFunc(c.leadingTo(open, c.ends(l, false)), isLate)
		if len(closers) == 0 {
			continue
		}
		users := slices.DeleteFunc(c.leadingTo(open, c.ends(l, true)), isLate)
		for _, closer := range closers {
			for _, user := range users {
				if pair := [2]string{closer, user}; !asked[pair] && !asked[[2]string{user, closer}] && !c.areLocked(pair) {
					asked[pair] = true
					q := c.pkg.query([]pointsto.Location{l})
					q.Calls, q.Goroutines, q.Program = pair[:], 0, false
					list = append(list, Clients{c.pkg, q})
				}
			}
		}
	}
	return list
}

// areKeptApart reports whether whoever calls one of two functions, as far as the package does, has a lock that the other
// one takes, or the other one closes a channel when it may have waited for the first.
func (c Clients) areKeptApart(pair [2]string) bool {
	one, other := c.pkg.graph.ByName[pair[0]], c.pkg.graph.ByName[pair[1]]
	return one != nil && other != nil && (c.areLocked(pair) || c.closesLate(one) || c.closesLate(other))
}

// areLocked reports the former.
func (c Clients) areLocked(pair [2]string) bool {
	holds, one, other := c.pkg.holds(), c.pkg.graph.ByName[pair[0]], c.pkg.graph.ByName[pair[1]]
	return one != other && (holds.IsCalledWithLockOf(one, other) || holds.IsCalledWithLockOf(other, one))
}

// closesLate reports whether a function, or what it runs, closes an object of the question when it may have waited for others.
func (c Clients) closesLate(f *supergraph.Function) (is bool) {
	c.pkg.graph.VisitReached(f, func(g *supergraph.Function) {
		is = is || slices.ContainsFunc(c.pkg.graph.Operations(g), func(o supergraph.Operation) bool {
			return o.IsClose() && o.IsOn(c.query.Objects) && c.pkg.holds().MayAwaitBefore(g.At(o.At))
		})
	})
	return is
}

// AreKeptApart says so, after At, of two entries.
func (c Clients) AreKeptApart(i, j int) bool {
	list := c.query.Entries
	return max(i, j) < len(list) && c.areKeptApart([2]string{list[i], list[j]})
}

// AreGated reports, after At, whether two who have called some entries, and wait for locks at some places, may be kept from doing so at once
// by what the question isn't about: a lock around both, of whatever struct, or something else that lets them take turns.
func (c Clients) AreGated(called, other string, at, meanwhile model.Site) bool {
	holds, f, g := c.pkg.holds(), c.entry(called), c.entry(other)
	if f != nil && g != nil && holds.MayTakeTurns(f, g) {
		return true
	}
	others := c.pkg.callsAt(meanwhile)
	return slices.ContainsFunc(c.pkg.callsAt(at), func(call supergraph.Instruction) bool {
		return slices.ContainsFunc(others, func(meanwhile supergraph.Instruction) bool { return holds.AreGated(call, meanwhile) })
	})
}

// entry is the function that clients call by its name for people.
func (c Clients) entry(display string) *supergraph.Function {
	for _, name := range slices.Concat(c.query.Entries, c.query.Calls) {
		if f := c.pkg.graph.ByName[name]; f != nil && f.Display == display {
			return f
		}
	}
	return nil
}

// callsAt are the calls of functions at a place.
func (p *Package) callsAt(site model.Site) (list []supergraph.Instruction) {
	for _, f := range p.graph.Order {
		for i := range f.Instructions() {
			if i.Instr().Op == ir.OpCall && i.Instr().Site == site {
				list = append(list, i)
			}
		}
	}
	return list
}

// ends says of functions whether they close a channel, or send on it, if that counts, too.
func (c Clients) ends(l pointsto.Location, orSend bool) func(*supergraph.Function) bool {
	return func(f *supergraph.Function) bool {
		return slices.ContainsFunc(c.pkg.graph.Operations(f), func(o supergraph.Operation) bool {
			return o.IsOn([]pointsto.Location{l}) && (o.Sends && orSend || !o.Sends && !o.Receives && o.Serves)
		})
	}
}

// Pair is, of a question about two calls, what they are of, for people.
func (c Clients) Pair() (list []string) {
	for _, name := range c.query.Calls {
		list = append(list, c.pkg.graph.ByName[name].Display)
	}
	return list
}

// areAll reports whether the functions operate on no others than the objects of the question, but for what
// others serve: who waits there may go on whenever he likes, as far as the package is concerned. Of all locks it is known
// which they are.
func (c Clients) areAll() bool {
	functions := c.pkg.graph.Called(c.query.Members)
	isElsewhere := func(l pointsto.Location) bool {
		_, found := slices.BinarySearch(c.query.Objects, l)
		return !found
	}
	locks, known := c.pkg.graph.Locks(functions)
	return known && !slices.ContainsFunc(locks, isElsewhere) && !slices.ContainsFunc(functions, c.pkg.usesUnfollowed) &&
		!slices.ContainsFunc(c.pkg.graph.OperatedIn(functions), func(l pointsto.Location) bool {
			return isElsewhere(l) && !c.pkg.isOthers(l)
		})
}

// usesUnfollowed reports whether a function takes a lock by an interface, or keeps something in a sync.Map: clients
// don't follow what is found there, be it a lock or somebody who waits.
func (p *Package) usesUnfollowed(name string) bool {
	f := p.graph.ByName[name]
	if f == nil {
		return false
	}
	for i := range f.Instructions() {
		in := i.Instr()
		isLock := (in.Method == "Lock" || in.Method == "RLock") && p.graph.IsOutside(f, in.Args[0])
		if isLock || in.Name == ir.BuiltInMap || strings.HasPrefix(strings.TrimPrefix(in.Name, ir.Unseen), "(*sync.Map).") {
			return true
		}
	}
	return false
}

// isOthers reports whether an operation on a channel may always be possible, as code that isn't seen may be at its
// other end whatever the package does with it, which never closes it.
func (p *Package) isOthers(l pointsto.Location) bool {
	t := p.graph.Transferred()
	return p.points.Objects[l].Kind == pointsto.Channel && !t.Ended[l] && (!t.Sent[l] || p.points.CanServe(l, true)) && (!t.Received[l] || p.points.CanServe(l, false))
}

// Key is the same for questions about the same objects.
func (c Clients) Key() string { return fmt.Sprint(c.query.Objects) }
