package chancheck

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ignores are the lines on which reports are suppressed.
//
// The form is staticcheck's, so that one comment can serve both tools. It is
// read here and not in a front end, so that every driver agrees.
type ignores struct {
	lines     map[string]map[int]bool // by file
	malformed []token.Pos
}

// ignoreComments collects the comments //lint:ignore chancheck reason, in
// staticcheck's form: a list of checks with commas, then a reason.
func ignoreComments(pass *analysis.Pass) *ignores {
	ig := &ignores{lines: map[string]map[int]bool{}}
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				ig.add(pass.Fset, comment.Pos(), comment.Text)
			}
		}
	}
	return ig
}

// add reads one comment. A block comment, or one with a space after the
// slashes, is prose and suppresses nothing.
func (ig *ignores) add(fset *token.FileSet, pos token.Pos, text string) {
	rest, ok := strings.CutPrefix(text, "//lint:ignore ")
	if !ok {
		return
	}
	checks, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !slices.Contains(strings.Split(checks, ","), "chancheck") {
		return
	}
	if strings.TrimSpace(reason) == "" {
		ig.malformed = append(ig.malformed, pos)
		return
	}
	p := fset.Position(pos)
	if ig.lines[p.Filename] == nil {
		ig.lines[p.Filename] = map[int]bool{}
	}
	ig.lines[p.Filename][p.Line] = true
}

// covers reports whether a comment on the same line or the one before
// suppresses a report.
func (ig *ignores) covers(p token.Position) bool {
	lines := ig.lines[p.Filename]
	return lines[p.Line] || lines[p.Line-1]
}
