package chancheck

import (
	"bytes"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// longestCall is the length up to which what is called is spelt as the source has it. Of longer ones the
// last name will do.
const longestCall = 40

// Owns reports whether a place is in this package: see report.Package.
func (p *placer) Owns(site model.Site) bool { return p.pos(site).IsValid() }

// Call spells the function of a call as the source does, from where the call is up to the arguments.
// There may be no syntax any more (see forget in cmd/chancheck), so that it is read off the text.
func (p *placer) Call(site model.Site) string {
	text, isDeferred := strings.CutPrefix(p.text(site), "defer ")
	text = strings.TrimPrefix(text, "go ")
	if i := argumentsOf(text); i >= 0 {
		text = text[:i]
	}
	text, _, _ = strings.Cut(text, "[") // type arguments say nothing to whoever wants to find it
	switch isLiteral := strings.HasPrefix(text, "func") && !isName(text); {
	case isLiteral && isDeferred:
		return report.DeferredLiteral
	case isLiteral:
		return report.CalledLiteral
	}
	if !isName(text) || len(text) > longestCall {
		text = text[strings.LastIndexAny(text, ".)]}\n\t ")+1:]
	}
	if !isName(text) {
		return ""
	}
	return text
}

// longestText is the length up to which the source of a place is told.
const longestText = 60

// Text is the source of a place: see report.Package.
func (p *placer) Text(site model.Site) string {
	text := p.text(site)
	if open := argumentsOf(text); open >= 0 && isTooLong(text) {
		text = text[:open+1] + report.Omitted + ")"
	}
	if isTooLong(text) || !p.end(site).IsValid() {
		return ""
	}
	return text
}

func isTooLong(text string) bool { return len(text) > longestText || strings.Contains(text, "\n") }

// IsStarted reports whether a function literal is what a go statement runs: see report.Package.
func (p *placer) IsStarted(site model.Site) bool {
	pos, tf := p.pos(site), p.files[site.File]
	if !pos.IsValid() || p.read == nil {
		return false
	}
	source := p.source(tf.Name())
	from := tf.Offset(pos)
	return from <= len(source) && bytes.HasSuffix(source[:from], []byte("go ")) && bytes.HasPrefix(source[from:], []byte("func"))
}

// source is the text of a file; nothing if it can't be read.
func (p *placer) source(name string) []byte {
	source, known := p.sources[name]
	if !known {
		source, _ = p.read(name)
		p.sources[name] = source
	}
	return source
}

// text is the source of a place, "" if it isn't known.
func (p *placer) text(site model.Site) string {
	pos, end, tf := p.pos(site), p.end(site), p.files[site.File]
	if !pos.IsValid() || p.read == nil {
		return ""
	}
	source := p.source(tf.Name())
	from, to := tf.Offset(pos), len(source)
	if end.IsValid() {
		to = tf.Offset(end)
	}
	if from > to || to > len(source) {
		return "" // it has changed meanwhile
	}
	if !end.IsValid() { // the place is where the arguments begin
		start := bytes.LastIndexFunc(source[:from], func(r rune) bool { return !isNameRune(r) }) + 1
		return strings.TrimLeft(string(source[start:from]), ".")
	}
	return string(source[from:to])
}

// argumentsOf is where the arguments of a call begin that ends a text, -1 if none does.
func argumentsOf(text string) int {
	open := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			open++
		case '(':
			open--
		}
		if open == 0 {
			if text[i] == '(' {
				return i
			}
			return -1
		}
	}
	return -1
}

// isName reports whether a text is a name, or one of a field or method of something that has one.
func isName(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return !isNameRune(r) }) < 0
}

func isNameRune(r rune) bool {
	return r == '.' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 0x7f
}
