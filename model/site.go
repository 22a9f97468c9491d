package model

import (
	"cmp"
	"fmt"
	"strings"
)

// A Site is a place in a source file. It carries plain numbers, not a
// token.Pos, because systems are assembled from functions of many packages,
// each of which had its own file set, and are written to and read from text.
//
// The zero Site is "nowhere".
type Site struct {
	File      string `json:"file"`
	Line      int    `json:"line"`              // from 1
	Column    int    `json:"column"`            // from 1, in bytes
	EndLine   int    `json:"endLine,omitempty"` // 0 if the end is unknown
	EndColumn int    `json:"endColumn,omitempty"`
}

// IsValid reports whether the site names a place.
func (s Site) IsValid() bool { return s.Line > 0 }

// IsInTest reports whether the site is in a test file, which the go command knows by its name.
func (s Site) IsInTest() bool { return strings.HasSuffix(s.File, "_test.go") }

// String returns file:line:column, or "-" for the zero Site.
func (s Site) String() string {
	if !s.IsValid() {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
}

// Compare orders sites by file, line and column; ends break ties.
func (s Site) Compare(t Site) int {
	return cmp.Or(
		cmp.Compare(s.File, t.File),
		cmp.Compare(s.Line, t.Line),
		cmp.Compare(s.Column, t.Column),
		cmp.Compare(s.EndLine, t.EndLine),
		cmp.Compare(s.EndColumn, t.EndColumn),
	)
}
