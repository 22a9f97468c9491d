package chancheck

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
)

// A placer finds the position of a place in the files of one package.
//
// Skeletons of other packages come with facts, and their positions mean
// nothing in the file set of this pass: hence places are file, line and column
// up to here, and only here they become positions again.
type placer struct {
	fset  *token.FileSet
	files map[string]*token.File // by both names, that on disk and that of //line
	// read reads a file, and sources has those that were read: see Call.
	read    func(name string) ([]byte, error)
	sources map[string][]byte
	// trees are the files that were parsed once more, nil if that failed: see Argument.
	trees    map[string]*ast.File
	treesSet *token.FileSet
}

func newPlacer(pass *analysis.Pass) *placer {
	p := &placer{fset: pass.Fset, files: map[string]*token.File{}, read: pass.ReadFile, sources: map[string][]byte{}, trees: map[string]*ast.File{}, treesSet: token.NewFileSet()}
	for _, f := range pass.Files {
		if tf := pass.Fset.File(f.FileStart); tf != nil {
			p.files[tf.Name()] = tf
			p.files[pass.Fset.Position(f.Package).Filename] = tf
		}
	}
	return p
}

// inPackage is the innermost place in a file of this package among an
// operation and the calls that lead to it. A diagnostic about another
// package's code would be one that its reader can't do anything about, and
// drivers reject it.
func (p *placer) inPackage(site model.Site, via []model.Site) (model.Site, bool) {
	if p.pos(site).IsValid() {
		return site, true
	}
	for _, call := range slices.Backward(via) {
		if p.pos(call).IsValid() {
			return call, true
		}
	}
	return model.Site{}, false
}

// pos is the position of a place; invalid if it isn't in this package.
func (p *placer) pos(site model.Site) token.Pos {
	return p.at(site.File, site.Line, site.Column)
}

// end is the position of the end of a place; invalid if it isn't known.
func (p *placer) end(site model.Site) token.Pos {
	return p.at(site.File, site.EndLine, site.EndColumn)
}

func (p *placer) at(file string, line, column int) token.Pos {
	tf := p.files[file]
	if tf == nil || line < 1 {
		return token.NoPos
	}
	start := p.lineStart(tf, line)
	if !start.IsValid() {
		return token.NoPos
	}
	// A column that is too large must not lead into the next file.
	return min(start+token.Pos(max(column-1, 0)), token.Pos(tf.Base()+tf.Size()))
}

// lineStart is where a line starts. In a file that cgo or a generator wrote,
// lines have the numbers that //line comments give them: then it must be
// searched for.
func (p *placer) lineStart(tf *token.File, line int) token.Pos {
	if line <= tf.LineCount() {
		if start := tf.LineStart(line); p.fset.Position(start).Line == line {
			return start
		}
	}
	for i := range tf.LineCount() {
		if start := tf.LineStart(i + 1); p.fset.Position(start).Line == line {
			return start
		}
	}
	return token.NoPos
}
