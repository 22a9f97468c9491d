package chancheck

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/replay"
)

// Categories of diagnostics that are no findings: they tell, on request, what
// was not judged and why. They are diagnostics because a vet tool has no other
// way to say something that survives the cache of go vet; the front end keeps
// them apart.
const (
	CategoryInconclusive = "inconclusive"
	CategoryOpen         = "open"
	CategoryInternal     = "internal"
	CategorySummary      = "summary"
	CategoryExtract      = "extract"
)

// IsNote reports whether a category is one of notes: they say, on request, what was not judged, or is more than a
// verdict.
func IsNote(category string) bool {
	switch category {
	case CategoryInconclusive, CategoryOpen, CategoryInternal, CategoryOutside, CategoryNever, CategoryCanBlock,
		CategoryBuffer, CategoryCertificate:
		return true
	}
	return false
}

// categoryIgnore is that of a suppression which suppresses nothing as it has
// no reason. It is a finding like others: else it would be mistaken for one
// that works.
const categoryIgnore = "ignore"

// run judges the roots of a package and reports. Roots come callees first, and
// each is judged as if it were alone but for what its callees have judged. Of the
// syntax only comments and positions are there for certain: see forget in
// cmd/chancheck. The result is what was counted.
func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[Skeletons].(func() *extract.Package)()
	r := &reporter{pass: pass, places: newPlacer(pass), ignored: ignoreComments(pass), seen: map[string]bool{}, uses: uses{}, left: newBudgets()}
	r.counts.Functions = len(pkg.Own)
	if pkg.Broken != "" {
		r.internal(r.packagePos(), pkg.Broken)
	}
	if err := r.imports(pkg); err != nil {
		return nil, err
	}
	r.guard(r.packagePos(), func() { r.judgePackage(pkg) })
	r.settle()
	r.malformed()
	r.unused()
	r.flush()
	r.guard(r.packagePos(), r.coverage)
	r.verbose(r.packagePos(), CategorySummary, r.counts.String())
	return &r.counts, nil
}

// judgePackage judges all that is asked about a package.
func (r *reporter) judgePackage(pkg *extract.Package) {
	program := extract.NewProgram(pkg)
	r.ledger = newLedger(pkg, program)
	roots := program.Roots()
	r.guard(r.packagePos(), func() { r.scopes = extract.NewScopes(pkg, program) })
	r.testFiles = extract.NewTestFiles(pkg, program)
	r.guard(r.packagePos(), func() { r.withoutData(pkg, program) })
	var tell, last []func()
	if len(pkg.Paths) <= 1 || pkg.Main { // of others each was asked: nobody else gets at what it doesn't export
		tell, last = r.clients()
	}
	for _, root := range roots {
		r.guard(r.places.pos(root.Function.Site), func() { r.root(root) })
	}
	bubbles := program.Bubbles()
	for _, root := range bubbles {
		r.guard(r.places.pos(root.Function.Site), func() { r.bubble(root) })
	}
	for _, f := range append(tell, r.certainties) {
		r.guard(r.packagePos(), f)
	}
	r.byThemselves(roots, bubbles)
	r.guard(r.packagePos(), func() { r.testsAlone(pkg, program) })
	for _, f := range last {
		r.guard(r.packagePos(), f)
	}
}

// withoutData finds out for what nobody waits alone. Where the package is too much for all other questions, that
// and what is certain takes no more than who can touch what.
func (r *reporter) withoutData(pkg *extract.Package, program *extract.Program) {
	r.certain = r.scopes
	if !asksForWhole() {
		r.certain = extract.ScopesForCertain(pkg, program, r.scopes)
	}
	if !judgesWhole(r.certain) {
		r.ledger.unwaited(r.certain.Unwaited())
		r.ledger.releases(r.certain.Released())
	}
}

