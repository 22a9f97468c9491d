package ksync

// A Chop recognises causal delivery of exchanges that a test makes, which need be
// no components.
type Chop struct {
	n         *network
	before    delivered
	candidate candidate
}

// NewChop has queues with their receivers, and senders by queue.
func NewChop(receivers []int, senders [][]int) *Chop {
	c := &Chop{n: &network{}, candidate: without}
	for q, r := range receivers {
		u := queue{receiver: r, shared: -1}
		if len(senders[q]) > 1 {
			u.shared = len(c.n.shared)
			c.n.shared = append(c.n.shared, q)
		}
		c.n.queues = append(c.n.queues, u)
	}
	c.before.summaries = make([]summary, len(c.n.shared)+1)
	return c
}

// Exchange goes on by sends and then receptions. The send at the position chosen, if
// it isn't negative, is the candidate.
func (c *Chop) Exchange(actions []Action, chosen int) bool {
	run, err := NewExecution(actions)
	if err != nil {
		panic(err)
	}
	e := &exchange{}
	lists := map[int][]int{}
	var processes []int
	for i := range actions {
		m, p := run.Message(i), actions[i].Process()
		at := 2 * m
		if !actions[i].Send {
			at++
		}
		if lists[p] == nil {
			processes = append(processes, p)
		}
		lists[p] = append(lists[p], at)
	}
	for _, m := range run.Messages {
		e.messages = append(e.messages, message{
			queue: m.Queue, shared: c.n.queues[m.Queue].shared, sender: m.Sender, receiver: m.Receiver, received: m.Matched(),
		})
	}
	var inOrder [][]int
	for _, p := range processes {
		inOrder = append(inOrder, lists[p])
	}
	if !e.putInOrder(inOrder) {
		return false
	}
	if chosen >= 0 {
		m := run.Message(chosen)
		c.candidate = candidate{content: 0, queue: e.messages[m].shared, here: -1}
		if c.candidate.queue >= 0 {
			c.candidate.here = m
		}
	}
	after := delivered{summaries: make([]summary, len(c.before.summaries))}
	ok := c.before.deliver(e, c.candidate, &after)
	c.before, c.candidate.here = after, -1
	return ok
}

// Summary is that of a shared queue, or of the candidate if queue is -1: the
// processes, and the queues.
func (c *Chop) Summary(queue int) (processes, queues []int) {
	s := c.before.summaries[len(c.before.summaries)-1]
	if queue >= 0 {
		s = c.before.summaries[c.n.queues[queue].shared]
	}
	for p := range 64 {
		if s.procs>>p&1 != 0 {
			processes = append(processes, p)
		}
		if s.queues>>p&1 != 0 && p < len(c.n.shared) {
			queues = append(queues, c.n.shared[p])
		}
	}
	return processes, queues
}
