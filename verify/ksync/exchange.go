package ksync

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// This file enumerates exchanges: a number of sends, followed by receptions of
// some of their messages.
//
// Only exchanges with a strongly connected conflict graph are needed: any
// execution with a k-synchronous message sequence chart is, in another order, a
// sequence of those (Theorem 8, and its proof). So messages that have nothing to
// do with each other never stand in one exchange, and an exchange is a joint step of
// few processes. It is found once, for the states in which these are, and
// not again for each state of all others.
//
// Sends of different processes to one queue don't commute. Still, an
// exchange here is only what each process does: what is received from a queue,
// and in which order, says in which order it was sent (rules 3 and 4), and an
// exchange that no order of its sends allows has a cycle in its extended graph.

// An exchange is a joint step.
type exchange struct {
	parts    []part // by process
	messages []message
	// procs have a part in it, senders send.
	procs, senders uint64
	size           int
	// order is, by action, which others must come after it (extended edges,
	// transitive); the send of message i is 2i, its reception 2i+1. It is nil in
	// networks without shared queues, where nothing depends on it.
	order []uint64
}

// A part is what an exchange does to one process.
type part struct {
	process, from, to int
	steps             []*step
	sends             int // the first so many of them
}

// A message is one of an exchange.
type message struct {
	content, queue, shared int
	sender, receiver       int
	received               bool
}

// procs are the processes with an action of the message.
func (m *message) procs() uint64 {
	if m.received {
		return 1<<m.sender | 1<<m.receiver
	}
	return 1 << m.sender
}

// A maker enumerates the exchanges of a network.
type maker struct {
	*network
	measure     Measure
	most        int // size of an exchange
	work, limit int
	parts       []part // by process; from is -1 of those without a part
	messages    []message
	size        int
	seen        map[string]bool // the sends of exchanges
	found       []exchange
}

// mostMessages is how many messages an exchange can have: actions are bits of a word,
// with those that stand for the queues and one more (see delivery.go).
func (n *network) mostMessages() int { return (64 - 1 - len(n.shared)) / 2 }

// exchanges enumerates the exchanges up to a size. It is not ok if it took more
// steps than the limit.
func (n *network) exchanges(measure Measure, most, limit int) (found []exchange, ok bool) {
	m := &maker{network: n, measure: measure, most: most, limit: limit, seen: map[string]bool{}}
	m.parts = make([]part, len(n.automata))
	for p := range m.parts {
		m.parts[p] = part{process: p, from: -1}
	}
	m.grow(0, -1)
	return m.found, !m.exhausted()
}

func (m *maker) exhausted() bool { return m.work > m.limit }

// grow adds sends. near are the processes at the ends of the messages so far:
// what is added must have one of them at an end, or it would not be in one
// component with them. A process does its sends in order, and the first need not be
// what ties it to the others: pending is a process that isn't tied to them yet,
// or -1.
func (m *maker) grow(near uint64, pending int) {
	if pending < 0 && len(m.messages) > 0 {
		key := m.key()
		if m.seen[key] {
			return
		}
		m.seen[key] = true
		m.receive(0)
	}
	if m.size == m.most {
		return
	}
	for p := range m.parts {
		if pending >= 0 && p != pending {
			continue
		}
		first, last := m.statesOf(p)
		for q := first; q <= last && !m.exhausted(); q++ {
			for i := range m.automata[p][q].sends {
				m.send(&m.automata[p][q].sends[i], near)
			}
		}
	}
}

// statesOf is where a process can be now: anywhere if it has no part yet.
func (m *maker) statesOf(p int) (first, last int) {
	if m.parts[p].from < 0 {
		return 0, len(m.automata[p]) - 1
	}
	return m.parts[p].to, m.parts[p].to
}

// send adds a send and all that can follow.
func (m *maker) send(s *step, near uint64) {
	m.work++
	c := &m.contents[s.content]
	q := &m.queues[c.queue]
	m.messages = append(m.messages, message{
		content: s.content, queue: c.queue, shared: q.shared, sender: s.process, receiver: q.receiver,
	})
	m.size++
	m.do(s, func() {
		ends := uint64(0)
		for i := range m.messages {
			if v := &m.messages[i]; v.sender == s.process {
				ends |= 1<<v.sender | 1<<uint(max(v.receiver, v.sender))
			}
		}
		if near == 0 || near&ends != 0 {
			m.grow(near|ends, -1)
		} else {
			m.grow(near, s.process)
		}
	})
	m.size--
	m.messages = m.messages[:len(m.messages)-1]
}

// do takes a step during a call.
func (m *maker) do(s *step, call func()) {
	before := m.parts[s.process]
	after := before
	if after.from < 0 {
		after.from = s.from
	}
	after.to = s.to
	after.steps = append(before.steps[:len(before.steps):len(before.steps)], s)
	if m.contents[s.content].sender == s.process {
		after.sends++
	}
	m.parts[s.process] = after
	call()
	m.parts[s.process] = before
}

