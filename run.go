package chancheck

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// Categories of diagnostics that are no findings: they tell, on request, what
// was not judged and why. The front end keeps them apart.
const (
	CategoryInconclusive = "inconclusive"
	CategoryOpen         = "open"
	CategoryInternal     = "internal"
	CategorySummary      = "summary"
	CategoryExtract      = "extract"
)

// run judges the roots of a package and reports.
func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[Skeletons].(*extract.Package)
	r := &reporter{pass: pass, ignored: ignoreComments(pass), seen: map[string]bool{}}
	r.index()
	if pkg.Broken != "" {
		r.counts.Internal++
		r.verbose(r.packagePos(), CategoryInternal, "internal error: "+pkg.Broken)
	}
	r.counts.Functions = len(pkg.Own)
	r.guard(r.packagePos(), func() {
		for _, root := range extract.NewProgram(pkg).Roots() {
			r.guard(r.pos(root.Function.Site), func() { r.root(root) })
		}
	})
	r.malformed()
	r.flush()
	r.verbose(r.packagePos(), CategorySummary, r.counts.String())
	return nil, nil
}

// guard runs f. If it panics, that is counted and told on request, and the
// rest of the package is judged all the same.
func (r *reporter) guard(pos token.Pos, f func()) {
	defer func() {
		if p := recover(); p != nil {
			r.counts.Internal++
			r.verbose(pos, CategoryInternal, fmt.Sprintf("internal error: %v\n%s", p, debug.Stack()))
		}
	}()
	f()
}

// root judges one root.
func (r *reporter) root(root *extract.Root) {
	v := judge(root, settings.limits, verify.Options{States: settings.states})
	r.count(&v)
	if settings.extract != "" {
		r.extracted(&v)
		return
	}
	r.tell(&v)
}

// A reporter turns verdicts on the roots of one package into diagnostics.
type reporter struct {
	pass        *analysis.Pass
	files       map[string]*token.File
	ignored     *ignores
	seen        map[string]bool // findings by category and place
	diagnostics []analysis.Diagnostic
	counts      report.Counts
}

// index finds the files of the package by name.
func (r *reporter) index() {
	r.files = map[string]*token.File{}
	for _, f := range r.pass.Files {
		if tf := r.pass.Fset.File(f.FileStart); tf != nil {
			r.files[tf.Name()] = tf
			r.files[r.pass.Fset.Position(f.FileStart).Filename] = tf
		}
	}
}

func (r *reporter) packagePos() token.Pos {
	if len(r.pass.Files) == 0 {
		return token.NoPos
	}
	return r.pass.Files[0].Package
}

func (r *reporter) count(v *verdict) {
	if v.internal != "" {
		r.counts.Internal++
	}
	if v.extraction == nil || v.system == nil && v.inconclusive == "" {
		return
	}
	r.counts.Roots++
	r.counts.Closed += len(v.extraction.Closed)
	if v.inconclusive != "" {
		r.counts.Inconclusive++
	} else {
		r.counts.Judged++
	}
}

// tell reports the findings of a verdict, or on request why there is none.
func (r *reporter) tell(v *verdict) {
	pos := r.pos(v.root.Function.Site)
	if v.internal != "" {
		r.verbose(pos, CategoryInternal, "internal error: "+v.internal)
		return
	}
	if v.inconclusive != "" {
		r.verbose(pos, CategoryInconclusive, v.root.Function.Display+" is not judged: "+v.inconclusive)
		return
	}
	if v.extraction == nil {
		return
	}
	for _, o := range v.extraction.Open {
		r.verbose(r.pos(o.Site), CategoryOpen, fmt.Sprintf("%s is open in %s: %s", cmp.Or(o.Name, "the channel"), v.root.Function.Display, o.Reason))
	}
	for i := range v.result.Findings {
		r.finding(v, &v.result.Findings[i])
	}
}

