package difftest

import (
	"fmt"
	"slices"
)

// This file writes programs with several clusters: groups of channels, locks and
// wait groups that have little to do with each other. A cluster is in variables
// of the function, in a struct that functions and methods share, or in variables
// of the package. All take part in one function, so that waiting in one can keep
// another from being served, and now and then a statement is about two of them.

// A cluster is what the function declares and what it can do with it.
type cluster struct {
	declarations []string
	scope        scope
}

// clustered writes the program.
func (g *generator) clustered(globals bool) {
	var clusters []*cluster
	for k := range 2 + g.r.IntN(2) {
		switch n := g.r.IntN(4); {
		case n == 0:
			clusters = append(clusters, g.variables(k))
		case n == 1 || !globals:
			clusters = append(clusters, g.object(k, globals && g.r.IntN(2) == 0))
		default:
			clusters = append(clusters, g.global(k))
		}
	}
	for _, c := range clusters {
		if len(c.scope.calls) == 0 || g.r.IntN(2) == 0 {
			g.helper(c)
		}
	}
	g.line("func %s(flag bool) {", g.name)
	g.indent++
	for _, c := range clusters {
		for _, d := range c.declarations {
			g.line("%s", d)
		}
	}
	g.budget = 9
	for range 3 + g.r.IntN(4) {
		g.scope = pick(g.r, clusters).scope
		g.conditions = []string{"flag"}
		if len(g.workers) > 0 && g.r.IntN(3) == 0 {
			g.worker(g.groups[0])
			continue
		}
		if g.r.IntN(5) == 0 {
			g.scope = tied(g.scope, pick(g.r, clusters).scope)
		}
		g.statements(1)
	}
	g.indent--
	g.line("}")
}

// tied is what two clusters have.
func tied(a, b scope) scope {
	a.channels = slices.Concat(a.channels, b.channels)
	a.locks = slices.Concat(a.locks, b.locks)
	a.groups = slices.Concat(a.groups, b.groups)
	a.calls = slices.Concat(a.calls, b.calls)
	return a
}

// members draws what a cluster has: names behind a prefix.
func (g *generator) members(prefix string) scope {
	var s scope
	for c := range 1 + g.r.IntN(2) {
		s.channels = append(s.channels, fmt.Sprint(prefix, "c", c))
	}
	for l := range g.r.IntN(3) {
		s.locks = append(s.locks, lock{fmt.Sprint(prefix, "mu", l), g.r.IntN(3) == 0})
	}
	if g.r.IntN(2) == 0 {
		s.groups = append(s.groups, prefix+"wg")
	}
	return s
}

// kind is the type of a lock.
func (l lock) kind() string {
	if l.rw {
		return "sync.RWMutex"
	}
	return "sync.Mutex"
}

// variables is a cluster in variables of the function.
func (g *generator) variables(k int) *cluster {
	c := &cluster{scope: g.members(fmt.Sprint("v", k))}
	for _, name := range c.scope.channels {
		c.declarations = append(c.declarations, fmt.Sprintf("%s := make(chan int, %d)", name, g.r.IntN(3)), "_ = "+name)
	}
	for _, l := range c.scope.locks {
		c.declarations = append(c.declarations, "var "+l.name+" "+l.kind(), "_ = &"+l.name)
	}
	for _, name := range c.scope.groups {
		c.declarations = append(c.declarations, "var "+name+" sync.WaitGroup", "_ = &"+name)
	}
	return c
}

// global is a cluster in variables of the package, with functions that use them.
func (g *generator) global(k int) *cluster {
	c := &cluster{scope: g.members(fmt.Sprint(g.name, "g", k))}
	for _, name := range c.scope.channels {
		g.line("var %s = make(chan int, %d)", name, g.r.IntN(3))
	}
	for _, l := range c.scope.locks {
		g.line("var %s %s", l.name, l.kind())
	}
	for _, name := range c.scope.groups {
		g.line("var %s sync.WaitGroup", name)
	}
	g.line("")
	c.scope = g.functions(c.scope, "func "+fmt.Sprint(g.name, "g", k), "", fmt.Sprint(g.name, "g", k))
	return c
}

// object is a cluster in a struct with a constructor and methods, some of it
// perhaps in an embedded struct. A variable of the function or of the package
// has the object. What is made with the package must not start goroutines: they
// would run in every process.
func (g *generator) object(k int, global bool) *cluster {
	name := fmt.Sprint(g.name, "t", k)
	s := g.members("")
	outer, inner := s, scope{}
	if len(s.locks)+len(s.groups) > 0 && g.r.IntN(3) == 0 {
		outer, inner = scope{channels: s.channels}, scope{locks: s.locks, groups: s.groups}
		g.fields(name+"base", inner, "")
		g.fields(name, outer, name+"base")
	} else {
		g.fields(name, outer, "")
	}
	methods := g.functions(within(s, "x."), "func (x *"+name+") ", "x.", "")
	g.constructor(name, s, methods, !global && g.r.IntN(3) == 0)
	c, x := &cluster{}, fmt.Sprint("x", k)
	if global {
		x = g.name + x
		g.line("var %s = new%s()", x, name)
		g.line("")
	} else {
		c.declarations = []string{x + " := new" + name + "()", "_ = " + x}
	}
	c.scope = within(s, x+".")
	for i := range methods.calls {
		c.scope.calls = append(c.scope.calls, g.callOf(fmt.Sprintf("%s.m%d", x, i)))
	}
	for group := range methods.workers {
		c.scope.workers = map[string]func() string{x + group[1:]: g.callOf(x + ".work")}
	}
	return c
}

