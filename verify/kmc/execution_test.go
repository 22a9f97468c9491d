package kmc_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// This file holds properties of executions without bounds against their
// definitions, on all executions up to a length.

// A run is an execution by its projections, which is an execution up to
// equivalence (Definition 21). Orders are tried by positions in them.
type run struct {
	projections [][]act
	matched     []int // receptions by channel
}

func runOf(processes, channels int, acts []act) *run {
	r := &run{make([][]act, processes), make([]int, channels)}
	for _, a := range acts {
		r.projections[a.process] = append(r.projections[a.process], a)
		if !a.send {
			r.matched[a.channel]++
		}
	}
	return r
}

// counts are the sends and receptions of a channel before some positions.
func (r *run) counts(at []int, channel int) (sent, received int) {
	for p, n := range at {
		for _, a := range r.projections[p][:n] {
			if a.channel == channel && a.send {
				sent++
			} else if a.channel == channel {
				received++
			}
		}
	}
	return sent, received
}

func (r *run) complete(at []int) bool {
	for p, n := range at {
		if n < len(r.projections[p]) {
			return false
		}
	}
	return true
}

// matchBounded is Definition 22 for one execution: some order of it never has
// more than k matched messages in a channel.
func (r *run) matchBounded(k int) bool {
	seen := map[string]bool{}
	var try func(at []int) bool
	try = func(at []int) bool {
		if seen[fmt.Sprint(at)] {
			return false
		}
		seen[fmt.Sprint(at)] = true
		if r.complete(at) {
			return true
		}
		for p := range at {
			if at[p] == len(r.projections[p]) {
				continue
			}
			a := r.projections[p][at[p]]
			sent, received := r.counts(at, a.channel)
			if a.send && min(sent+1, r.matched[a.channel])-received > k || !a.send && sent == received {
				continue
			}
			next := slices.Clone(at)
			next[p]++
			if try(next) {
				return true
			}
		}
		return false
	}
	return try(make([]int, len(r.projections)))
}

// synchronisable is Definition 24 for one execution: some order of it is a
// sequence of exchanges. A position is between exchanges; within one, sends
// come first, and only their messages are received.
func (r *run) synchronisable(k int) bool {
	seen := map[string]bool{}
	var between func(at []int) bool
	var within func(start, at []int, size int, receiving bool) bool
	between = func(at []int) bool {
		if seen[fmt.Sprint(at)] {
			return false
		}
		seen[fmt.Sprint(at)] = true
		return r.complete(at) || within(at, at, 0, false)
	}
	within = func(start, at []int, size int, receiving bool) bool {
		if size > 0 && r.closed(start, at) && between(at) {
			return true
		}
		if size == 2*k {
			return false
		}
		for p := range at {
			if at[p] == len(r.projections[p]) {
				continue
			}
			a := r.projections[p][at[p]]
			sent, received := r.counts(at, a.channel)
			before, _ := r.counts(start, a.channel)
			if a.send && receiving || !a.send && (received < before || received == sent) {
				continue
			}
			next := slices.Clone(at)
			next[p]++
			if within(start, next, size+1, receiving || !a.send) {
				return true
			}
		}
		return false
	}
	return between(make([]int, len(r.projections)))
}

// closed is Definition 24 (2): what an exchange leaves in a channel, nobody
// receives later.
func (r *run) closed(start, at []int) bool {
	for c := range r.matched {
		sent, received := r.counts(at, c)
		before, _ := r.counts(start, c)
		if sent > received && sent > before && received < r.matched[c] {
			return false
		}
	}
	return true
}

// executions calls visit for the executions of a system without bounds up to a
// length, one of each class of equivalent ones, at most a number of them.
func executions(sys *model.System, length, most int, visit func(r *run, end *moment) bool) {
	type partial struct {
		m    *moment
		acts []act
	}
	b := newBook(sys, uniform(sys, length+1))
	seen := map[string]bool{}
	for work := []partial{{b.initial(), nil}}; len(work) > 0 && len(seen) < most; {
		s := work[0]
		work = work[1:]
		r := runOf(len(b.acts), len(b.bounds), s.acts)
		key := fmt.Sprint(r.projections)
		if seen[key] {
			continue
		}
		seen[key] = true
		if !visit(r, s.m) || len(s.acts) == length {
			continue
		}
		for p := range b.acts {
			for _, a := range b.actsAt(s.m, p) {
				if b.enabled(s.m, a) {
					n, _ := b.do(s.m, a)
					work = append(work, partial{n, append(slices.Clone(s.acts), a)})
				}
			}
		}
	}
}

// actsOf replays a witness without bounds; nil if it can't be.
func actsOf(sys *model.System, w *kmc.Witness) *run {
	b := newBook(sys, uniform(sys, len(w.Steps)+1))
	m := b.initial()
	var acts []act
	for _, s := range w.Steps {
		a := b.acts[s.Process][s.State][s.Transition]
		if m.at[s.Process] != s.State || !b.enabled(m, a) {
			return nil
		}
		m, _ = b.do(m, a)
		acts = append(acts, a)
	}
	return runOf(len(b.acts), len(b.bounds), acts)
}

// TestExecutions compares synchronisability and existential boundedness with
// their definitions on executions of random systems.
func TestExecutions(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() / 4 {
		seed := *kmcSeed<<33 + uint64(n)
		sys := draw(seed, directedness(n/2%3))
		k := 1 + n%2
		result := decideAt(t, sys, k)
		properties := []struct {
			name  string
			holds func(r *run) bool
		}{
			{kmc.PropSynchronisable, func(r *run) bool { return r.synchronisable(k) }},
			{kmc.PropExistential, func(r *run) bool { return r.matchBounded(k) }},
			{kmc.PropExistentialStable, func(r *run) bool { return !r.stable() || r.matchBounded(k) }},
		}
		for _, p := range properties {
			got := result.Property(p.name)
			counts[p.name+" "+got.Status.String()]++
			if got.Status == kmc.Fails && got.Witness == nil {
				counts[p.name+" fails without witness: "+got.Note]++
			}
			if got.Status == kmc.Undecided {
				counts[p.name+": "+got.Note]++
			}
			if got.Witness != nil {
				counts[p.name+" witness"]++
				if r := actsOf(sys, got.Witness); r == nil || p.holds(r) {
					t.Errorf("seed %d, k=%d: the witness doesn't refute %s (%s)\n%s", seed, k, p.name, got.Note, spell(sys))
				}
			}
			if got.Status != kmc.Holds {
				continue
			}
			executions(sys, 8, 150, func(r *run, _ *moment) bool {
				if !p.holds(r) {
					t.Errorf("seed %d, k=%d: %s holds (%s), but not for %v\n%s", seed, k, p.name, got.Note, r.projections, spell(sys))
					return false
				}
				return true
			})
		}
	}
	atLeast(t, counts, map[string]int{"existentially bounded holds": 70, "existentially stable bounded holds": 70, "k-synchronisable holds": 70, "k-synchronisable witness": 2})
}

// stable reports whether all that was sent is received.
func (r *run) stable() bool {
	end := make([]int, len(r.projections))
	for p := range end {
		end[p] = len(r.projections[p])
	}
	for c := range r.matched {
		if sent, received := r.counts(end, c); sent > received {
			return false
		}
	}
	return true
}
