package chancheck

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// judgeCalls judges a root for each of its calls, if the verdicts on all calls together
// leave something open that what one of them passes may decide: something was found, or
// only some sizes were tried, or a function was called that isn't known. If the calls
// that are known are all there are, what none of them brings about is dropped; if they
// are not, what one of them does is told besides. If they are too many, it is in doubt what
// the others bring about.
func judgeCalls(root *extract.Root, together []verdict, judge func(*extract.Root) verdict) []verdict {
	if settings.extract != "" || settings.capacity || isSettled(root, together) {
		return together
	}
	calls, all, more := root.EachCall()
	var each []verdict
	for _, call := range calls {
		each = append(each, judge(call))
	}
	compare(each)
	all = all && len(each) > 0
	if all && !more && !isUnsettled(each) {
		root.Settled()
		for i := range each {
			each[i].again = i > 0
		}
		return each
	}
	for i := range together {
		if all && more {
			together[i].doubtLeaning()
		} else if all {
			together[i].dropLeaning()
		}
	}
	for _, v := range each {
		v.again, v.aside = true, true
		together = append(together, v)
	}
	return together
}

// lean notes which findings rest on assumptions about what a caller passes: on a
// branch of the execution, or on the sizes that are tried.
func (v *verdict) lean(part *extract.Root) {
	v.leaning = map[int]bool{}
	for i := range v.result.Findings {
		v.leaning[i] = part.Presumes() || slices.ContainsFunc(v.result.Findings[i].Trace, func(s verify.Step) bool {
			return part.AsksCallerAt(s.Process, s.State)
		})
	}
}

// dropLeaning drops the findings that a call may rule out which can't be judged.
func (v *verdict) dropLeaning() {
	var rest []verify.Finding
	for i, f := range v.result.Findings {
		if !v.leaning[i] {
			rest = append(rest, f)
		}
	}
	v.result.Findings, v.leaning = rest, nil
}

// tooManyCalls is why findings are in doubt on which calls decide that aren't judged.
const tooManyCalls = "it hangs on what callers pass, who are too many"

// doubtLeaning drops the findings that none of many calls may bring about.
func (v *verdict) doubtLeaning() {
	found := len(v.result.Findings)
	if v.dropLeaning(); len(v.result.Findings) < found {
		v.doubtful = cmp.Or(v.doubtful, tooManyCalls)
	}
}

// compare notes in each verdict for how many calls something was found.
func compare(each []verdict) {
	found := map[string]int{}
	for i := range each {
		v, seen := &each[i], map[string]bool{}
		v.calls, v.found = len(each), found
		for j := range v.result.Findings {
			if key := v.place(&v.result.Findings[j]); !seen[key] {
				seen[key] = true
				found[key]++
			}
		}
	}
}

// place is the kind and place of a finding.
func (v *verdict) place(f *verify.Finding) string {
	return kind(f.Category) + " " + v.site(f).String()
}

// callOf is the call for which a finding is so. It is not ok if the root was judged for
// all calls at once, or nothing is passed that is known.
func (v *verdict) callOf(f *verify.Finding) (report.Call, bool) {
	a, passed := v.root.Arguments(), v.root.Passed()
	if a == nil || a.Caller == "" || len(passed) == 0 {
		return report.Call{}, false
	}
	return report.Call{
		Caller: a.Caller, Callee: v.root.Function.Display, Site: a.Site, Passed: passed,
		Matters: v.found[v.place(f)] < v.calls,
	}, true
}

// isUnsettled reports whether one of several verdicts is none.
func isUnsettled(verdicts []verdict) bool {
	return slices.ContainsFunc(verdicts, func(v verdict) bool { return v.inconclusive != "" || v.doubtful != "" })
}

// isSettled reports whether the answer is the same whatever calls pass.
func isSettled(root *extract.Root, verdicts []verdict) bool {
	if root.AsksCallers() || isUnsettled(verdicts) {
		return false
	}
	return !slices.ContainsFunc(verdicts, func(v verdict) bool {
		for i := range v.result.Findings {
			if v.leaning[i] {
				return true
			}
		}
		return false
	})
}
