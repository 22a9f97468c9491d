package chancheck

import (
	"cmp"
	"fmt"
	"iter"
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
	// patient says that nothing is told that takes a timer in a test which runs out too early: see dropHasty.
	patient bool
	// part says that it is about a part of a root, or clients, for which there is
	// less to be spent.
	part bool
	// clients says that it is about clients of objects of the package.
	clients bool
	// overlaps are two functions whose calls overlap, if the finding is about that: of who is stuck or
	// panics, and of the other one.
	overlaps [2]string
	// closed is the method that has been called before.
	closed string
	// returned says of which processes the call has returned in the execution that is told, if they are callers.
	returned []bool
	// received are the places where channels are made from which somebody outside receives.
	received []model.Site
	// alone says that only the one of them who calls once does anything.
	alone   bool
	insists insistence
	// partial says that it is one of several parts of the root, confined that it was
	// judged with all that others may do to its objects.
	partial, confined bool
	// operations are the places of those that were looked at, if the system doesn't
	// have them all.
	operations []model.Site
	// unclear says that it is about a part without data, of which that doesn't show that
	// nothing can go wrong; no more is known by that.
	unclear bool
	// coarse is the verdict without data, if there is another one with data.
	coarse *verdict
	// undecided says that it isn't even known whether something can go wrong then; apart lists
	// the objects of the part apart from each other.
	undecided bool
	apart     func() []extract.Apart
	// terms is the condition on which nothing goes wrong, for people, "" if there is none;
	// panicFree says that it is, among others, that nothing panics.
	terms     string
	panicFree bool
	// certificate says whether the system is safe with larger capacities, too.
	certificate certificate
	// again says that the root has another verdict that counts, for another call;
	// aside that only findings count.
	again, aside bool
	// calls are for how many calls the root was judged, found for how many of them
	// something was found at a place; see callOf.
	calls int
	found map[string]int
	// leaning are the findings that what callers pass may rule out, by their numbers.
	leaning map[int]bool
}

// tookTooLong is why roots are not judged once the budget of a package is spent.
const tookTooLong = "the exploration of the package has taken too long already"

// shareOfParts is the share of the limits on configurations, of one system and of the
// package, that parts have: they are many, and small if they are any good.
const shareOfParts = 4

// shareOfOutlines is the share of the limit on configurations that outlines have: they
// are one more try.
const shareOfOutlines = 4 * shareOfParts

// budgets are the configurations that are left for the systems of a package: of whole
// roots, of their parts and of clients, of outlines, of questions about panics, of those of
// objects that are looked at apart: what test files make, and what is tested, which many tests run
// again and again; and of k-MC checks. One that is spent leaves the others as they are.
type budgets struct{ whole, parts, outlines, panics, apartInTests, apart, certificates int }

func newBudgets() budgets {
	part := settings.packageStates / shareOfParts
	return budgets{settings.packageStates, part, part, part, part / 2, part / 2, part}
}

// apartAt is the budget for what is made at a place.
func (b *budgets) apartAt(site model.Site) *int {
	if site.IsInTest() {
		return &b.apartInTests
	}
	return &b.apart
}

// mostRefinements is how often a system is extracted anew because it had too
// few instances of something.
const mostRefinements = 12

// judge judges a root, with what all its callers pass.
func judge(scopes *extract.Scopes, root *extract.Root, limits extract.Options, left *budgets) []verdict {
	defer root.Done()
	if !root.Worthwhile() {
		return nil
	}
	root = root.ForAll()
	parts := judgeOutlines(scopes, root, &left.outlines)
	if len(parts.clean) > 0 && len(parts.rest) == 0 {
		parts.clean[0].partial = false
		return parts.clean
	}
	call := func(r *extract.Root) verdict { return judgePart(r, r, limits, &left.parts) }
	return slices.Concat(parts.clean, parts.others, judgeCalls(root, judgeOne(scopes, root, parts, limits, left), call))
}

// A partition has the parts of a root that are clean even without data, and the rest, with
// what is known of that: why it isn't clean, or that it is if nothing panics.
type partition struct {
	clean, others []verdict
	rest          []extract.Part
}

// judgeOutlines judges the parts of a root without data.
func judgeOutlines(scopes *extract.Scopes, root *extract.Root, budget *int) (p partition) {
	if judgesWhole(scopes) {
		return p
	}
	for _, part := range scopes.Parts(root) {
		pieces := part.Pieces()
		remains := len(pieces) == 0
		for _, piece := range pieces {
			v := judgePiece(root, piece.Outlines(), budget)
			v.apart = piece.Apart
			if !v.isSettled() {
				p.others = append(p.others, v)
				remains = true
			} else {
				p.clean = append(p.clean, v)
			}
		}
		if remains {
			p.rest = append(p.rest, part)
		}
	}
	return p
}

