// Mutate changes the code of this module in small ways, one at a time, runs the
// short tests on each, and prints the changes that no test notices.
//
//	go run ./internal/cmd/mutate [-n 300] [-seed 1] [-packages patterns] [-match regexp] [-list]
//
// All mutants that are drawn are compiled at once, each behind a test of an
// environment variable (mutant schemata: Untch, Offutt and Harrold, *Mutation
// analysis using mutant schemata*, 1993), so that a mutant costs no more than
// running tests. A first run without a mutant records which tests get to the
// place of which mutant; only these are run for it, the cheap ones first. A test
// that fails, panics, takes far longer or needs far more memory than before has
// noticed the mutant.
//
// Mutants that no test can notice, and why, are listed in equivalent.txt.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	n        int
	seed     uint64
	packages string
	match    *regexp.Regexp
	list     bool
	parallel int

	equivalent string        // the text of equivalent.txt
	patience   time.Duration // what tests may take at least
}

func main() {
	o := options{equivalent: equivalentText, patience: 30 * time.Second}
	flag.IntVar(&o.n, "n", 300, "number of mutants")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	flag.StringVar(&o.packages, "packages", "./extract/... ./verify/... .", "`patterns` of the packages to mutate")
	match := flag.String("match", "", "draw only mutants whose description matches this `regexp`")
	flag.BoolVar(&o.list, "list", false, "print what is drawn, and run nothing")
	flag.IntVar(&o.parallel, "p", 1, "number of processes at a time")
	flag.Parse()
	var err error
	if o.match, err = regexp.Compile(*match); err == nil {
		err = run(".", o, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run mutates the module in a directory.
func run(dir string, o options, out, progress io.Writer) error {
	targets, err := load(dir, strings.Fields(o.packages))
	if err != nil {
		return err
	}
	known, stale := readEquivalents(o.equivalent, targets)
	for _, key := range stale {
		fmt.Fprintf(out, "equivalent.txt: there is no such mutant any more: %s\n", key)
	}
	drawn := draw(targets, o)
	if o.list {
		for _, m := range drawn {
			fmt.Fprintln(out, m)
		}
		return nil
	}
	s, err := newSuite(dir, targets, drawn, o, progress)
	if err != nil {
		return err
	}
	defer s.close()
	s.runAll(drawn)
	printSurvivors(out, drawn, known)
	return nil
}

// A tally counts the mutants of a package.
type tally struct{ drawn, killed, unreached, survived, equivalent int }

// printSurvivors lists the mutants that survive without an excuse, and totals.
func printSurvivors(out io.Writer, drawn []*mutant, known map[string]string) {
	var order []string
	tallies := map[string]*tally{}
	total := &tally{}
	for _, m := range drawn {
		if tallies[m.pkg.path] == nil {
			tallies[m.pkg.path] = &tally{}
			order = append(order, m.pkg.path)
		}
		note := "survives"
		if m.reached == 0 {
			note = "no test gets there"
		}
		reason, excused := known[m.key()]
		if excused {
			note = "survives, as it must: " + reason
		}
		for _, t := range []*tally{tallies[m.pkg.path], total} {
			t.add(m, excused)
		}
		if !m.killed {
			fmt.Fprintf(out, "%s: %s\n", m, note)
		}
	}
	fmt.Fprintf(out, "%-50s %6s %6s %10s %10s %9s %6s\n", "package", "drawn", "killed", "survived", "unreached", "excused", "share")
	for _, path := range order {
		tallies[path].print(out, path)
	}
	total.print(out, "total")
}

func (t *tally) add(m *mutant, excused bool) {
	t.drawn++
	switch {
	case m.killed:
		t.killed++
	case excused:
		t.equivalent++
	case m.reached == 0:
		t.unreached++
	default:
		t.survived++
	}
}

// print writes a line of the table. The share is that of the killed in all,
// excused ones included.
func (t *tally) print(out io.Writer, name string) {
	fmt.Fprintf(out, "%-50s %6d %6d %10d %10d %9d %5.0f%%\n", name, t.drawn, t.killed, t.survived, t.unreached, t.equivalent,
		100*float64(t.killed)/float64(max(t.drawn, 1)))
}
