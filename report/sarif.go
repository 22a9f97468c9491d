package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// A SARIF says what a log in SARIF 2.1.0 has besides the report.
type SARIF struct {
	Version string // of this program
	Rules   []Rule
	Source  Source
	Status  int // with which the program ends
}

// WriteSARIF writes a log in the Static Analysis Results Interchange Format 2.1.0 (OASIS 2020),
// as GitHub's code scanning and other tools read it. A finding has one code flow with a thread
// flow for each goroutine, whose steps are numbered in the order in which they happen.
func (r *Report) WriteSARIF(w io.Writer, s *SARIF) error {
	l := &sarifWriter{SARIF: s}
	run := sarifRun{
		Tool:        sarifTool{Driver: l.driver()},
		Automation:  &sarifAutomation{ID: "chancheck/"},
		Invocations: []sarifInvocation{l.invocation(r)},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	for i := range r.Findings {
		run.Results = append(run.Results, l.result(&r.Findings[i]))
	}
	for i := range r.Suppressed {
		run.Results = append(run.Results, l.result(&r.Suppressed[i]))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "\t")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(&sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifWriter makes the parts of a log.
type sarifWriter struct{ *SARIF }

func (l sarifWriter) driver() sarifDriver {
	d := sarifDriver{Name: "chancheck", Version: l.Version, InformationURI: Home}
	for _, rule := range l.Rules {
		d.Rules = append(d.Rules, sarifRule{
			ID: rule.ID, Name: sarifName(rule.ID), HelpURI: rule.URL,
			Short: sarifMessage{Text: rule.Short}, Full: sarifMessage{Text: rule.Long},
			Help:          sarifMessage{Text: rule.Page, Markdown: rule.Page},
			Configuration: sarifConfiguration{Level: "warning", Enabled: rule.Default},
			Properties:    sarifProperties{Tags: []string{"concurrency", "correctness", "go"}, Precision: "high", Severity: "warning"},
		})
	}
	return d
}

// Home is where the project is.
const Home = "https://github.com/chancheck/chancheck"

// sarifName is an identifier in the form in which rules have names: LeakFailed.
func sarifName(category string) string {
	var name string
	for _, word := range strings.Split(category, "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// invocation says whether all packages could be analysed, and what is no finding.
func (l sarifWriter) invocation(r *Report) sarifInvocation {
	v := sarifInvocation{Successful: len(r.Errors) == 0, ExitCode: l.Status}
	for _, text := range r.Errors {
		v.Notifications = append(v.Notifications, sarifNotification{Level: "error", Message: sarifMessage{Text: text}})
	}
	for i := range r.Notes {
		note := &r.Notes[i]
		v.Notifications = append(v.Notifications, sarifNotification{
			Level: "note", Message: sarifMessage{Text: note.Message},
			Descriptor: &sarifDescriptor{ID: note.Category}, Locations: []sarifLocation{l.location(note.Site, "")},
		})
	}
	return v
}

func (l sarifWriter) result(f *Finding) sarifResult {
	result := sarifResult{
		RuleID: f.Category, RuleIndex: l.ruleIndex(f.Category), Level: "warning",
		Message: sarifMessage{Text: f.headline()}, Locations: []sarifLocation{l.location(f.Site, "")},
		Flows: l.flows(f), Related: l.related(f), Fingerprints: fingerprints(f),
	}
	if s := f.Suppression; s != nil {
		result.Suppressions = []sarifSuppression{l.suppression(s)}
	}
	if f.Suppression != nil && f.Suppression.Kind == External {
		result.BaselineState = "unchanged"
	}
	return result
}

// ruleIndex is nil for what has no page.
func (l sarifWriter) ruleIndex(category string) *int {
	i := slices.IndexFunc(l.Rules, func(r Rule) bool { return r.ID == category })
	if i < 0 {
		return nil
	}
	return &i
}

// fingerprints has the one that GitHub looks at, and the same under a name of our own.
func fingerprints(f *Finding) map[string]string {
	if f.Fingerprint == "" {
		return nil
	}
	return map[string]string{"primaryLocationLineHash": f.Fingerprint, "chancheck/v1": f.Fingerprint}
}

func (l sarifWriter) suppression(s *Suppression) sarifSuppression {
	suppression := sarifSuppression{Kind: s.Kind, Status: "accepted", Justification: s.Reason}
	if s.Site.IsValid() {
		location := l.location(s.Site, "")
		suppression.Location = &location
	}
	return suppression
}

// flows are the execution. A step in which two goroutines take part is in the flows of both. What
// nobody does in this execution comes before all, as a call, or is no part of it.
func (l sarifWriter) flows(f *Finding) []sarifCodeFlow {
	if len(f.Goroutines) == 0 {
		return nil
	}
	threads := make([]sarifThreadFlow, len(f.Goroutines))
	for i, name := range f.Goroutines {
		threads[i] = sarifThreadFlow{ID: strconv.Itoa(i), Message: sarifMessage{Text: name}, Locations: []sarifThreadFlowLocation{}}
	}
	for order, step := range f.Steps {
		location := sarifThreadFlowLocation{Location: l.location(step.Site, step.Text), Order: order + 1, Importance: "important", State: step.Act.state()}
		for _, g := range f.lifelines(order) {
			if step.Act.isEnd() {
				location.Importance = "essential"
			}
			threads[g].Locations = append(threads[g].Locations, location)
		}
	}
	threads = slices.DeleteFunc(threads, func(t sarifThreadFlow) bool { return len(t.Locations) == 0 })
	return []sarifCodeFlow{{Message: sarifMessage{Text: "an execution"}, Threads: threads}}
}

// lifelines are the goroutines that take part in a step.
func (f *Finding) lifelines(step int) []int {
	act := f.Steps[step].Act
	switch {
	case act == nil && step == 0:
		return []int{0}
	case act == nil:
		return nil
	case act.Partner != nil && *act.Partner != act.Goroutine:
		return []int{act.Goroutine, *act.Partner}
	}
	return []int{act.Goroutine}
}

func (a *Act) isEnd() bool { return a != nil && (a.Kind == ActBlock || a.Kind == ActPanic) }

// state is what a channel holds, or a wait group counts, after a step.
func (a *Act) state() map[string]sarifMessage {
	if a == nil || a.Content == nil {
		return nil
	}
	name := "len(" + a.Object + ")"
	if a.Kind == "add" {
		name = a.Object
	}
	return map[string]sarifMessage{name: {Text: strconv.Itoa(*a.Content)}}
}

// related are places that belong to a finding, but not to its execution.
func (l sarifWriter) related(f *Finding) []sarifLocation {
	var list []sarifLocation
	for i, step := range f.Steps {
		if len(f.Goroutines) == 0 || len(f.lifelines(i)) == 0 {
			list = append(list, l.location(step.Site, step.Text))
		}
	}
	return list
}

func (l sarifWriter) location(site model.Site, text string) sarifLocation {
	location := sarifLocation{Physical: sarifPhysical{Artifact: artifact(site.File)}}
	if text != "" {
		location.Message = &sarifMessage{Text: text}
	}
	if !site.IsValid() {
		return location
	}
	region := &sarifRegion{StartLine: site.Line, StartColumn: l.Source.column(site.File, site.Line, site.Column)}
	if site.EndLine >= site.Line && site.EndColumn > 0 {
		region.EndLine, region.EndColumn = site.EndLine, l.Source.column(site.File, site.EndLine, site.EndColumn)
	}
	location.Physical.Region = region
	return location
}

// artifact names a file by a URI: relative to the root of the sources, if it is below.
func artifact(file string) sarifArtifact {
	slashed := filepath.ToSlash(file)
	if path.IsAbs(slashed) || filepath.IsAbs(file) {
		return sarifArtifact{URI: fmt.Sprintf("file:///%s", strings.TrimPrefix((&url.URL{Path: slashed}).EscapedPath(), "/"))}
	}
	return sarifArtifact{URI: (&url.URL{Path: slashed}).String(), Base: "%SRCROOT%"}
}