// A reporter turns verdicts on the roots of one package into diagnostics.
type reporter struct {
	pass        *analysis.Pass
	places      *placer
	ignored     *ignores
	ledger      *ledger
	seen        map[string]bool // findings by kind and place
	bugs        []*bug
	uses        uses
	diagnostics []analysis.Diagnostic
	detailed    []analysis.Diagnostic // for front ends
	counts      report.Counts
	left        budgets
	scopes      *extract.Scopes
	certain     *extract.Scopes // for what takes no data
	testFiles   *extract.TestFiles
}

// guard runs f. If it panics, that is counted and told on request, and the
// rest of the package is judged all the same: no program text may cost its
// author more than one verdict.
func (r *reporter) guard(pos token.Pos, f func()) {
	defer func() {
		if p := recover(); p != nil {
			r.internal(pos, fmt.Sprintf("%v\n%s", p, debug.Stack()))
		}
	}()
	f()
}

// internal counts a failure of our own.
func (r *reporter) internal(pos token.Pos, what string) {
	r.counts.Internal++
	r.verbose(pos, CategoryInternal, "internal error: "+what)
}

// root judges one root.
func (r *reporter) root(root *extract.Root) {
	list := judge(r.scopes, root, settings.limits, &r.left)
	for i := range list {
		r.verdict(&list[i])
	}
	for i := range list {
		if v := &list[i]; v.undecided {
			r.apart(root, root.Function.Display, v.apart())
		}
	}
}

// bubble judges a function that is given to testing/synctest. Time passes there only while all wait for what others in it
// do: fewer things can happen than elsewhere, so that one in which nothing goes wrong elsewhere is right. Who wants a lock doesn't
// wait like that: what hangs on locks isn't known. Nor is it told what goes wrong, as that may not come about.
func (r *reporter) bubble(root *extract.Root) {
	list := judge(r.scopes, root, settings.limits, &r.left)
	for i := range list {
		switch v := &list[i]; {
		case v.unclear:
			r.ledger.unclear(v)
		case v.system == nil || hasLocks(v.system) || !v.isClean():
		case v.partial:
			r.ledger.part(v)
		default:
			r.ledger.verdict(v)
		}
	}
}

// hasLocks reports whether somebody may wait in a system for more than channels and wait groups.
func hasLocks(sys *model.System) bool {
	return slices.ContainsFunc(sys.Objects, func(o model.Object) bool { return o.Kind != model.Channel && o.Kind != model.WaitGroup })
}

// verdict tells of what is known about a root, or a part of it.
func (r *reporter) verdict(v *verdict) {
	r.certify(v)
	if v.unclear {
		r.ledger.unclear(v)
		return
	}
	if v.partial {
		if !v.aside {
			r.ledger.part(v)
		}
		return
	}
	if !v.again {
		r.count(v)
	}
	if !v.aside {
		r.ledger.verdict(v)
	}
	r.uses.note(r, v)
	if settings.extract != "" {
		r.extracted(v)
		return
	}
	if settings.capacity {
		r.capacities(v)
		return
	}
	r.tell(v)
}

// count adds a verdict to the summary. A root that turned out to have nothing
// to judge is none.
func (r *reporter) count(v *verdict) {
	if v.extraction == nil || v.system == nil && v.inconclusive == "" {
		return
	}
	r.counts.Roots++
	r.counts.Closed += len(v.extraction.Closed)
	if v.inconclusive != "" || v.doubtful != "" {
		r.counts.Inconclusive++
	} else {
		r.counts.Judged++
	}
}

// tell reports the findings of a verdict, and on request why there is none or
// may be more. Of a system that is too large verify tells only what is so
// whatever lies beyond the limit.
func (r *reporter) tell(v *verdict) {
	pos, name := r.places.pos(v.root.Function.Site), v.root.Function.Display
	switch {
	case v.aside && v.inconclusive != "" && len(v.result.Findings) == 0:
		return
	case v.internal != "":
		r.internal(pos, v.internal)
		return
	case v.inconclusive != "" && len(v.result.Findings) > 0:
		r.verbose(pos, CategoryInconclusive, name+" is judged only in part: "+v.inconclusive)
	case v.inconclusive != "":
		r.verbose(pos, CategoryInconclusive, name+" is not judged: "+v.inconclusive)
		return
	case v.extraction == nil:
		return
	}
	if v.doubtful != "" {
		r.verbose(pos, CategoryInconclusive, name+" is judged only in part: "+v.doubtful)
	}
	for _, o := range v.extraction.Open {
		object, at := cmp.Or(o.Name, "the channel"), r.places.pos(o.Site)
		if !at.IsValid() { // another package makes it
			object, at = fmt.Sprintf("%s (made at %s:%d)", object, filepath.Base(o.Site.File), o.Site.Line), pos
		}
		r.verbose(at, CategoryOpen, fmt.Sprintf("%s is open in %s: %s", object, name, o.Reason))
	}
	for _, f := range r.causes(v, inOrder(v)) {
		if r.replays(v, f) {
			r.finding(v, f)
		}
	}
}

