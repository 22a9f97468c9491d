package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// An edit replaces source text. In the new text $M stands for whether the mutant
// is on, and $I for its number.
type edit struct {
	pos, end token.Pos
	text     string
	side     side
	span     token.Pos // length of the node it is about
	mutant   *mutant
}

// A side tells what an edit at some place belongs to. What ends there comes
// first.
type side int

const (
	closing side = iota
	middle
	opening
)

func before(n ast.Node, text string) edit {
	return edit{pos: n.Pos(), end: n.Pos(), text: text, side: opening, span: n.End() - n.Pos()}
}

func after(n ast.Node, text string) edit {
	return edit{pos: n.End(), end: n.End(), text: text, side: closing, span: n.End() - n.Pos()}
}

func wrap(n ast.Node, open, end string) []edit { return []edit{before(n, open), after(n, end)} }

// inside wraps what stands between the braces of a block.
func inside(b *ast.BlockStmt, open, end string) []edit {
	first, last := before(b, open), after(b, end)
	first.pos, first.end = b.Lbrace+1, b.Lbrace+1
	last.pos, last.end = b.Rbrace, b.Rbrace
	return []edit{first, last}
}

func replace(pos token.Pos, length int, text string) edit {
	return edit{pos: pos, end: pos + token.Pos(length), text: text, side: middle}
}

// compare orders edits so that nodes nest: of those that end at one place the
// inner ones end first, of those that begin there the outer ones begin first.
// Nodes of one extent nest in the order in which they were found.
func (e edit) compare(o edit) int {
	nested := cmp.Or(cmp.Compare(e.span, o.span), cmp.Compare(o.mutant.order, e.mutant.order))
	if e.side == opening {
		nested = -nested
	}
	return cmp.Or(cmp.Compare(e.pos, o.pos), cmp.Compare(e.side, o.side), nested)
}

// instrument returns the text of a file with the given mutants in it.
func (s *source) instrument(mutants []*mutant) string {
	var edits []edit
	for _, m := range mutants {
		for _, e := range m.edits {
			e.mutant = m
			edits = append(edits, e)
		}
	}
	slices.SortStableFunc(edits, edit.compare)
	var b strings.Builder
	at := s.start()
	for _, e := range edits {
		b.WriteString(s.slice(at, e.pos))
		id := strconv.Itoa(e.mutant.id)
		b.WriteString(strings.NewReplacer("$M", "mutantOn("+id+")", "$I", id).Replace(e.text))
		at = e.end
	}
	b.WriteString(s.text[s.offset(at):])
	return b.String()
}

// Environment variables of instrumented programs: the number of the mutant that
// is on, and the file to which the numbers of those reached are appended.
const (
	activeVariable = "MUTATE_ACTIVE"
	reachVariable  = "MUTATE_REACH"
)

// support is what instrumented files call.
func support(name string) string {
	return fmt.Sprintf(supportText, name, activeVariable, reachVariable)
}

const supportText = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"sync"
)

var mutantActive, _ = strconv.Atoi(os.Getenv(%q))

var mutantReach = os.Getenv(%q)

var mutantReached sync.Map

func mutantOn(id int) bool {
	if mutantReach != "" {
		mutantRecord(id)
	}
	return id == mutantActive
}

func mutantRecord(id int) {
	if _, known := mutantReached.LoadOrStore(id, true); known {
		return
	}
	f, err := os.OpenFile(mutantReach, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(strconv.Itoa(id) + "\n"); err != nil {
		panic(err)
	}
}

func mutantLess[T cmp.Ordered](id int, a, b T) bool { return a < b || mutantOn(id) && a == b }

func mutantLessEqual[T cmp.Ordered](id int, a, b T) bool { return a < b || !mutantOn(id) && a == b }

func mutantGreater[T cmp.Ordered](id int, a, b T) bool { return a > b || mutantOn(id) && a == b }

func mutantGreaterEqual[T cmp.Ordered](id int, a, b T) bool { return a > b || !mutantOn(id) && a == b }

func mutantPlus[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](id int, n T) T {
	if mutantOn(id) {
		n++
	}
	return n
}
`
