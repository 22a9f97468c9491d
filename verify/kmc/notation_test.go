package kmc_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// machines reads the notation of the regression tests, one line per
// participant, with one-letter names and the channels that they make:
//
//	p: 0 -pq!a-> 1, 1 -qp?b-> 0
//	q: 0 -pq?a-> 1, 1 -qp!b-> 0
func machines(t testing.TB, text string) *model.System {
	t.Helper()
	sys := &model.System{}
	channels := map[string]int{}
	step := regexp.MustCompile(`(\d+) -(\w\w)([!?])(\w+)-> (\d+)`)
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		a := model.Automaton{Name: name}
		for _, m := range step.FindAllStringSubmatch(rest, -1) {
			from, _ := strconv.Atoi(m[1])
			to, _ := strconv.Atoi(m[5])
			for len(a.States) <= max(from, to) {
				a.States = append(a.States, model.State{})
			}
			c := channelNamed(sys, channels, m[2])
			kind := model.Receive
			if m[3] == "!" {
				kind = model.Send
			}
			tr := model.Transition{Kind: kind, Object: c, Label: labelNamed(sys, c, m[4]), To: to}
			a.States[from].Transitions = append(a.States[from].Transitions, tr)
		}
		if len(a.States) == 0 {
			a.States = make([]model.State, 1)
		}
		sys.Processes = append(sys.Processes, a)
	}
	if err := sys.Validate(); err != nil {
		t.Fatal(err)
	}
	return sys
}

func channelNamed(sys *model.System, channels map[string]int, name string) int {
	c, ok := channels[name]
	if !ok {
		c = len(sys.Objects)
		channels[name] = c
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Name: name, Owner: -1})
	}
	return c
}

func labelNamed(sys *model.System, channel int, name string) int {
	o := &sys.Objects[channel]
	for i, l := range o.Labels {
		if l.Name == name {
			return i
		}
	}
	o.Labels = append(o.Labels, model.Label{Name: name})
	return len(o.Labels) - 1
}