// inOrder lists the findings of a verdict in the order of their places, so that what
// several of them have in common is told at the first.
func inOrder(v *verdict) []*verify.Finding {
	var list []*verify.Finding
	for i := range v.result.Findings {
		list = append(list, &v.result.Findings[i])
	}
	slices.SortStableFunc(list, func(f, g *verify.Finding) int { return v.site(f).Compare(v.site(g)) })
	return list
}

// site is the place of the operation that a finding is about; of one in a stand-in for a
// library function, that of the goroutine.
func (v *verdict) site(f *verify.Finding) model.Site {
	process := &v.system.Processes[f.Process]
	if site := process.States[f.State].Transitions[f.Transition].Site; site.IsValid() {
		return site
	}
	return process.Site
}

// replays reports whether the execution of a finding is one of the system and
// ends where it says, if anybody wants to know. One that isn't is our fault.
func (r *reporter) replays(v *verdict, f *verify.Finding) bool {
	if !settings.replay {
		return true
	}
	err := replay.Finding(v.system, f)
	if err != nil {
		r.internal(r.places.pos(v.root.Function.Site), fmt.Sprintf("%s: %v", v.root.Function.Display, err))
	}
	return err == nil
}

// finding reports one finding, at the operation or at the call in this package
// that leads to it, unless the reader doesn't want it or has it already.
func (r *reporter) finding(v *verdict, f *verify.Finding) {
	if f.Category != categoryOf(v.system, f) {
		told := *f
		told.Category = categoryOf(v.system, f)
		f = &told
	}
	site, ok := r.placeOf(v, f)
	if !ok || r.isKnown(v, f, site) || r.isKnownCircle(v, f) || r.isJudgedInProgram(v, f) || r.isPreventedOutside(v, f) {
		return
	}
	r.noteHeld(v, f)
	told := report.TellReturned(v.system, f, r.places, v.returned)
	place := r.mended(v, &told, site)
	if call, ok := v.callOf(f); ok {
		told.For(call)
	}
	if v.closed != "" {
		told.After(v.closed)
	}
	if other := v.overlaps[1]; other != "" {
		told.Overlapping(v.overlaps[0], other)
	}
	b := r.newBug(v, f, told, site)
	b.mend(place)
	r.bugs = append(r.bugs, b)
}

// isJudgedInProgram reports whether a finding is about callers in general of what is in a program, which has been judged as a
// whole: nobody else calls it, and what goes wrong there has been told.
func (r *reporter) isJudgedInProgram(v *verdict, f *verify.Finding) bool {
	if !v.clients || !r.ledger.pkg.Main {
		return false
	}
	own := f.In(v.system)
	judged := r.ledger.operated[placeOf(own.Site)]
	if judged == nil || judged.bounded {
		return false
	}
	_, isByMain := judged.functions["main"]
	return isByMain
}

// placeOf is where in this package a finding is. It is not ok if there is no such place, or the reader doesn't want to
// know of it.
func (r *reporter) placeOf(v *verdict, f *verify.Finding) (site model.Site, ok bool) {
	if !isWanted(v.system, f) || nilByAssumption(v.system, f) || r.foreignOrphan(v.system, f) {
		return site, false
	}
	own := f.In(v.system)
	via := own.Via
	if f.Process > 0 { // at the least where the goroutine is started
		via = append([]model.Site{v.system.Processes[f.Process].Site}, via...)
	}
	site, ok = r.places.inPackage(own.Site, via)
	return site, ok && (settings.tests || !v.isSeenFromTest(f, site))
}

