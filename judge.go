package chancheck

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A verdict is what is known about one root.
type verdict struct {
	root       *extract.Root
	extraction *extract.Extraction
	system     *model.System
	result     verify.Result
	// inconclusive says why there is no verdict, internal that it is our fault.
	// doubtful says why there is none on some executions: findings on others
	// stand.
	inconclusive string
	doubtful     string
	internal     string
}

// tookTooLong is why roots are not judged once the budget of a package is spent.
const tookTooLong = "the exploration of the package has taken too long already"

// mostRefinements is how often a system is extracted anew because it had too
// few instances of something.
const mostRefinements = 12

// judge extracts the system of a root and explores it, with more instances of
// goroutines and objects as they turn out to be needed. What is explored is
// taken off the budget of configurations. A panic is caught: it costs this root
// only.
func judge(root *extract.Root, limits extract.Options, budget *int) (v verdict) {
	v.root = root
	judged := false
	defer func() {
		defer root.Done(judged)
		if r := recover(); r != nil {
			v.internal = fmt.Sprintf("%v\n%s", r, debug.Stack())
			v.inconclusive = "internal error"
			v.result = verify.Result{}
		}
	}()
	if !root.Worthwhile() {
		return v
	}
	for range mostRefinements {
		v.extraction = root.Extract(limits)
		v.system = v.extraction.System
		v.inconclusive = v.extraction.Inconclusive
		if v.system == nil {
			return v
		}
		if *budget <= 0 {
			v.inconclusive = tookTooLong
			return v
		}
		states := min(settings.states, *budget)
		v.result = verify.Check(v.system, verify.Options{States: states})
		*budget -= v.result.States
		v.inconclusive = v.result.Inconclusive
		if v.inconclusive != "" && *budget <= 0 && states < settings.states {
			v.inconclusive = tookTooLong
		}
		if v.inconclusive == "" {
			v.doubtful = doubtsOf(v.system, &v.result)
			judged = v.doubtful == ""
			return v
		}
		if !root.Refine(v.result.Exhausted, v.result.Conflicts) {
			return v
		}
	}
	return v
}

// doubtsOf says why something else may go wrong that the reader wants to know
// of, "" if nothing may.
func doubtsOf(sys *model.System, result *verify.Result) string {
	var list []string
	for _, d := range result.Hangs {
		if on := settings.on[string(d.Category)]; on == nil || !*on {
			continue
		}
		for _, s := range d.Steps {
			list = append(list, sys.Processes[s.Process].States[s.State].Transitions[s.Transition].Doubt)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "; ")
}
