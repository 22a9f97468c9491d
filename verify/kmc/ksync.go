package kmc

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// This file decides k-synchronisability with one queue per channel (Definition
// 24). An exchange is a number of sends followed by receptions of some of their
// messages, at most 2k actions in all; a message that isn't received in its
// exchange is never received. A system is k-synchronisable if every execution
// is equivalent to a sequence of exchanges.
//
// The conflict graph of an execution has its messages as vertices, and an edge
// for each pair of them with events on one participant, in their order. After
// C. Di Giusto, L. Laversa, E. Lozes (On the k-synchronizability for mailbox
// systems, 2019, Theorem 8), an execution is a sequence of exchanges just if no
// strongly connected component of it has more than 2k actions, and no component
// has an edge from a reception to a later send of the same participant. Their
// mailboxes need more (which sends can come first); with a queue per channel
// the order of each channel is already that of its sender.
//
// A shortest execution that isn't one ends with a reception r, and is one
// without it. Before r, the message m that r takes is never received, so that
// the rest is a sequence of exchanges, explored here from empty queues; what
// lies behind is the local states and the channels that have a message that is
// never received. r makes a component of m and all messages that follow m in
// the conflict graph and precede an event of r's participant. Those that
// follow are tracked forward from m, as the set of participants with an event
// among them. For those that precede, the participants that still matter are
// guessed at m, and the guess is checked exchange by exchange, as in Figure 7
// of their paper.

// Why so little state is enough. An edge of the conflict graph leads from a
// message to a later exchange, to the same exchange, or into r. So a message
// that follows m stands in m's exchange or a later one, and has an event on a
// participant where a message that follows m had one before: this is what
// syncKey.follow has. Whether it precedes r depends on what is still to come
// only by the participants of its events: this is syncKey.precede. Both hold
// whatever the edges' kinds are; and an edge from a reception to a send always
// crosses from one exchange to a later one, as sends come first within each.
//
// An example that isn't k-synchronisable for any k is Example 12: p and q send
// a and c, each receives the other's message only after its next send. Any
// number of messages are tied together, with receptions before sends.

// An exchangeSearch looks for an execution that isn't a sequence of exchanges.
type exchangeSearch struct {
	*Machines
	most  int // actions of an exchange: 2k
	limit int // steps of the search; 0 is no limit
	work  int

	bases     []base
	baseIndex map[string]int
	nodes     []syncNode
	seen      map[syncKey]bool
}

// A base is what lies between exchanges.
type base struct {
	local     []int  // states
	dead      uint64 // channels with a message that is never received
	known     bool   // exchanges were enumerated
	exchanges []exchange
}

// An exchange is one whose conflict graph is strongly connected: all others
// are sequences of such.
type exchange struct {
	steps    []int // sends, then receptions
	messages []message
	after    []uint64 // by message: those that follow it in the conflict graph
	to       int      // base
}

// A message is a vertex of the conflict graph.
type message struct {
	step             int // its send
	channel          int
	sender, receiver int
	received         bool
}

// procs are the participants with an event of the message.
func (m *message) procs() uint64 {
	if m.received {
		return 1<<m.sender | 1<<m.receiver
	}
	return 1 << m.sender
}

// weight is the number of actions.
func (m *message) weight() int {
	if m.received {
		return 2
	}
	return 1
}

// A syncKey is a state of the search: a base and, once m was chosen, what
// follows it.
type syncKey struct {
	base int
	m    int // the step that sends m, or -1
	// follow are participants with an event of a message that follows m.
	// precede are those such that a message with an event of them from now on
	// precedes r.
	follow, precede uint64
	// received are participants that received a message of the component.
	received uint64
	weight   int  // actions of the component, up to one more than allowed
	turned   bool // the component has an edge from a reception to a send
}

// A syncNode is a state with the way it was reached.
type syncNode struct {
	syncKey
	from  int
	steps []int
}

// Limits of the representation.
const (
	mostSyncParticipants = 12 // guesses are subsets of them
	mostSyncChannels     = 64
	mostExchange         = 16 // k
)

// synchronisable decides whether a system is k-synchronisable. The steps are an
// execution that isn't, with r last. It is not ok if it is too large or the
// limit was hit.
func synchronisable(m *Machines, k, limit int) (steps []int, ok bool) {
	if len(m.automata) > mostSyncParticipants || len(m.channels) > mostSyncChannels || k > mostExchange {
		return nil, false
	}
	x := &exchangeSearch{Machines: m, most: 2 * k, limit: limit, baseIndex: map[string]int{}, seen: map[syncKey]bool{}}
	start := x.base(make([]int, len(m.automata)), 0)
	x.visit(syncKey{base: start, m: -1}, -1, nil)
	for n := 0; n < len(x.nodes); n++ {
		if steps := x.ends(n); steps != nil {
			return steps, true
		}
		for _, e := range x.exchangesAt(x.nodes[n].base) {
			x.follow(n, &e)
		}
		if x.exhausted() {
			return nil, false
		}
	}
	return nil, true
}

// exhausted reports whether the limit was hit.
func (x *exchangeSearch) exhausted() bool { return x.limit > 0 && x.work > x.limit }

// base numbers local states with dead channels.
func (x *exchangeSearch) base(local []int, dead uint64) int {
	key := binary.LittleEndian.AppendUint64(nil, dead)
	for _, q := range local {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
	}
	n, ok := x.baseIndex[string(key)]
	if !ok {
		n = len(x.bases)
		x.baseIndex[string(key)] = n
		x.bases = append(x.bases, base{local: slices.Clone(local), dead: dead})
	}
	return n
}

