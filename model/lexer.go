package model

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenKind tells the tokens of the literature's notations apart.
type tokenKind uint8

const (
	textEnd tokenKind = iota
	lineEnd           // only if lines matter
	word
	payload // <…>, after a message
	sign    // any other character
)

// A token is a piece of text and its place.
type token struct {
	kind tokenKind
	text string
	site Site
}

// A lexer cuts a text into tokens. It looks one token ahead, at tok. After an
// error, which it keeps, the text is at its end: so who reads on stops by
// itself.
type lexer struct {
	file, text string
	lines      bool // ends of lines are tokens

	offset, line, lineStart int
	tok                     token
	err                     error
}

func newLexer(text, file string, lines bool) lexer {
	l := lexer{file: file, text: strings.TrimPrefix(text, byteOrderMark), lines: lines, line: 1}
	l.next()
	return l
}

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\ufeff"

// next reads a token.
func (l *lexer) next() {
	l.space()
	rest := l.text[l.offset:]
	kind, length := sign, 0
	switch {
	case l.err != nil || rest == "":
		kind = textEnd
	case rest[0] == '\n':
		kind, length = lineEnd, 1
	case rest[0] == '<':
		kind, length = payload, payloadLength(rest)
	default:
		if length = wordLength(rest); length > 0 {
			kind = word
		} else {
			_, length = utf8.DecodeRuneInString(rest)
		}
	}
	l.take(kind, length)
}

// take makes a token of what comes next.
func (l *lexer) take(kind tokenKind, length int) {
	column := l.offset - l.lineStart + 1
	l.tok = token{kind, l.text[l.offset : l.offset+length], Site{l.file, l.line, column, l.line, column + length}}
	l.offset += length
	if kind == lineEnd {
		l.newLine()
	}
}

func (l *lexer) newLine() {
	l.line++
	l.lineStart = l.offset
}

// space skips blanks and comments, and ends of lines unless they matter.
func (l *lexer) space() {
	for l.err == nil && l.offset < len(l.text) {
		rest := l.text[l.offset:]
		switch {
		case strings.HasPrefix(rest, "--"):
			l.offset += lengthUntil(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			l.comment(rest)
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.offset++
		case rest[0] == '\n' && !l.lines:
			l.offset++
			l.newLine()
		default:
			return
		}
	}
}

// comment skips a comment that may have several lines.
func (l *lexer) comment(rest string) {
	length := strings.Index(rest, "*/") + len("*/")
	if length < len("/**/") {
		l.take(sign, len("/*"))
		l.failAt(l.tok.site, `missing "*/": the comment has no end`)
		return
	}
	end := l.offset + length
	for l.offset < end {
		l.offset++
		if l.text[l.offset-1] == '\n' {
			l.newLine()
		}
	}
}

// lengthUntil is the length of a text without what follows a mark in it.
func lengthUntil(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i
	}
	return len(text)
}

// wordLength is the length of the name at the start of a text. A hyphen is
// part of it between two letters, as "--" starts a comment.
func wordLength(text string) int {
	for i, r := range text {
		if isLetter(r) {
			continue
		}
		if r != '-' || i == 0 || !isLetterAt(text, i+1) {
			return i
		}
	}
	return len(text)
}

func isLetter(r rune) bool {
	return r == '_' || r == '\'' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isLetterAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return isLetter(r)
}

// payloadLength is the length of the <…> at the start of a text, or 1 if it
// doesn't end on its line. Payloads are types, which may have the same form.
func payloadLength(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n':
			return 1
		}
	}
	return 1
}

// fail says what was expected instead of the next token. The first error is
// the one that stays.
func (l *lexer) fail(expected string) {
	l.failAt(l.tok.site, "expected "+expected+", found "+l.found())
}

// failAt says what is wrong at a place.
func (l *lexer) failAt(site Site, message string) {
	if l.err == nil {
		l.err = syntaxError(site, message)
	}
	l.offset = len(l.text)
	l.tok = token{textEnd, "", l.tok.site}
}

func syntaxError(site Site, message string) error {
	return &SyntaxError{site.File, site.Line, site.Column, message}
}

// mostQuoted is how much of a token an error shows, in bytes.
const mostQuoted = 40

// found is the next token for an error.
func (l *lexer) found() string {
	switch {
	case l.tok.kind == textEnd:
		return "the end of the file"
	case l.tok.kind == lineEnd:
		return "the end of the line"
	case len(l.tok.text) > mostQuoted:
		return strconv.Quote(l.tok.text[:mostQuoted]) + "…"
	}
	return strconv.Quote(l.tok.text)
}

// is reports whether the next token is a sign.
func (l *lexer) is(text string) bool {
	return l.tok.kind == sign && l.tok.text == text
}

// accept skips a sign if it comes next.
func (l *lexer) accept(text string) bool {
	if !l.is(text) {
		return false
	}
	l.next()
	return true
}

// expect skips a sign; after says what it follows, for the error.
func (l *lexer) expect(text, after string) {
	if !l.accept(text) {
		l.fail(fmt.Sprintf("%q after %s", text, after))
	}
}

// word skips a word, which what describes.
func (l *lexer) word(what string) token {
	tok := l.tok
	if tok.kind != word {
		l.fail(what)
		return token{}
	}
	l.next()
	return tok
}

// message reads the message of an action: a word and perhaps a payload.
func (l *lexer) message(after string) token {
	message := l.word("a message after " + after)
	if l.tok.kind == payload && len(l.tok.text) > 1 {
		message.text += l.tok.text
		message.site.EndColumn = l.tok.site.EndColumn
		l.next()
	}
	return message
}
