// Package ksync decides k-synchronisability: whether the actions of every
// execution of a system can be put in an order in which they are a sequence of
// exchanges, of at most k messages each, without changing anything for anybody.
// It is after
//
//	[DLL19]  C. Di Giusto, L. Laversa, E. Lozes: On the k-synchronizability for
//	         mailbox systems, HAL report, 2019
//
// which has one queue, a mailbox, for each receiver. Here a receiver can have any
// number of queues, each with any number of senders (see Queues): a mailbox, a
// queue for each sender, and the channels of Go are all of that kind.
//
// execution.go has executions, their messages and causal delivery (Definition 4,
// Theorem 12), conflict.go conflict graphs and what they say about an execution
// (Theorem 8). network.go checks the class and compiles automata, exchange.go enumerates
// exchanges, delivery.go recognises causal delivery exchange by exchange (Figures 4
// and 6), search.go explores what exchanges lead to (Theorem 15), member.go finds
// executions that are no sequence of exchanges (Figure 7, Theorem 28), witness.go
// writes them down. This file puts them together.
//
// Where relations of the paper don't hold as printed, comments say so; docs/ksync.md
// lists it.
package ksync

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// Options says what to decide, and how much it may cost.
type Options struct {
	// K is the size of exchanges. 0 searches 1, 2, … Max for the least with
	// which the system is synchronisable.
	K int
	// Max is the last size of the search; 0 means DefaultMax.
	Max     int
	Queues  Queues
	Measure Measure
	// Target, if not nil, asks whether these states, by process, are ever
	// reached together; -1 stands for any.
	Target []int
	// Thorough spends the whole budget on each k. Without it, each gets a small one.
	Thorough bool
	// States is the largest number of nodes to explore; 0 means DefaultStates.
	States int
	// Progress, if not nil, is called now and then during long explorations.
	Progress func(k, nodes int)
}

const (
	// DefaultMax is the last size tried if none is given.
	DefaultMax = 6
	// DefaultStates is the limit on nodes if none is given.
	DefaultStates = 2_000_000
	// fewStates is the limit on nodes of searches that aren't thorough.
	fewStates = 200_000
)

// A Verdict is the answer about a system.
type Verdict uint8

// The verdicts.
const (
	// Unknown: a limit was hit, or it is not synchronisable with any size up
	// to the last one tried, but may be with a larger one.
	Unknown Verdict = iota
	// Synchronisable with exchanges of size K, and no smaller one that was tried.
	Synchronisable
	// Unsynchronisable with exchanges of size K; if the witness turns, with none.
	Unsynchronisable
)

// String returns one word.
func (v Verdict) String() string {
	return [...]string{"unknown", "synchronisable", "unsynchronisable"}[v]
}

// A Result is what is known about a system with exchanges of one size, the last
// that was tried.
type Result struct {
	Verdict Verdict
	// K is the size. If there is a witness but no verdict, it is the largest with which the
	// system is known not to be synchronisable.
	K      int
	Reason string // one sentence
	// Inconclusive says that a limit was hit. The verdict is Unknown then.
	Inconclusive bool
	// Witness is an execution that isn't k-synchronous in any order.
	Witness *Witness
	// Reached are the states, by process, in which sequences of exchanges leave it.
	// If the system is synchronisable, there are no others.
	Reached [][]bool
	// Never are the transitions that no execution takes, if the system is synchronisable.
	Never []Place
	// Target is an execution that leads to the target of the options; nil if no sequence of
	// exchanges does.
	Target *Witness

	Exchanges int // that are one component each
	States    int // nodes
}

// Always reports whether the system isn't synchronisable whatever k is.
func (r *Result) Always() bool { return r.Witness != nil && r.Witness.Turn != nil }

// Decide decides whether a system is k-synchronisable. The error is about a
// system that is none of the class.
func Decide(sys *model.System, options Options) (*Result, error) {
	n, err := compile(sys, options.Queues)
	if err != nil {
		return nil, err
	}
	if options.K > 0 {
		return n.decide(options, options.K), nil
	}
	last := options.Max
	if last == 0 {
		last = DefaultMax
	}
	for k := 1; ; {
		r := n.decide(options, k)
		if r.Verdict != Unsynchronisable || r.Always() {
			return r, nil
		}
		if k = r.Witness.least(options.Measure); k > last {
			r.Verdict, r.K = Unknown, k-1
			return r, nil
		}
	}
}

// decide decides with exchanges of one size.
func (n *network) decide(options Options, k int) *Result {
	r := &Result{K: k}
	limit := budget(options)
	most := options.Measure.limit(k)
	if why := n.tooLarge(most); why != "" {
		return r.stop(why)
	}
	exchanges, ok := n.exchanges(options.Measure, most, stepsPerNode*limit)
	if r.Exchanges = len(exchanges); !ok {
		return r.stop(fmt.Sprintf("enumerating the exchanges took more than %d steps", stepsPerNode*limit))
	}
	s := newSearch(n, exchanges)
	if options.Progress != nil {
		s.progress = func(nodes int) { options.Progress(k, nodes) }
	}
	bad, ok := s.decide(options.Measure, most, limit)
	r.States = s.table.Size
	s.reached(r, options.Target)
	switch {
	case bad != nil:
		r.Verdict, r.Witness = Unsynchronisable, s.witness(bad, k, options.Measure)
		r.Reason = r.Witness.reason(k, options.Measure)
	case !ok:
		return r.stop(fmt.Sprintf("more than %d configurations between exchanges", limit))
	default:
		r.Never = s.never(r.Reached)
		r.Verdict, r.Reason = Synchronisable, fmt.Sprintf("every execution is a sequence of exchanges of at most %s, in some order", options.Measure.spell(k))
	}
	return r
}

// decide looks for an execution that isn't synchronous. It looks now and then
// while it explores: where there is one, there mostly is a short one.
func (s *search) decide(measure Measure, most, limit int) (bad *badRun, ok bool) {
	for nodes := min(firstLook, limit); ; nodes = min(nodes*nextLook, limit) {
		explored := s.run(nodes)
		if explored || nodes == limit {
			bad, ok = s.unsynchronous(measure, most, manyArrivals*limit)
			return bad, ok && explored
		}
		if bad, _ = s.unsynchronous(measure, most, manyArrivals*nodes); bad != nil {
			return bad, true
		}
	}
}

const (
	// firstLook is how many nodes are explored before the first look, nextLook how many
	// times as many before the next.
	firstLook = 1 << 10
	nextLook  = 8
)

// stepsPerNode is how many steps of enumerating exchanges cost as much as a node.
const stepsPerNode = 8

func budget(options Options) int {
	limit := options.States
	if limit == 0 {
		limit = DefaultStates
	}
	if !options.Thorough {
		limit = min(limit, fewStates)
	}
	return limit
}

// stop makes a result that is none.
func (r *Result) stop(why string) *Result {
	r.Verdict, r.Reason, r.Inconclusive = Unknown, why, true
	return r
}
