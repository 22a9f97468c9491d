package difftest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Diagnostic is what go vet -json prints.
type Diagnostic struct {
	Posn     string       `json:"posn"`
	Category string       `json:"category"`
	Message  string       `json:"message"`
	Related  []Diagnostic `json:"related"`
}

// Operation is the place of what goes wrong: the diagnostic may be at a call that leads there.
func (d *Diagnostic) Operation() string {
	for _, r := range d.Related {
		if strings.Contains(r.Message, " blocks here: ") || strings.Contains(r.Message, " panics here: ") {
			return r.Posn
		}
	}
	return d.Posn
}

// outcomes are things that happened or are foretold: "leak prog0001.go:7".
type outcomes map[string]bool

func sorted(o outcomes) []string {
	var list []string
	for what := range o {
		list = append(list, what)
	}
	slices.Sort(list)
	return list
}

// A Survey is what the analyzer finds in packages, by category and place, and in
// which units, programs or directories, it can't judge everything.
type Survey struct {
	unit      func(posn string) string
	found     outcomes
	undecided map[string]bool
	// callers are those of the findings that are about anybody who calls a function.
	callers map[string]bool
	// broken are internal errors.
	broken []string
}

// NewSurvey makes a survey of what is said with -verbose of packages below a directory, where each place belongs to a
// unit.
func NewSurvey(dir string, unit func(posn string) string, said []Diagnostic) *Survey {
	s := &Survey{unit: unit, found: outcomes{}, undecided: map[string]bool{}, callers: map[string]bool{}}
	for i := range said {
		s.add(dir, &said[i])
	}
	return s
}

func (s *Survey) add(dir string, d *Diagnostic) {
	below := func(posn string) string { return strings.TrimPrefix(posn, dir+string(filepath.Separator)) }
	at := below(d.Operation())
	about := isAboutCallers(d) // whom the whole doesn't have
	if about {
		s.callers["stuck "+at], s.callers["panic "+at] = true, true
	}
	switch d.Category {
	case "internal":
		s.broken = append(s.broken, at+": "+d.Message)
	case "inconclusive":
		s.undecided[s.unit(at)] = true
	case "panic", "orphan", "orphan-may":
		s.found[d.Category+" "+at] = true
	case "deadlock", "leak":
		s.found["stuck "+at] = true
		for _, r := range d.Related {
			if strings.HasPrefix(r.Message, "also blocked") {
				also := "stuck " + below(r.Posn)
				s.found[also] = true
				s.callers[also] = s.callers[also] || about
			}
		}
	}
}

// isAboutCallers reports whether a diagnostic is about anybody who calls functions of
// the package, or about a goroutine, whoever starts it.
func isAboutCallers(d *Diagnostic) bool {
	says := func(texts ...string) bool {
		return slices.ContainsFunc(d.Related, func(r Diagnostic) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(r.Message, text) })
		})
	}
	return says("a call of ", "a second call of ") || says("the goroutine started at ") && !says(" starts a goroutine")
}

// Compare compares what clusters find with what the whole finds, and returns what is wrong, and how far they agree.
// Where the whole can't be judged, clusters may find more, as they may in the units beyond it; never less.
func (s *Survey) Compare(whole *Survey, beyond map[string]bool) (wrong []string, agreement string) {
	wrong = slices.Concat(s.broken, whole.broken)
	for _, what := range sorted(whole.found) {
		if !s.found[what] {
			wrong = append(wrong, "only the whole has "+what)
		}
	}
	both := 0
	for _, what := range sorted(s.found) {
		_, at, _ := strings.Cut(what, " ")
		unit := s.unit(at)
		switch {
		case whole.found[what]:
			both++
		case !whole.undecided[unit] && !s.callers[what] && !beyond[unit]:
			wrong = append(wrong, "only clusters have "+what)
		}
	}
	if both == 0 {
		wrong = append(wrong, "nothing is found by both")
	}
	return wrong, fmt.Sprintf("%d found by both, %d by clusters, %d by the whole; %d units not judged as a whole, %d in clusters",
		both, len(s.found), len(whole.found), len(whole.undecided), len(s.undecided))
}