// isKnown reports whether a finding was told already of the same operation, over a channel that was made
// at the same place: it is one bug, however many roots it is seen in. What is told of anybody who calls is so of each.
func (r *reporter) isKnown(v *verdict, f *verify.Finding, site model.Site) bool {
	key := kind(f.Category) + " " + site.String()
	ofAnybody := "clients " + key
	if !v.clients && isHandedOver(v.system, f) {
		key += " " + v.system.Objects[f.Object].Site.String()
	}
	known := r.seen[key] || r.seen[ofAnybody]
	r.seen[key] = true
	r.seen[ofAnybody] = r.seen[ofAnybody] || v.clients
	return known
}

// isSeenFromTest reports whether a finding is in a test file, or comes about only in what one does.
func (v *verdict) isSeenFromTest(f *verify.Finding, site model.Site) bool {
	if call, ok := v.callOf(f); ok && call.Matters && call.Site.IsInTest() {
		return true
	}
	return site.IsInTest() || v.root.Function.Site.IsInTest()
}

// isKnownCircle reports whether those who wait for each other's locks have been told of
// at the place of another one of them.
func (r *reporter) isKnownCircle(v *verdict, f *verify.Finding) bool {
	if kind(f.Category) != kind(verify.Leak) {
		return false
	}
	circle := report.Circle(v.system, f)
	if len(circle) < 2 {
		return false
	}
	key := fmt.Sprint("circle ", circle)
	known := r.seen[key]
	r.seen[key] = true
	return known
}

// foreignOrphan reports whether a message is left in a channel that another
// package makes: whether anybody is to receive it, is that package's business.
func (r *reporter) foreignOrphan(sys *model.System, f *verify.Finding) bool {
	if !slices.Contains([]verify.Category{verify.Orphan, verify.OrphanTest, verify.OrphanMay}, f.Category) {
		return false
	}
	_, ok := r.places.inPackage(sys.Objects[f.Object].Site, nil)
	return !ok
}

// isWanted reports whether the reader wants to know of a finding.
func isWanted(sys *model.System, f *verify.Finding) bool {
	return isOn(categoryOf(sys, f))
}

func isOn(c verify.Category) bool {
	on := settings.on[string(c)]
	return on != nil && *on
}

// categoryOf is the category under which a finding is told.
func categoryOf(sys *model.System, f *verify.Finding) verify.Category {
	switch {
	case f.Category != verify.Orphan:
		return f.Category
	case droppable(sys, f):
		return verify.OrphanMay
	case isOfTest(sys, f):
		return verify.OrphanTest
	}
	return verify.Orphan
}

// isOfTest reports whether a message is sent by a test file, or in a channel that one makes, or
// left only because a test uses no more of the tested code: whether anybody is to receive it, such
// an execution doesn't say.
func isOfTest(sys *model.System, f *verify.Finding) bool {
	sent := f.In(sys)
	return sys.Site.IsInTest() || sent.Site.IsInTest() || sent.Object >= 0 && sys.Objects[sent.Object].Site.IsInTest()
}

// droppable reports whether the sender of a message would rather drop it than
// wait, by a default beside the send: then it can do without a receiver. Wake-up
// signals are sent like that, and the last one may well be left.
func droppable(sys *model.System, f *verify.Finding) bool {
	return slices.ContainsFunc(sys.Processes[f.Process].States[f.State].Transitions, func(t model.Transition) bool {
		return t.Kind == model.Default && t.Text != model.TimeIsUp
	})
}

// nilByAssumption reports whether a channel is nil only under an assumption:
// which channel it is, is then no knowledge but a guess.
func nilByAssumption(sys *model.System, f *verify.Finding) bool {
	t := f.In(sys)
	if t.Object >= 0 || t.Kind != model.Send && t.Kind != model.Receive {
		return false
	}
	return comesBy(sys, f, (*model.Transition).IsAnswer)
}

