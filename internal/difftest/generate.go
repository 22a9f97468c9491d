// Package difftest compares the whole analyzer with the Go runtime: it makes
// random small programs, runs them many times with the runtime's own detector
// of leaked goroutines, and wants everything that ever happened in the verdict.
package difftest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes one program: a function over a few channels, a wait group
// and a mutex. Every operation stands on a line of its own, so that a line
// names it. Programs terminate, but for what blocks.
type generator struct {
	r        *rand.Rand
	b        strings.Builder
	indent   int
	channels int
	depth    int // of nested goroutines
	data     bool
	others   int // goroutines around the statement, the first not counted
	budget   int // statements that are left
}

// Program returns the source of program number i of package main. With data it
// also decides by variables that functions set, see boxSource.
func Program(seed uint64, i int, data bool) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(i))), budget: 14, data: data}
	g.line("package main")
	g.line("")
	g.line(`import ("sync"; "differential/yield")`)
	g.line("")
	g.line("func prog%04d(flag bool) {", i)
	g.indent++
	g.channels = 1 + g.r.IntN(3)
	for c := range g.channels {
		g.line("c%d := make(chan int, %d)", c, g.r.IntN(3))
		g.line("_ = c%d", c)
	}
	g.line("var wg sync.WaitGroup")
	g.line("var mu sync.Mutex")
	g.line("_, _ = &wg, &mu")
	if data {
		g.line("own, shared := &box{}, &box{}")
		g.line("_, _ = own, shared")
	}
	g.statements(3 + g.r.IntN(4))
	g.indent--
	g.line("}")
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteString("\n")
}

func (g *generator) statements(n int) {
	for range n {
		if g.budget--; g.budget < 0 {
			return
		}
		g.line("yield.Perhaps()")
		g.statement()
	}
}

func (g *generator) channel() string { return fmt.Sprint("c", g.r.IntN(g.channels)) }

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
	switch g.r.IntN(17) {
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
		g.block("if flag {", "}")
	case 12:
		g.block(fmt.Sprintf("for range %d {", 1+g.r.IntN(2)), "}")
	case 13:
		g.line("wg.Add(1)")
		g.line("go func() {")
		g.indent++
		g.line("defer wg.Done()")
		g.others++
		g.statements(g.r.IntN(3))
		g.others--
		g.indent--
		g.line("}()")
	case 14:
		g.line("wg.Wait()")
	case 15:
		g.line("mu.Lock()")
		g.statements(1)
		if g.r.IntN(5) > 0 {
			g.line("mu.Unlock()")
		}
	case 16:
		g.received()
	}
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
