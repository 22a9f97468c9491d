package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// This file makes systems in which some functions are called and no others, at once or one after the
// other, of one in which callers choose among all functions.

// subjectsOf lists the processes of those who call once what they like, in the order in which they are started.
func subjectsOf(sys *model.System) []int { return processesOf(sys, isSubject) }

// onceClientsOf lists those who call once what each of them is there for, in that order.
func onceClientsOf(sys *model.System) []int { return processesOf(sys, isOnceClient) }

func processesOf(sys *model.System, is func(*model.System, int) bool) (list []int) {
	for p := range sys.Processes {
		if is(sys, p) {
			list = append(list, p)
		}
	}
	return list
}

// never is a step that is never taken.
var never = model.Transition{Kind: model.Receive, Object: -1}

// calling is a system in which those who call once call these functions, the first of them the first
// one, by their numbers, and others none. Choices keep their numbers. Each of them is started by a
// step of its own: else who comes first could call his function twice.
func calling(sys *model.System, entries ...int) *model.System {
	only := *withoutOthers(sys)
	only.Families = slices.Clone(sys.Families)
	for i, p := range subjectsOf(sys) {
		choose := &only.Processes[p].States
		*choose = slices.Clone(*choose)
		(*choose)[0].Transitions = slices.Clone((*choose)[0].Transitions)
		for c := range (*choose)[0].Transitions {
			if i >= len(entries) || c != entries[i] {
				(*choose)[0].Transitions[c] = never
			}
		}
	}
	apartFromFirst(&only)
	return &only
}

// apartFromFirst lets the second one who calls once be started by steps of its own.
func apartFromFirst(sys *model.System) {
	family := slices.IndexFunc(sys.Families, func(f model.Family) bool { return isSubject(sys, f.Members[0]) })
	if family < 0 || len(sys.Families[family].Members) < 2 {
		return
	}
	members := sys.Families[family].Members
	second := len(sys.Families)
	sys.Families[family].Members = members[:1]
	sys.Families = append(sys.Families, model.Family{Name: sys.Families[family].Name, Members: members[1:]})
	for _, s := range startsAgain(sys.Processes[0].States, family) {
		changeSteps(sys, 0, s, func(t *model.Transition) {
			if t.Kind == model.Spawn && t.Object == family {
				t.Object = second
			}
		})
	}
}

// startsAgain lists the states that come after a member of a family has been started.
func startsAgain(states []model.State, family int) (list []int) {
	after := make([]bool, len(states))
	var visit func(s int)
	visit = func(s int) {
		if after[s] {
			return
		}
		after[s] = true
		list = append(list, s)
		for _, t := range states[s].Transitions {
			visit(t.To)
		}
	}
	for s := range states {
		for _, t := range states[s].Transitions {
			if t.Kind == model.Spawn && t.Object == family {
				visit(t.To)
			}
		}
	}
	return list
}

// changeSteps changes the steps from a state of a process, of a system that has its own processes.
func changeSteps(sys *model.System, process, state int, change func(*model.Transition)) {
	states := slices.Clone(sys.Processes[process].States)
	states[state].Transitions = slices.Clone(states[state].Transitions)
	for i := range states[state].Transitions {
		change(&states[state].Transitions[i])
	}
	sys.Processes[process].States = states
}

// inTurn lets one who calls start when the call of another one has returned.
func inTurn(sys *model.System, first, second int) *model.System {
	turns, starts := without(sys, second)
	atEnd(turns, first, starts)
	return turns
}

// meanwhile lets one who calls start when another one has done something that others notice.
func meanwhile(sys *model.System, first, second int) *model.System {
	during, starts := without(sys, second)
	for _, s := range beforeFirst(sys.Processes[first].States) {
		var begun []model.State
		next := len(during.Processes[first].States)
		changeSteps(during, first, s, func(t *model.Transition) {
			if !isSilent(*t) {
				then := starts
				then.To, t.To = t.To, next+len(begun)
				begun = append(begun, model.State{Transitions: []model.Transition{then}})
			}
		})
		during.Processes[first].States = append(during.Processes[first].States, begun...)
	}
	return during
}

// without is a system in which one who calls isn't started, who is the only one of his family, and the step that would
// start him.
func without(sys *model.System, caller int) (others *model.System, starts model.Transition) {
	family := slices.IndexFunc(sys.Families, func(f model.Family) bool { return f.Members[0] == caller })
	turns := *sys
	turns.Processes = slices.Clone(sys.Processes)
	for s := range turns.Processes[0].States {
		changeSteps(&turns, 0, s, func(t *model.Transition) {
			if t.Kind == model.Spawn && t.Object == family {
				*t = model.Transition{Kind: model.Tau, Object: -1, To: t.To}
			}
		})
	}
	return &turns, model.Transition{Kind: model.Spawn, Object: family, Site: sys.Processes[caller].Site}
}

// atEnd lets a process take one more step before it ends.
func atEnd(sys *model.System, process int, step model.Transition) {
	states := slices.Clone(sys.Processes[process].States)
	step.To = len(states)
	for s := range states {
		if len(states[s].Transitions) == 0 {
			states[s].Transitions = []model.Transition{step}
		}
	}
	sys.Processes[process].States = append(states, model.State{})
}

// mayBeLeftOpen reports whether a channel may stay open if one function is called and no more,
// whatever the scheduler does: who starts all the rest waits for it to be closed, and may wait for
// ever. What is chosen outside of the program needn't ever be chosen otherwise.
func mayBeLeftOpen(sys *model.System, channel int, budget *int) bool {
	asked := *sys
	asked.Processes = slices.Clone(sys.Processes)
	closed := len(sys.Objects)
	asked.Objects = append(slices.Clone(sys.Objects), model.Object{Kind: model.Channel, Owner: -1})
	for p := range asked.Processes {
		asked.Processes[p].States = telling(asked.Processes[p].States, channel, closed)
	}
	atEnd(&asked, 0, model.Transition{Kind: model.ReceiveClosed, Object: closed})
	result := checkPart(&asked, verify.Options{}, budget)
	waits := func(f *verify.Finding) bool { return f.Category == verify.Deadlock && f.Object == closed }
	return result.Inconclusive == "" && mayComeAbout(&result, waits)
}

// chosenOutside is why a step is in doubt that somebody chooses who isn't in the program.
const chosenOutside = "it is chosen outside of the program"

// telling are states in which whoever closes a channel closes another one as well, if that is open,
// and in which choices are in doubt.
func telling(states []model.State, channel, other int) []model.State {
	states = slices.Clone(states)
	for s := range states {
		list := slices.Clone(states[s].Transitions)
		states[s].Transitions = list
		for i := range list {
			switch t := &list[i]; {
			case t.Kind == model.Close && t.Object == channel:
				states = append(states, model.State{Transitions: []model.Transition{{Kind: model.Cancel, Object: other, To: t.To}}})
				t.To = len(states) - 1
			case t.Kind == model.Tau && len(list) > 1 && t.Doubt == "":
				t.Doubt = chosenOutside
			}
		}
	}
	return states
}
