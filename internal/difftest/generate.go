// Package difftest compares the whole analyzer with the Go runtime: it makes
// random small programs, runs them many times with the runtime's own detector
// of leaked goroutines, and wants everything that ever happened in the verdict.
package difftest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Kind says what programs are made of.
type Kind int

// The kinds of programs.
const (
	// Channels is one function over a few channels, a wait group and a lock.
	Channels Kind = iota
	// Data also decides by variables that functions set, see boxSource.
	Data
	// Clusters are several groups of such objects, in variables, in structs with
	// methods and as arguments of functions.
	Clusters
	// Globals are clusters in variables of the package, too.
	Globals
)

// A generator writes one program. Every operation stands on a line of its own,
// so that a line names it. Programs terminate, but for what blocks.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	name   string // what all names of the package begin with
	indent int
	scope
	depth  int // of nested goroutines
	data   bool
	others int // goroutines around the statement, the first not counted
	budget int // statements that are left
}

// A scope is what statements can be about, as expressions.
type scope struct {
	channels []string
	locks    []lock
	groups   []string
	// conditions are those of if statements.
	conditions []string
	// calls write calls; workers, by their wait groups, are functions that say
	// Done.
	calls   []func() string
	workers map[string]func() string
}

// A lock is a Mutex, or an RWMutex.
type lock struct {
	name string
	rw   bool
}

func programName(i int) string { return fmt.Sprintf("prog%04d", i) }

// Program returns the source of program number i of package main.
func Program(seed uint64, i int, kind Kind) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(i))), budget: 14, data: kind == Data}
	g.name = programName(i)
	g.line("package main")
	g.line("")
	g.line(`import ("sync"; "differential/yield")`)
	g.line("")
	if kind == Clusters || kind == Globals {
		g.line("var _ sync.Mutex")
		g.line("")
		g.clustered(kind == Globals)
	} else {
		g.single()
	}
	return g.b.String()
}

// single writes a function over a few objects.
func (g *generator) single() {
	g.line("func %s(flag bool) {", g.name)
	g.indent++
	g.conditions = []string{"flag"}
	for c := range 1 + g.r.IntN(3) {
		g.channels = append(g.channels, fmt.Sprint("c", c))
		g.line("c%d := make(chan int, %d)", c, g.r.IntN(3))
		g.line("_ = c%d", c)
	}
	g.groups, g.locks = []string{"wg"}, []lock{{name: "mu"}}
	g.line("var wg sync.WaitGroup")
	g.line("var mu sync.Mutex")
	g.line("_, _ = &wg, &mu")
	if g.data {
		g.line("own, shared := &box{}, &box{}")
		g.line("_, _ = own, shared")
	}
	g.statements(3 + g.r.IntN(4))
	g.indent--
	g.line("}")
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteString("\n")
}

// pick draws from a list.
func pick[T any](r *rand.Rand, list []T) T {
	if len(list) == 1 {
		return list[0]
	}
	return list[r.IntN(len(list))]
}

func (g *generator) channel() string { return g.channels[g.r.IntN(len(g.channels))] }

func (g *generator) statements(n int) {
	for range n {
		if g.budget--; g.budget < 0 {
			return
		}
		g.line("yield.Perhaps()")
		g.statement()
	}
}

// dataStatement writes a statement about a variable: one that only the first
// goroutine uses, or one with a lock.
func (g *generator) dataStatement() {
	on := g.r.IntN(2) == 0
	if g.others > 0 || g.r.IntN(2) == 0 {
		switch g.r.IntN(4) {
		case 0:
			g.line("shared.setLocked(%t)", on)
		case 1:
			g.line("shared.countLocked()")
		case 2:
			g.block("if shared.isOnLocked() {", "}")
		case 3:
			g.block("if shared.first() {", "}")
		}
		return
	}
	switch g.r.IntN(5) {
	case 0:
		g.line("own.on = %t", on)
	case 1:
		g.line("own.set(%t)", on)
	case 2:
		g.line("own.work(%d)", g.r.IntN(8))
	case 3:
		g.block("if own.on {", "}")
	case 4:
		g.block("if !own.on {", "}")
	}
}

