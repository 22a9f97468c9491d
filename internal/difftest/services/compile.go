package services

// A program is a service as a graph of nodes, one for each step of a goroutine.
type program struct {
	nodes []node
	// workers are entries, as those of the methods are.
	workers []int
	methods []method
	initial memory
}

// A method has a cell that says whether it was called, or -1 if it may be called again.
type method struct{ entry, called int }

// A node waits for one of its edges, or goes on with otherwise, if it has a
// default; what it does besides is silent.
type node struct {
	edges      []edge
	hasDefault bool
	otherwise  int
	// silent are the nodes that follow without waiting: of a branch all that may
	// be.
	silent []int
	asks   int   // a flag, which chooses silent[0] if it is set, silent[1] else
	starts int   // the entry of a goroutine
	lines  []int // of the statement
}

// An edge is something that may have to be waited for, or be done.
type edge struct {
	kind  statementKind
	field int
	to    int
}

const nowhere = -1

// compiler turns bodies into nodes, last statement first. Calls are inlined: the
// nodes of a callee are made anew for each of them.
type compiler struct {
	program
	// started are the entries of functions that are started.
	started map[*function]int
}

func compile(s *Service) *program {
	c := &compiler{started: map[*function]int{}}
	c.initial = make(memory, len(s.fields))
	for i, f := range s.fields {
		c.initial[i].field = f
	}
	for _, w := range s.workers {
		if g, ok := groupOf(w); ok {
			c.initial[g].count++
		}
		c.workers = append(c.workers, c.goroutine(w))
	}
	for _, m := range s.methods {
		called := nowhere
		if m.once {
			called = len(c.initial)
			c.initial = append(c.initial, cell{field: field{kind: flag}})
		}
		c.methods = append(c.methods, method{c.function(m, nowhere), called})
	}
	return &c.program
}

// groupOf is the wait group that a worker tells when it ends.
func groupOf(w *function) (object int, ok bool) {
	if w.after == nil || w.after.kind != done {
		return 0, false
	}
	return w.after.field, true
}

// function is the entry of a call that goes on with a node.
func (c *compiler) function(f *function, next int) int {
	if f.after != nil {
		next = c.statement(f.after, next, next)
	}
	at := c.list(f.body, next, next)
	if f.before != nil {
		at = c.statement(f.before, at, at)
	}
	return at
}

// goroutine is the entry of a function that is started.
func (c *compiler) goroutine(f *function) int {
	if at, ok := c.started[f]; ok {
		return at
	}
	c.started[f] = c.add(node{})
	at := c.function(f, nowhere)
	c.nodes[c.started[f]] = silentNode(at)
	return c.started[f]
}

func silentNode(to ...int) node {
	return node{silent: to, asks: nowhere, starts: nowhere}
}

func (c *compiler) add(n node) int {
	c.nodes = append(c.nodes, n)
	return len(c.nodes) - 1
}

// list is the entry of statements that go on with a node, or return to another.
func (c *compiler) list(list []statement, next, back int) int {
	for i := len(list) - 1; i >= 0; i-- {
		next = c.statement(&list[i], next, back)
	}
	return next
}

func (c *compiler) statement(s *statement, next, back int) int {
	n := silentNode(next)
	n.lines = s.lines
	switch s.kind {
	case leave:
		return back
	case call:
		return c.function(s.callee, next)
	case start:
		n.starts = c.goroutine(s.callee)
	case perhaps:
		n.silent = []int{c.list(s.bodies[0], next, back), next}
	case ifSet:
		n.asks, n.silent = s.field, []int{c.list(s.bodies[0], next, back), next}
	case ifUnset:
		n.asks, n.silent = s.field, []int{next, c.list(s.bodies[0], next, back)}
	case forever, each:
		return c.loop(s, next, back)
	case selection:
		n.silent = nil
		for i, e := range s.cases {
			to := c.list(s.bodies[i], next, back)
			if e.kind == otherwise {
				n.hasDefault, n.otherwise = true, to
			} else {
				n.edges = append(n.edges, edge{e.kind, e.field, to})
			}
		}
	default:
		n.silent, n.edges = nil, []edge{{s.kind, s.field, next}}
	}
	return c.add(n)
}

// loop is the entry of a loop: a node that its body comes back to.
func (c *compiler) loop(s *statement, next, back int) int {
	head := c.add(node{})
	body := c.list(s.bodies[0], head, back)
	n := silentNode(body)
	if s.kind == each {
		n.silent, n.edges = nil, []edge{{take, s.field, body}, {drained, s.field, next}}
	}
	n.lines = s.lines
	c.nodes[head] = n
	return head
}
