package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A stepper computes the steps that a configuration allows. It holds scratch
// space; nothing of it belongs to a configuration.
type stepper struct {
	sys *model.System
	*layout
	next []uint64
	// private are the local states with precedence, see private.go; nil for
	// plain exploration.
	private [][]bool
	// goesOn is that of Options.
	goesOn bool
	// paces are those of the steps of all processes, by state, nil if timers wait for nobody; clocks are those of timers that wait
	// for shorter ones, nil if there are none.
	paces  [][][]pace
	clocks *clocks
	// stop, exhausted and conflicts say why the system can't be judged.
	stop      string
	exhausted map[int]bool
	conflicts map[int]bool
}

// A move is a step: who moves, by which transitions.
type move struct {
	process, transition int
	partner, reception  int    // the other side of a rendezvous, or -1
	spawned             int    // the process that a Spawn starts, or -1
	fault               string // the program crashes here, because
}

// newStepper makes one, for timers that are patient or not.
func newStepper(sys *model.System, patient bool) *stepper {
	s := &stepper{
		sys: sys, layout: newLayout(sys),
		exhausted: map[int]bool{}, conflicts: map[int]bool{},
	}
	if patient {
		s.paces, s.clocks = findPaces(sys), findClocks(sys, &s.Packing)
	}
	s.Words = max(s.Words, 1)
	s.next = make([]uint64, s.Words)
	return s
}

// initial is the configuration in which only process 0 runs.
func (s *stepper) initial() []uint64 {
	c := make([]uint64, s.Words)
	s.processes[0].Set(c, 1)
	if s.clocks != nil {
		s.tick(nil, c, nil, 0)
	}
	return c
}

// state returns the local state of a process that runs, nil otherwise.
func (s *stepper) state(c []uint64, process int) *model.State {
	i := s.processes[process].Get(c)
	if i == 0 {
		return nil
	}
	return &s.sys.Processes[process].States[i-1]
}

// steps calls yield for every step from c, with the configuration after it,
// which yield must not keep. The order is fixed.
func (s *stepper) steps(c []uint64, yield func(move, []uint64)) {
	if s.ended.Get(c) != 0 {
		return
	}
	for p := range s.private {
		if i := s.processes[p].Get(c); i > 0 && s.private[p][i-1] {
			s.stepsOf(c, p, yield)
			return
		}
	}
	for p := range s.processes {
		s.stepsOf(c, p, yield)
	}
}

// stepsOf calls yield for the steps of one process.
func (s *stepper) stepsOf(c []uint64, p int, yield func(move, []uint64)) {
	state := s.state(c, p)
	if state == nil {
		return
	}
	for i := range state.Transitions {
		s.try(c, p, state, i, yield)
	}
}

// try takes one transition in all the ways that it is enabled.
func (s *stepper) try(c []uint64, p int, state *model.State, i int, yield func(move, []uint64)) {
	t := &state.Transitions[i]
	if !s.mayRunOut(c, p, i, t) {
		return
	}
	m := move{process: p, transition: i, partner: -1, reception: -1, spawned: -1}
	switch t.Kind {
	case model.Send:
		if t.Object >= 0 && s.sys.Objects[t.Object].Capacity == 0 && s.objects[t.Object].flag.Get(c) == 0 {
			s.rendezvous(c, m, t, yield)
			return
		}
	case model.Default:
		if s.anyEnabled(c, p, state) {
			return
		}
	case model.Fault:
		if !s.wouldFault(c, state, t.Object) {
			return
		}
	}
	if reason := s.fault(c, t); reason != "" {
		if !handled(state, t.Object) {
			m.fault = reason
			copy(s.next, c)
			s.ended.Set(s.next, 1)
			yield(m, s.next)
		}
		return
	}
	if s.enabled(c, p, t) && s.perform(c, &m, t) {
		if s.clocks != nil {
			s.tick(c, s.next, t, p, m.spawned)
		}
		yield(m, s.next)
	}
}

// handled reports whether a state says what happens after a fault on object.
func handled(state *model.State, object int) bool {
	for i := range state.Transitions {
		if t := &state.Transitions[i]; t.Kind == model.Fault && t.Object == object {
			return true
		}
	}
	return false
}

// wouldFault reports whether another transition of the state on the object of
// a Fault transition is one.
func (s *stepper) wouldFault(c []uint64, state *model.State, object int) bool {
	for i := range state.Transitions {
		if t := &state.Transitions[i]; t.Object == object && s.fault(c, t) != "" {
			return true
		}
	}
	return false
}