// judgePiece judges the outlines of a piece until one shows it clean.
func judgePiece(root *extract.Root, outlines iter.Seq[*extract.Outline], budget *int) (v verdict) {
	for outline := range outlines {
		one := judgeOutline(root, outline, budget)
		if one.isSettled() {
			return one
		}
		if v.system == nil || v.unclear && !one.unclear { // what goes wrong in one is the better reason
			v = one
		}
	}
	return v
}

// judgeOne judges a root: as a whole if that is small enough, else in parts, one for
// each cluster of objects, with as little data as will do. What is clean in its part is
// clean. What isn't may be due to what was left out, so that findings are told only
// from a part with all objects and data.
func judgeOne(scopes *extract.Scopes, root *extract.Root, parts partition, limits extract.Options, left *budgets) []verdict {
	whole := judgePart(root, root, limits, &left.whole)
	if whole.inconclusive == "" && whole.doubtful == "" || judgesWhole(scopes) {
		return []verdict{whole}
	}
	return judgeParts(scopes, whole, parts, limits, &left.parts)
}

// judgesWhole reports whether nothing but whole roots is asked for, or can be judged.
func judgesWhole(scopes *extract.Scopes) bool { return scopes == nil || asksForWhole() }

// asksForWhole reports whether nothing but whole roots is asked for.
func asksForWhole() bool { return settings.whole || settings.extract != "" || settings.capacity }

// judgeParts judges the rest of the parts of a root of which the whole can't be judged,
// or not all executions of it. One verdict stands for the root if all parts are clean.
func judgeParts(scopes *extract.Scopes, whole verdict, parts partition, limits extract.Options, budget *int) (list []verdict) {
	suspect, rest := false, 0
	var coarse []*verdict
	for _, part := range parts.rest {
		v := judgeLevels(whole.root, scopes, part.At, limits, budget)
		switch {
		case v.isClean():
			v.partial = len(parts.clean)+len(parts.rest) > 1
			list = append(list, v)
		case v.extraction != nil || v.inconclusive != "":
			rest++
			suspect = suspect || v.inconclusive == ""
			if v.coarse != nil {
				coarse = append(coarse, v.coarse)
			}
		}
	}
	if clean := append(list, parts.clean...); rest == 0 && len(clean) > 0 && len(whole.result.Findings) == 0 {
		clean[0].partial = false
		return clean[:max(1, len(list))] // the others are told of already
	}
	if suspect && whole.inconclusive != "" && scopes.Affords(limits) {
		if v := judgePart(whole.root, scopes.Whole(whole.root).At(extract.Fine), limits, budget); v.inconclusive == "" && v.extraction != nil {
			whole = v
		}
	}
	if whole.inconclusive != "" {
		list = append(list, witnesses(whole.root, scopes, coarse, limits, budget)...)
	}
	return append(list, whole)
}

// judgeLevels judges a part with ever more data until it is clean.
func judgeLevels(root *extract.Root, scopes *extract.Scopes, at func(extract.Level) *extract.Root, limits extract.Options, budget *int) (v verdict) {
	return judgeLevelsWithin(scopes.Affords, root, at, limits, budget)
}

// judgeLevelsWithin is judgeLevels as long as something is left of a budget.
func judgeLevelsWithin(affords func(extract.Options) bool, root *extract.Root, at func(extract.Level) *extract.Root, limits extract.Options, budget *int) (v verdict) {
	var coarse *verdict
	for _, level := range []extract.Level{extract.Coarse, extract.Fine} {
		if !affords(limits) {
			return verdict{root: root, inconclusive: evaluationTooLong, coarse: coarse}
		}
		part := at(level)
		if root == nil {
			v.root = part
		}
		tells := level != extract.Coarse
		v = judgeFor(tells, cmp.Or(root, part), part, limits, budget)
		v.coarse = coarse
		if level == extract.Coarse {
			without := v
			coarse = &without
		}
		if v.isClean() || v.inconclusive != "" { // more data makes no fewer states
			break
		}
	}
	return v
}

// evaluationTooLong is why parts are not even looked at.
const evaluationTooLong = "the evaluation of the package has taken too long already"

// judgePart judges a part of a root, or the root itself.
func judgePart(root, part *extract.Root, limits extract.Options, budget *int) verdict {
	return judgeFor(true, root, part, limits, budget)
}

