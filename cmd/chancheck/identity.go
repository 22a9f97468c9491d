package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/chancheck/chancheck/report"
)

// sources are the files that findings are about, as the go command has read them.
type sources struct {
	overlay map[string]string // what is read instead of a file
	files   map[string]*source
}

// A source is one file. It is empty if it can't be read: then nothing is shown of it.
type source struct {
	lines     []string
	functions []function
}

// A function is a declaration, with its first and last line.
type function struct {
	name        string
	first, last int
}

// newSources reads which files are replaced by others. A broken overlay is the go command's to
// complain about.
func newSources(overlay string) *sources {
	s := &sources{files: map[string]*source{}}
	var replaced struct{ Replace map[string]string }
	if data, err := os.ReadFile(overlay); overlay != "" && err == nil && json.Unmarshal(data, &replaced) == nil {
		s.overlay = map[string]string{}
		for file, by := range replaced.Replace {
			if absolute, err := filepath.Abs(file); err == nil {
				s.overlay[absolute] = by
			}
		}
	}
	return s
}

// contents are those of the files that are replaced by others.
func (s *sources) contents() map[string][]byte {
	all := map[string][]byte{}
	for file, by := range s.overlay {
		if data, err := os.ReadFile(by); err == nil { // else go vet has complained
			all[file] = data
		}
	}
	return all
}

// lines are those of a file, nil if it can't be read.
func (s *sources) lines(file string) []string { return s.file(file).lines }

func (s *sources) file(name string) *source {
	absolute, err := filepath.Abs(name)
	if err != nil {
		absolute = name
	}
	if s.files[absolute] == nil {
		s.files[absolute] = s.read(absolute)
	}
	return s.files[absolute]
}

func (s *sources) read(name string) *source {
	if by, ok := s.overlay[name]; ok {
		name = by
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return &source{}
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	return &source{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n"), functions: functionsOf(data)}
}

// functionsOf lists the functions of a file; if it has an error, those before.
func functionsOf(text []byte) []function {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	var list []function
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			list = append(list, function{displayName(f), fset.Position(f.Pos()).Line, fset.Position(f.End()).Line})
		}
	}
	return list
}

// displayName names a function as reports do: F, T.F, (*T).F.
func displayName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	receiver, pointer := f.Recv.List[0].Type, false
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver, pointer = star.X, true
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	switch {
	case !ok:
		return f.Name.Name
	case pointer:
		return "(*" + name.Name + ")." + f.Name.Name
	}
	return name.Name + "." + f.Name.Name
}

// function is the one that has a line, with a zero name if none has.
func (s *source) function(line int) function {
	for _, f := range s.functions {
		if f.first <= line && line <= f.last {
			return f
		}
	}
	return function{}
}

// identify gives findings their functions and fingerprints. A fingerprint is made of what stays
// when code around a finding changes: its category, package and function, and the text of its
// line. Of several that have all that in common each has a number; then one that goes
// takes a number from the last one, which is of no consequence for those who count them.
func (s *sources) identify(lists ...[]report.Finding) {
	count := map[string]int{}
	for _, list := range lists {
		for i := range list {
			f := &list[i]
			file := s.file(f.Site.File)
			f.Function = file.function(f.Site.Line).name
			text := f.Message
			if line := f.Site.Line; line > 0 && line <= len(file.lines) {
				text = strings.Join(strings.Fields(file.lines[line-1]), " ")
			}
			sum := sha256.Sum256([]byte(strings.Join([]string{"1", f.Category, f.Package, f.Function, text}, "\x00")))
			hash := hex.EncodeToString(sum[:16])
			count[hash]++
			f.Fingerprint = fmt.Sprintf("%s:%d", hash, count[hash])
		}
	}
}
