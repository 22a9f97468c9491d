package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck"
)

// A result is one diagnostic, with places as file:line:column.
type result struct {
	Posn     string    `json:"posn"`
	End      string    `json:"end,omitempty"`
	Category string    `json:"category"`
	Message  string    `json:"message"`
	Related  []related `json:"related,omitempty"`
}

// A related is one line of the story.
type related struct {
	Posn    string `json:"posn"`
	Message string `json:"message"`
}

// A resultSet collects results. A package and its test variant say the same
// twice.
type resultSet struct {
	seen map[string]bool
	list []result
}

// add decodes the object of one package.
func (s *resultSet) add(object []byte) {
	var u unit
	if json.Unmarshal(object, &u) != nil {
		return
	}
	for _, analyzers := range u {
		for _, raw := range analyzers {
			var list []result
			if json.Unmarshal(raw, &list) != nil {
				continue // an analyzer that failed prints an error object
			}
			for _, r := range list {
				s.addResult(r)
			}
		}
	}
}

func (s *resultSet) addResult(r result) {
	key := r.Category + " " + r.Posn
	switch r.Category {
	case chancheck.CategorySummary, chancheck.CategoryOpen, chancheck.CategoryInconclusive, chancheck.CategoryExtract:
		key += " " + r.Message
	}
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.list = append(s.list, r)
}

// sorted returns the results by file, line and column.
func (s *resultSet) sorted() []result {
	slices.SortFunc(s.list, func(a, b result) int {
		return cmp.Or(comparePlaces(a.Posn, b.Posn), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Message, b.Message))
	})
	return s.list
}

func comparePlaces(a, b string) int {
	fileA, lineA, columnA := splitPlace(a)
	fileB, lineB, columnB := splitPlace(b)
	return cmp.Or(cmp.Compare(fileA, fileB), cmp.Compare(lineA, lineB), cmp.Compare(columnA, columnB))
}

// splitPlace takes file:line:column apart.
func splitPlace(place string) (file string, line, column int) {
	parts := strings.Split(place, ":")
	n := len(parts)
	if n < 3 {
		return place, 0, 0
	}
	line, _ = strconv.Atoi(parts[n-2])
	column, _ = strconv.Atoi(parts[n-1])
	return strings.Join(parts[:n-2], ":"), line, column
}

// isFinding reports whether a category counts for the exit status.
func isFinding(category string) bool {
	switch category {
	case chancheck.CategoryInconclusive, chancheck.CategoryOpen, chancheck.CategoryInternal,
		chancheck.CategorySummary, chancheck.CategoryExtract:
		return false
	}
	return true
}

// render prints the results and returns the number of findings.
func (c *command) render(results []result) int {
	findings := 0
	shown := []result{}
	for _, r := range results {
		file, _, _ := splitPlace(r.Posn)
		if c.skipTests && strings.HasSuffix(file, "_test.go") {
			continue
		}
		if isFinding(r.Category) {
			findings++
		}
		shown = append(shown, shorten(r))
	}
	if c.json {
		encoder := json.NewEncoder(c.out)
		encoder.SetIndent("", "\t")
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(shown); err != nil {
			fmt.Fprintln(c.err, "chancheck:", err)
		}
		return findings
	}
	for _, r := range shown {
		c.renderText(&r)
	}
	c.renderTotals(results)
	return findings
}

func (c *command) renderText(r *result) {
	switch r.Category {
	case chancheck.CategoryExtract:
		fmt.Fprintln(c.out, r.Message)
		return
	case chancheck.CategorySummary:
		return
	}
	fmt.Fprintf(c.out, "%s: %s [%s]\n", r.Posn, r.Message, r.Category)
	for _, step := range r.Related {
		fmt.Fprintf(c.out, "\t%s: %s\n", step.Posn, step.Message)
	}
}

// renderTotals adds up the summaries of all packages.
func (c *command) renderTotals(results []result) {
	if !c.verbose {
		return
	}
	total := map[string]int{}
	var names []string
	for _, r := range results {
		if r.Category != chancheck.CategorySummary {
			continue
		}
		for pair := range strings.FieldsSeq(r.Message) {
			name, value, _ := strings.Cut(pair, "=")
			n, _ := strconv.Atoi(value)
			if _, ok := total[name]; !ok {
				names = append(names, name)
			}
			total[name] += n
		}
	}
	var words []string
	for _, name := range names {
		words = append(words, fmt.Sprintf("%d %s", total[name], name))
	}
	fmt.Fprintln(c.out, "summary: "+strings.Join(words, ", "))
}

// shorten makes file names relative to the working directory.
func shorten(r result) result {
	r.Posn, r.End = relative(r.Posn), relative(r.End)
	r.Related = slices.Clone(r.Related)
	for i := range r.Related {
		r.Related[i].Posn = relative(r.Related[i].Posn)
	}
	return r
}

func relative(place string) string {
	directory, err := os.Getwd()
	if err != nil || !filepath.IsAbs(place) {
		return place
	}
	if rel, err := filepath.Rel(directory, place); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return place
}
