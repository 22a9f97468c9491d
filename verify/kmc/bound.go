package kmc

import "fmt"

// This file decides independence of bounds: that choices between sends and
// between receptions are not made by the bounds of the channels.
//
// k-OBI and k-IBI are properties of single configurations. What Theorem 1 needs
// is IBI without a bound, which isn't decidable. k-SIBI and k-CIBI (chain.go)
// approximate it: they look at what can still be sent after a reception, on
// another channel that the same state receives from. For k-SIBI the future
// tells: any such send is a failure. With k-OBI and k-exhaustivity both imply
// IBI (Lemma 2).
//
// Several labels of one channel are never in conflict, as the first message
// decides. The paper says "another sender" where this says "another channel";
// with one channel per pair it is the same.

// outputIndependent finds the first failure of k-OBI.
func (f *future) outputIndependent() *failure { return f.known.output.get(f.findBoundOutput) }

// findBoundOutput finds the first configuration where a participant can take
// some but not all transitions of a sending state (Definition 6; on the
// reduced system Definition 17, which asks for the same at its configurations).
//
// Sends on one channel with a queue are possible together or not at all. On a
// rendezvous channel each depends on the partner.
func (s *space) findBoundOutput() *failure {
	choosers := s.choosers(true)
	for i := 0; i < s.size() && choosers != nil; i++ {
		at := s.table.At(i)
		for _, p := range choosers {
			state := s.local(at, p)
			if !state.sending || s.isOneQueue(state) {
				continue
			}
			if can, cannot := s.split(at, state); can != nil && cannot != nil {
				return &failure{
					at: i, process: p, channel: cannot.channel,
					waits:    fmt.Sprintf("to choose freely between %s and %s", s.action(can), s.action(cannot)),
					inTheWay: s.contents(at, cannot.channel) + "; " + s.whereabouts(at, s.addressee(cannot.channel)),
				}
			}
		}
	}
	return nil
}

// split returns a transition of a state that is enabled and one that isn't.
func (s *space) split(at []uint64, state *localState) (can, cannot *localStep) {
	for n := state.first; n < state.end; n++ {
		if step := &s.steps[n]; s.enabled(at, step) {
			can = step
		} else {
			cannot = step
		}
	}
	return can, cannot
}

// inputIndependent finds the first failure of k-IBI.
func (f *future) inputIndependent() *failure { return f.known.input.get(f.findBoundInput) }

// findBoundInput finds the first configuration where a participant can
// receive from two channels (Definition 7). Labels of one channel exclude each
// other; only on rendezvous channels can several be possible, which is no
// conflict between senders.
func (s *space) findBoundInput() *failure {
	choosers := s.choosers(false)
	for i := 0; i < s.size() && choosers != nil; i++ {
		at := s.table.At(i)
		for _, p := range choosers {
			state := s.local(at, p)
			if !state.receiving() || state.directed {
				continue
			}
			if a, b := s.conflict(at, state); b != nil {
				return s.twoReceptions(i, a, b)
			}
		}
	}
	return nil
}

// conflict returns two enabled receptions from different channels, if any.
func (s *space) conflict(at []uint64, state *localState) (a, b *localStep) {
	for n := state.first; n < state.end; n++ {
		step := &s.steps[n]
		if !s.enabled(at, step) {
			continue
		}
		if a == nil {
			a = step
		} else if step.channel != a.channel {
			return a, step
		}
	}
	return a, nil
}

// twoReceptions is the failure of a participant that can receive either of two
// messages.
func (s *space) twoReceptions(i int, a, b *localStep) *failure {
	return &failure{
		at: i, process: a.process, channel: b.channel,
		waits:    "for at most one reception to be possible",
		inTheWay: fmt.Sprintf("%s and %s are", s.action(a), s.action(b)),
	}
}

// A danger is a reception with another of the same state, from another
// channel, whose message can still be sent.
type danger struct {
	at       int // the configuration
	arc      arc // the reception
	conflict int // the other reception's step
}

// dangers calls visit for the receptions after which the message of another
// reception of the same state, from another channel, can be sent; now says
// that the other is possible already. It stops when visit says so.
//
// fromHere looks for the send from before the reception, which is what
// Definition 18 asks of the reduced system, instead of after it, as
// Definitions 11 and 12 do.
func (f *future) dangers(fromHere bool, visit func(d danger, now bool) (stop bool)) {
	if f.ReceiveDirected() {
		return
	}
	f.number()
	for i := range f.size() {
		for _, a := range f.arcsOf(i) {
			step := &f.steps[a.step]
			state := f.Machines.at(step)
			if step.send || state.directed {
				continue
			}
			from := int(a.to)
			if fromHere {
				from = i
			}
			for n := state.first; n < state.end; n++ {
				other := &f.steps[n]
				if other.channel == step.channel {
					continue
				}
				now := f.enabled(f.table.At(i), other)
				event := f.events.sends[[2]int{other.channel, other.label}]
				if (now || f.can(from, event)) && visit(danger{i, a, n}, now) {
					return
				}
			}
		}
	}
}

// stronglyIndependent finds the first failure of k-SIBI. A future is asked for
// one of the two readings only.
func (f *future) stronglyIndependent(reduced bool) *failure {
	return f.known.strong.get(func() *failure { return f.findWeak(reduced) })
}

// findWeak finds the first reception after which the message of another can be
// sent (Definition 12, or 18 for reduced).
func (f *future) findWeak(reduced bool) (found *failure) {
	f.dangers(reduced, func(d danger, now bool) bool {
		if now {
			found = f.twoReceptions(d.at, &f.steps[d.arc.step], &f.steps[d.conflict])
			return true
		}
		found = f.laterConflict(d)
		if reduced {
			found.after = f.pathToSend(d.at, &f.steps[d.conflict])
		} else {
			found.after = append([]arc{d.arc}, f.pathToSend(int(d.arc.to), &f.steps[d.conflict])...)
		}
		return true
	})
	return found
}

// laterConflict is the failure of a reception that doesn't exclude another one
// of the same state, as that one's message can be sent afterwards.
func (f *future) laterConflict(d danger) *failure {
	step, other := &f.steps[d.arc.step], &f.steps[d.conflict]
	return &failure{
		at: d.at, process: step.process, channel: other.channel,
		waits:    fmt.Sprintf("for %s to exclude %s", f.action(step), f.action(other)),
		inTheWay: fmt.Sprintf("%s can be sent all the same", f.label(other.channel, other.label)),
	}
}

// pathToSend returns a shortest path from a configuration that ends with the
// send of what a reception waits for.
func (f *future) pathToSend(from int, reception *localStep) []arc {
	type came struct {
		before int
		arc    arc
	}
	var queue []came
	seen := map[uint32]bool{uint32(from): true}
	follow := func(i, before int) []arc {
		for _, a := range f.arcsOf(i) {
			step := &f.steps[a.step]
			if step.send && step.channel == reception.channel && step.label == reception.label {
				path := []arc{a}
				for n := before; n >= 0; n = queue[n].before {
					path = append(path, queue[n].arc)
				}
				for l, r := 0, len(path)-1; l < r; l, r = l+1, r-1 {
					path[l], path[r] = path[r], path[l]
				}
				return path
			}
			if !seen[a.to] {
				seen[a.to] = true
				queue = append(queue, came{before, a})
			}
		}
		return nil
	}
	path := follow(from, -1)
	for n := 0; path == nil && n < len(queue); n++ {
		path = follow(int(queue[n].arc.to), n)
	}
	return path
}
