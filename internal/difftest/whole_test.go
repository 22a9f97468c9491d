package difftest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A survey is what the analyzer finds in packages, by category and place, and in
// which files or directories it can't judge everything.
type survey struct {
	found     outcomes
	undecided map[string]bool
	// callers are those of the findings that are about anybody who calls a function.
	callers map[string]bool
}

// TestClustersFindWhatTheWholeFinds evaluates random programs in slices, one for
// each cluster, and all at once: both find the same.
func TestClustersFindWhatTheWholeFinds(t *testing.T) {
	for _, kind := range []Kind{Channels, Data, Clusters, Globals} {
		n := *programs / 5
		if testing.Short() {
			n /= 10
		}
		dir := t.TempDir()
		if err := WriteModule(dir, *seed, 0, n, kind); err != nil {
			t.Fatal(err)
		}
		agreeWithWhole(t, dir, nil, program, patternOf(kind))
	}
}

// TestClustersOfTheCorpusFindWhatTheWholeFinds does the same with the programs
// that are written by hand.
func TestClustersOfTheCorpusFindWhatTheWholeFinds(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOPATH=" + dir, "GO111MODULE=off"}
	agreeWithWhole(t, dir, env, filepath.Dir, "./src/...")
}

// beyond are the units where more goes wrong than the whole can see: where there are more messages than sizes that it tries,
// where it doesn't know that a struct which a function returns is closed later, where timers run out for it again and again,
// where it doesn't know that a ticker has been stopped, that what was read may be read again, or that callers who have ended a goroutine
// receive no more, and where it takes it that others use the channels of a struct, though the function fails that has made it.
var beyond = map[string]bool{
	"src/deserted": true, "src/firstcall": true, "src/leftover": true, "src/reclosed": true, "src/selfawaited": true, "src/selfserved": true, "src/spent": true, "src/streams": true, "src/tickers": true, "src/unended": true, "src/unreceived": true, "src/vacated": true,
}

// agreeWithWhole compares two surveys. Where the whole can't be judged, which is
// said by units, clusters may find more; never less.
func agreeWithWhole(t *testing.T, dir string, env []string, unit func(posn string) string, pattern string) {
	t.Helper()
	parts, whole := look(t, dir, env, unit, pattern, "false"), look(t, dir, env, unit, pattern, "true")
	for _, what := range sorted(whole.found) {
		if !parts.found[what] {
			t.Errorf("only the whole has %s", what)
		}
	}
	both := 0
	for _, what := range sorted(parts.found) {
		_, at, _ := strings.Cut(what, " ")
		switch {
		case whole.found[what]:
			both++
		case !whole.undecided[unit(at)] && !parts.callers[what] && !beyond[unit(at)]:
			t.Errorf("only clusters have %s", what)
		}
	}
	t.Logf("%d found by both, %d by clusters, %d by the whole; %d units not judged as a whole, %d in clusters",
		both, len(parts.found), len(whole.found), len(whole.undecided), len(parts.undecided))
	if both == 0 {
		t.Error("nothing is found by both")
	}
}

// look makes a survey, of everything at once if whole is "true".
func look(t *testing.T, dir string, env []string, unit func(posn string) string, pattern, whole string) survey {
	t.Helper()
	s := survey{outcomes{}, map[string]bool{}, map[string]bool{}}
	for _, d := range vet(t, dir, env, pattern, "verbose=true", "replay=true", "orphan-may=true", "whole="+whole) {
		at := strings.TrimPrefix(d.operation(), dir+string(filepath.Separator))
		about := isAboutCallers(d) // whom the whole doesn't have
		if about {
			s.callers["stuck "+at], s.callers["panic "+at] = true, true
		}
		switch d.Category {
		case "internal":
			t.Errorf("%s: %s", at, d.Message)
		case "inconclusive":
			s.undecided[unit(at)] = true
		case "panic", "orphan", "orphan-may":
			s.found[d.Category+" "+at] = true
		case "deadlock", "leak":
			s.found["stuck "+at] = true
			for _, r := range d.Related {
				if strings.HasPrefix(r.Message, "also blocked") {
					also := "stuck " + strings.TrimPrefix(r.Posn, dir+string(filepath.Separator))
					s.found[also] = true
					s.callers[also] = s.callers[also] || about
				}
			}
		}
	}
	return s
}

// isAboutCallers reports whether a diagnostic is about anybody who calls functions of
// the package, or about a goroutine, whoever starts it.
func isAboutCallers(d diagnostic) bool {
	says := func(texts ...string) bool {
		return slices.ContainsFunc(d.Related, func(r diagnostic) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(r.Message, text) })
		})
	}
	return says("a caller of ", "a second caller of ") || says("the goroutine started at ") && !says(" starts a goroutine")
}
