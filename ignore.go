package chancheck

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/report"
)

// ignores are the suppressions of a package.
//
// The form is staticcheck's, so that one comment can serve both tools. It is
// read here and not in a front end, so that every driver agrees.
type ignores struct {
	fset      *token.FileSet
	list      []*ignore
	malformed []malformed
}

// An ignore is one comment that suppresses reports: of its own line and the next one, or of
// its whole file.
type ignore struct {
	pos    token.Pos
	at     token.Position
	file   bool
	reason string
	used   bool
	// generated says that it isn't a comment for this tool: a program has written the file.
	generated bool
}

// A malformed comment would suppress something if it had a reason.
type malformed struct {
	pos       token.Pos
	directive string
}

// The comments that suppress reports.
const (
	ignoreLine = "//lint:ignore"
	ignoreFile = "//lint:file-ignore"
)

// ignoreComments collects the comments //lint:ignore chancheck reason and //lint:file-ignore
// chancheck reason, in staticcheck's form: a list of checks with commas, then a reason.
func ignoreComments(pass *analysis.Pass) *ignores {
	ig := &ignores{fset: pass.Fset}
	for _, file := range pass.Files {
		if !settings.generated && ast.IsGenerated(file) {
			ig.generated(file)
		}
		for _, group := range file.Comments {
			for _, comment := range group.List {
				ig.add(comment.Pos(), comment.Text)
			}
		}
	}
	return ig
}

// generated suppresses all reports of a file that a program has written: nobody mends them there, and what is wrong
// with it once is wrong in everything that it writes.
func (ig *ignores) generated(file *ast.File) {
	ig.list = append(ig.list, &ignore{pos: file.Package, at: ig.fset.Position(file.Package), file: true, reason: report.InGenerated, generated: true})
}

// add reads one comment. A block comment, or one with a space after the
// slashes, is prose and suppresses nothing.
func (ig *ignores) add(pos token.Pos, text string) {
	directive, rest, _ := strings.Cut(text, " ")
	if directive != ignoreLine && directive != ignoreFile {
		return
	}
	checks, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !slices.Contains(strings.Split(checks, ","), "chancheck") {
		return
	}
	reason = strings.TrimSpace(reason)
	if reason == "" {
		ig.malformed = append(ig.malformed, malformed{pos, directive})
		return
	}
	ig.list = append(ig.list, &ignore{pos: pos, at: ig.fset.Position(pos), file: directive == ignoreFile, reason: reason})
}

// covering is the comment that suppresses a report, nil if none does: one on the same line
// or the one before, rather than one for the whole file, so that each that is needed is used.
func (ig *ignores) covering(pos token.Pos) *ignore {
	p := ig.fset.Position(pos)
	var whole *ignore
	for _, i := range ig.list {
		switch {
		case i.at.Filename != p.Filename:
		case !i.file && (i.at.Line == p.Line || i.at.Line == p.Line-1):
			return i
		case i.file && whole == nil:
			whole = i
		}
	}
	return whole
}
