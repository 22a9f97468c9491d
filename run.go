package chancheck

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
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
		r.counts.internal++
		r.verbose(r.packagePos(), CategoryInternal, "internal error: "+pkg.Broken)
	}
	r.counts.functions = len(pkg.Own)
	for _, root := range extract.NewProgram(pkg).Roots() {
		v := judge(root, settings.limits, verify.Options{States: settings.states})
		r.count(&v)
		if settings.extract != "" {
			r.extracted(&v)
			continue
		}
		r.tell(&v)
	}
	r.malformed()
	r.flush()
	r.verbose(r.packagePos(), CategorySummary, r.counts.String())
	return nil, nil
}

// counts is what the summary of a package says.
type counts struct {
	functions, roots, closed, judged, inconclusive, internal, findings int
}

// String is one line of name=number pairs.
func (c counts) String() string {
	return fmt.Sprintf("functions=%d roots=%d closed=%d judged=%d inconclusive=%d internal=%d findings=%d",
		c.functions, c.roots, c.closed, c.judged, c.inconclusive, c.internal, c.findings)
}

// A reporter turns verdicts on the roots of one package into diagnostics.
type reporter struct {
	pass        *analysis.Pass
	files       map[string]*token.File
	ignored     *ignores
	seen        map[string]bool // findings by category and place
	diagnostics []analysis.Diagnostic
	counts      counts
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
		r.counts.internal++
	}
	if v.extraction == nil || v.system == nil && v.inconclusive == "" {
		return
	}
	r.counts.roots++
	r.counts.closed += len(v.extraction.Closed)
	if v.inconclusive != "" {
		r.counts.inconclusive++
	} else {
		r.counts.judged++
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
	if on := settings.off[string(f.Category)]; on == nil || !*on {
		return
	}
	t := v.system.Processes[f.Process].States[f.State].Transitions[f.Transition]
	site, ok := r.inPackage(t)
	key := string(f.Category) + " " + site.String()
	if !ok || r.seen[key] {
		return
	}
	r.seen[key] = true
	told := report.Tell(v.system, f)
	d := analysis.Diagnostic{
		Pos: r.pos(site), End: r.end(site), Category: string(f.Category), Message: told.Message,
		URL: "#" + string(f.Category),
	}
	for _, step := range told.Steps {
		if pos := r.pos(step.Site); pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, End: r.end(step.Site), Message: step.Text})
		}
	}
	if r.ignored.covers(r.pass.Fset.Position(d.Pos)) {
		return
	}
	r.counts.findings++
	r.diagnostics = append(r.diagnostics, d)
}

// inPackage is the innermost place of a transition in a file of this package.
func (r *reporter) inPackage(t model.Transition) (model.Site, bool) {
	if r.files[t.Site.File] != nil {
		return t.Site, true
	}
	for _, site := range slices.Backward(t.Via) {
		if r.files[site.File] != nil {
			return site, true
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
