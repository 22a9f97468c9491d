package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestTellInWordsOfCaller: what helpers ask of what they are given is told as their caller has it, as far as that is known.
func TestTellInWordsOfCaller(t *testing.T) {
	for _, test := range []struct {
		assumed string
		via     []int
		step    string
		message string
	}{
		{"!ok", []int{40, 30}, "a.go:40 assume err != nil", "(if err != nil at line 40)"},
		{"!ok", []int{30}, "a.go:30 assume val != nil", "(if val != nil at line 30)"},
		{"ok", []int{30}, "a.go:30 assume val == nil", "(if val == nil at line 30)"},
		{"!ok", []int{50}, "a.go:20 assume !ok", "(if !ok in call50 at line 50)"},
		{"n > 1", []int{30}, "a.go:20 assume n > 1", "(if n > 1)"},
		{"val == nil", []int{40}, "a.go:40 assume err == nil", "(if err == nil)"},
		{"val == nil from f", []int{40}, "a.go:20 assume val == nil from f", "(if val == nil from f)"},
	} {
		leaves, stays := calling(assume(test.assumed, 20), test.via...), calling(assume("else", 20), test.via...)
		leaves.To, stays.To = 3, 1
		f := model.Automaton{Name: "F", Site: at(1), States: []model.State{
			either(leaves, stays), either(to(2, step(model.Close, 0, 21))), {}, either(to(2, step(model.Receive, 0, 22))),
		}}
		message, story := told(t, system([]model.Object{object(model.Channel, "c")}, f), ours{})
		if !slices.Contains(story, test.step) || !strings.HasSuffix(message, test.message) {
			t.Errorf("%s by %v: got %q and %q, want %q and %q", test.assumed, test.via, message, story, test.message, test.step)
		}
	}
}
