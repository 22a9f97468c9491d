package difftest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/internal/difftest/services"
	"github.com/chancheck/chancheck/report"
)

// few is what callers may do: three at a time, with as many more as it takes to free somebody.
// More callers see more, where the search doesn't become too large.
var (
	few  = services.Limits{Callers: 3, Extras: 3, States: 40000, Goroutines: 9}
	many = services.Limits{Callers: 5, Extras: 2, States: 200000, Goroutines: 9}
)

// A verdict is what the analyzer says of a service.
type verdict struct {
	// places are those of the objects.
	places map[int]report.Place
	// found are the lines that findings are about.
	found map[int]string
}

// TestClientsAgreeWithCallers draws structs with methods, and finds by brute force who can be stuck
// in them, whoever calls. Where somebody can, the analyzer says so, or that it hasn't looked at
// something; and what it says can happen.
func TestClientsAgreeWithCallers(t *testing.T) {
	n := *programs / 2
	if testing.Short() {
		n /= 10
	}
	var sum serviceTally
	for first := 0; first < n; first += mostInPackage {
		dir := t.TempDir()
		drawn := writeServices(t, dir, first, min(n-first, mostInPackage))
		verdicts := judgeServices(t, dir, drawn)
		for _, name := range slices.Sorted(maps.Keys(drawn)) {
			sum.add(t, drawn[name], verdicts[name], numbered(dir, name))
		}
	}
	t.Logf("%d services: %d judged as a whole, of %d nothing can go wrong, %d have findings; %d searches were cut short", n, sum.judged, sum.clean, sum.told, sum.cut)
	if n >= 100 && (sum.judged == 0 || sum.clean == 0 || sum.told == 0) {
		t.Error("services of a kind are missing")
	}
}

// A serviceTally counts services that are judged as a whole, those of them in which nobody can be
// stuck, those with findings, and those of which not all is known by brute force.
type serviceTally struct{ judged, clean, told, cut int }

// add compares the verdict on a service with what can happen.
func (sum *serviceTally) add(t *testing.T, s *services.Service, v *verdict, source string) {
	t.Helper()
	stuck, isAll := s.Stuck(few)
	if !isAll {
		sum.cut++
	}
	if len(v.found) > 0 {
		sum.told++
	}
	for line, message := range v.found {
		if isAll && !isStuckAt(stuck, line) && !mayBeStuckAt(s, line) {
			t.Errorf("nobody is stuck at line %d: %s\n%s", line, message, source)
		}
	}
	if !v.isWhole() {
		return
	}
	sum.judged++
	certain := slices.DeleteFunc(stuck, func(f services.Finding) bool { return f.Avoidable })
	if len(certain) == 0 {
		sum.clean++
	} else if len(v.found) == 0 {
		t.Errorf("somebody can be stuck at lines %v, where everything is judged (%v):\n%s", certain[0].Lines, v.places, source)
	}
}

func isStuckAt(list []services.Finding, line int) bool {
	return slices.ContainsFunc(list, func(f services.Finding) bool { return slices.Contains(f.Lines, line) })
}

// mayBeStuckAt reports whether many callers come to be stuck at a line, for all that is known.
func mayBeStuckAt(s *services.Service, line int) bool {
	stuck, isAll := s.Stuck(many)
	return !isAll || isStuckAt(stuck, line)
}

// isWhole reports whether the analyzer knows all of a service: it has looked at all objects
// that somebody uses.
func (v *verdict) isWhole() bool {
	for _, p := range v.places {
		if p.Status != report.Judged && p.Why != "nobody uses it" {
			return false
		}
	}
	return true
}

// numbered is the source of a program with the numbers of lines.
func numbered(dir, name string) string {
	var b strings.Builder
	for i, l := range strings.Split(source(dir, name), "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}

// writeServices writes a module with services, and returns them by their files.
func writeServices(t *testing.T, dir string, first, n int) map[string]*services.Service {
	t.Helper()
	files := map[string]string{"go.mod": goMod, "yield/yield.go": yieldSource}
	drawn := map[string]*services.Service{}
	for i := first; i < first+n; i++ {
		s := services.Random(*seed, i)
		name := programName(i)
		drawn[name] = s
		files[name+"/"+name+".go"] = s.Source(name)
	}
	if err := writeFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	return drawn
}

// judgeServices runs the analyzer on a module with services.
func judgeServices(t *testing.T, dir string, drawn map[string]*services.Service) map[string]*verdict {
	t.Helper()
	verdicts := map[string]*verdict{}
	for name := range drawn {
		verdicts[name] = &verdict{map[int]report.Place{}, map[int]string{}}
	}
	for _, d := range vet(t, dir, nil, "./...", "verbose=true", "replay=true", "coverage=true") {
		v := verdicts[program(d.Posn)]
		switch d.Category {
		case "internal":
			t.Errorf("%s: %s", d.Posn, d.Message)
		case "coverage":
			p, err := report.ParsePlace(d.Message)
			if err != nil {
				t.Fatal(err)
			}
			if object, ok := drawn[program(d.Posn)].ObjectAt(lineOf(t, d.Posn)); ok {
				v.places[object] = p
			}
		case "deadlock", "leak":
			v.found[lineOf(t, d.Operation())] = d.Message
		}
	}
	return verdicts
}

// lineOf is the line of a position "file:line:column".
func lineOf(t *testing.T, posn string) int {
	t.Helper()
	_, line, _ := strings.Cut(place(posn), ":")
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatalf("%s is no position", posn)
	}
	return n
}
