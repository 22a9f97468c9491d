package chancheck

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// certainties tells what goes wrong with locks whatever the data is, as far as nothing that follows data
// has told of it.
func (r *reporter) certainties() {
	if judgesWhole(r.certain) {
		return
	}
	try := func(at model.Site, look func()) { r.guard(r.places.pos(at), look) }
	for _, c := range r.certain.Certainties(try) {
		v := verdict{root: c.Root, part: true, clients: true, system: c.System, overlaps: c.Overlaps, closed: c.Closed}
		tell := r.certainty
		if slices.ContainsFunc(c.Taken, func(site model.Site) bool { return r.seen[heldAt(site)] }) {
			if tell = r.oneMoreReturn; !slices.ContainsFunc(r.bugs, func(b *bug) bool { return isLeftTaken(b, c.Taken) }) {
				continue
			}
		}
		v.result = checkPart(v.system, verify.Options{}, &r.left.parts)
		for _, f := range inOrder(&v) {
			if f.Process == c.Victim && r.replays(&v, f) {
				tell(&v, f)
				break
			}
		}
	}
}

// isLeftTaken reports whether a bug is that a function returns with a lock which it has taken at one of some places.
func isLeftTaken(b *bug, taken []model.Site) bool {
	kept := b.told.Kept()
	return kept != nil && slices.Contains(taken, kept.Taken)
}

// oneMoreReturn adds to what was told of a lock that a function returns with where else it does so.
func (r *reporter) oneMoreReturn(v *verdict, f *verify.Finding) {
	told := report.TellReturned(withCallers(v).system, f, r.places, returnedIn(v.system, f.Trace))
	kept := told.Kept()
	if kept == nil {
		return
	}
	at, ok := r.certain.ReturnWith(kept.Taken, kept.Last, kept.Side, kept.Called)
	if !ok || !r.places.Owns(at.Site) {
		return
	}
	for _, b := range r.bugs {
		if isLeftTaken(b, []model.Site{kept.Taken}) && b.site != at.Site && b.site.File == at.Site.File {
			b.told.AlsoReturnsAt(at.Site, at.If)
		}
	}
}

// toldOf is the bug by which it was told already that somebody is stuck where a finding says that he is; nil if it
// wasn't.
func (r *reporter) toldOf(v *verdict, f *verify.Finding) *bug {
	site := f.In(v.system).Site
	n := slices.IndexFunc(r.bugs, func(b *bug) bool { return verify.Category(b.told.Category).IsStuck() && b.told.Operation() == site })
	if n < 0 {
		return nil
	}
	return r.bugs[n]
}

// certainty tells one, or tells what was told already as it, if that is better: what hangs on no data is told without, and of a goroutine that
// goes on for ever automata of all that happens may have nothing left.
func (r *reporter) certainty(v *verdict, f *verify.Finding) {
	named, told := withCallers(v), *f
	named.returned = returnedIn(v.system, f.Trace)
	if b := r.toldOf(v, f); b != nil {
		told.Category = verify.Category(b.told.Category)
		if simpler := report.TellReturned(named.system, &told, r.places, named.returned); !b.test && simpler.IsBetterThan(&b.told) {
			place := r.mended(named, &simpler, simpler.Operation())
			b.told, b.site = simpler, simpler.Operation()
			b.mend(place)
		}
		return
	}
	r.ledger.finding(v, f.Object, v.system.Name, true)
	if isCaller := strings.HasPrefix(v.system.Processes[f.Process].Name, extract.ClientName); isCaller && told.Category.IsStuck() {
		told.Category = verify.Deadlock
	}
	r.finding(named, &told)
}

// withCallers is a verdict on a system of which the clients are called by who they are for a reader.
func withCallers(v *verdict) *verdict {
	named, sys := *v, *v.system
	sys.Processes = slices.Clone(sys.Processes)
	for p := range sys.Processes {
		if name, ok := strings.CutPrefix(sys.Processes[p].Name, extract.ClientName); ok {
			sys.Processes[p].Name = report.CallOf + name
		}
	}
	named.system = &sys
	return &named
}

// heldAt is the key of what is told about the lock that is taken at a place.
func heldAt(site model.Site) string { return "held " + site.String() }

// noteHeld notes where the lock was taken that somebody waits for: it is one bug, whoever waits.
func (r *reporter) noteHeld(v *verdict, f *verify.Finding) {
	taken := takingIn(v.system)
	lock, ok := taken.at(v.system, f.Process, f.State)
	if !ok {
		return
	}
	for _, s := range f.Trace {
		if t := s.In(v.system); t.Object == lock && taken.has(t) {
			r.seen[heldAt(t.Site)] = true
		}
	}
}
