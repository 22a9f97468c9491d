package chancheck

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Clients decline what they would wait for first, so that nobody is stuck because
// of a function that has returned, or a goroutine that has ended, with a lock taken. To find
// those, one client may insist on a lock: as the other one goes on to call whatever it takes
// to release it, who insists is stuck only if there is nothing that does.

// An insistence says which states of clients are those in which they insist: of each those from some one on.
type insistence map[int]int

// letOneInsist adds the states in which a client insists, to the last one of those who
// call again and again, after letCallersWait. There is none where each calls only once,
// or all functions and goroutines release what they lock. Where a number is tried there are clients for each value: one of each insists.
func letOneInsist(sys *model.System) insistence {
	list := insistence{}
	for p := len(sys.Processes) - 1; p > 0; p-- {
		if !strings.HasPrefix(sys.Processes[p].Name, extract.ClientName) {
			continue
		}
		taken := takingIn(sys)
		if isProgram(sys) || subjectsIn(sys) > 0 || !slices.ContainsFunc(sys.Processes, taken.mayBeKept) {
			break
		}
		for _, q := range lastOfEach(sys, p) {
			list[q] = len(sys.Processes[q].States)
			sys.Processes[q].States = taken.insisting(sys.Processes[q].States)
		}
		break
	}
	return list
}

// lastOfEach are a client and the last one of each family that has as many members as his, by the same names, if he has others beside him.
func lastOfEach(sys *model.System, client int) []int {
	names := func(f model.Family) (list []string) {
		for _, p := range f.Members {
			list = append(list, sys.Processes[p].Name)
		}
		return list
	}
	list := []int{client}
	own := slices.IndexFunc(sys.Families, func(f model.Family) bool { return slices.Contains(f.Members, client) })
	if own < 0 || len(sys.Families[own].Members) < 2 {
		return list
	}
	for i, f := range sys.Families {
		if i != own && slices.Equal(names(f), names(sys.Families[own])) {
			list = append(list, slices.Max(f.Members))
		}
	}
	return list
}

// mayBeKept reports whether a process may end with a lock or slot taken, or go round in a loop, or a
// client come back to its choice.
func (s taking) mayBeKept(a model.Automaton) bool { return s.keepsAny(a, s.has) }

// A keeper follows a process that has taken a lock: on has the states where it has been, true as
// long as it may come back there.
type keeper struct {
	model.Automaton
	lock int
	on   map[int]bool
}

func (k *keeper) keeps(state int) bool {
	if k.isOver(state) {
		return true
	}
	if on, seen := k.on[state]; seen {
		return on
	}
	k.on[state] = true
	for _, t := range k.States[state].Transitions {
		if t.Object != k.lock && k.keeps(t.To) { // else it is released, or waited for by who has it
			return true
		}
	}
	k.on[state] = false
	return false
}

func (k *keeper) isOver(state int) bool {
	return len(k.States[state].Transitions) == 0 || state == 0 && strings.HasPrefix(k.Name, extract.ClientName)
}

// insisting adds to each state before the first operation in which a lock or slot is waited
// for another one in which nothing else is done.
func (s taking) insisting(states []model.State) []model.State {
	for _, i := range beforeFirst(states) {
		var locks []model.Transition
		for _, t := range states[i].Transitions {
			if s.takes(&t) {
				locks = append(locks, t)
			}
		}
		isTried := slices.ContainsFunc(states[i].Transitions, func(t model.Transition) bool { return t.Kind == model.Default })
		if len(locks) == 0 || isTried || s.isSlot(&locks[0]) && !s.isOnly(&states[i]) {
			continue
		}
		states[i].Transitions = append(slices.Clip(states[i].Transitions), model.Transition{Kind: model.Tau, Object: -1, To: len(states)})
		states = append(states, model.State{Transitions: locks})
	}
	return states
}

// isIn reports whether a finding is about one who insists.
func (n insistence) isIn(f *verify.Finding) bool {
	first, insists := n[f.Process]
	return insists && f.State >= first
}

// plain is a finding without the step by which a client insists: what he does is to call
// a function.
func (n insistence) plain(f *verify.Finding) verify.Finding {
	told := *f
	if !n.isIn(f) {
		return told
	}
	for i, s := range slices.Backward(f.Trace) {
		if s.Process == f.Process {
			told.Trace = slices.Delete(slices.Clone(f.Trace), i, i+1)
			break
		}
	}
	return told
}

// isFirstKept reports whether a function that others can call returns with a lock taken, and
// nobody was told so yet: whoever locks it then is stuck.
func (r *reporter) isFirstKept(sys *model.System, clients extract.Clients, f *verify.Finding) bool {
	if !isBlameless(clients, sys, f) {
		return false
	}
	taken := takingIn(sys)
	lock, _ := taken.at(sys, f.Process, f.State)
	key := ""
	for _, s := range f.Trace {
		if t := s.In(sys); t.Object == lock && taken.takes(t) {
			key = "kept " + t.Site.String()
		}
	}
	first := !r.seen[key]
	r.seen[key] = true
	return first
}

// isBlameless reports whether others can call, one after the other, all functions that
// clients have called in an execution.
func isBlameless(clients extract.Clients, sys *model.System, f *verify.Finding) bool {
	_, together := clients.Tells()
	return together && areOpen(sys, clients, f)
}

// areOpen reports whether others can call all functions that clients have called in an execution.
func areOpen(sys *model.System, clients extract.Clients, f *verify.Finding) bool {
	return !slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return isClient(sys, s.Process) && isCall(sys, s) && !clients.IsOpen(s.Transition)
	})
}

// callsOf is how many functions the client has called who gets stuck.
func callsOf(sys *model.System, f *verify.Finding) (n int) {
	for _, s := range f.Trace {
		if s.Process == f.Process && isCall(sys, s) {
			n++
		}
	}
	return n
}

// hasEnded reports whether a goroutine has ended after an execution.
func hasEnded(sys *model.System, trace []verify.Step, p int) bool {
	state, moved := stateAfter(sys, trace, p)
	return moved && len(sys.Processes[p].States[state].Transitions) == 0
}

func isClient(sys *model.System, p int) bool {
	return strings.HasPrefix(sys.Processes[p].Name, extract.ClientName)
}

// hasReturned reports whether a client is between two calls after an execution, or has
// done nothing yet in the second one.
func hasReturned(sys *model.System, trace []verify.Step, p int) bool {
	state, moved := stateAfter(sys, trace, p)
	return moved && isClient(sys, p) && slices.Contains(beforeFirst(sys.Processes[p].States), state)
}
