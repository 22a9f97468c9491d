package kmc

import "github.com/chancheck/chancheck/verify/internal/packed"

// This file decides k-CIBI (Definition 11; 26 on the reduced system): after a
// reception, the message of another reception of the same state can be sent
// only at the end of a chain of dependent actions that starts with the
// reception. An action depends on one before it if they have the same subject,
// or the same channel and that channel was empty when the chain started.
//
// A chain is any subsequence of the execution. So it is enough to know, along
// an execution, which participants and which initially empty channels have an
// action at the end of a chain: every later action of these is at the end of a
// longer one, and no other action is.
//
// The peer tool reads it more broadly: a message is received in dependence of
// its send whatever else was in the channel. As a participant stays dependent
// once it is, its dependent messages are the last ones of each queue, and it is
// enough to count the others.
//
// Take A, which receives x from B or y from C, and C, which sends y only when D
// tells it to, and D, which does so when A has told it that x came. A's
// reception, its message, D's reception (of a channel that was empty), D's
// message, C's reception, and y's send are a chain: y can't come while A has a
// choice. If C may send y on its own, there is an execution without a chain.
//
// The search is over configurations with this information, shared by all
// receptions from the same kind of start. It isn't linear in the space; budgets
// limit it.

// A chainSearch decides k-CIBI on a space.
type chainSearch struct {
	*future
	messages bool // chains follow messages
	limit    int  // nodes; 0 is no limit

	starts *packed.Table // what the search's outcome depends on besides its place
	seen   *packed.Table
	// from and by tell how each node was reached: -1 at a start.
	from []int32
	by   []arc

	key     []uint64
	depends []bool // by process
	emptied []bool // by object: initially empty, with a dependent action
	// before[c] is the number of independent messages at the front of queue c,
	// plus one, where that matters.
	before []int
	empty  []bool // by object: empty at the start
}

// chained finds the first reception after which the message of another can be
// sent without a chain. It is not ok if the limit was hit.
func (f *future) chained(messages bool, limit int) (found *failure, ok bool) {
	k := &f.known.chained
	if messages {
		k = &f.known.messages
	}
	found = k.get(func() *failure {
		bad, ok := f.findUnchained(messages, limit)
		k.undecided = !ok
		return bad
	})
	return found, !k.undecided
}

// findUnchained searches from every danger, in the order of configurations.
// What one search saw, the next ones with the same kind of start needn't look
// at again: it led to no failure.
func (f *future) findUnchained(messages bool, limit int) (found *failure, ok bool) {
	c := newChainSearch(f, messages, limit)
	ok = true
	f.dangers(false, func(d danger, now bool) bool {
		if now {
			found = f.twoReceptions(d.at, &f.steps[d.arc.step], &f.steps[d.conflict])
			return true
		}
		var path []arc
		if path, ok = c.unchained(d); path != nil {
			found = f.laterConflict(d)
			found.after = append([]arc{d.arc}, path...)
		}
		return !ok || found != nil
	})
	return found, ok
}

// newChainSearch makes the tables of a search. A node's key is the number of
// the kind of start, the configuration, a bit for each participant and each
// channel, and for each channel the messages before the first dependent one.
func newChainSearch(f *future, messages bool, limit int) *chainSearch {
	channels, processes := len(f.channels), len(f.automata)
	c := &chainSearch{
		future: f, messages: messages, limit: limit,
		depends: make([]bool, processes), emptied: make([]bool, channels),
		before: make([]int, channels), empty: make([]bool, channels),
	}
	c.starts = packed.NewTable(1 + (channels+63)/64)
	c.key = make([]uint64, 1+(processes+channels+63)/64+(channels+1)/2)
	c.seen = packed.NewTable(len(c.key))
	return c
}

// unchained searches for an execution after a danger's reception that ends
// with the send of the conflicting message and has no chain to it.
func (c *chainSearch) unchained(d danger) (path []arc, ok bool) {
	start := c.begin(d)
	conflict := &c.steps[d.conflict]
	clear(c.depends)
	clear(c.emptied)
	clear(c.before)
	c.join(c.steps[d.arc.step].process, c.table.At(d.at))
	node := c.visit(start, int(d.arc.to), -1, d.arc)
	if node < 0 {
		return nil, true
	}
	for ; node < c.seen.Size; node++ {
		if c.limit > 0 && c.seen.Size > c.limit {
			return nil, false
		}
		place := c.restore(node)
		for _, a := range c.arcsOf(place) {
			dependent := c.dependent(a)
			step := &c.steps[a.step]
			if step.send && step.channel == conflict.channel && step.label == conflict.label && !dependent {
				return c.pathTo(node, a), true
			}
			c.take(place, a, dependent)
			if !c.hopeless(d) {
				c.visit(start, int(a.to), node, a)
			}
			c.restore(node)
		}
	}
	return nil, true
}

