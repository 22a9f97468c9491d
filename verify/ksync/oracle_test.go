package ksync_test

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/verify/ksync"
)

// The oracle decides what an execution is by the definitions: by trying all
// orders of its actions. It shares nothing with the package but the matching of sends and
// receptions.

// A lines is an execution by its processes: a message sequence chart.
type lines struct {
	e    *ksync.Execution
	list [][]int // actions by process
}

func linesOf(e *ksync.Execution) *lines {
	l := &lines{e: e}
	for i := range e.Actions {
		p := e.Actions[i].Process()
		for len(l.list) <= p {
			l.list = append(l.list, nil)
		}
		l.list[p] = append(l.list[p], i)
	}
	return l
}

// did reports whether an action is before some positions.
func (l *lines) did(at []int, action int) bool {
	p := l.e.Actions[action].Process()
	return slices.Index(l.list[p], action) < at[p]
}

func (l *lines) complete(at []int) bool {
	for p := range at {
		if at[p] < len(l.list[p]) {
			return false
		}
	}
	return true
}

// delivered is Definition 4: some order runs with queues. A queue is the messages that
// were sent and not received; its order is kept.
func (l *lines) delivered() bool {
	type state struct {
		at     []int
		queues map[int][]int // messages
	}
	seen := map[string]bool{}
	var try func(s state) bool
	try = func(s state) bool {
		if l.complete(s.at) {
			return true
		}
		key := fmt.Sprint(s.at, s.queues)
		if seen[key] {
			return false
		}
		seen[key] = true
		for p := range s.at {
			if s.at[p] == len(l.list[p]) {
				continue
			}
			i := l.list[p][s.at[p]]
			a, m := &l.e.Actions[i], l.e.Message(i)
			next := state{slices.Clone(s.at), map[int][]int{}}
			for q, list := range s.queues {
				next.queues[q] = slices.Clone(list)
			}
			next.at[p]++
			switch queue := next.queues[a.Queue]; {
			case a.Send:
				next.queues[a.Queue] = append(queue, m)
			case len(queue) == 0 || queue[0] != m:
				continue
			default:
				next.queues[a.Queue] = queue[1:]
			}
			if try(next) {
				return true
			}
		}
		return false
	}
	return try(state{make([]int, len(l.list)), map[int][]int{}})
}

// synchronous is Definition 6 but for causal delivery: some order is a sequence
// of k-exchanges. Only what was sent in an exchange is received there, and what isn't is
// never received.
func (l *lines) synchronous(k int) bool {
	seen := map[string]bool{}
	var between func(at []int) bool
	var within func(start, at []int, sends int, receiving bool) bool
	between = func(at []int) bool {
		if seen[fmt.Sprint(at)] {
			return false
		}
		seen[fmt.Sprint(at)] = true
		return l.complete(at) || within(at, at, 0, false)
	}
	within = func(start, at []int, sends int, receiving bool) bool {
		if sends > 0 && l.closed(start, at) && between(at) {
			return true
		}
		for p := range at {
			if at[p] == len(l.list[p]) {
				continue
			}
			i := l.list[p][at[p]]
			next := slices.Clone(at)
			next[p]++
			switch send := l.e.Messages[l.e.Message(i)].Send; {
			case i == send && (receiving || sends == k):
				continue
			case i == send:
				if within(start, next, sends+1, false) {
					return true
				}
			case l.did(at, send) && !l.did(start, send):
				if within(start, next, sends, true) {
					return true
				}
			}
		}
		return false
	}
	return between(make([]int, len(l.list)))
}

// closed reports whether all that was sent between two places, and is received at
// all, is received there.
func (l *lines) closed(start, at []int) bool {
	for i := range l.e.Messages {
		m := &l.e.Messages[i]
		if m.Matched() && l.did(at, m.Send) && !l.did(start, m.Send) && !l.did(at, m.Reception) {
			return false
		}
	}
	return true
}
