package kmc

import (
	"fmt"

	"github.com/chancheck/chancheck/verify/ksync"
)

// synchronisable decides k-synchronisability with one queue for each channel
// (Definition 24): by package ksync, with the size of exchanges counted in actions, or
// by Theorem 10.
func (d *decision) synchronisable(u *unbounded) PropertyResult {
	name := PropSynchronisable
	k := d.k
	if k == 0 || d.rendezvous {
		return undecided(name, "there is no one k")
	}
	r, err := ksync.Decide(d.sys, ksync.Options{K: k, Measure: ksync.Actions, States: d.searchLimit(), Thorough: true})
	if err != nil {
		panic("kmc: ksync: " + err.Error()) // the class is a part of what that takes
	}
	switch {
	case r.Verdict == ksync.Synchronisable:
		return PropertyResult{Name: name, Status: Holds, Note: "all exchanges were explored"}
	case r.Verdict == ksync.Unsynchronisable:
		return PropertyResult{Name: name, Status: Fails, Witness: d.exchangeWitness(r)}
	case u.exhaustive == Fails && u.reception.status == Holds:
		return PropertyResult{Name: name, Status: Fails, Note: "not k-exhaustive, with eventual reception (Theorem 10)"}
	}
	return undecided(name, "the search over exchanges was cut short")
}

// exchangeWitness is about the last step of an execution that is no sequence of
// exchanges.
func (d *decision) exchangeWitness(r *ksync.Result) *Witness {
	last := r.Witness.Steps[len(r.Witness.Steps)-1]
	t := &d.sys.Processes[last.Process].States[last.State].Transitions[last.Transition]
	return &Witness{
		Steps: r.Witness.Steps, Participant: last.Process, State: t.To, Channel: t.Object,
		Waits:    fmt.Sprintf("to order all messages into exchanges of at most %d actions", 2*d.k),
		InTheWay: r.Reason,
	}
}
