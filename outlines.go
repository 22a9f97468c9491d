package chancheck

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// This file asks outlines what can go wrong: systems without data, for which it is an answer
// only that nothing can.

// judgeOutline judges a part without data. What may go wrong then is no finding.
func judgeOutline(root *extract.Root, outline *extract.Outline, budget *int) verdict {
	if !outline.Answered {
		checkOutline(outline, budget)
	}
	v := verdict{
		root: root, part: true, partial: true, confined: true, inconclusive: outline.Problem, unclear: outline.Problem != "",
		system: outline.System, extraction: &extract.Extraction{System: outline.System, Closed: outline.Sites, Bounded: outline.OneOfEach}, operations: outline.Operations,
		terms: termsOf(outline), panicFree: len(outline.Panics) > 0, undecided: outline.System == nil || !outline.Answered || outline.TooLarge,
	}
	if root != nil && v.isSettled() {
		root.AdoptSites(outline.Sites)
	}
	return v
}

// isSettled reports whether an outline has shown that nothing can go wrong, a panic included.
func (v *verdict) isSettled() bool { return !v.unclear && !v.panicFree }

// checkOutline finds out whether something can go wrong in an outline, or else in one that
// follows flags, or else in one of these if the program doesn't panic. Nothing is answered if
// there is nothing left of the budget.
func checkOutline(outline *extract.Outline, budget *int) {
	if outline.System == nil {
		return
	}
	if isOn(verify.LeakFailed) {
		*outline = *outline.Whole()
	}
	mayPanic := ask(outline, false, budget)
	if outline.Problem == "" || !outline.Answered {
		return
	}
	candidates := []*extract.Outline{outline}
	if refined := outline.Refined(); refined != nil && refined.System != nil {
		refinedMayPanic := ask(refined, false, budget)
		if refined.Problem == "" {
			*outline = *refined
			return
		}
		candidates, mayPanic = append(candidates, refined), mayPanic && refinedMayPanic
	}
	if !mayPanic {
		return
	}
	for _, o := range candidates {
		panicFree := o.Whole()
		if ask(panicFree, true, budget); panicFree.Problem == "" {
			*outline = *panicFree
			return
		}
	}
}

// ask finds out whether something can go wrong in an outline, or, with noPanic, in programs
// that don't panic. It reports whether one may panic, as far as that is known.
func ask(outline *extract.Outline, noPanic bool, budget *int) (mayPanic bool) {
	v := verdict{}
	for {
		if *budget <= 0 {
			outline.Problem = tookTooLong
			return false
		}
		v.system = asWanted(outline.System)
		states := min(max(1, settings.states/shareOfOutlines), *budget)
		v.result = verify.Check(v.system, verify.Options{States: states, Suspect: suspects(), NoPanic: noPanic})
		*budget -= v.result.States
		v.inconclusive = v.result.Inconclusive
		if v.inconclusive == "" || v.result.Suspect != nil || !outline.Grow(v.result.Exhausted) {
			break
		}
	}
	v.weaken()
	v.doubtful = doubtsOf(v.system, &v.result)
	outline.Answered, outline.Problem, outline.TooLarge = true, v.suspicion(), v.inconclusive != "" && v.result.Suspect == nil
	for _, f := range v.result.Panics {
		// A step may stand for several that do the same.
		step := f.In(v.system)
		outline.Panics = append(append(outline.Panics, step.Site), outline.PlacesOf(step)...)
	}
	slices.SortFunc(outline.Panics, model.Site.Compare)
	outline.Panics = slices.Compact(outline.Panics)
	return slices.ContainsFunc(v.suspicions(), func(f verify.Finding) bool { return f.Category == verify.Panic })
}

// asWanted is a system in which tests go on that are given up, if the reader wants to know of
// what leaks then.
func asWanted(sys *model.System) *model.System {
	if !isOn(verify.LeakFailed) {
		return sys
	}
	return cmp.Or(sys.WithoutAbandoning(), sys)
}

// suspects reports whether the reader wants to know of all that can be suspected at once.
func suspects() bool {
	return !slices.ContainsFunc([]verify.Category{verify.Deadlock, verify.Leak, verify.Panic}, func(c verify.Category) bool { return !isOn(c) })
}

// suspicionTexts say what may go wrong.
var suspicionTexts = map[verify.Category]string{
	verify.Deadlock: "there may be a deadlock", verify.Leak: "a goroutine may leak", verify.Panic: "there may be a panic",
	verify.Orphan: "a message may be lost", verify.OrphanMay: "a message may be left",
}

// weaken takes messages that may be lost for such as may be left behind, on channels from
// which somebody receives: that no execution receives them would have to hold whatever is in
// doubt, which may differ from one execution to the other.
func (v *verdict) weaken() {
	for i := range v.result.Hangs {
		d := &v.result.Hangs[i]
		sent := &v.system.Processes[d.Process].States[d.State].Transitions[d.Transition]
		if d.Category == verify.Orphan && isReceived(v.system, sent.Object) {
			d.Category = verify.OrphanMay
		}
	}
}

func isReceived(sys *model.System, object int) bool {
	return slices.ContainsFunc(sys.Processes, func(a model.Automaton) bool {
		return slices.ContainsFunc(a.States, func(s model.State) bool {
			return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool { return t.Kind == model.Receive && t.Object == object })
		})
	})
}

// suspicion says why a system isn't clean, "" if it is.
func (v *verdict) suspicion() string {
	list := v.suspicions()
	switch {
	case v.isClean():
		return ""
	case v.inconclusive != "" && v.result.Suspect == nil:
		return v.inconclusive
	case len(list) > 0:
		site := v.site(&list[0])
		return fmt.Sprintf("%s at %s:%d", suspicionTexts[list[0].Category], filepath.Base(site.File), site.Line)
	}
	return v.doubtful
}

// suspicions lists what may go wrong, as far as it is known, that the reader wants to know of.
func (v *verdict) suspicions() []verify.Finding {
	list := slices.Clone(v.result.Findings)
	for _, d := range v.result.Hangs {
		list = append(list, d.Finding)
	}
	if v.result.Suspect != nil {
		list = append(list, *v.result.Suspect)
	}
	return slices.DeleteFunc(list, func(f verify.Finding) bool { return !isWanted(v.system, &f) })
}
