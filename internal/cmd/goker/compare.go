package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/chancheck/chancheck/report"
)

// A comparison is the table beside what was found.
type comparison struct {
	programs []program
	results  []result
	// strays are findings in no program of the table.
	strays []report.Finding
}

// A result is what was found in one program.
type result struct {
	findings []report.Finding
	found    []int // listed lines with a finding
	also     []int // listed lines in the story of a finding only
	extra    []int // lines with a finding that aren't listed
	note     string
	absent   bool // the program isn't part of the corpus
}

// newComparison assigns findings and notes to programs.
func newComparison(dir string, programs []program, r *report.Report) (*comparison, error) {
	c := &comparison{programs: programs, results: make([]result, len(programs))}
	o := owners{dir: dir, programs: programs, functions: map[string][]span{}}
	for _, f := range r.Findings {
		i, err := o.of(&f)
		if err != nil {
			return nil, err
		}
		if i < 0 {
			c.strays = append(c.strays, f)
			continue
		}
		c.results[i].findings = append(c.results[i].findings, f)
	}
	for _, note := range r.Notes {
		if i, err := o.of(&note); err != nil {
			return nil, err
		} else if i >= 0 && c.results[i].note == "" {
			c.results[i].note = note.Message
		}
	}
	for i := range programs {
		c.results[i].count(&programs[i])
		_, err := os.Stat(filepath.Join(dir, programs[i].file))
		c.results[i].absent = err != nil
	}
	return c, nil
}

// count tells the listed lines from others. A goroutine that is stuck together
// with others is reported once, with the others in its story: their lines count
// as found, but apart.
func (r *result) count(p *program) {
	for _, f := range r.findings {
		if line := f.Operation().Line; slices.Contains(p.lines, line) {
			r.found = append(r.found, line)
		} else {
			r.extra = append(r.extra, line)
		}
	}
	for _, f := range r.findings {
		for _, s := range f.Steps {
			line := s.Site.Line
			blocked := strings.HasPrefix(s.Text, "also blocked")
			if blocked && s.Site.File == f.Operation().File && slices.Contains(p.lines, line) && !slices.Contains(r.found, line) {
				r.also = append(r.also, line)
			}
		}
	}
	for _, lines := range []*[]int{&r.found, &r.also, &r.extra} {
		slices.Sort(*lines)
		*lines = slices.Compact(*lines)
	}
}

// verdict is one word for a program. One listed line is enough to find it: a
// leak profile lists every goroutine that hangs, and fixing the first usually
// frees the others.
func (r *result) verdict(p *program) string {
	switch {
	case r.absent:
		return "absent"
	case len(p.lines) == 0 && len(r.extra) > 0:
		return "extra"
	case len(p.lines) == 0:
		return "clean"
	case len(r.found) == 0 && len(r.extra) > 0:
		return "missed, extra"
	case len(r.found) == 0:
		return "missed"
	case len(r.extra) > 0:
		return "found, extra"
	}
	return "found"
}

// print writes the table, and below it the totals for each reach.
func (c *comparison) print(out io.Writer, verbose bool) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "program\treach\tlisted\tfound\talso\textra\tverdict\twhy not")
	for i := range c.programs {
		p, r := &c.programs[i], &c.results[i]
		note := ""
		if len(r.found) == 0 && len(p.lines) > 0 {
			note = firstLine(r.note)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.name, p.reach,
			join(p.lines), join(r.found), join(r.also), join(r.extra), r.verdict(p), note)
	}
	w.Flush()
	c.printTotals(out)
	if verbose {
		c.printExtra(out)
	}
	for _, f := range c.strays {
		fmt.Fprintf(out, "in no program: %s: %s [%s]\n", f.Site, f.Message, f.Category)
	}
}

// A total adds up the programs of one reach.
type total struct{ programs, found, listed, foundLines, extra int }

func (t *total) add(p *program, r *result) {
	if len(p.lines) > 0 {
		t.programs++
	}
	if len(r.found) > 0 {
		t.found++
	}
	t.listed += len(p.lines)
	t.foundLines += len(r.found) + len(r.also)
	t.extra += len(r.extra)
}

// printTotals adds up by reach, the table's word for what it takes to see the
// leak. C and M, channels and locks without anything dynamic, are what the
// analyzer must not miss.
func (c *comparison) printTotals(out io.Writer) {
	totals := map[string]*total{"C or M": {}}
	names := []string{"C or M"}
	for i := range c.programs {
		p, r := &c.programs[i], &c.results[i]
		if r.absent {
			continue
		}
		if totals[p.reach] == nil {
			totals[p.reach] = &total{}
			names = append(names, p.reach)
		}
		totals[p.reach].add(p, r)
		if p.reach == "C" || p.reach == "M" {
			totals["C or M"].add(p, r)
		}
	}
	slices.Sort(names[1:])
	fmt.Fprintln(out)
	for _, name := range names {
		t := totals[name]
		fmt.Fprintf(out, "reach %s: %d of %d programs, %d of %d lines, %d extra\n",
			name, t.found, t.programs, t.foundLines, t.listed, t.extra)
	}
}

// printExtra lists findings at lines that no table has. Each is either wrong or
// worth a line in the table.
func (c *comparison) printExtra(out io.Writer) {
	for i := range c.programs {
		for _, f := range c.results[i].findings {
			if slices.Contains(c.results[i].extra, f.Operation().Line) {
				fmt.Fprintf(out, "extra in %s: %s: %s [%s]\n", c.programs[i].name, f.Site, f.Message, f.Category)
			}
		}
	}
}

// join writes lines without spaces, as columns are made of words.
func join(lines []int) string {
	if len(lines) == 0 {
		return "-"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(lines), " ", ","), "[]")
}

// firstLine leaves the stack of an internal error out of the table.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// owners finds the program of a finding. Most programs have a file of their
// own; in a shared one a listed line tells, or the name of the function.
type owners struct {
	dir       string
	programs  []program
	functions map[string][]span
}

// A span is a function declaration.
type span struct {
	name       string
	start, end int // lines
}

// of returns the index of the program, or -1.
func (o *owners) of(f *report.Finding) (int, error) {
	file := f.Site.File
	if filepath.IsAbs(file) {
		rel, err := filepath.Rel(o.dir, file)
		if err != nil {
			return -1, err
		}
		file = rel
	}
	var candidates []int
	for i := range o.programs {
		if o.programs[i].file == file {
			candidates = append(candidates, i)
		}
	}
	if len(candidates) == 1 {
		return candidates[0], nil
	}
	for _, i := range candidates {
		if slices.Contains(o.programs[i].lines, f.Operation().Line) {
			return i, nil
		}
	}
	name, err := o.function(file, f.Operation().Line)
	if err != nil {
		return -1, err
	}
	i := slices.IndexFunc(candidates, func(i int) bool { return strings.EqualFold(o.programs[i].name, name) })
	if i < 0 {
		return -1, nil
	}
	return candidates[i], nil
}

// function is the name of the function around a line, "" if there is none.
func (o *owners) function(file string, line int) (string, error) {
	spans, ok := o.functions[file]
	if !ok {
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, filepath.Join(o.dir, file), nil, 0)
		if err != nil {
			return "", err
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				spans = append(spans, span{f.Name.Name, fset.Position(f.Pos()).Line, fset.Position(f.End()).Line})
			}
		}
		o.functions[file] = spans
	}
	i, found := slices.BinarySearchFunc(spans, line, func(s span, line int) int {
		if line >= s.start && line <= s.end {
			return 0
		}
		return cmp.Compare(s.start, line)
	})
	if !found {
		return "", nil
	}
	return spans[i].name, nil
}
