package report

import (
	"fmt"
	"slices"
	"strings"
)

// fewestTurns is how often steps must come one after the other to be told once.
const fewestTurns = 3

// fold tells the turns of a loop once, with their number. It is the last turn of which the acts
// are kept: what comes after it finds channels as that has left them.
func fold(list []Step) (folded []Step) {
	for i := 0; i < len(list); {
		length, turns := 1, 1
		for l := 1; i+fewestTurns*l <= len(list) && turns < fewestTurns; l++ {
			length, turns = l, turnsOf(list[i:], l)
		}
		if turns < fewestTurns {
			folded = append(folded, list[i])
			i++
			continue
		}
		all := list[i : i+length*turns]
		gather(all, length)
		folded = append(folded, all[length*(turns-1):]...)
		last := &folded[len(folded)-1]
		switch many := areMany(all, length); {
		case length == 1 && many:
			last.Text = ofMany(all)
		case length == 1:
			last.Text += fmt.Sprintf(" (%d times)", turns)
		case many:
			last.Text += fmt.Sprintf(" (the last %d steps %d times, by as many goroutines)", length, turns)
		default:
			last.Text += fmt.Sprintf(" (the last %d steps %d times)", length, turns)
		}
		i += length * turns
	}
	return folded
}

// gather gives the steps of the last turn the messages of all turns.
func gather(list []Step, length int) {
	last := list[len(list)-length:]
	for i := len(list) - length - 1; i >= 0; i-- {
		if act := list[i].Act; act != nil && len(act.Messages) > 0 {
			into := last[i%length].Act
			into.Messages = slices.Concat(act.Messages, into.Messages)
		}
	}
}

// turnsOf is how often the first steps of a list come one after the other.
func turnsOf(list []Step, length int) int {
	turns := 1
	for len(list) >= (turns+1)*length && slices.EqualFunc(list[:length], list[turns*length:(turns+1)*length], sameStep) {
		turns++
	}
	return turns
}

func sameStep(a, b Step) bool {
	return a.Site == b.Site && a.kind() == b.kind() && slices.Equal(a.Via, b.Via)
}

// numbered notes which of the goroutines of one go statement a step is about: what each of them does is
// told once for all.
func (n *narrator) numbered(s Step, process int) Step {
	if number := n.number(process); number > 0 && !n.isCaller(process) && process > 0 {
		s.number, s.name = number, fmt.Sprintf("goroutine %d", number)
	}
	return s
}

// kind is what a step has in common with the same step of other goroutines.
func (s *Step) kind() string {
	before, after := s.aroundName()
	return before + "goroutine" + after
}

// aroundName is what the text says before and after the name of the goroutine that the step is about.
func (s *Step) aroundName() (before, after string) {
	for i := 0; s.name != ""; i++ {
		next := strings.Index(s.Text[i:], s.name)
		if next < 0 {
			break
		}
		i += next
		if after := s.Text[i+len(s.name):]; after == "" || after[0] < '0' || after[0] > '9' {
			return s.Text[:i], after
		}
	}
	return s.Text, ""
}

// areMany reports whether the turns of a loop are steps of as many goroutines.
func areMany(list []Step, length int) bool {
	for i := range list[length:] {
		if list[i].number != list[i+length].number {
			return true
		}
	}
	return false
}

// ofMany is the text of a step that several goroutines do, or that starts them.
func ofMany(list []Step) string {
	first, last := &list[0], &list[len(list)-1]
	who := fmt.Sprintf("%d goroutines", len(list))
	if last.number-first.number == len(list)-1 {
		who = fmt.Sprintf("goroutines %d to %d", first.number, last.number)
	}
	before, after := first.aroundName()
	if before == "" {
		before = "each of "
	}
	return before + who + after
}
