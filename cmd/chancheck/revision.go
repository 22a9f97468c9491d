package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/report"
)

// changes are the lines that are new in the work tree since a revision. Where lines went, those
// beside the gap count. Nil are no changes that anybody asked for.
type changes struct {
	revision string
	files    map[string][]lineRange // by absolute name
	hidden   int                    // findings
	sources  *sources
}

// A lineRange is from its first to its last line.
type lineRange struct{ first, last int }

// everyLine is all of a file that git doesn't know yet.
var everyLine = lineRange{1, 1 << 30}

// changesSince asks git what has changed since the branch that is checked out has left a revision.
func changesSince(revision string) (*changes, error) {
	top, err := git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("-new-from-rev needs a git repository: %w", err)
	}
	root := strings.TrimSuffix(string(top), "\n")
	commit, err := git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("-new-from-rev: unknown revision %q", revision)
	}
	from := strings.TrimSpace(string(commit))
	// Without a common ancestor, in a shallow clone for example, more counts as new.
	if base, err := git(root, "merge-base", from, "HEAD"); err == nil {
		from = strings.TrimSpace(string(base))
	}
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-renames", "--src-prefix=a/", "--dst-prefix=b/", from, "--", ":(glob)**/*.go")
	if err != nil {
		return nil, fmt.Errorf("-new-from-rev: %w", err)
	}
	untracked, err := git(root, "ls-files", "-z", "--others", "--exclude-standard", "--", ":(glob)**/*.go")
	if err != nil {
		return nil, fmt.Errorf("-new-from-rev: %w", err)
	}
	c := &changes{revision: revision, files: map[string][]lineRange{}}
	c.read(root, diff)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(untracked), "\x00"), "\x00") {
		c.files[filepath.Join(root, filepath.FromSlash(name))] = []lineRange{everyLine}
	}
	return c, nil
}

// git runs git in a directory. An error has what git says.
func git(directory string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", directory}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		said := strings.TrimSpace(errs.String())
		if said == "" {
			return nil, err
		}
		return nil, errors.New(said)
	}
	return out.Bytes(), nil
}

// hunk is the line of a diff that says which lines follow.
var hunk = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// read reads a diff without context.
func (c *changes) read(root string, diff []byte) {
	var file string
	body := 0 // lines left of the text of a hunk, which may look like anything
	for line := range strings.Lines(string(diff)) {
		name, isName := strings.CutPrefix(line, "+++ ")
		m := hunk.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, `\`): // no newline at the end of the file
		case body > 0:
			body--
		case isName:
			file = filepath.Join(root, diffName(strings.TrimSuffix(name, "\n")))
		case m != nil:
			body = lineCount(m[1]) + lineCount(m[3])
			c.files[file] = append(c.files[file], newLines(m[2], lineCount(m[3])))
		}
	}
}

// lineCount is a number of lines, which is left out if it is 1.
func lineCount(digits string) int {
	if digits == "" {
		return 1
	}
	n, _ := strconv.Atoi(digits) // digits, by the expression
	return n
}

// newLines are those of a hunk. Where there are none, lines have gone after the first one.
func newLines(first string, count int) lineRange {
	from := lineCount(first)
	if count == 0 {
		return lineRange{from, from + 1}
	}
	return lineRange{from, from + count - 1}
}

// diffName is the name in a line of a diff, which is quoted if it has odd characters.
func diffName(text string) string {
	text = strings.TrimSuffix(text, "\t")
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	return filepath.FromSlash(strings.TrimPrefix(text, "b/"))
}

// apply suppresses findings that have nothing to do with what has changed.
func (c *changes) apply(o *outcome, s *sources) {
	if c == nil {
		return
	}
	c.sources = s
	before := len(o.report.Findings)
	o.suppress("not changed since "+c.revision, func(f *report.Finding) bool { return !c.concern(f) })
	c.hidden = before - len(o.report.Findings)
}

// concern reports whether a finding goes through a function that was changed. Lines alone don't
// tell: a receive that is taken away leaves a send as it was, which nobody serves now.
func (c *changes) concern(f *report.Finding) bool {
	if c.touched(f.Site.File, f.Site.Line) {
		return true
	}
	for _, s := range f.Steps {
		if c.touched(s.Site.File, s.Site.Line) {
			return true
		}
	}
	return false
}

// touched reports whether the function around a line was changed, or the line, if it is in none.
func (c *changes) touched(file string, line int) bool {
	absolute, err := filepath.Abs(file)
	if real, failed := filepath.EvalSymlinks(absolute); failed == nil {
		absolute = real
	}
	if err != nil || line < 1 {
		return false
	}
	around := lineRange{line, line}
	if function := c.sources.file(file).function(line); function.name != "" {
		around = lineRange{function.first, function.last}
	}
	for _, r := range c.files[absolute] {
		if r.first <= around.last && around.first <= r.last {
			return true
		}
	}
	return false
}

// sayRest says how many findings are left out.
func (c *changes) sayRest(w io.Writer) {
	if c != nil && c.hidden > 0 {
		fmt.Fprintf(w, "%s not told, in functions that have not changed since %s\n", report.Counted(c.hidden, "finding"), c.revision)
	}
}
