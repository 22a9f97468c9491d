package model

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/scanner"
)

// A SyntaxError says what is wrong with a text form, and where.
type SyntaxError struct {
	File         string
	Line, Column int
	Message      string
}

// Error returns file:line:column: message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// ParseText reads a system in its text form; name is the file name in errors,
// which are of type *SyntaxError unless reading fails. The system is valid:
// see Validate.
func ParseText(r io.Reader, name string) (*System, error) {
	p := &parser{file: name, sys: &System{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		p.line++
		if p.statement(lines.Text()); p.err != nil {
			return nil, p.err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if err := p.sys.Validate(); err != nil {
		return nil, &SyntaxError{name, p.line, 1, err.Error()}
	}
	return p.sys, nil
}

// A parser reads one line after the other. After an error it reads nothing.
type parser struct {
	file    string
	line    int
	sys     *System
	scan    scanner.Scanner
	token   rune
	text    string
	err     error
	problem string // of the scanner
	isNamed bool   // the system
}

// statement reads one line.
func (p *parser) statement(text string) {
	p.scan = scanner.Scanner{}
	p.scan.Init(strings.NewReader(text))
	p.scan.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings
	p.scan.IsIdentRune = func(r rune, i int) bool {
		return r == '-' && i > 0 || r >= 'a' && r <= 'z'
	}
	p.problem = ""
	p.scan.Error = func(_ *scanner.Scanner, message string) { p.problem = message }
	p.next()
	if p.token == scanner.EOF {
		return
	}
	switch word := p.word(); word {
	case "system":
		if p.isNamed && p.err == nil {
			p.err = &SyntaxError{p.file, p.line, 1, "a second system, where a file has one (chancheck extract -func NAME prints one)"}
		}
		p.isNamed = true
		p.sys.Name, p.sys.Site = p.quoted(), p.at()
	case "object":
		p.object()
	case "family":
		p.family()
	case "process":
		p.sys.Processes = append(p.sys.Processes, Automaton{Name: p.quoted(), Site: p.at()})
	case "state":
		p.state()
	default:
		p.transition(word)
	}
	if p.err == nil && p.token != scanner.EOF {
		p.fail("the end of the line")
	}
}

// next reads a token. A comment, from # on, is the end of the line.
func (p *parser) next() {
	p.token = p.scan.Scan()
	p.text = p.scan.TokenText()
	if p.token == '#' {
		p.token = scanner.EOF
	}
}

func (p *parser) fail(expected string) {
	if p.err != nil {
		return
	}
	found := strconv.Quote(p.text)
	switch {
	case p.problem != "":
		found = p.problem
	case p.token == scanner.EOF:
		found = "the end of the line"
	}
	p.err = &SyntaxError{p.file, p.line, max(p.scan.Position.Column, 1), "expected " + expected + ", found " + found}
}

func (p *parser) word() string {
	if p.token != scanner.Ident {
		p.fail("a word")
		return ""
	}
	text := p.text
	p.next()
	return text
}

// accept skips a word or sign if it comes next.
func (p *parser) accept(text string) bool {
	if p.err != nil || p.token == scanner.String || p.text != text || p.token == scanner.EOF {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail(strconv.Quote(text))
	}
}

func (p *parser) quoted() string {
	text, err := strconv.Unquote(p.text)
	if p.token != scanner.String || err != nil || p.problem != "" {
		p.fail("a quoted name")
		return ""
	}
	p.next()
	return text
}

func (p *parser) number() int {
	sign := 1
	if p.accept("-") {
		sign = -1
	}
	n, err := strconv.Atoi(p.text)
	if p.token != scanner.Int || err != nil {
		p.fail("a number")
		return 0
	}
	p.next()
	return sign * n
}

// numbers reads numbers as long as there are any.
func (p *parser) numbers() []int {
	var list []int
	for p.err == nil && (p.token == scanner.Int || p.token == '-') {
		list = append(list, p.number())
	}
	return list
}

func (p *parser) at() Site {
	if !p.accept("@") {
		return Site{}
	}
	return p.site()
}

func (p *parser) site() Site {
	s := Site{File: p.quoted()}
	s.Line = p.number()
	p.expect(":")
	s.Column = p.number()
	p.expect("-")
	s.EndLine = p.number()
	p.expect(":")
	s.EndColumn = p.number()
	return s
}

func (p *parser) object() {
	o := Object{Owner: -1}
	kind := p.word()
	o.Kind = ObjectKind(indexOf(objectKindNames[:], kind))
	if int(o.Kind) == len(objectKindNames) {
		p.fail("a kind of object, not " + strconv.Quote(kind))
	}
	o.Name = p.quoted()
	if p.accept("cap") {
		o.Capacity = p.number()
		o.Counted = p.accept("counted")
		o.Slots = p.accept("slots")
		if p.accept("to") {
			o.Receiver = p.number() + 1
		}
	}
	o.Atomic = p.accept("atomic")
	if p.accept("owner") {
		o.Owner = p.number()
	}
	if p.accept("labels") {
		p.expect("{")
		o.Labels = append(o.Labels, p.label())
		for p.accept(";") {
			o.Labels = append(o.Labels, p.label())
		}
		p.expect("}")
	}
	o.Site = p.at()
	p.sys.Objects = append(p.sys.Objects, o)
}

func (p *parser) label() Label {
	l := Label{Name: p.quoted()}
	if p.accept("refs") {
		l.Refs = p.numbers()
	}
	return l
}

func (p *parser) family() {
	f := Family{Name: p.quoted()}
	p.expect("{")
	f.Members = p.numbers()
	p.expect("}")
	p.sys.Families = append(p.sys.Families, f)
}

// last is the process that is being read.
func (p *parser) last() *Automaton {
	if len(p.sys.Processes) == 0 {
		p.fail("a process before states and transitions")
		return &Automaton{}
	}
	return &p.sys.Processes[len(p.sys.Processes)-1]
}

func (p *parser) state() {
	a := p.last()
	if n := p.number(); p.err == nil && n != len(a.States) {
		p.fail(fmt.Sprintf("state %d", len(a.States)))
	}
	var s State
	if p.token == scanner.String {
		s.Name = p.quoted()
	}
	if p.accept("refs") {
		s.Refs = p.numbers()
	}
	s.Busy = p.accept("busy")
	a.States = append(a.States, s)
}

func (p *parser) transition(word string) {
	t := Transition{Kind: Kind(indexOf(kindNames[:], word))}
	if int(t.Kind) == len(kindNames) {
		p.fail("a statement or an action, not " + strconv.Quote(word))
		return
	}
	t.Object, t.Label = p.number(), p.number()
	if t.Kind == Update {
		p.expect("set")
		t.Set = p.number()
	}
	p.expect("-")
	p.expect(">")
	t.To = p.number()
	if p.token == scanner.String {
		t.Text = p.quoted()
	}
	if p.accept("doubt") {
		t.Doubt = p.quoted()
	}
	t.Leaves = p.accept("leaves")
	t.Lasts = p.accept("lasts")
	t.Event = p.event()
	if t.Event != NoEvent {
		t.Timer = p.timer()
	}
	t.Site = p.at()
	for p.accept("via") {
		t.Via = append(t.Via, p.site())
	}
	a := p.last()
	if len(a.States) == 0 {
		p.fail("a state before transitions")
		return
	}
	s := &a.States[len(a.States)-1]
	s.Transitions = append(s.Transitions, t)
}

// event reads what a step comes with.
func (p *parser) event() Event {
	switch {
	case p.accept("timer"):
		return Timeout
	case p.accept("world"):
		return WorldEvent
	}
	return NoEvent
}

// timer reads what is known of a timer.
func (p *parser) timer() (t Timer) {
	if p.accept("least") {
		t.Least = int64(p.number())
	}
	if p.accept("most") {
		t.Most = int64(p.number())
	}
	if p.accept("number") {
		t.Number = p.number()
	}
	return t
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return len(names)
}
