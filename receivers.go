package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// receiverName is the name of a process outside of the package.
const receiverName = "somebody who receives"

// withReceivers is a system with somebody outside of the package for each channel that is made at one of some
// places: he receives from it until it is closed. So nobody who sends there waits for ever, and what can happen
// otherwise is what does happen if the package is used like that.
func withReceivers(sys *model.System, sites []model.Site) *model.System {
	var channels []int
	for o := range sys.Objects {
		if sys.Objects[o].Kind == model.Channel && slices.Contains(sites, sys.Objects[o].Site) {
			channels = append(channels, o)
		}
	}
	if len(channels) == 0 {
		return sys
	}
	served := *sys
	served.Families = slices.Clone(sys.Families)
	served.Processes = slices.Clone(sys.Processes)
	states := slices.Clone(sys.Processes[0].States)
	start := len(states)
	for _, channel := range channels {
		served.Families = append(served.Families, model.Family{Name: receiverName, Members: []int{len(served.Processes)}})
		served.Processes = append(served.Processes, receiverFrom(channel))
		states = append(states, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: len(served.Families) - 1, To: len(states) + 1}}})
	}
	served.Processes[0].States = startingAt(states, start)
	return &served
}

// receiverFrom receives from a channel until it is closed.
func receiverFrom(channel int) model.Automaton {
	return model.Automaton{Name: receiverName, States: []model.State{
		{Transitions: []model.Transition{
			{Kind: model.Receive, Object: channel, Label: model.AnyLabel},
			{Kind: model.ReceiveClosed, Object: channel, To: 1},
		}},
		{},
	}}
}

// startingAt are states of which the last ones, from start on, come first, and then what was the first one.
func startingAt(states []model.State, start int) []model.State {
	list := append(slices.Clone(states[start:]), states[:start]...)
	moved := func(state int) int {
		switch {
		case state == len(states): // behind the last one of those that come first
			return len(states) - start
		case state >= start:
			return state - start
		}
		return state + len(states) - start
	}
	for s := range list {
		list[s].Transitions = slices.Clone(list[s].Transitions)
		for t := range list[s].Transitions {
			list[s].Transitions[t].To = moved(list[s].Transitions[t].To)
		}
	}
	return list
}

// isReceiver reports whether a process is outside of the package.
func isReceiver(sys *model.System, p int) bool { return sys.Processes[p].Name == receiverName }
