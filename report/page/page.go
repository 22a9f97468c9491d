// Package page writes a report as one page of HTML, which needs nothing else: no network, and no
// server. It is a package of its own so that who links the analyzer doesn't link html/template.
//
// The page says all without scripts, too: they filter, and step through executions.
package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/report"
)

// Input is what a page is made of.
type Input struct {
	Report   *report.Report
	Coverage *report.Coverage
	Source   report.Source
	Version  string                       // of this program
	URL      func(category string) string // of the page on a category
}

var (
	//go:embed page.html
	text string
	//go:embed style.css
	style string
	//go:embed script.js
	script string

	page = template.Must(template.New("page").Parse(text))
)

// Write writes the page.
func Write(w io.Writer, in *Input) error {
	v := &view{
		Style: template.CSS(style), Script: template.JS(script), Version: in.Version,
		Errors: in.Report.Errors, Extent: in.Coverage.Extent(), Coverage: newCoverage(in.Coverage),
	}
	for _, list := range [][]report.Finding{in.Report.Findings, in.Report.Suppressed} {
		for i := range list {
			v.Findings = append(v.Findings, newFinding(len(v.Findings)+1, &list[i], in))
		}
	}
	for i := range in.Report.Notes {
		n := &in.Report.Notes[i]
		v.Notes = append(v.Notes, note{n.Site.String(), n.Category, n.Message})
	}
	v.Count, v.Suppressed = len(in.Report.Findings), len(in.Report.Suppressed)
	v.Categories = count(v.Findings, func(f *finding) string { return f.Category })
	v.Packages = count(v.Findings, func(f *finding) string { return f.Package })
	return page.Execute(w, v)
}

// A view is what the template shows.
type view struct {
	Style                template.CSS
	Script               template.JS
	Version, Extent      string
	Errors               []string
	Count, Suppressed    int
	Categories, Packages []choice
	Findings             []*finding
	Notes                []note
	Coverage             *coverage
}

// A choice is something to filter by, with the number of findings.
type choice struct {
	Name  string
	Count int
}

// A note is what is no finding.
type note struct{ Place, Category, Message string }

// A finding is what is shown of one.
type finding struct {
	Number                     int
	Category, Package, Message string
	Place, Function, URL       string
	Suppression                *report.Suppression
	Steps                      []step
	Excerpts                   []excerpt
	Diagram                    *diagram // nil if nobody is known to do anything
}

// A step is a line of the story.
type step struct {
	Number      int
	Place, Text string
	Line        string // id of the line in an excerpt, "" if there is none
	End         bool   // it is what the finding is about
}

// count counts findings by what they have in common, in alphabetical order.
func count(findings []*finding, by func(*finding) string) []choice {
	numbers := map[string]int{}
	for _, f := range findings {
		numbers[by(f)]++
	}
	var list []choice
	for name, n := range numbers {
		list = append(list, choice{name, n})
	}
	slices.SortFunc(list, func(a, b choice) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func newFinding(number int, f *report.Finding, in *Input) *finding {
	v := &finding{
		Number: number, Category: f.Category, Package: f.Package, Message: f.Message, Place: f.Site.String(),
		Function: f.Function, Suppression: f.Suppression, URL: in.URL(f.Category), Diagram: newDiagram(f),
	}
	v.Excerpts = excerpts(number, f, in.Source)
	shown := map[string]bool{}
	for _, e := range v.Excerpts {
		for _, l := range e.Lines {
			shown[l.ID] = true
		}
	}
	for i := range f.Steps {
		s := &f.Steps[i]
		line := lineID(number, s.Site.File, s.Site.Line, fileNumbers(f))
		if !shown[line] {
			line = ""
		}
		v.Steps = append(v.Steps, step{Number: i + 1, Place: s.Site.String(), Text: s.Text, Line: line, End: isEnd(s.Act)})
	}
	return v
}

func isEnd(a *report.Act) bool {
	return a != nil && (a.Kind == report.ActBlock || a.Kind == report.ActPanic)
}

// lineID names a line on the page.
func lineID(number int, file string, line int, files map[string]int) string {
	return fmt.Sprintf("f%d-%d-%d", number, files[file], line)
}