// visit makes a node of a state unless there is one.
func (x *exchangeSearch) visit(key syncKey, from int, steps []int) {
	x.work++
	if !x.seen[key] {
		x.seen[key] = true
		x.nodes = append(x.nodes, syncNode{key, from, steps})
	}
}

// follow goes on from a node by an exchange.
func (x *exchangeSearch) follow(n int, e *exchange) {
	node := x.nodes[n].syncKey
	if node.m >= 0 {
		x.goOn(n, node, e)
		return
	}
	x.visit(syncKey{base: e.to, m: -1}, n, e.steps)
	before := x.bases[node.base].dead
	for i := range e.messages {
		m := &e.messages[i]
		if !m.received && before>>m.channel&1 == 0 && m.receiver >= 0 {
			before |= 1 << m.channel // only the first can be received
			x.choose(n, e, i)
		}
	}
}

// choose makes a message of an exchange the one that r takes, and guesses.
func (x *exchangeSearch) choose(n int, e *exchange, i int) {
	m := &e.messages[i]
	r := uint64(1) << m.receiver
	follow := e.after[i] | 1<<i
	for guess := range uint64(1) << len(x.automata) {
		if guess&r == 0 {
			continue
		}
		precede := e.precede(guess)
		if precede>>i&1 == 0 {
			continue
		}
		key := syncKey{base: e.to, m: m.step, precede: guess, weight: 1} // r itself
		x.extend(&key, e, follow, precede)
		x.visit(key, n, e.steps)
	}
}

// goOn tracks what follows m and precedes r through an exchange.
func (x *exchangeSearch) goOn(n int, node syncKey, e *exchange) {
	r := uint64(1) << x.channels[x.steps[node.m].channel].receiver
	follow := uint64(0)
	for i := range e.messages {
		if e.messages[i].procs()&node.follow != 0 {
			follow |= e.after[i] | 1<<i
		}
	}
	// The guess after the exchange is any part of the one before it that gives
	// the one before it.
	for guess := node.precede; ; guess = (guess - 1) & node.precede {
		if guess&r != 0 {
			precede := e.precede(guess)
			if guess|e.procs(precede) == node.precede {
				key := node
				key.base, key.precede = e.to, guess
				x.extend(&key, e, follow, precede)
				x.visit(key, n, e.steps)
			}
		}
		if guess == 0 {
			return
		}
	}
}

// extend adds an exchange to what is known: the messages that follow m, and
// those that precede r.
func (x *exchangeSearch) extend(key *syncKey, e *exchange, follow, precede uint64) {
	received := uint64(0)
	for i := range e.messages {
		m := &e.messages[i]
		if follow&precede>>i&1 == 0 {
			continue
		}
		key.weight = min(key.weight+m.weight(), x.most+1)
		key.turned = key.turned || key.received>>m.sender&1 != 0
		if m.received {
			received |= 1 << m.receiver
		}
	}
	key.received |= received
	key.follow |= e.procs(follow)
}

// procs are the participants with an event of some messages.
func (e *exchange) procs(messages uint64) (procs uint64) {
	for i := range e.messages {
		if messages>>i&1 != 0 {
			procs |= e.messages[i].procs()
		}
	}
	return procs
}

// precede are the messages that lead to one with an event on a participant.
func (e *exchange) precede(procs uint64) (messages uint64) {
	for i := range e.messages {
		if e.procs(e.after[i]|1<<i)&procs != 0 {
			messages |= 1 << i
		}
	}
	return messages
}

// ends returns the execution if r can come after a node and isn't allowed to.
func (x *exchangeSearch) ends(n int) []int {
	node := &x.nodes[n]
	if node.m < 0 || !node.turned && node.weight <= x.most {
		return nil
	}
	m := &x.steps[node.m]
	p := x.channels[m.channel].receiver
	if node.precede != 1<<p {
		return nil
	}
	state := &x.automata[p].states[x.bases[node.base].local[p]]
	for r := state.first; r < state.end; r++ {
		if s := &x.steps[r]; !s.send && s.channel == m.channel && s.label == m.label {
			return append(x.way(n), r)
		}
	}
	return nil
}

// way is the execution to a node.
func (x *exchangeSearch) way(n int) []int {
	var exchanges [][]int
	for ; n >= 0; n = x.nodes[n].from {
		exchanges = append(exchanges, x.nodes[n].steps)
	}
	slices.Reverse(exchanges)
	return slices.Concat(exchanges...)
}

// synchronisable decides k-synchronisability by search, or by Theorem 10.
func (d *decision) synchronisable(u *unbounded) PropertyResult {
	name := PropSynchronisable
	k := d.k
	if k == 0 || d.rendezvous {
		return undecided(name, "there is no one k")
	}
	steps, ok := synchronisable(d.Machines, k, d.searchLimit())
	switch {
	case ok && steps == nil:
		return PropertyResult{Name: name, Status: Holds, Note: "all exchanges were explored"}
	case ok:
		return PropertyResult{Name: name, Status: Fails, Witness: d.exchangeWitness(steps)}
	case u.exhaustive == Fails && u.reception.status == Holds:
		return PropertyResult{Name: name, Status: Fails, Note: "not k-exhaustive, with eventual reception (Theorem 10)"}
	}
	return undecided(name, "the search over exchanges was cut short")
}

// exchangeWitness makes an execution of steps, without bounds.
func (d *decision) exchangeWitness(steps []int) *Witness {
	last := &d.steps[steps[len(steps)-1]]
	return &Witness{
		Steps: d.stepsOf(steps), Participant: last.process, State: last.to, Channel: last.channel,
		Waits:    fmt.Sprintf("to order all messages into exchanges of at most %d actions", 2*d.k),
		InTheWay: fmt.Sprintf("the last step, %s, ties too many together, or a reception before a send", d.action(last)),
	}
}
