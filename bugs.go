package chancheck

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// Where is a finding reported? Where it can be mended. Mostly that is the operation that goes wrong. But
//
//   - if others come to the same operation, over another channel or by another call, and it is all right for
//     them or goes wrong for them as well, then the operation is not to blame: each is told at the innermost
//     call, or go statement, that is its own;
//   - what only a test brings about, in code that isn't one, is told in the test.
//
// Who that is turns out when all roots are judged. Of several findings at one place that nothing tells
// apart the first is told, one outside of tests rather than one of a test.

// A bug is a finding before it is known where to report it.
type bug struct {
	told  report.Finding
	key   string       // kind and place of the operation
	site  model.Site   // the operation, or the call in this package that leads there
	chain []model.Site // calls and go statements in this package that lead there, outermost first
	test  bool         // only a test brings it about
	// handed says that the operation is on what callers may hand over, a channel or the like, and they are
	// known.
	handed bool
}

// uses says by which calls and go statements operations are reached with which nothing goes wrong.
type uses map[string]map[model.Site]bool

// blocking are the actions at which somebody may be stuck.
var blocking = []model.Kind{model.Send, model.Receive, model.ReceiveClosed, model.Announce, model.Lock, model.RLock, model.Wait, model.CondWake}

// note enters all operations of a verdict at which nothing goes wrong. Who knows nothing for certain of a
// system says nothing.
func (u uses) note(r *reporter, v *verdict) {
	if v.system == nil || v.inconclusive != "" || v.doubtful != "" || v.part || v.unclear {
		return
	}
	wrong := map[string]bool{}
	for i := range v.result.Findings {
		wrong[v.place(&v.result.Findings[i])] = true
	}
	for p := range v.system.Processes {
		started := r.startOf(v.system, p, nil)
		for _, state := range v.system.Processes[p].States {
			for i := range state.Transitions {
				t := &state.Transitions[i]
				if !slices.Contains(blocking, t.Kind) || t.Object < 0 {
					continue
				}
				chain := r.owned(slices.Concat(started, t.Via))
				key := kind(verify.Leak) + " " + t.Site.String()
				if len(chain) == 0 || wrong[key] {
					continue
				}
				if u[key] == nil {
					u[key] = map[model.Site]bool{}
				}
				for _, site := range chain {
					u[key][site] = true
				}
			}
		}
	}
}

// owned are those of some places that are in this package.
func (r *reporter) owned(sites []model.Site) []model.Site {
	return slices.DeleteFunc(sites, func(s model.Site) bool { return !r.places.Owns(s) })
}

// startOf are the calls and the go statements that lead to the start of a process, outermost first: in an
// execution, or if there is none in one of those that the system has.
func (r *reporter) startOf(sys *model.System, process int, trace []verify.Step) []model.Site {
	if process == 0 {
		return nil
	}
	for i, s := range slices.Backward(trace) {
		if s.Spawned == process {
			t := s.In(sys)
			return slices.Concat(r.startOf(sys, s.Process, trace[:i]), t.Via, []model.Site{t.Site})
		}
	}
	return []model.Site{sys.Processes[process].Site}
}

// newBug is a finding of a verdict at a place in this package.
func (r *reporter) newBug(v *verdict, f *verify.Finding, told report.Finding, site model.Site) *bug {
	b := &bug{told: told, key: kind(f.Category) + " " + told.Site.String(), site: site, test: v.isSeenFromTest(f, site)}
	if !v.clients {
		b.chain = r.owned(slices.Concat(r.startOf(v.system, f.Process, f.Trace), told.Via))
		b.handed = isHandedOver(v.system, f) && len(f.Or) == 0
	}
	return b
}

// isHandedOver reports whether a finding is about something other than a lock: if it is in the hands of a
// callee, it may be for the caller to know better. Who is in the way of a lock is told by name.
func isHandedOver(sys *model.System, f *verify.Finding) bool {
	return f.Object >= 0 && sys.Objects[f.Object].Kind != model.Mutex && sys.Objects[f.Object].Kind != model.RWMutex
}

// settle decides which bugs are told, and where, and makes diagnostics of them.
func (r *reporter) settle() {
	groups := map[string][]*bug{}
	for _, b := range r.bugs {
		groups[b.key] = append(groups[b.key], b)
	}
	for _, b := range r.bugs {
		if group := groups[b.key]; group[0] == b {
			r.tellBugs(r.placed(group))
		}
	}
}

// placed are those of the bugs at one operation that are told, with their places.
func (r *reporter) placed(group []*bug) []*bug {
	slices.SortStableFunc(group, func(a, b *bug) int { return truth(a.test) - truth(b.test) })
	var list []*bug
	for _, b := range group {
		taken := func(site model.Site) bool {
			return r.uses[b.key][site] || slices.ContainsFunc(group, func(o *bug) bool { return o != b && slices.Contains(o.chain, site) })
		}
		place := b.site
		if b.handed && (len(group) > 1 || len(r.uses[b.key]) > 0) {
			place = b.innermost(func(s model.Site) bool { return !taken(s) })
		}
		if b.test && !place.IsInTest() {
			place = b.innermost(model.Site.IsInTest)
		}
		if len(list) == 0 || place != b.site && !slices.ContainsFunc(list, func(o *bug) bool { return o.site == place }) {
			b.move(place)
			list = append(list, b)
		}
	}
	return list
}

// innermost is the last call or go statement on the way to a bug of some kind, or the place itself.
func (b *bug) innermost(is func(model.Site) bool) model.Site {
	for _, site := range slices.Backward(b.chain) {
		if is(site) && !encloses(site, b.site) {
			return site
		}
	}
	return b.site
}

// encloses reports whether an operation is in a function literal that is called, started or passed at a place.
func encloses(outer, inner model.Site) bool {
	return outer.File == inner.File && outer.Line <= inner.Line && inner.Line < outer.EndLine
}

// move has a bug told at another place, which says where the operation is.
func (b *bug) move(place model.Site) {
	if place != b.site {
		b.told.Message = b.told.MessageFrom()
		b.site = place
	}
}

// mend has a bug told where it is to be mended, if that isn't the place of its operation.
func (b *bug) mend(place model.Site) {
	if place != b.site && b.told.Kept() == nil {
		b.told.Message = b.told.MessageFrom()
	}
	b.site = place
}

// tellBugs makes diagnostics.
func (r *reporter) tellBugs(list []*bug) {
	for _, b := range list {
		d := analysis.Diagnostic{
			Pos: r.places.pos(b.site), End: r.places.end(b.site), Category: b.told.Category, Message: b.told.Message,
			URL: "#" + b.told.Category, Related: r.related(b.told.Steps, b.site),
		}
		if by := r.suppression(b, d.Pos); by != nil {
			r.suppressed(&b.told, d, by)
			continue
		}
		r.counts.Findings++
		r.diagnostics = append(r.diagnostics, d)
		r.details(&b.told, d)
	}
}

// suppression is the comment that suppresses a report: at its place or at that of the operation, nil if there is none. That a
// callee was generated doesn't matter to whoever calls it.
func (r *reporter) suppression(b *bug, pos token.Pos) *ignore {
	if by := r.ignored.covering(pos); by != nil {
		return by
	}
	if by := r.ignored.covering(r.places.pos(b.told.Site)); by != nil && !by.generated {
		return by
	}
	return nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