// finding reports one finding, at the operation or at the call in this package
// that leads to it.
func (r *reporter) finding(v *verdict, f *verify.Finding) {
	if on := settings.on[string(f.Category)]; on == nil || !*on {
		return
	}
	told := report.Tell(v.system, f)
	site, ok := r.inPackage(told.Site, told.Via)
	key := stuckOr(f.Category) + " " + site.String()
	if !ok || r.seen[key] {
		return
	}
	r.seen[key] = true
	if r.ignored.covers(r.pass.Fset.Position(r.pos(site))) {
		return
	}
	r.counts.Findings++
	r.diagnostics = append(r.diagnostics, analysis.Diagnostic{
		Pos: r.pos(site), End: r.end(site), Category: told.Category, Message: told.Message,
		URL: "#" + told.Category, Related: r.related(told.Steps),
	})
}

// stuckOr makes one kind of the two ways to be stuck: which of them it is
// depends on who asks, and a callee has been asked before its callers.
func stuckOr(c verify.Category) string {
	if c == verify.Deadlock || c == verify.Leak {
		return "stuck"
	}
	return string(c)
}

// related are the steps of a story, as far as they touch this package.
func (r *reporter) related(steps []report.Step) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, step := range steps {
		if site, ok := r.inPackage(step.Site, step.Via); ok {
			list = append(list, analysis.RelatedInformation{Pos: r.pos(site), End: r.end(site), Message: step.Text})
		}
	}
	return list
}

// inPackage is the innermost place in a file of this package among an
// operation and the calls that lead to it.
func (r *reporter) inPackage(site model.Site, via []model.Site) (model.Site, bool) {
	if r.files[site.File] != nil {
		return site, true
	}
	for _, call := range slices.Backward(via) {
		if r.files[call.File] != nil {
			return call, true
		}
	}
	return model.Site{}, false
}

// pos is the position of a place in this package, else invalid.
func (r *reporter) pos(site model.Site) token.Pos {
	return r.at(site.File, site.Line, site.Column)
}

func (r *reporter) end(site model.Site) token.Pos {
	return r.at(site.File, site.EndLine, site.EndColumn)
}

func (r *reporter) at(file string, line, column int) token.Pos {
	tf := r.files[file]
	if tf == nil || line < 1 || line > tf.LineCount() {
		return token.NoPos
	}
	start := tf.LineStart(line)
	return min(start+token.Pos(max(column-1, 0)), token.Pos(tf.Base()+tf.Size()))
}

// extracted reports the system of a root as text or DOT.
func (r *reporter) extracted(v *verdict) {
	name := v.root.Function.Display
	if v.system == nil || settings.only != "" && settings.only != name {
		return
	}
	var b bytes.Buffer
	write := v.system.WriteText
	if settings.extract == "dot" {
		write = v.system.WriteDOT
	}
	if err := write(&b); err != nil {
		return
	}
	r.pass.Report(analysis.Diagnostic{Pos: r.pos(v.root.Function.Site), Category: CategoryExtract, Message: b.String()})
}

// verbose reports what is no finding, if asked to.
func (r *reporter) verbose(pos token.Pos, category, message string) {
	if !settings.verbose {
		return
	}
	if !pos.IsValid() {
		pos = r.packagePos()
	}
	if pos.IsValid() {
		r.pass.Report(analysis.Diagnostic{Pos: pos, Category: category, Message: message})
	}
}

// malformed reports suppressions without a reason.
func (r *reporter) malformed() {
	for _, pos := range r.ignored.malformed {
		r.diagnostics = append(r.diagnostics, analysis.Diagnostic{
			Pos: pos, Category: "ignore", Message: "malformed suppression: //lint:ignore needs a check and a reason",
		})
	}
}

// flush reports the diagnostics in the order of their positions.
func (r *reporter) flush() {
	slices.SortStableFunc(r.diagnostics, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Category, b.Category), strings.Compare(a.Message, b.Message))
	})
	for _, d := range r.diagnostics {
		r.pass.Report(d)
	}
}
