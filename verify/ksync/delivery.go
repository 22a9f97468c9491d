package ksync

// This file recognises causal delivery exchange by exchange (Figure 4 of the
// paper), and with it that a message which no exchange receives could be received
// at the end (Figure 6), with any number of queues for each receiver.
//
// Exchanges are run from empty queues, although messages that are never received
// lie in them: orphans. What makes that sound is to know, for each queue, what must
// come after an orphan in it (a summary), and that whatever is received from
// the queue must be sent before. An execution isn't causally delivered just if an
// action has to come before itself, and the first exchange up to which that is
// so is rejected. Since extended edges lead from an exchange to the same, to a
// later one, or from a message that is received to an earlier orphan, any such
// cycle goes by orphans of earlier exchanges; so these and the actions of the
// exchange itself are the vertices of the graph here.
//
// A queue with one sender needs less. What is sent after an orphan
// comes after it, so that nothing can be received any more: the queue is dead.
//
// The paper looks for what can be received at the end in a system with one more
// process, through which a message makes a detour. Here that message, the
// candidate, is an orphan like others up to the end, but for what it would have
// to be if it were received: before all other orphans of its queue, and after all
// that is received from there (Lemma 23). It has a summary of its own.

// A summary says what must come after an orphan.
type summary struct {
	procs  uint64 // with any action after it, or its own; none if there is no orphan
	queues uint64 // shared ones, with a message that is received and sent after it
}

// delivered is what is known of an execution in exchanges.
type delivered struct {
	dead uint64 // queues with one sender, and an orphan
	// summaries are those of the shared queues, and then the one of the
	// candidate. As a bit of summary.queues the last stands for the candidate itself.
	summaries []summary
}

// A candidate is a message that would be received at the end.
type candidate struct {
	content int // -1 is none
	queue   int // the shared one it is in, or -1
	here    int // the message of this exchange that it is, or -1
}

// without is no candidate.
var without = candidate{content: -1, queue: -1, here: -1}

// deliver goes on by an exchange. It isn't ok if that isn't causally delivered
// any more, or the candidate couldn't be received.
func (d *delivered) deliver(e *exchange, c candidate, after *delivered) bool {
	after.dead = d.dead
	for i := range e.messages {
		v := &e.messages[i]
		switch {
		case v.shared >= 0:
		case !v.received:
			after.dead |= 1 << v.queue
		case d.dead>>v.queue&1 != 0:
			return false
		}
	}
	if e.order == nil {
		return true
	}
	var rows [64]uint64
	g := localGraph{delivered: d, exchange: e, candidate: c, rows: rows[:2*len(e.messages)+len(d.summaries)]}
	g.connect()
	closeOver(g.rows)
	if cyclic(g.rows) {
		return false
	}
	for j := range d.summaries {
		after.summaries[j] = g.summarise(j)
	}
	return true
}

// A localGraph has the actions of an exchange, as exchange.order numbers them,
// and then the summaries as vertices.
type localGraph struct {
	*delivered
	*exchange
	candidate
	rows []uint64 // by vertex, those after it
}

// vertex is that of a summary.
func (g *localGraph) vertex(summary int) int { return 2*len(g.messages) + summary }

// last is the summary of the candidate.
func (g *localGraph) last() int { return len(g.summaries) - 1 }

// exists reports whether there is an orphan that a summary is about.
func (g *localGraph) exists(summary int) bool { return g.summaries[summary].procs != 0 }

// connect adds the edges.
func (g *localGraph) connect() {
	copy(g.rows, g.order)
	for j := range g.summaries {
		if g.exists(j) {
			g.leave(j)
		}
	}
	for i := range g.messages {
		v := &g.messages[i]
		if !v.received || v.shared < 0 {
			continue
		}
		if g.exists(v.shared) { // rule 4
			g.rows[2*i] |= 1 << g.vertex(v.shared)
		}
		if v.shared == g.candidate.queue && g.exists(g.last()) { // rule 3
			g.rows[2*i] |= 1 << g.vertex(g.last())
		}
	}
	g.connectCandidate()
}

// leave adds what comes after an earlier orphan: actions of processes that have
// one after it, and sends to queues from which something is received that is
// sent after it (rule 3, or rule 4 if this isn't received itself).
func (g *localGraph) leave(j int) {
	s := &g.summaries[j]
	row := &g.rows[g.vertex(j)]
	for i := range g.messages {
		v := &g.messages[i]
		if s.procs>>v.sender&1 != 0 || v.shared >= 0 && s.queues>>v.shared&1 != 0 {
			*row |= 1 << (2 * i)
		}
		if v.received && s.procs>>v.receiver&1 != 0 {
			*row |= 1 << (2*i + 1)
		}
	}
	for other := range g.summaries {
		if s.queues>>other&1 != 0 && g.exists(other) {
			*row |= 1 << g.vertex(other)
		}
	}
}

// connectCandidate puts the candidate before all other orphans of its queue.
func (g *localGraph) connectCandidate() {
	queue := g.candidate.queue
	if queue < 0 {
		return
	}
	from := g.vertex(g.last())
	if g.here >= 0 {
		from = 2 * g.here
	}
	if g.exists(queue) {
		g.rows[from] |= 1 << g.vertex(queue)
	}
	for i := range g.messages {
		if v := &g.messages[i]; v.shared == queue && !v.received && i != g.here {
			g.rows[from] |= 1 << (2 * i)
		}
	}
}

// summarise is a summary after the exchange.
func (g *localGraph) summarise(j int) summary {
	s := g.summaries[j]
	reached := uint64(0)
	if g.exists(j) {
		reached = g.rows[g.vertex(j)]
	}
	for i := range g.messages {
		v := &g.messages[i]
		if isRoot := j == v.shared && !v.received && i != g.here || j == g.last() && i == g.here; isRoot {
			reached |= g.rows[2*i]
			s.procs |= 1 << v.sender
		}
	}
	for i := range g.messages {
		g.reach(&s, reached, i)
	}
	for other := range g.summaries {
		if reached>>g.vertex(other)&1 == 0 {
			continue
		}
		s.procs |= g.summaries[other].procs
		s.queues |= g.summaries[other].queues
		if other == g.last() {
			s.queues |= 1 << other
		}
	}
	return s
}

// reach adds what a message of the exchange means for a summary from which some
// vertices are reached.
func (g *localGraph) reach(s *summary, reached uint64, i int) {
	v := &g.messages[i]
	if reached>>(2*i)&1 != 0 {
		s.procs |= 1 << v.sender
		switch {
		case i == g.here:
			s.queues |= 1 << g.last()
		case v.received && v.shared >= 0:
			s.queues |= 1 << v.shared
		}
	}
	if reached>>(2*i+1)&1 != 0 {
		s.procs |= 1 << v.receiver
	}
}
