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
	for _, c := range r.certain.Certainties() {
		if slices.ContainsFunc(c.Taken, func(site model.Site) bool { return r.seen[heldAt(site)] }) {
			continue
		}
		v := verdict{root: c.Root, part: true, clients: true, system: c.System}
		v.result = checkPart(v.system, verify.Options{}, &r.left.parts)
		for _, f := range inOrder(&v) {
			if f.Process == c.Victim && !r.isToldOf(&v, f) && r.replays(&v, f) {
				r.certainty(&v, f)
				break
			}
		}
	}
}

// isToldOf reports whether it was told already that somebody is stuck where a finding says that he is.
func (r *reporter) isToldOf(v *verdict, f *verify.Finding) bool {
	site := v.system.Processes[f.Process].States[f.State].Transitions[f.Transition].Site
	return slices.ContainsFunc(r.bugs, func(b *bug) bool { return verify.Category(b.told.Category).IsStuck() && b.told.Site == site })
}

// certainty tells one.
func (r *reporter) certainty(v *verdict, f *verify.Finding) {
	r.ledger.finding(v, f.Object, v.system.Name, true)
	named, told := *v, *f
	sys := *v.system
	sys.Processes = slices.Clone(sys.Processes)
	for p := range sys.Processes {
		if name, ok := strings.CutPrefix(sys.Processes[p].Name, extract.ClientName); ok {
			sys.Processes[p].Name = report.CallerOf + name
		}
	}
	named.system = &sys
	if told.Category.IsStuck() {
		told.Category = verify.Deadlock
	}
	r.finding(&named, &told)
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
		if t := &v.system.Processes[s.Process].States[s.State].Transitions[s.Transition]; t.Object == lock && taken.has(t) {
			r.seen[heldAt(t.Site)] = true
		}
	}
}
