package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// feed is a system of one who sends two messages, and then closes the channel if that is what is asked for.
func feed(t *testing.T, last string) *model.System {
	t.Helper()
	sys, err := model.ParseText(strings.NewReader(`system "p"
object channel "events" cap 0 labels { "e" } @ "p.go" 3:2-3:9
object channel "other" cap 0 labels { "e" } @ "p.go" 4:2-4:9
process "p"
state 0
  send 0 0 -> 1
state 1
  send 0 0 -> 2
state 2
  `+last+`
state 3
`), "feed")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func TestSomebodyReceives(t *testing.T) {
	for _, test := range []struct {
		last string
		line int // where the channel is made from which somebody receives
		want []verify.Category
	}{
		{"close 0 0 -> 3", 3, nil},
		{"close 0 0 -> 3", 5, []verify.Category{verify.Deadlock}},
		{"send 1 0 -> 3", 3, []verify.Category{verify.Deadlock}},
		{"close 0 0 -> 0", 3, []verify.Category{verify.Panic}},
	} {
		sys := feed(t, test.last)
		served := withReceivers(sys, []model.Site{{File: "p.go", Line: test.line, Column: 2, EndLine: test.line, EndColumn: 9}})
		if err := served.Validate(); err != nil {
			t.Fatal(err)
		}
		var got []verify.Category
		for _, f := range verify.Check(served, verify.Options{}).Findings {
			if !isReceiver(served, f.Process) {
				got = append(got, f.Category)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s, somebody receives from what is made at line %d: %v, want %v", test.last, test.line, got, test.want)
		}
		if len(sys.Processes) != 1 || len(sys.Processes[0].States) != 4 {
			t.Error("the system was changed")
		}
	}
}
