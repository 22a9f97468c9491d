package chancheck

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// impatient starts somebody who sends, and takes another case than to receive.
const impatient = `system "s"
object channel "c" cap 0 labels { "v" } @ "f.go" 1:1-0:0
family "f" { 1 }
process "root"
state 0
  spawn 0 0 -> 1 @ "f.go" 2:1-0:0
state 1
  receive 0 -1 -> 2 @ "f.go" 3:1-0:0
  tau -1 0 -> 2 doubt "given away" @ "f.go" 3:1-0:0
state 2
process "f"
state 0
  tau -1 0 -> 1 doubt "data" @ "f.go" 4:1-0:0
  tau -1 0 -> 2 doubt "data" @ "f.go" 4:1-0:0
state 1
  send 0 0 -> 2 @ "f.go" 5:1-0:0
state 2
`

func parseSystem(t *testing.T, text string) *model.System {
	t.Helper()
	sys, err := model.ParseText(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// leakIn is the first leak of a system if whatever is in doubt comes about.
func leakIn(t *testing.T, sys *model.System) *verify.Finding {
	t.Helper()
	for _, f := range shortestFirst(verify.Check(withoutDoubts(sys), verify.Options{}).Findings) {
		if f.Category == verify.Leak {
			return f
		}
	}
	t.Fatal("nobody is stuck")
	return nil
}

func TestARouteEndsWhereSomebodyStays(t *testing.T) {
	sys := parseSystem(t, impatient)
	f := leakIn(t, sys)
	budget := 1000
	part := &verdict{system: sys}
	route := routeOf(sys, f, false)
	if route == nil || len(route.Legs) != 2 || route.Legs[0].Leaves.Line != 3 || !route.Legs[1].Stays {
		t.Fatalf("route %v", route)
	}
	if !staysAfter(part, f, route, &budget) {
		t.Error("it isn't certain that it stays")
	}
	again := parseSystem(t, strings.Replace(impatient, "state 2\nprocess", "state 2\n  receive 0 -1 -> 3 @ \"f.go\" 6:1-0:0\n  tau -1 0 -> 3 doubt \"data\" @ \"f.go\" 7:1-0:0\nstate 3\nprocess", 1))
	f = leakIn(t, again)
	if route := routeOf(again, f, false); route == nil || staysAfter(&verdict{system: again}, f, route, &budget) {
		t.Error("it is certain though somebody may receive after all")
	}
	if route := certainRoute(&verdict{system: again}, f, &budget); route == nil || !route.Legs[0].Ends {
		t.Error("who has ended isn't one who doesn't receive")
	}
}

func TestRoutesThatSayTooLittle(t *testing.T) {
	for name, edits := range map[string][]string{
		"something is stored":    {"tau -1 0 -> 2 doubt \"data\"", "write 1 0 -> 2", "family", "object cell \"x\" cap 0 labels { \"a\" } @ \"f.go\" 9:1-0:0\nfamily"},
		"an object anew":         {"tau -1 0 -> 1 doubt", "new 0 0 -> 1 #", "# \"data\"", ""},
		"an object of no place":  {" @ \"f.go\" 1:1-0:0", ""},
		"two objects at a place": {"family", "object channel \"d\" cap 0 labels { \"v\" } @ \"f.go\" 1:1-0:0\nfamily"},
	} {
		sys := parseSystem(t, replaceOnce(impatient, edits))
		if routeOf(sys, leakIn(t, sys), false) != nil {
			t.Errorf("%s: there is a route", name)
		}
	}
}

// replaceOnce replaces the first of each pair by the second, where it comes first.
func replaceOnce(text string, pairs []string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// witnessed is what a system along the route of impatient looks like: with a lock besides, and those
// who have come to their end stop.
const witnessed = `system "s"
object mutex "m" @ "f.go" 8:1-0:0
object channel "c" cap 0 labels { "v" } @ "f.go" 1:1-0:0
family "f" { 1 }
process "root"
state 0
  lock 0 0 -> 1 @ "f.go" 9:1-0:0
state 1
  spawn 0 0 -> 2 @ "f.go" 2:1-0:0
state 2
  receive 1 -1 -> 4 @ "f.go" 3:1-0:0
  tau -1 0 -> 3 @ "f.go" 3:1-0:0
state 3
state 4
  exit -1 0 -> 4
process "f"
state 0
  send 1 0 -> 1 @ "f.go" 5:1-0:0
state 1
  exit -1 0 -> 1
`

func TestAWitnessTakesTheSameRoute(t *testing.T) {
	sys := parseSystem(t, impatient)
	route := routeOf(sys, leakIn(t, sys), false)
	for name, test := range map[string]struct {
		edits []string
		want  bool
	}{
		"the same":                  {nil, true},
		"a step that isn't told of": {[]string{"lock 0 0 -> 1", "tau -1 0 -> 1"}, true},
		"another place":             {[]string{"3 @ \"f.go\" 3:1", "3 @ \"f.go\" 3:2", "state 3\n", "state 3\n  tau -1 0 -> 3\n"}, false},
		"another object":            {[]string{"1:1-0:0", "1:9-0:0"}, false},
		"one object more":           {[]string{"family", "object channel \"d\" cap 0 labels { \"v\" } @ \"f.go\" 1:1-0:0\nfamily"}, false},
	} {
		other := parseSystem(t, replaceOnce(witnessed, test.edits))
		if got := route.isThatOf(other, leakIn(t, other)); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
