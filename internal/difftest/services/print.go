package services

import (
	"fmt"
	"slices"
	"strings"
)

// A printer writes Go, and notes at which line each statement is.
type printer struct {
	b       strings.Builder
	service *Service
	lines   int
	indent  int
}

// Source is the Go source of a service, in a package of the given name that may
// import differential/yield. Calling it notes the lines of everything.
func (s *Service) Source(in string) string {
	p := &printer{service: s}
	s.lines = map[int]int{}
	p.line("package %s", in)
	p.line("")
	p.line(`import ("sync"; "differential/yield")`)
	p.line("")
	p.line("var _, _ = sync.NewCond, yield.Flag")
	p.line("")
	p.declaration()
	p.constructor()
	for _, f := range slices.Concat(s.workers, s.methods, s.helpers) {
		p.line("")
		p.function(f)
	}
	return p.b.String()
}

func (p *printer) function(f *function) {
	p.open("func (s *%s) %s() {", p.service.Name, f.name)
	if f.before != nil {
		p.statement(f.before)
	}
	if f.after != nil {
		f.after.lines = []int{p.lines + 1}
		p.line("defer "+simple[f.after.kind], fieldName(f.after.field))
	}
	p.statements(f.body)
	p.end("}")
}

func (p *printer) line(format string, args ...any) {
	p.lines++
	p.b.WriteString(strings.Repeat("\t", p.indent))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteString("\n")
}

func (p *printer) open(format string, args ...any) {
	p.line(format, args...)
	p.indent++
}

func (p *printer) end(text string) {
	p.indent--
	p.line("%s", text)
}

// fieldTypes are those of the kinds of fields, as Go has them.
var fieldTypes = map[fieldKind]string{channel: "chan int", mutex: "sync.Mutex", group: "sync.WaitGroup", flag: "bool"}

func (p *printer) declaration() {
	p.open("type %s struct {", p.service.Name)
	for i, f := range p.service.fields {
		p.line("%s %s", fieldName(i), fieldTypes[f.kind])
		p.service.lines[p.lines] = i
	}
	p.end("}")
}

// constructor prints the function that makes a service, and starts its workers.
func (p *printer) constructor() {
	p.line("")
	p.open("func New%s() *%[1]s {", p.service.Name)
	p.line("s := &%s{}", p.service.Name)
	for i, f := range p.service.fields {
		if f.kind == channel {
			p.line("s.%s = make(chan int, %d)", fieldName(i), f.capacity)
			p.service.lines[p.lines] = i
		}
	}
	for _, w := range p.service.workers {
		if g, ok := groupOf(w); ok {
			p.line("s.%s.Add(1)", fieldName(g))
		}
		p.line("go s.%s()", w.name)
	}
	p.line("return s")
	p.end("}")
}

func fieldName(i int) string { return fmt.Sprint("f", i) }

func (p *printer) statements(list []statement) {
	for i := range list {
		p.statement(&list[i])
	}
}

// simple are the statements of a line, by what they do with a field.
var simple = map[statementKind]string{
	send: "s.%s <- 1", receive: "<-s.%s", closing: "close(s.%s)", lock: "s.%s.Lock()", unlock: "s.%s.Unlock()",
	add: "s.%s.Add(1)", done: "s.%s.Done()", await: "s.%s.Wait()", set: "s.%s = true", reset: "s.%s = false",
}

// heads begin statements with one body.
var heads = map[statementKind]string{
	ifSet: "if s.%s {", ifUnset: "if !s.%s {", each: "for range s.%s {",
}

func (p *printer) statement(s *statement) {
	s.lines = []int{p.lines + 1}
	switch s.kind {
	case selection:
		p.choice(s)
	case perhaps:
		p.body("if yield.Flag() {", s.bodies[0])
	case forever:
		p.body("for {", s.bodies[0])
	case ifSet, ifUnset, each:
		p.body(fmt.Sprintf(heads[s.kind], fieldName(s.field)), s.bodies[0])
	case start:
		p.line("go s.%s()", s.callee.name)
	case call:
		p.line("s.%s()", s.callee.name)
	case leave:
		p.line("return")
	default:
		p.line(simple[s.kind], fieldName(s.field))
	}
}

func (p *printer) body(head string, list []statement) {
	p.open("%s", head)
	p.statements(list)
	p.end("}")
}

func (p *printer) choice(s *statement) {
	p.line("select {")
	for i, c := range s.cases {
		if c.kind == otherwise {
			p.open("default:")
		} else {
			p.open("case "+simple[c.kind]+":", fieldName(c.field))
		}
		s.lines = append(s.lines, p.lines)
		p.statements(s.bodies[i])
		p.indent--
	}
	p.line("}")
}
