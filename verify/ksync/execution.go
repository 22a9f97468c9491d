package ksync

import "fmt"

// An Action is a send or a reception.
type Action struct {
	Send   bool
	Sender int // process
	// Receiver is the process that receives from the queue; -1 if nobody does.
	Receiver int
	Queue    int
	Content  int // what is sent: of what is equal nobody can tell which it is
}

// Process is who does it.
func (a *Action) Process() int {
	if a.Send {
		return a.Sender
	}
	return a.Receiver
}

// A Message is a vertex of the conflict graph, a message exchange of the paper:
// a send with its reception, or a send that nothing matches, an orphan.
type Message struct {
	Send, Reception  int // positions of the actions; Reception is -1 of an orphan
	Sender, Receiver int
	Queue            int
}

// Matched reports whether the message is received.
func (m *Message) Matched() bool { return m.Reception >= 0 }

// An Execution is a sequence of actions with the messages in it. Whether queues
// allow it in this order, or in any, it doesn't say: see Delivered.
type Execution struct {
	Actions  []Action
	Messages []Message // in the order of their sends
	message  []int     // by action
}

// NewExecution matches the nth send by a process of a content to a queue with
// the nth reception of that. The error is about a reception that comes before
// its send.
func NewExecution(actions []Action) (*Execution, error) {
	e := &Execution{Actions: actions, message: make([]int, len(actions))}
	type sent struct{ sender, queue, content int }
	waiting := map[sent][]int{}
	for i := range actions {
		a := &actions[i]
		key := sent{a.Sender, a.Queue, a.Content}
		if a.Send {
			e.message[i] = len(e.Messages)
			waiting[key] = append(waiting[key], len(e.Messages))
			e.Messages = append(e.Messages, Message{Send: i, Reception: -1, Sender: a.Sender, Receiver: a.Receiver, Queue: a.Queue})
			continue
		}
		if len(waiting[key]) == 0 {
			return nil, fmt.Errorf("action %d receives what was not sent", i+1)
		}
		e.message[i] = waiting[key][0]
		e.Messages[waiting[key][0]].Reception = i
		waiting[key] = waiting[key][1:]
	}
	return e, nil
}

// Message returns the message that an action sends or receives, by its number.
func (e *Execution) Message(action int) int { return e.message[action] }

// extended are the extended edges (Figure 3) as a graph of actions, without the
// edges that others imply: an edge leads from what must come before.
//
// Rule 1 is the order of each process; as it is total, it is enough to have
// consecutive actions. Rule 2 is from a send to its reception. Rule 3 says that
// of two messages that are received from one queue the first was sent first;
// again consecutive ones are enough, of the queue and not of the process, which
// may have done other things in between. Rule 4 says that what is received from
// a queue was sent before all orphans in it. Rule 5, transitivity, is what paths
// are.
//
// The paper has one queue for each receiver. Both rules about queues are about
// messages in the same queue only; so here they are with any number of queues for each
// receiver. A queue has one receiver, so that receptions from it are in order.
func (e *Execution) extended() [][]int {
	after := make([][]int, len(e.Actions))
	lastOf := map[int]int{}       // the last action, by process
	lastReceived := map[int]int{} // the last message, by queue
	for i := range e.Actions {
		a, m := &e.Actions[i], &e.Messages[e.message[i]]
		if last, ok := lastOf[a.Process()]; ok {
			after[last] = append(after[last], i)
		}
		lastOf[a.Process()] = i
		if a.Send {
			continue
		}
		after[m.Send] = append(after[m.Send], i)
		if last, ok := lastReceived[a.Queue]; ok {
			after[e.Messages[last].Send] = append(after[e.Messages[last].Send], m.Send)
		}
		lastReceived[a.Queue] = e.message[i]
	}
	for i := range e.Messages {
		m := &e.Messages[i]
		if last, ok := lastReceived[m.Queue]; ok && !m.Matched() {
			after[e.Messages[last].Send] = append(after[e.Messages[last].Send], m.Send)
		}
	}
	return after
}

// Order returns the actions in an order with the same message sequence chart in
// which the queues are first in, first out; nil if there is none. Of those that
// can come next it takes the one that comes first in the execution, so that one
// that is in such an order already keeps it.
func (e *Execution) Order() []int {
	after := e.extended()
	before := make([]int, len(after))
	for _, list := range after {
		for _, i := range list {
			before[i]++
		}
	}
	order := make([]int, 0, len(after))
	taken := make([]bool, len(after))
	for first := 0; len(order) < len(after); {
		next := -1
		for i := first; i < len(after) && next < 0; i++ {
			if !taken[i] && before[i] == 0 {
				next = i
			}
		}
		if next < 0 {
			return nil
		}
		taken[next] = true
		order = append(order, next)
		for _, i := range after[next] {
			before[i]--
		}
		for first < len(after) && taken[first] {
			first++
		}
	}
	return order
}

// Delivered reports causal delivery (Definition 4): some order of the same
// message sequence chart can be had with queues. That is so just if no action
// has to come before itself (Theorem 12).
func (e *Execution) Delivered() bool { return len(e.Actions) == 0 || e.Order() != nil }

// Reordered returns the execution with its actions in another order, which must
// be one of the same message sequence chart.
func (e *Execution) Reordered(order []int) *Execution {
	actions := make([]Action, len(order))
	for i, n := range order {
		actions[i] = e.Actions[n]
	}
	reordered, err := NewExecution(actions)
	if err != nil {
		panic("ksync: reorder: " + err.Error())
	}
	return reordered
}