// key says who sends what.
func (m *maker) key() string {
	var key []byte
	for p := range m.parts {
		for _, s := range m.parts[p].steps {
			for _, n := range []int{p, s.from, s.state, s.transition} {
				key = binary.AppendUvarint(key, uint64(n))
			}
		}
	}
	return string(key)
}

// receive lets processes from p on receive messages.
func (m *maker) receive(p int) {
	m.work++
	for p < len(m.parts) && !slices.ContainsFunc(m.messages, func(v message) bool { return v.receiver == p && !v.received }) {
		p++
	}
	if p == len(m.parts) {
		m.emit()
		return
	}
	m.receive(p + 1)
	weight := m.measure.of(true) - m.measure.of(false)
	if m.size+weight > m.most {
		return
	}
	first, last := m.statesOf(p)
	for q := first; q <= last && !m.exhausted(); q++ {
		for i := range m.automata[p][q].receptions {
			s := &m.automata[p][q].receptions[i]
			if v := m.waiting(s.content); v != nil {
				v.received = true
				m.size += weight
				m.do(s, func() { m.receive(p) })
				m.size -= weight
				v.received = false
			}
		}
	}
}

// waiting is the message that a reception of a content gets: the first of its
// sender in the queue, if it has this content.
func (m *maker) waiting(content int) *message {
	c := &m.contents[content]
	for i := range m.messages {
		if v := &m.messages[i]; v.sender == c.sender && v.queue == c.queue && !v.received {
			if v.content == content {
				return v
			}
			return nil
		}
	}
	return nil
}

// emit adds an exchange if it is one component.
func (m *maker) emit() {
	e := exchange{messages: slices.Clone(m.messages), size: m.size}
	for p := range m.parts {
		if m.parts[p].from >= 0 {
			e.parts = append(e.parts, m.parts[p])
		}
	}
	for i := range e.messages {
		e.procs |= e.messages[i].procs()
		e.senders |= 1 << e.messages[i].sender
	}
	actions := m.actionsOf(&e)
	if !e.connected(actions) {
		return
	}
	if len(m.shared) > 0 && !e.putInOrder(actions) {
		return
	}
	m.found = append(m.found, e)
}

// actionsOf lists, by part, the actions of a process in order.
func (m *maker) actionsOf(e *exchange) [][]int {
	lists := make([][]int, len(e.parts))
	used := uint64(0)
	for i := range e.parts {
		p := &e.parts[i]
		for n, s := range p.steps {
			v := slices.IndexFunc(e.messages, func(v message) bool {
				return v.content == s.content && v.sender == m.contents[s.content].sender
			})
			at := 2 * v
			if n >= p.sends {
				at++
			}
			for used>>at&1 != 0 { // the next of the same content
				v++
				for e.messages[v].content != s.content {
					v++
				}
				at = 2*v | at&1
			}
			used |= 1 << at
			lists[i] = append(lists[i], at)
		}
	}
	return lists
}

// connected reports whether the conflict graph is strongly connected.
func (e *exchange) connected(actions [][]int) bool {
	if len(e.messages) == 1 {
		return true
	}
	after := make([]uint64, len(e.messages))
	for _, list := range actions {
		earlier := uint64(0)
		for _, a := range list {
			for rest := earlier; rest != 0; rest &= rest - 1 {
				after[bits.TrailingZeros64(rest)] |= 1 << (a / 2)
			}
			earlier |= 1 << (a / 2)
		}
	}
	closeOver(after)
	all := uint64(1)<<len(after) - 1
	return !slices.ContainsFunc(after, func(reached uint64) bool { return reached != all })
}

// closeOver makes a relation transitive.
func closeOver(after []uint64) {
	for via := range after {
		for i := range after {
			if after[i]>>via&1 != 0 {
				after[i] |= after[via]
			}
		}
	}
}

// putInOrder finds the extended edges. It reports whether there is an order of
// the sends that allows the exchange.
func (e *exchange) putInOrder(actions [][]int) bool {
	e.order = make([]uint64, 2*len(e.messages))
	for _, list := range actions {
		for i, a := range list[:max(len(list)-1, 0)] {
			e.order[a] |= 1 << list[i+1]
		}
		for i, a := range list {
			if a&1 == 0 {
				continue
			}
			for _, b := range list[i+1:] { // rule 3
				if e.messages[a/2].queue == e.messages[b/2].queue {
					e.order[a-1] |= 1 << (b - 1)
				}
			}
		}
	}
	for i := range e.messages {
		v := &e.messages[i]
		if !v.received {
			continue
		}
		e.order[2*i] |= 1 << (2*i + 1)
		for j := range e.messages { // rule 4
			if u := &e.messages[j]; u.queue == v.queue && !u.received {
				e.order[2*i] |= 1 << (2 * j)
			}
		}
	}
	closeOver(e.order)
	return !cyclic(e.order)
}

// cyclic reports whether anything comes before itself.
func cyclic(after []uint64) bool {
	for i, reached := range after {
		if reached>>i&1 != 0 {
			return true
		}
	}
	return false
}