// kind makes one of the two ways to be stuck: which of them it is depends on
// who asks, and a callee has been asked before its callers.
func kind(c verify.Category) string {
	if c.IsStuck() {
		return "stuck"
	}
	return string(c)
}

// related are the steps of a story. A step in another package, which no call in
// this one leads to, stands at the place of the finding.
func (r *reporter) related(steps []report.Step, own model.Site) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, step := range steps {
		site, ok := r.places.inPackage(step.Site, step.Via)
		text := step.Text
		if !ok {
			site = own
		}
		if !ok && step.Site.IsValid() {
			text = fmt.Sprintf("%s (at %s:%d)", text, filepath.Base(step.Site.File), step.Site.Line)
		}
		list = append(list, analysis.RelatedInformation{
			Pos: r.places.pos(site), End: r.places.end(site), Message: text,
		})
	}
	return list
}

// selected reports whether a root is among those asked for, by name or for not being a test,
// and tells on request why it is not judged.
func (r *reporter) selected(v *verdict) bool {
	name := v.root.Function.Display
	if !isAskedAbout(name) || !settings.tests && v.root.Function.Site.IsInTest() {
		return false
	}
	if v.inconclusive != "" {
		r.verbose(r.places.pos(v.root.Function.Site), CategoryInconclusive, name+" is not judged: "+v.inconclusive)
	}
	return true
}

// extracted reports the system of a root as text or DOT, or on request why
// there is none.
func (r *reporter) extracted(v *verdict) {
	if !r.selected(v) || v.system == nil {
		return
	}
	var b bytes.Buffer
	write := v.system.WriteText
	if settings.extract == "dot" {
		write = v.system.WriteDOT
	}
	if err := write(&b); err != nil {
		panic(fmt.Sprintf("writing to memory: %v", err)) // caught in guard
	}
	pos := r.places.pos(v.root.Function.Site)
	r.pass.Report(analysis.Diagnostic{Pos: pos, Category: CategoryExtract, Message: b.String()})
	r.communication(v)
}

// packagePos is where to say something about the package as a whole.
func (r *reporter) packagePos() token.Pos {
	if len(r.pass.Files) == 0 {
		return token.NoPos
	}
	return r.pass.Files[0].Package
}

// verbose reports what is no finding, if asked to.
func (r *reporter) verbose(pos token.Pos, category, message string) {
	if !settings.verbose && !(settings.coverage && category == CategorySummary) {
		return
	}
	if !pos.IsValid() {
		pos = r.packagePos()
	}
	if pos.IsValid() && (category == CategorySummary || !r.isHidden(pos)) {
		r.pass.Report(analysis.Diagnostic{Pos: pos, Category: category, Message: message})
	}
}

// isHidden reports whether a position is in a test file, and the reader doesn't want to know
// of these.
func (r *reporter) isHidden(pos token.Pos) bool {
	return !settings.tests && model.Site{File: r.pass.Fset.Position(pos).Filename}.IsInTest()
}

// malformed reports suppressions without a reason.
func (r *reporter) malformed() {
	for _, m := range r.ignored.malformed {
		if r.isHidden(m.pos) {
			continue
		}
		r.diagnostics = append(r.diagnostics, analysis.Diagnostic{
			Pos: m.pos, Category: categoryIgnore, Message: "malformed suppression: " + m.directive + " needs a check and a reason",
		})
	}
}

// flush reports the diagnostics, with their categories, in the order of their positions: the order of
// roots is that of calls, and of no interest to a reader.
func (r *reporter) flush() {
	for i := range r.diagnostics { // not all drivers show categories
		d := &r.diagnostics[i]
		d.Message += " [" + d.Category + "]"
	}
	for _, list := range [][]analysis.Diagnostic{r.diagnostics, r.detailed} {
		slices.SortStableFunc(list, func(a, b analysis.Diagnostic) int {
			return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Category, b.Category), strings.Compare(a.Message, b.Message))
		})
		for _, d := range list {
			r.pass.Report(d)
		}
	}
}