// fault returns why the runtime panics at a transition, "" if it doesn't. The
// texts are the runtime's.
func (s *stepper) fault(c []uint64, t *model.Transition) string {
	switch t.Kind {
	case model.Send:
		if t.Object >= 0 && s.objects[t.Object].flag.Get(c) != 0 {
			return "send on closed channel"
		}
	case model.Close:
		if t.Object < 0 {
			return "close of nil channel"
		}
		if s.objects[t.Object].flag.Get(c) != 0 {
			return "close of closed channel"
		}
	case model.Unlock:
		if s.objects[t.Object].flag.Get(c) != 0 {
			return ""
		}
		if s.sys.Objects[t.Object].Kind == model.RWMutex {
			return "sync: Unlock of unlocked RWMutex"
		}
		return "sync: unlock of unlocked mutex"
	case model.RUnlock:
		if s.objects[t.Object].count.Get(c) == 0 {
			return "sync: RUnlock of unlocked RWMutex"
		}
	case model.Add:
		if s.objects[t.Object].count.Get(c)+t.Label < 0 {
			return "sync: negative WaitGroup counter"
		}
	}
	return ""
}

// enabled reports whether a transition that is no fault, and no send on an
// unbuffered channel, can be taken.
func (s *stepper) enabled(c []uint64, p int, t *model.Transition) bool {
	if t.Object < 0 {
		return t.Kind != model.Send && t.Kind != model.Receive
	}
	if t.Kind == model.Spawn {
		return true
	}
	o := &s.objects[t.Object]
	switch t.Kind {
	case model.Send:
		return o.count.Get(c) < s.sys.Objects[t.Object].Capacity
	case model.Receive:
		return o.count.Get(c) > 0 && (t.Label == model.AnyLabel || t.Label == o.head(c))
	case model.ReceiveClosed:
		return o.flag.Get(c) != 0 && o.count.Get(c) == 0
	case model.Announce:
		return o.flag.Get(c) == 0 && o.pending.Get(c) == 0
	case model.Lock:
		return o.flag.Get(c) == 0 && o.count.Get(c) == 0
	case model.RLock:
		return o.flag.Get(c) == 0 && o.pending.Get(c) == 0
	case model.Wait:
		return o.count.Get(c) == 0
	case model.OnceBegin:
		return o.count.Get(c) == 0
	case model.OnceSkip:
		return o.count.Get(c) == 2
	case model.CondWake:
		return !o.waits(c, p)
	case model.Read, model.Update:
		return o.count.Get(c) == t.Label
	case model.Assume:
		v := o.count.Get(c)
		return v == 0 || v == t.Label
	}
	return true
}

// waits reports whether a process is in the queue of a condition variable.
func (f *objectFields) waits(c []uint64, process int) bool {
	for i := range f.count.Get(c) {
		if f.messages[i].Get(c) == process {
			return true
		}
	}
	return false
}

// anyEnabled reports whether an operation of the state can be taken, so that
// its default can't.
func (s *stepper) anyEnabled(c []uint64, p int, state *model.State) bool {
	for i := range state.Transitions {
		t := &state.Transitions[i]
		switch {
		case t.Kind == model.Tau || t.Kind == model.Default || t.Kind == model.Fault:
		case s.fault(c, t) != "":
			return true
		case t.Object >= 0 && (t.Kind == model.Send || t.Kind == model.Receive) && s.sys.Objects[t.Object].Capacity == 0:
			// Whoever could meet it may still be on the way there.
		case s.enabled(c, p, t):
			return true
		}
	}
	return false
}

// matches reports whether a send and a receive, on the same channel, meet.
func matches(send, receive *model.Transition) bool {
	return send.Kind == model.Send && receive.Kind == model.Receive &&
		(receive.Label == model.AnyLabel || receive.Label == send.Label)
}

// rendezvous takes a send on an unbuffered channel together with each receive
// that it can meet.
func (s *stepper) rendezvous(c []uint64, m move, t *model.Transition, yield func(move, []uint64)) {
	for q := range s.processes {
		state := s.state(c, q)
		if q == m.process || state == nil {
			continue
		}
		for i := range state.Transitions {
			u := &state.Transitions[i]
			if u.Object != t.Object || !matches(t, u) {
				continue
			}
			copy(s.next, c)
			s.processes[m.process].Set(s.next, t.To+1)
			s.processes[q].Set(s.next, u.To+1)
			m.partner, m.reception = q, i
			if s.clocks != nil {
				s.tick(c, s.next, t, m.process, q)
			}
			yield(m, s.next)
		}
	}
}