// judgeFor judges a part of a root, of which somebody tells, or just to know whether anything is wrong.
func judgeFor(tells bool, root, part *extract.Root, limits extract.Options, budget *int) (v verdict) {
	v.root = root
	if part == nil {
		return v
	}
	v.part, v.clients = part != root || part.IsMadeUp(), part.IsMadeUp()
	if v.clients {
		limits = limitsOfClients(limits)
	}
	defer func() {
		if r := recover(); r != nil {
			v.internal = fmt.Sprintf("%v\n%s", r, debug.Stack())
			v.inconclusive = "internal error"
			v.result = verify.Result{}
		}
	}()
	explored := part
	if tells {
		explored = v.explore(part, limits, budget)
	} else {
		v.exploreOnce(part, limits, budget)
	}
	v.lean(explored)
	root.Adopt(part, v.inconclusive == "" && v.doubtful == "")
	return v
}

// instancesOfClients limits the goroutines that start in the same state where clients
// call what they like. If that starts goroutines that stay, there is no end to them.
const instancesOfClients = 4

// limitsOfClients are the limits where there are clients.
func limitsOfClients(limits extract.Options) extract.Options {
	if limits.Instances == 0 || limits.Instances > instancesOfClients {
		limits.Instances = instancesOfClients
	}
	return limits
}

// isClean reports whether nothing can go wrong that the reader wants to know of.
func (v *verdict) isClean() bool {
	return v.inconclusive == "" && v.doubtful == "" &&
		!slices.ContainsFunc(v.result.Findings, func(f verify.Finding) bool { return isWanted(v.system, &f) })
}

// explore explores the system of a part, and if there is something to be told, with what those would do who
// are stuck, who come into the story. It returns the part whose system it is.
func (v *verdict) explore(part *extract.Root, limits extract.Options, budget *int) *extract.Root {
	told := *v
	v.exploreOnce(part, limits, budget)
	if v.inconclusive != "" || len(v.result.Findings) == 0 {
		return part
	}
	beyond, unpaid := part.Beyond(), *budget
	if !told.tryOnce(beyond, limits, &unpaid) || !slices.Equal(told.findings(), v.findings()) {
		return part
	}
	*v = told
	return beyond
}

// tryOnce is exploreOnce for what isn't needed: it reports whether that has come to an end.
func (v *verdict) tryOnce(part *extract.Root, limits extract.Options, budget *int) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	v.exploreOnce(part, limits, budget)
	return v.inconclusive == ""
}

// findings says which findings there are, and where.
func (v *verdict) findings() []string {
	var list []string
	for i := range v.result.Findings {
		list = append(list, v.place(&v.result.Findings[i]))
	}
	slices.Sort(list)
	return list
}

// exploreOnce extracts the system of a part and explores it, with more instances of
// goroutines and objects as they turn out to be needed. What is explored is taken
// off the budget of configurations.
func (v *verdict) exploreOnce(part *extract.Root, limits extract.Options, budget *int) {
	for range mostRefinements {
		v.extraction = part.Extract(limits)
		v.system = v.extraction.System
		v.inconclusive = v.extraction.Inconclusive
		if v.system == nil {
			return
		}
		if *budget <= 0 {
			v.inconclusive = tookTooLong
			return
		}
		if v.clients {
			letCallersWait(v.system)
			v.insists = letOneInsist(v.system)
		}
		v.system = withReceivers(v.system, v.received)
		most := settings.states
		if v.part {
			most = max(1, most/shareOfParts) // 0 is no limit
		}
		states, explored := min(most, *budget), v.system
		if v.alone {
			explored = withoutOthers(v.system)
		}
		v.result = verify.Check(explored, verify.Options{States: states})
		*budget -= v.result.States
		v.inconclusive = v.result.Inconclusive
		if v.inconclusive != "" && *budget <= 0 && states < most {
			v.inconclusive = tookTooLong
		}
		if v.inconclusive == "" {
			v.sift(states, budget)
			return
		}
		v.dropHasty(states, budget) // there may be too many configurations, and findings all the same
		if !part.Refine(v.result.Exhausted, v.result.Conflicts) {
			return
		}
	}
}

// sift drops what was found that isn't told, and adds what else is.
func (v *verdict) sift(states int, budget *int) {
	v.doubtful = doubtsOf(v.system, &v.result)
	v.dropDisagreed()
	v.dropHasty(states, budget)
	v.sortFailed(states, budget)
	v.dropServedElsewhere(states, budget)
	v.dropOver(states, budget)
	v.addAbandoned(states, budget)
}

