package ksync

import (
	"encoding/binary"
	"slices"
)

// This file looks for an order of an execution in which its queues, with bounds, hold it.

// Unbounded as a capacity is that of a queue that is never full.
const Unbounded = -1

// Fits reports whether the actions of the execution can be had in an order in which no
// queue holds more than its capacity, by queue; where that is 0 a send and its reception are one
// step. It is not ok if that took more steps than the limit.
func (e *Execution) Fits(capacities []int, limit int) (fits, ok bool) {
	f := &fitting{e: e, capacities: capacities, limit: limit, seen: map[string]bool{}, queues: make([][]int, len(capacities))}
	for i := range e.Actions {
		p := e.Actions[i].Process()
		for len(f.lines) <= p {
			f.lines = append(f.lines, nil)
		}
		f.lines[p] = append(f.lines[p], i)
	}
	f.at = make([]int, len(f.lines))
	fits = f.try()
	return fits, fits || len(f.seen) <= limit
}

// A fitting is the search for such an order: depth first, each state once.
type fitting struct {
	e          *Execution
	capacities []int
	limit      int
	lines      [][]int // actions by process
	at         []int   // how many of them are done
	queues     [][]int // messages
	seen       map[string]bool
}

// try goes on from where it is, and comes back there unless it gets to the end.
func (f *fitting) try() bool {
	key := f.key()
	if f.seen[key] || len(f.seen) > f.limit {
		return false
	}
	f.seen[key] = true
	done := true
	for p, line := range f.lines {
		if f.at[p] == len(line) {
			continue
		}
		done = false
		if f.step(p, line[f.at[p]]) {
			return true
		}
	}
	return done
}

// key is the state. What the queues hold is said by it but for the order in which
// several processes have sent.
func (f *fitting) key() string {
	var key []byte
	for _, n := range f.at {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for _, list := range f.queues {
		key = binary.AppendUvarint(key, uint64(len(list)))
		for _, m := range list {
			key = binary.AppendUvarint(key, uint64(m))
		}
	}
	return string(key)
}

// step takes the next action of a process if it can be taken, and goes on.
func (f *fitting) step(p, action int) bool {
	a, m := &f.e.Actions[action], f.e.message[action]
	before := f.queues[a.Queue]
	capacity := f.capacities[a.Queue]
	switch {
	case !a.Send && (len(before) == 0 || before[0] != m):
		return false
	case !a.Send:
		f.queues[a.Queue] = before[1:]
	case capacity == 0:
		return f.handOver(p, m)
	case capacity != Unbounded && len(before) >= capacity:
		return false
	default:
		f.queues[a.Queue] = append(slices.Clip(before), m)
	}
	f.at[p]++
	if f.try() {
		return true
	}
	f.at[p]--
	f.queues[a.Queue] = before
	return false
}

// handOver takes a send and its reception at once.
func (f *fitting) handOver(p, m int) bool {
	v := &f.e.Messages[m]
	if !v.Matched() || f.at[v.Receiver] == len(f.lines[v.Receiver]) || f.lines[v.Receiver][f.at[v.Receiver]] != v.Reception {
		return false
	}
	f.at[p]++
	f.at[v.Receiver]++
	if f.try() {
		return true
	}
	f.at[p]--
	f.at[v.Receiver]--
	return false
}