// begin numbers what the outcome of a search depends on besides its first
// configuration: the conflicting reception and the channels that are empty.
func (c *chainSearch) begin(d danger) int {
	at := c.table.At(d.at)
	key := make([]uint64, c.starts.Words)
	key[0] = uint64(d.conflict)
	for o := range c.empty {
		c.empty[o] = c.length(at, o) == 0
		if c.empty[o] {
			key[1+o/64] |= 1 << (o % 64)
		}
	}
	start, _ := c.starts.Intern(key)
	return start
}

// join makes a participant dependent at a configuration: all its messages to
// come are, and those in its queues aren't.
func (c *chainSearch) join(p int, at []uint64) {
	if c.depends[p] {
		return
	}
	c.depends[p] = true
	for o, ends := range c.channels {
		switch {
		case ends.receiver == p:
			c.before[o] = 0
		case c.messages && ends.sender == p && ends.receiver >= 0 && !c.depends[ends.receiver]:
			c.before[o] = 1 + c.length(at, o)
		}
	}
}

// dependent reports whether an action is at the end of a chain.
func (c *chainSearch) dependent(a arc) bool {
	step := &c.steps[a.step]
	if c.depends[step.process] || c.emptied[step.channel] {
		return true
	}
	return !step.send && c.before[step.channel] == 1
}

// take updates what is known by an action from a configuration.
func (c *chainSearch) take(place int, a arc, dependent bool) {
	step := &c.steps[a.step]
	if dependent {
		c.emptied[step.channel] = c.emptied[step.channel] || c.empty[step.channel]
		c.join(step.process, c.table.At(place))
	} else if !step.send && c.before[step.channel] > 1 {
		c.before[step.channel]--
	}
}

// hopeless reports whether all sends of the conflicting message will be
// dependent.
func (c *chainSearch) hopeless(d danger) bool {
	channel := c.steps[d.conflict].channel
	return c.depends[c.channels[channel].sender] || c.emptied[channel]
}

// visit makes a node of what is known at a configuration; -1 if it is there
// already or leads nowhere.
func (c *chainSearch) visit(start, place, from int, by arc) int {
	clear(c.key)
	c.key[0] = pair(start, place)
	bit := func(n int) { c.key[1+n/64] |= 1 << (n % 64) }
	for p, depends := range c.depends {
		if depends {
			bit(p)
		}
	}
	for o, emptied := range c.emptied {
		if emptied {
			bit(len(c.depends) + o)
		}
	}
	tail := c.key[len(c.key)-(len(c.before)+1)/2:]
	for o, n := range c.before {
		tail[o/2] |= uint64(n) << (32 * (o % 2))
	}
	node, isNew := c.seen.Intern(c.key)
	if !isNew {
		return -1
	}
	c.from, c.by = append(c.from, int32(from)), append(c.by, by)
	return node
}

// restore makes what is known that of a node, and returns its configuration.
func (c *chainSearch) restore(node int) (place int) {
	key := c.seen.At(node)
	_, place = unpair(key[0])
	bit := func(n int) bool { return key[1+n/64]>>(n%64)&1 != 0 }
	for p := range c.depends {
		c.depends[p] = bit(p)
	}
	for o := range c.emptied {
		c.emptied[o] = bit(len(c.depends) + o)
	}
	tail := key[len(key)-(len(c.before)+1)/2:]
	for o := range c.before {
		c.before[o] = int(tail[o/2] >> (32 * (o % 2)) & 0xffffffff)
	}
	return place
}

// pathTo is the path from the start of a node's search to it and on by an arc.
func (c *chainSearch) pathTo(node int, last arc) []arc {
	path := []arc{last}
	for ; c.from[node] >= 0; node = int(c.from[node]) {
		path = append(path, c.by[node])
	}
	for l, r := 0, len(path)-1; l < r; l, r = l+1, r-1 {
		path[l], path[r] = path[r], path[l]
	}
	return path
}
