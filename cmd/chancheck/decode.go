package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// An outcome is what a run of go vet says.
type outcome struct {
	report  report.Report
	systems []string // of the extract command
	places  []report.Place
	// messages is what isn't JSON: errors of the go command and of the
	// compiler. failures are analyses that gave up.
	messages, failures []string
	failed             map[string]bool // packages of which the analysis gave up
	// counts are those of each package. With its test files a package has
	// more functions, and the counts without them don't matter.
	counts map[string]report.Counts
	used   map[string]bool // places of comments that suppress something
	// imports are the messages of CategoryImports, diagnostics all else that isn't in its place yet: see sort.
	imports     []string
	diagnostics []diagnostic
}

func newOutcome() *outcome {
	return &outcome{failed: map[string]bool{}, counts: map[string]report.Counts{}, used: map[string]bool{}}
}

// A diagnostic is one entry of what go vet -json prints.
type diagnostic struct {
	Posn     string       `json:"posn"`
	End      string       `json:"end"`
	Category string       `json:"category"`
	Message  string       `json:"message"`
	Related  []diagnostic `json:"related"`

	pkg     string // without the variant that has tests
	details *report.Details
}

// A unit is what go vet -json prints for one package: by package, by analyzer.
// An analyzer that failed has an object with the error instead of a list.
type unit map[string]map[string]json.RawMessage

// decode takes the JSON objects out of what go vet prints: one for each
// package, between lines that start with "#" and name it. The go command has
// printed them on either stream, depending on its version.
func decode(outputs ...[]byte) (*outcome, error) {
	o := newOutcome()
	for _, output := range outputs {
		for len(output) > 0 {
			line, rest := cutLine(output)
			switch {
			case bytes.HasPrefix(line, []byte("{")):
				var u unit
				decoder := json.NewDecoder(bytes.NewReader(output))
				if err := decoder.Decode(&u); err != nil {
					return nil, fmt.Errorf("the output of go vet: %w", err)
				}
				rest = bytes.TrimPrefix(output[decoder.InputOffset():], []byte("\n"))
				o.diagnostics = append(o.diagnostics, o.flatten(u)...)
			case len(line) > 0 && !bytes.HasPrefix(line, []byte("#")):
				o.messages = append(o.messages, string(line))
			}
			output = rest
		}
	}
	return o, nil
}

// cutLine takes the first line off a text.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return line, rest
}

// flatten lists the diagnostics of a package.
func (o *outcome) flatten(u unit) []diagnostic {
	var all []diagnostic
	for path, analyzers := range u {
		for _, raw := range analyzers {
			var list []diagnostic
			if json.Unmarshal(raw, &list) == nil {
				all = append(all, o.withDetails(path, o.withoutSummary(path, list))...)
				continue
			}
			var failure struct{ Error string }
			if json.Unmarshal(raw, &failure) == nil {
				o.failures = append(o.failures, path+": "+failure.Error)
				o.failed[withoutVariant(path)] = true
			}
		}
	}
	return all
}

// withoutVariant is the path of a package, be it compiled for the tests of one or not.
func withoutVariant(path string) string {
	name, _, _ := strings.Cut(path, " [")
	return name
}

// withoutSummary keeps the counts of a package, and returns the rest.
func (o *outcome) withoutSummary(path string, list []diagnostic) []diagnostic {
	name := withoutVariant(path)
	return slices.DeleteFunc(list, func(d diagnostic) bool {
		if d.Category != chancheck.CategorySummary {
			return false
		}
		counts, err := report.ParseCounts(d.Message)
		if err == nil && counts.Functions >= o.counts[name].Functions {
			o.counts[name] = counts
		}
		return true
	})
}

// withDetails puts details to the findings that they are about, which are in the same list.
func (o *outcome) withDetails(path string, list []diagnostic) []diagnostic {
	name := withoutVariant(path)
	for i := range list {
		d := &list[i]
		d.pkg, d.Message = name, strings.TrimSuffix(d.Message, " ["+d.Category+"]")
		switch d.Category {
		case chancheck.CategoryImports:
			o.imports = append(o.imports, d.Message)
		case chancheck.CategoryUsed:
			o.used[parseSite(d.Posn, "").String()] = true
		case chancheck.CategoryDetails, chancheck.CategorySuppressed:
			o.detail(d, list)
		}
	}
	return slices.DeleteFunc(list, func(d diagnostic) bool {
		return d.Category == chancheck.CategoryImports || d.Category == chancheck.CategoryUsed || d.Category == chancheck.CategoryDetails
	})
}

