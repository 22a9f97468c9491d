package model_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// example uses every part of the text form.
const example = `system "p.F" @ "f.go" 3:1-5:2
object channel "ch" cap 2 counted slots to 1 owner 1 labels { "true" refs 0 ; "false" } @ "f.go" 4:8-4:20
object mutex "mu"
object cell "x" labels { "0" ; "1" }
family "w" { 1 2 }
process "F" @ "f.go" 3:1-3:2
state 0 refs 0 1
  send 0 0 -> 1 @ "f.go" 5:2-5:9 via "g.go" 7:1-7:2 # "ch" "true"
  tau -1 0 -> 1 "err != nil"
  tau -1 0 -> 1 world
  receive 0 -1 -> 1 # "ch"
state 1 busy
  tau -1 0 -> 1 timer @ "f.go" 5:2-5:9
process "w"
state 0
  spawn 0 0 -> 0 # "w"
  update 2 0 set 1 -> 0 # "x" "0" := "1"
process "w#2"
state 0
  add 0 -1 -> 0
`

func parse(t *testing.T, text string) *model.System {
	t.Helper()
	sys, err := model.ParseText(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func write(t *testing.T, sys *model.System) string {
	t.Helper()
	var b bytes.Buffer
	if err := sys.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextRoundTrips(t *testing.T) {
	text := strings.Replace(example, "  add 0 -1 -> 0\n", "", 1)
	sys := parse(t, text)
	if got := write(t, sys); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	if again := parse(t, write(t, sys)); !reflect.DeepEqual(sys, again) {
		t.Errorf("read again: %+v, want %+v", again, sys)
	}
}

func TestErrorsHavePlaces(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "x:0:1: a system needs a process"},
		{"system p", `x:1:8: expected a quoted name, found "p"`},
		{"process \"a\"\nstate 1", `x:2:8: expected state 0, found the end of the line`},
		{"process \"a\"\nstate 0\n  leap 0 0 -> 0", `x:3:8: expected a statement or an action, not "leap", found "0"`},
		{"process \"a\"\nstate 0\n  tau -1 0 -> 7", "x:3:1: process 0 (a): state 0: transition 0 leads to state 7, of 1"},
		{"tau 0 0 -> 1", "x:1:13: expected a process before states and transitions, found the end of the line"},
		{"object cell \"x\" labels { \"0\" }\nprocess \"a\"\nstate 0\n  update 0 0 set 1 -> 0", "x:4:1: process 0 (a): state 0: transition 0: update to label 1, of 1"},
		{"object mutex \"m\" cap 0 to 0\nprocess \"a\"\nstate 0", "x:3:1: object 0 (m): it leads to process 0"},
		{"object channel \"c\" cap 0 to 1\nprocess \"a\"\nstate 0", "x:3:1: object 0 (c): it leads to process 1"},
		{"object channel \"c\" cap 0 to -2\nprocess \"a\"\nstate 0", "x:3:1: object 0 (c): it leads to process -2"},
		{example, "x:20:1: process 2 (w#2): state 0: transition 0: add does not apply to a channel"},
	} {
		_, err := model.ParseText(strings.NewReader(test.text), "x")
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got error %v, want %s", test.text, err, test.want)
		}
		var syntax *model.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %T is no SyntaxError", test.text, err)
		}
	}
}

func TestDOTNamesProcessesAndActions(t *testing.T) {
	sys := parse(t, strings.Replace(example, "  add 0 -1 -> 0\n", "", 1))
	var b bytes.Buffer
	if err := sys.WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`label="w#2"`, `label="send ch: true"`, `label="err != nil"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("DOT lacks %s:\n%s", want, &b)
		}
	}
}

func FuzzTextRoundTrip(f *testing.F) {
	f.Add(example)
	f.Add(strings.Replace(example, "add 0 -1", "tau 0 0", 1))
	f.Fuzz(func(t *testing.T, text string) {
		sys, err := model.ParseText(strings.NewReader(text), "x")
		if err != nil {
			return
		}
		if again := parse(t, write(t, sys)); !reflect.DeepEqual(sys, again) {
			t.Errorf("read again: %+v, want %+v", again, sys)
		}
	})
}