// checkOnceMore explores a system, or another form of it, as patiently as is known to be possible, which is taken off the budget of
// configurations.
func (v *verdict) checkOnceMore(sys *model.System, states int, budget *int) verify.Result {
	result := verify.Check(sys, verify.Options{States: min(states, max(1, *budget)), Patient: v.patient})
	*budget -= result.States
	return result
}

// dropOver drops the panics of goroutines that come about only where the program is bound to be over: their test
// is given up, as it has waited in vain for example, or somebody else panics and lets his deferred calls close what they
// use. It doesn't if the reader wants to know of what fails then.
func (v *verdict) dropOver(states int, budget *int) {
	isPanic := func(f verify.Finding) bool { return f.Category == verify.Panic }
	if isOn(verify.LeakFailed) || !slices.ContainsFunc(v.result.Findings, isPanic) {
		return
	}
	early := v.system.OverEarly()
	if early == nil {
		return
	}
	result := v.checkOnceMore(early, states, budget)
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool {
		isSame := func(other verify.Finding) bool {
			return isPanic(other) && other.SameOperation(&f)
		}
		return isPanic(f) && f.Process != 0 && !panicsTwice(v.system, &f) && result.Inconclusive == "" && !slices.ContainsFunc(result.Findings, isSame)
	})
}

// panicsTwice reports whether somebody has begun to panic who panics once more as his deferred calls fail.
func panicsTwice(sys *model.System, f *verify.Finding) bool {
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return s.Process == f.Process && s.In(sys).BeginsToPanic()
	})
}

// disagreed is why nothing is told of a system in which somebody is stuck where an unknown is asked about.
const disagreed = "goroutines don't agree on an unknown"

// dropDisagreed drops all findings if one is about a goroutine that can't go on as others have decided what an unknown is: that is no
// operation of Go, and the others have decided what it can't be.
func (v *verdict) dropDisagreed() {
	isStuck := func(f verify.Finding) bool { return f.In(v.system).Kind == model.Assume }
	if slices.ContainsFunc(v.result.Findings, isStuck) {
		v.result.Findings, v.doubtful = nil, disagreed
	}
}

// dropServedElsewhere drops the findings for which somebody has to serve what isn't followed: a goroutine of the program
// itself does, and whether it does so before isn't known.
func (v *verdict) dropServedElsewhere(states int, budget *int) {
	isServed := func(t *model.Transition) bool { return t.Doubt == model.ServedElsewhere }
	hangs := func(f verify.Finding) bool { return comesBy(v.system, &f, isServed) }
	if !slices.ContainsFunc(v.result.Findings, hangs) {
		return
	}
	result := v.checkOnceMore(v.system.WithoutElsewhere(), states, budget)
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool {
		isSame := func(other verify.Finding) bool { return other.SameOperation(&f) }
		if !hangs(f) || slices.ContainsFunc(result.Findings, isSame) {
			return false
		}
		v.doubtful = model.ServedElsewhere
		return true
	})
}

// addAbandoned adds the goroutines that leak only where a test is given up, if the reader wants
// to know of them.
func (v *verdict) addAbandoned(states int, budget *int) {
	all := asWanted(v.system)
	if all == v.system {
		return
	}
	result := v.checkOnceMore(all, states, budget)
	for _, f := range result.Findings {
		isKnown := func(known verify.Finding) bool { return known.Process == f.Process && known.State == f.State }
		if f.Category == verify.Leak && !slices.ContainsFunc(v.result.Findings, isKnown) {
			f.Category = verify.LeakFailed
			v.result.Findings = append(v.result.Findings, f)
		}
	}
	v.system = all
}

// mayBeNil is why nothing is told of who waits for what is nil only under an assumption.
const mayBeNil = "a channel may be nil, and waited for"

// unlessPanic is why nothing is told of what hangs on nothing but a panic that was ruled out.
const unlessPanic = "what would prevent it panics elsewhere"

// doubtsOf says why something else may go wrong that the reader wants to know
// of, "" if nothing may.
func doubtsOf(sys *model.System, result *verify.Result) string {
	var list []string
	for _, d := range result.Hangs {
		if !isWanted(sys, &d.Finding) {
			continue
		}
		if len(d.Steps) == 0 {
			list = append(list, unlessPanic)
		}
		for _, s := range d.Steps {
			list = append(list, s.In(sys).Doubt)
		}
	}
	for i := range result.Findings {
		if f := &result.Findings[i]; isWanted(sys, f) && nilByAssumption(sys, f) {
			list = append(list, mayBeNil)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "; ")
}
