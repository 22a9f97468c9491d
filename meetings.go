package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A channel that a call makes and leaves in a field or map, a goroutine that a method starts: others
// wait for these with a lock, and who would serve them has given up, or needs that lock. Clients who
// call what they like are too much then. But a few calls with a new object are a program that there
// can be. Who is stuck in that is told if nobody else ever comes past his lock to serve him, whatever
// is called later: then all who want the lock are stuck as well, and no client is to blame who has
// called nothing but what these have.

// tellMeetings tells who is stuck with a lock after a few calls.
func (r *reporter) tellMeetings(clients extract.Clients) {
	for _, meeting := range clients.Meetings() {
		if !r.affordsParts() {
			return
		}
		r.tellMeeting(meeting)
	}
}

func (r *reporter) tellMeeting(meeting extract.Clients) {
	part := meeting.At(extract.Fine)
	isAll := meeting.TellsFirst()
	if !isAll {
		meeting, part = inFull(meeting)
	}
	if part == nil {
		return
	}
	v := verdict{root: part, part: true}
	v.explore(part, limitsOfClients(settings.limits), &r.left.parts)
	if v.system == nil || v.inconclusive != "" || isAll && len(v.extraction.Open)+len(v.extraction.OpenOthers) > 0 {
		return
	}
	for _, f := range inOrder(&v) {
		if f.Category != verify.Leak || !isOnceClient(v.system, f.Process) || !isWanted(v.system, f) {
			continue
		}
		waits, taken := waitsWithLocks(v.system, f)
		isInCircle := companyOf(v.system, f) == inCompany
		if isInCircle && areGated(v.system, meeting, f) {
			continue
		}
		if meeting.OwnLocks() && (isInCircle || isAll && isForsaken(v.system, f, waits) && meeting.StaysWaiting(waits, taken)) {
			r.tellCaller(&v, *f, meeting)
		}
	}
}

// inFull is a question about a few calls with all on which their functions operate, and its part with all data; no part
// if others can get at that, or can't make what clients have. Who waits in a circle for locks is stuck there whatever
// else there is; what is left out could only be in the way of coming there.
func inFull(meeting extract.Clients) (full extract.Clients, part *extract.Root) {
	full, ok := meeting.InFull()
	if !ok {
		return full, nil
	}
	part = full.At(extract.Fine)
	if !full.TellsOfOne() {
		return full, nil
	}
	return full, part
}

// isForsaken reports whether somebody is there who could have served one who is stuck: he has come
// past that, or waits for a lock that this one has. If there was none, the caller is to blame, who
// should have called something else before.
func isForsaken(sys *model.System, f *verify.Finding, waits []model.Transition) bool {
	stuck := waitsAfter(sys, f)
	holders := (taking{}).holders(sys, f.Trace)
	for p := range sys.Processes {
		state, moved := stateAfter(sys, f.Trace, p)
		if p == f.Process || !moved && !isStarted(f.Trace, p) || !mayServe(sys.Processes[p].States, 0, waits) {
			continue
		}
		at, isStuck := stuck[p]
		lock, isLock := (taking{}).at(sys, p, at)
		hasBegun := !isCaller(sys, p) || moved && !slices.Contains(beforeFirst(sys.Processes[p].States), state)
		if hasBegun && (isStuck && isLock && slices.Contains(holders[lock], f.Process) || !mayServe(sys.Processes[p].States, state, waits)) {
			return true
		}
	}
	return false
}

// isStarted reports whether a process is started in an execution.
func isStarted(trace []verify.Step, p int) bool {
	return slices.ContainsFunc(trace, func(s verify.Step) bool { return s.Spawned == p })
}

// waitsWithLocks are what a process waits for that is stuck after an execution, and how it has taken
// the locks that it has.
func waitsWithLocks(sys *model.System, f *verify.Finding) (waits, taken []model.Transition) {
	for _, t := range sys.Processes[f.Process].States[f.State].Transitions {
		if t.Kind != model.Fault {
			waits = append(waits, t)
		}
	}
	holders := (taking{}).holders(sys, f.Trace)
	for _, s := range f.Trace {
		t := s.In(sys)
		if s.Process == f.Process && (taking{}).has(t) && slices.Contains(holders[t.Object], f.Process) {
			taken = append(taken, *t)
		}
	}
	return waits, taken
}