// perform computes the configuration after a transition. It reports whether
// there is one: not so if a limit was hit.
func (s *stepper) perform(c []uint64, m *move, t *model.Transition) bool {
	n := s.next
	copy(n, c)
	s.processes[m.process].Set(n, t.To+1)
	switch t.Kind {
	case model.Tau, model.Default, model.Fault, model.Receive, model.Send, model.ReceiveClosed:
	case model.Spawn:
		return s.spawn(n, m, t.Object)
	case model.New:
		return s.renew(n, m.process, t.Object)
	case model.Exit, model.Crash:
		if s.goesOn && m.process == 0 && isEndOfMain(*t) {
			s.processes[0].Set(n, 0)
			return true
		}
		s.ended.Set(n, 1)
		return true
	}
	if t.Object < 0 {
		return true
	}
	o := &s.objects[t.Object]
	switch t.Kind {
	case model.Send:
		if o.count.Get(n) == o.count.Limit() || o.messages != nil && o.count.Get(n) == len(o.messages) {
			s.halt("too many messages in " + s.sys.Objects[t.Object].Name)
			return false
		}
		o.push(n, t.Label)
	case model.Receive:
		o.pop(n)
	case model.Close, model.Cancel:
		o.flag.Set(n, 1)
	case model.Announce:
		o.pending.Set(n, 1)
	case model.Lock:
		o.flag.Set(n, 1)
		o.pending.Set(n, 0)
	case model.Unlock:
		o.flag.Set(n, 0)
	case model.OnceBegin:
		o.count.Set(n, 1)
	case model.OnceEnd:
		o.count.Set(n, 2)
	case model.Write, model.Assume:
		o.count.Set(n, t.Label)
	case model.Update:
		o.count.Set(n, t.Set)
	default:
		return s.performCounting(n, m, o, t)
	}
	return true
}

// performCounting is perform for the actions that count.
func (s *stepper) performCounting(n []uint64, m *move, o *objectFields, t *model.Transition) bool {
	count := o.count.Get(n)
	switch t.Kind {
	case model.RLock:
		count++
	case model.RUnlock:
		count--
	case model.Add:
		count += t.Label
	case model.CondEnqueue:
		if !o.waits(n, m.process) {
			o.push(n, m.process)
		}
		return true
	case model.Signal, model.Broadcast:
		for o.count.Get(n) > 0 {
			o.pop(n)
			if t.Kind == model.Signal {
				break
			}
		}
		return true
	default:
		return true
	}
	if count > o.count.Limit() {
		s.halt("the counter of " + s.sys.Objects[t.Object].Name + " is too large")
		return false
	}
	o.count.Set(n, count)
	return true
}

func (s *stepper) halt(reason string) {
	if s.stop == "" {
		s.stop = reason
	}
}

// spawn starts the first idle member of a family.
func (s *stepper) spawn(n []uint64, m *move, family int) bool {
	for _, q := range s.sys.Families[family].Members {
		if q == m.process {
			continue
		}
		state := s.state(n, q)
		if state != nil && len(state.Transitions) > 0 {
			continue
		}
		s.processes[q].Set(n, 1)
		m.spawned = q
		if state == nil {
			return true
		}
		for i := range s.sys.Objects {
			if s.sys.Objects[i].Owner == q && !s.renew(n, q, i) {
				return false
			}
		}
		return true
	}
	s.exhausted[family] = true
	s.halt("more goroutines of " + s.sys.Families[family].Name + " at a time than the limit")
	return false
}

// renew makes an object anew, unless somebody still refers to the old one.
func (s *stepper) renew(n []uint64, process, object int) bool {
	if s.referred(n, process, object) {
		s.conflicts[object] = true
		s.halt(s.sys.Objects[object].Name + " is made again while the last one is in use")
		return false
	}
	s.objects[object].renew(n)
	return true
}

// referred reports whether anybody but a process can still reach an object.
func (s *stepper) referred(n []uint64, process, object int) bool {
	for q := range s.processes {
		state := s.state(n, q)
		if q == process || state == nil || len(state.Transitions) == 0 {
			continue
		}
		if _, found := slices.BinarySearch(state.Refs, object); found {
			return true
		}
	}
	for i := range s.sys.Objects {
		if i != object && s.contains(n, i, object) {
			return true
		}
	}
	return false
}

// contains reports whether a message or value of one object refers to another.
func (s *stepper) contains(n []uint64, holder, object int) bool {
	o, f := &s.sys.Objects[holder], &s.objects[holder]
	refers := func(label int) bool {
		if label >= len(o.Labels) {
			return false
		}
		_, found := slices.BinarySearch(o.Labels[label].Refs, object)
		return found
	}
	switch o.Kind {
	case model.Cell:
		return refers(f.count.Get(n))
	case model.Channel:
		if f.messages == nil {
			return f.count.Get(n) > 0 && refers(0)
		}
		for i := range f.count.Get(n) {
			if refers(f.messages[i].Get(n)) {
				return true
			}
		}
	}
	return false
}
