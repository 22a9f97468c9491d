package model

import "strings"

// Parse reads a system in whichever of its notations the text is: the text
// form of this package (ParseText), local types (ParseLocalTypes), or blocks
// of a state graph (ParseGraph). file is the file's name in places and errors,
// which are of type *SyntaxError but for a line of the text form that is too
// long to read.
//
// Of local types and state graphs it refuses states that send and receive, and
// those with several ways on by one action, which the theory of these notations
// leaves out. ParseMixed reads them.
func Parse(text, file string) (*System, error) { return parseNotation(text, file, false) }

// ParseMixed reads a system as Parse does, with choices of any kind.
func ParseMixed(text, file string) (*System, error) { return parseNotation(text, file, true) }

func parseNotation(text, file string, mixed bool) (*System, error) {
	l := newLexer(text, file, false)
	first := l.tok
	l.next()
	switch {
	case l.err != nil:
		return nil, l.err
	case first.kind == sign && first.text == ".":
		return parseGraph(text, file, mixed)
	case l.is(":"):
		return parseLocalTypes(text, file, mixed)
	case first.kind == sign && first.text == "#" || isStatement(first.text):
		return ParseText(strings.NewReader(text), file)
	}
	l.tok = first
	l.fail(`a system: a participant and ":", .outputs, or "system" and a name`)
	return nil, l.err
}

// isStatement reports whether a line of the text form can begin with a word
// before any process.
func isStatement(text string) bool {
	switch text {
	case "system", "object", "family", "process", "state":
		return true
	}
	return false
}
