package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// One mistake is told once. Somebody who waits only for somebody else who is stuck himself is part of the story of that
// one. And where a goroutine is stuck at one of several operations as the same others are gone, it is one finding that
// names the places.

// causes are the findings of a verdict that are told, without those that follow from others.
func (r *reporter) causes(v *verdict, list []*verify.Finding) []*verify.Finding {
	told := slices.DeleteFunc(slices.Clone(list), func(f *verify.Finding) bool {
		_, ok := r.placeOf(v, f)
		return !ok
	})
	for _, f := range told {
		if first := r.followed(v, f, told); first != nil {
			first.Also = withBlocked(first.Also, f)
			list = except(list, f)
			told = except(told, f)
		}
	}
	for _, f := range told {
		if i := slices.IndexFunc(list, func(g *verify.Finding) bool { return g != f && r.isElsewhere(v, f, g) }); i >= 0 && slices.Contains(list, f) {
			list[i] = withPlace(list[i], f)
			list = except(list, f)
		}
	}
	return list
}

func except(list []*verify.Finding, f *verify.Finding) []*verify.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(g *verify.Finding) bool { return g == f })
}

// followed is the finding from which another one follows, nil if none: both are stuck in one execution, as far as is known. Where not
// all executions were looked at, or steps are in doubt, a finding is of one in which who lets others wait may not have come to where he is
// stuck.
func (r *reporter) followed(v *verdict, f *verify.Finding, told []*verify.Finding) *verify.Finding {
	isOneOfMany := v.inconclusive != "" || isInDoubt(v.system)
	n := slices.IndexFunc(told, func(first *verify.Finding) bool {
		isTogether := slices.Contains(first.Also, verify.Blocked{Process: f.Process, State: f.State}) || isOneOfMany
		return first != f && isTogether && report.Follows(v.system, f, first) && !report.Follows(v.system, first, f)
	})
	if n < 0 {
		return nil
	}
	return told[n]
}

// isInDoubt reports whether a system has steps in doubt.
func isInDoubt(sys *model.System) bool {
	return slices.ContainsFunc(sys.Processes, func(p model.Automaton) bool {
		return slices.ContainsFunc(p.States, func(s model.State) bool {
			return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool { return t.Doubt != "" })
		})
	})
}

// withBlocked lists who is stuck as well, with the one of a finding.
func withBlocked(also []verify.Blocked, f *verify.Finding) []verify.Blocked {
	b := verify.Blocked{Process: f.Process, State: f.State}
	if slices.Contains(also, b) {
		return also
	}
	return append(slices.Clone(also), b)
}

// isElsewhere reports whether a finding is the same mistake as another one, which hangs on nothing.
func (r *reporter) isElsewhere(v *verdict, f, other *verify.Finding) bool {
	return v.site(f) != v.site(other) && report.SameCause(v.system, f, other) && report.Conditions(v.system, other, r.places) == ""
}

// withPlace is a finding that may be at the place of another one instead.
func withPlace(f, other *verify.Finding) *verify.Finding {
	g := *f
	g.Or = append(slices.Clone(f.Or), verify.Blocked{Process: other.Process, State: other.State})
	return &g
}