// statement writes a random statement.
func (g *generator) statement() {
	if g.data && g.r.IntN(3) == 0 {
		g.dataStatement()
		return
	}
	if len(g.calls) > 0 && g.r.IntN(4) == 0 {
		g.call()
		return
	}
	switch n := g.r.IntN(17); n {
	case 0, 1:
		g.line("%s <- %d", g.channel(), g.r.IntN(2))
	case 2, 3:
		g.line("<-%s", g.channel())
	case 4:
		g.line("close(%s)", g.channel())
	case 5, 6, 7, 8:
		g.goroutine()
	case 9:
		g.choice(true)
	case 10:
		g.choice(false)
	case 11:
		g.block("if "+pick(g.r, g.conditions)+" {", "}")
	case 12:
		g.block(fmt.Sprintf("for range %d {", 1+g.r.IntN(2)), "}")
	case 16:
		g.received()
	default:
		g.locksAndGroups(n)
	}
}

// locksAndGroups writes a statement about a wait group or lock, or about a
// channel where there are none.
func (g *generator) locksAndGroups(n int) {
	switch {
	case n == 13 && len(g.groups) > 0:
		g.worker(pick(g.r, g.groups))
	case n == 14 && len(g.groups) > 0:
		g.line("%s.Wait()", pick(g.r, g.groups))
	case n == 15 && len(g.locks) > 0:
		g.locked(pick(g.r, g.locks))
	default:
		g.line("<-%s", g.channel())
	}
}

// worker starts a goroutine that a wait group counts.
func (g *generator) worker(group string) {
	g.line("%s.Add(1)", group)
	if call := g.workers[group]; call != nil && g.r.IntN(2) == 0 {
		g.line("go %s", call())
		return
	}
	g.line("go func() {")
	g.indent++
	g.line("defer %s.Done()", group)
	g.others++
	g.statements(g.r.IntN(3))
	g.others--
	g.indent--
	g.line("}()")
}

// locked writes a statement under a lock, which is forgotten now and then.
func (g *generator) locked(l lock) {
	read := ""
	if l.rw && g.r.IntN(2) == 0 {
		read = "R"
	}
	g.line("%s.%sLock()", l.name, read)
	g.statements(1)
	if g.r.IntN(5) > 0 {
		g.line("%s.%sUnlock()", l.name, read)
	}
}

// call calls a function, or starts it.
func (g *generator) call() {
	call := pick(g.r, g.calls)()
	if g.r.IntN(3) == 0 {
		call = "go " + call
	}
	g.line("%s", call)
}

func (g *generator) block(open, end string) {
	g.line("%s", open)
	g.indent++
	g.statements(1 + g.r.IntN(2))
	g.indent--
	g.line("%s", end)
}

func (g *generator) goroutine() {
	if g.depth == 2 {
		g.line("<-%s", g.channel())
		return
	}
	g.depth++
	if g.r.IntN(4) == 0 {
		g.line("go func() {")
		g.indent++
		g.line("for range %s {", g.channel())
		g.line("}")
		g.indent--
		g.line("}()")
	} else {
		g.others++
		g.block("go func() {", "}()")
		g.others--
	}
	g.depth--
}

// choice writes a select.
func (g *generator) choice(withDefault bool) {
	g.line("select {")
	for range 1 + g.r.IntN(2) {
		if g.r.IntN(2) == 0 {
			g.line("case %s <- 2:", g.channel())
		} else {
			g.line("case <-%s:", g.channel())
		}
		if g.r.IntN(3) == 0 {
			g.indent++
			g.statements(1)
			g.indent--
		}
	}
	if withDefault {
		g.line("default:")
	}
	g.line("}")
}

// received branches on what is received.
func (g *generator) received() {
	v := fmt.Sprint("v", g.b.Len())
	switch g.r.IntN(2) {
	case 0:
		g.line("%s := <-%s", v, g.channel())
		g.block(fmt.Sprintf("if %s == 1 {", v), "}")
	case 1:
		g.line("_, %s := <-%s", v, g.channel())
		g.block(fmt.Sprintf("if %s {", v), "}")
	}
}
