package kmc

import "slices"

// This file enumerates exchanges for ksync.go.
//
// An exchange starts from empty queues: what earlier ones left behind is never
// received, and stands in the way only of receptions from its own channel,
// which is dead from then on. Its conflict graph has an edge from a message to
// another if they have events on one participant in this order; sends come
// before receptions there, and both in the order of their transitions.
//
// Only exchanges with a strongly connected conflict graph count. Any exchange
// is a sequence of such ones: of the components of its graph in topological
// order, each with its messages and their events. This keeps their number
// small, as messages that have nothing to do with each other never stand in
// one exchange.

// An exchangeMaker enumerates the exchanges from a base. Sends of different
// participants commute, and so do their receptions; so participants take turns
// in a fixed order, first to send and then to receive.
type exchangeMaker struct {
	*exchangeSearch
	dead     uint64
	local    []int
	steps    []int
	messages []message
	// waiting are the messages of each channel that weren't received.
	waiting [][]int
	found   []exchange
}

// exchangesAt returns the exchanges from a base, enumerated once.
func (x *exchangeSearch) exchangesAt(n int) []exchange {
	if !x.bases[n].known {
		m := exchangeMaker{
			exchangeSearch: x, dead: x.bases[n].dead,
			local: slices.Clone(x.bases[n].local), waiting: make([][]int, len(x.channels)),
		}
		m.send(0)
		x.bases[n].known, x.bases[n].exchanges = true, m.found
	}
	return x.bases[n].exchanges
}

// send lets participants from p on send.
func (m *exchangeMaker) send(p int) {
	m.work++
	if p == len(m.automata) {
		if len(m.messages) > 0 {
			m.receive(0)
		}
		return
	}
	m.send(p + 1)
	state := &m.automata[p].states[m.local[p]]
	if !state.sending || len(m.steps) == m.most || m.exhausted() {
		return
	}
	for n := state.first; n < state.end; n++ {
		step := &m.Machines.steps[n]
		c := step.channel
		m.messages = append(m.messages, message{
			step: n, channel: c, sender: p, receiver: m.channels[c].receiver,
		})
		waiting := m.waiting[c]
		m.waiting[c] = append(waiting[:len(waiting):len(waiting)], len(m.messages)-1)
		m.do(n, func() { m.send(p) })
		m.waiting[c] = waiting
		m.messages = m.messages[:len(m.messages)-1]
	}
}

// receive lets participants from p on receive messages of the exchange.
func (m *exchangeMaker) receive(p int) {
	m.work++
	if p == len(m.automata) {
		m.emit()
		return
	}
	m.receive(p + 1)
	state := &m.automata[p].states[m.local[p]]
	if !state.receiving() || len(m.steps) == m.most || m.exhausted() {
		return
	}
	for n := state.first; n < state.end; n++ {
		step := &m.Machines.steps[n]
		waiting := m.waiting[step.channel]
		if len(waiting) == 0 || m.dead>>step.channel&1 != 0 {
			continue
		}
		first := &m.messages[waiting[0]]
		if m.Machines.steps[first.step].label != step.label {
			continue
		}
		first.received = true
		m.waiting[step.channel] = waiting[1:]
		m.do(n, func() { m.receive(p) })
		m.waiting[step.channel] = waiting
		first.received = false
	}
}

// do takes a step during a call.
func (m *exchangeMaker) do(n int, call func()) {
	step := &m.Machines.steps[n]
	m.local[step.process] = step.to
	m.steps = append(m.steps, n)
	call()
	m.steps = m.steps[:len(m.steps)-1]
	m.local[step.process] = step.state
}

// emit adds the exchange if its conflict graph is strongly connected.
func (m *exchangeMaker) emit() {
	after := m.conflicts()
	all := uint64(1)<<len(after) - 1
	for _, reached := range after {
		if len(after) > 1 && reached != all {
			return
		}
	}
	dead := m.dead
	for i := range m.messages {
		if !m.messages[i].received {
			dead |= 1 << m.messages[i].channel
		}
	}
	m.found = append(m.found, exchange{
		steps: slices.Clone(m.steps), messages: slices.Clone(m.messages), after: after, to: m.base(m.local, dead),
	})
}

// conflicts returns for each message those that follow it: the transitive
// closure of the order of events on each participant.
func (m *exchangeMaker) conflicts() []uint64 {
	after := make([]uint64, len(m.messages))
	seen := make([]uint64, len(m.automata)) // messages with an earlier event
	sent := make([]int, len(m.channels))    // receptions so far, by channel
	next := 0
	for _, n := range m.steps {
		step := &m.Machines.steps[n]
		i := next
		if step.send {
			next++
		} else {
			i = m.nth(step.channel, sent[step.channel])
			sent[step.channel]++
		}
		for j := range after {
			if seen[step.process]>>j&1 != 0 {
				after[j] |= 1 << i
			}
		}
		seen[step.process] |= 1 << i
	}
	for via := range after {
		for j := range after {
			if after[j]>>via&1 != 0 {
				after[j] |= after[via]
			}
		}
	}
	return after
}

// nth returns the nth message of the exchange on a channel.
func (m *exchangeMaker) nth(channel, n int) int {
	for i := range m.messages {
		if m.messages[i].channel == channel {
			if n == 0 {
				return i
			}
			n--
		}
	}
	panic("verify: exchange: a reception of no message")
}