// detail reads details. Who has written them is this program itself.
func (o *outcome) detail(d *diagnostic, list []diagnostic) {
	details, err := report.ParseDetails(d.Message)
	if err != nil {
		o.failures = append(o.failures, fmt.Sprintf("%s: the details of a finding: %v", d.Posn, err))
		return
	}
	if d.Category == chancheck.CategorySuppressed {
		d.details, d.Category, d.Message = details, details.Category, details.Message
		return
	}
	for i := range list {
		if f := &list[i]; f.Posn == d.Posn && f.Category == details.Category && f.Message == details.Message {
			f.details = details
		}
	}
}

// sort puts the diagnostics in order and in their places. A package and its
// test variant say the same twice.
func (o *outcome) sort() {
	o.tellOnce()
	findings := make([]report.Finding, len(o.diagnostics))
	for i := range o.diagnostics {
		findings[i] = o.diagnostics[i].finding()
	}
	slices.SortFunc(findings, compare)
	for _, f := range slices.CompactFunc(findings, same) {
		switch {
		case f.Category == chancheck.CategoryExtract:
			o.systems = append(o.systems, f.Message)
		case f.Category == chancheck.CategoryCoverage:
			o.place(&f)
		case f.Category == chancheck.CategoryUnused:
			if !o.used[f.Site.String()] {
				o.report.Notes = append(o.report.Notes, f)
			}
		case chancheck.IsNote(f.Category):
			o.report.Notes = append(o.report.Notes, f)
		case f.Suppression != nil:
			o.report.Suppressed = append(o.report.Suppressed, f)
		default:
			o.report.Findings = append(o.report.Findings, f)
		}
	}
	slices.Sort(o.failures)
}

// place keeps what is said of a place. Who says it is this program itself.
func (o *outcome) place(f *report.Finding) {
	p, err := report.ParsePlace(f.Message)
	if err != nil {
		o.failures = append(o.failures, fmt.Sprintf("%s: the message of a place: %v", f.Site, err))
		return
	}
	p.Site = model.Site{File: f.Site.File, Line: f.Site.Line, Column: f.Site.Column}
	if p.Kind == "" { // of another package
		p.Site = parseSite(p.Place, "")
	}
	o.places = append(o.places, p)
}

// summarise adds up the counts of all packages.
func (o *outcome) summarise(coverage *report.Coverage) {
	total := &report.Summary{}
	total.Channels, total.Locks = coverage.Reached()
	for _, counts := range o.counts {
		total.Add(counts)
	}
	total.Findings = len(o.report.Findings)
	o.report.Summary = total
}

// compare orders findings as a reader goes through files. It is total: a
// package and its test variant may tell of one finding in two ways, and which
// of them is kept must not depend on which comes first.
func compare(a, b report.Finding) int {
	return cmp.Or(
		cmp.Compare(a.Site.File, b.Site.File),
		cmp.Compare(a.Site.Line, b.Site.Line),
		cmp.Compare(a.Site.Column, b.Site.Column),
		cmp.Compare(a.Category, b.Category),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(len(a.Steps), len(b.Steps)),
		slices.CompareFunc(a.Steps, b.Steps, compareSteps),
	)
}

func compareSteps(a, b report.Step) int {
	return cmp.Or(a.Site.Compare(b.Site), cmp.Compare(a.Text, b.Text))
}

// same reports whether two entries, next to each other in order, are one for
// the reader: two findings of a category at one place differ only in how they
// got there, two notes in what they are about.
func same(a, b report.Finding) bool {
	if a.Site != b.Site || a.Category != b.Category {
		return false
	}
	switch a.Category {
	case chancheck.CategoryExtract, chancheck.CategoryCapacity, chancheck.CategoryCoverage:
		return a.Message == b.Message
	}
	return !chancheck.IsNote(a.Category) || a.Message == b.Message
}

// finding is the diagnostic with its places taken apart.
func (d *diagnostic) finding() report.Finding {
	f := report.Finding{Category: d.Category, Site: parseSite(d.Posn, d.End), Message: d.Message, Package: d.pkg}
	for _, r := range d.Related {
		f.Steps = append(f.Steps, report.Step{Site: parseSite(r.Posn, r.End), Text: r.Message})
	}
	if d.details != nil {
		d.details.AddTo(&f)
	}
	return f
}

// parseSite reads two places of the form file:line:column.
func parseSite(posn, end string) model.Site {
	var s model.Site
	s.File, s.Line, s.Column = splitPlace(posn)
	_, s.EndLine, s.EndColumn = splitPlace(end)
	return s
}

// splitPlace takes file:line:column apart. A file name may have colons.
func splitPlace(place string) (file string, line, column int) {
	file, columnText, _ := cutLast(place)
	file, lineText, ok := cutLast(file)
	if !ok {
		return place, 0, 0
	}
	line, _ = strconv.Atoi(lineText)
	column, _ = strconv.Atoi(columnText)
	return file, line, column
}

// cutLast is strings.Cut at the last colon.
func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}