// within is what a scope is called behind a prefix, without its functions.
func within(s scope, prefix string) scope {
	var in scope
	for _, c := range s.channels {
		in.channels = append(in.channels, prefix+c)
	}
	for _, l := range s.locks {
		in.locks = append(in.locks, lock{prefix + l.name, l.rw})
	}
	for _, w := range s.groups {
		in.groups = append(in.groups, prefix+w)
	}
	return in
}

// fields declares a struct.
func (g *generator) fields(name string, s scope, embedded string) {
	g.line("type %s struct {", name)
	if embedded != "" {
		g.line("\t%s", embedded)
	}
	for _, c := range s.channels {
		g.line("\t%s chan int", c)
	}
	for _, l := range s.locks {
		g.line("\t%s %s", l.name, l.kind())
	}
	for _, w := range s.groups {
		g.line("\t%s sync.WaitGroup", w)
	}
	g.line("}")
	g.line("")
}

// constructor declares a function that makes an object, and lets a method run if
// it is to start something.
func (g *generator) constructor(name string, s, methods scope, starts bool) {
	g.line("func new%s() *%s {", name, name)
	g.indent++
	g.line("x := &%s{}", name)
	for _, c := range s.channels {
		g.line("x.%s = make(chan int, %d)", c, g.r.IntN(3))
	}
	if starts {
		g.line("go %s", pick(g.r, methods.calls)())
	}
	g.line("return x")
	g.indent--
	g.line("}")
	g.line("")
}

// functions declares one or two functions m0 and m1 over a scope, and work if it
// has a wait group. They take a flag, and each may call those before it. The
// scope with their calls is returned.
func (g *generator) functions(s scope, head, receiver, prefix string) scope {
	s.conditions = []string{"flag"}
	for i := range 1 + g.r.IntN(2) {
		g.function(s, fmt.Sprintf("%sm%d", head, i))
		s.calls = append(s.calls, g.callOf(fmt.Sprintf("%s%sm%d", receiver, prefix, i)))
	}
	if len(s.groups) > 0 {
		g.function(s, head+"work", "defer "+s.groups[0]+".Done()")
		s.workers = map[string]func() string{s.groups[0]: g.callOf(receiver + prefix + "work")}
	}
	return s
}

// callOf writes calls of a function that takes a flag.
func (g *generator) callOf(function string) func() string {
	return func() string { return fmt.Sprintf("%s(%t)", function, g.r.IntN(2) == 0) }
}

// function declares a function of a few statements. It may hold a lock until it
// returns.
func (g *generator) function(s scope, head string, first ...string) {
	g.scope, g.budget = s, 3
	g.line("%s(flag bool) {", head)
	g.indent++
	for _, text := range first {
		g.line("%s", text)
	}
	if len(s.locks) > 0 && g.r.IntN(2) == 0 {
		l := pick(g.r, s.locks)
		g.line("%s.Lock()", l.name)
		g.line("defer %s.Unlock()", l.name)
	}
	g.statements(1 + g.r.IntN(2))
	g.indent--
	g.line("}")
	g.line("")
}

// helper declares a function that takes channels, a lock and a number, and adds
// calls of it with what a cluster has.
func (g *generator) helper(c *cluster) {
	name := fmt.Sprint(g.name, "h", g.b.Len())
	s := scope{conditions: []string{"n > 1", "n == 1"}, channels: []string{"c"}}
	parameters, second, locked := "c chan int", "", ""
	if len(c.scope.channels) > 1 && g.r.IntN(2) == 0 {
		s.channels, parameters, second = []string{"c", "d"}, "c, d chan int", ", "+c.scope.channels[1]
	}
	if len(c.scope.locks) > 0 && g.r.IntN(2) == 0 {
		l := c.scope.locks[0]
		s.locks = []lock{{"mu", l.rw}}
		parameters, locked = parameters+", mu *"+l.kind(), ", &"+l.name
	}
	g.scope, g.budget = s, 4
	g.line("func %s(%s, n int) {", name, parameters)
	g.indent++
	g.block(pick(g.r, []string{"for range n {", "if n > 1 {", "{"}), "}")
	g.statements(g.r.IntN(2))
	g.indent--
	g.line("}")
	g.line("")
	first := c.scope.channels[0]
	c.scope.calls = append(c.scope.calls, func() string {
		return fmt.Sprintf("%s(%s%s%s, %d)", name, first, second, locked, g.r.IntN(3))
	})
}
