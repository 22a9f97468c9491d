package chancheck

import (
	"errors"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/verify"
)

// settings are the flags of the analyzer.
var settings struct {
	on      map[string]*bool // categories
	orphans bool
	verbose bool
	extract string
	only    string
	// capacity asks for the least capacities of channels instead of findings.
	capacity bool
	// coverage asks how far each place was judged, besides findings.
	coverage bool
	// imports asks for what is known of functions of other packages, besides findings.
	imports bool
	// details asks for what front ends need beside findings.
	details bool
	// tests includes what is found in test files, or seen from a test only.
	tests bool
	// generated includes what is found in files that programs have written.
	generated bool
	// replay has every finding followed step by step before it is told.
	replay bool
	// whole judges each root as a whole, for comparison.
	whole  bool
	states int
	// packageStates is for all systems of a package.
	packageStates int
	limits        extract.Options
}

func init() {
	categoryFlags()
	limitFlags()
	flags := &Analyzer.Flags
	flags.BoolVar(&settings.verbose, "verbose", false, "also report what could not be judged, and a summary of each package")
	flags.StringVar(&settings.extract, "extract", "", "report the extracted systems, as `text` or dot, instead of findings")
	flags.BoolVar(&settings.capacity, "capacity", false, "report the least safe capacities of channels instead of findings")
	flags.BoolVar(&settings.tests, "tests", true, "report what is found in test files, or is seen from a test only")
	flags.BoolVar(&settings.generated, "generated", false, "report what is found in generated files, too")
	flags.BoolVar(&settings.replay, "replay", false, "follow the execution of each finding step by step, and don't tell what fails")
	flags.BoolVar(&settings.coverage, "coverage", false, "also report how far each place was judged where channels, locks and the like are made")
	flags.BoolVar(&settings.details, "details", false, "also report who does what in the execution of each finding, and what is suppressed")
	flags.BoolVar(&settings.imports, "imports", false, "also report what is known of functions of other packages")
	flags.BoolVar(&settings.whole, "whole", false, "evaluate each function as a whole, without slices and clusters (for tests)")
	// The go command caches results by flags: see cmd/chancheck/forgotten.go.
	flags.String("key", "", "changes nothing but the key under which the go command keeps results (for front ends)")
	flags.StringVar(&settings.only, "func", "", "with -extract or -capacity, only for the function of this `name`")
}

// isAskedAbout reports whether the user wants to know of a function, by its name for people.
func isAskedAbout(function string) bool { return settings.only == "" || settings.only == function }

// onRequest are the categories that are off by default. What is on is a bug nearly always.
var onRequest = []verify.Category{verify.LeakFailed, verify.OrphanTest, verify.OrphanMay}

func isOnRequest(category string) bool { return slices.Contains(onRequest, verify.Category(category)) }

// categoryFlags makes a flag for each category.
func categoryFlags() {
	settings.on = map[string]*bool{}
	for _, category := range []verify.Category{verify.Deadlock, verify.Leak, verify.LeakFailed, verify.Orphan, verify.OrphanTest, verify.OrphanMay, verify.Panic} {
		name, byDefault := string(category), !isOnRequest(string(category))
		settings.on[name] = Analyzer.Flags.Bool(name, byDefault, "report findings of category "+name)
	}
}

// limitFlags makes a flag for each limit. They are flags, and nothing else, as
// go vet knows from its flags whether a cached result is still good.
func limitFlags() {
	limits := &settings.limits
	*limits = extract.Options{}.WithDefaults()
	settings.states, settings.packageStates = verify.DefaultStates, 50*verify.DefaultStates
	for _, limit := range []struct {
		name  string
		value *int
		usage string
	}{
		{"states", &settings.states, "`limit` on the configurations of a system"},
		{"local-states", &limits.LocalStates, "`limit` on the local states of all goroutines of a system"},
		{"instances", &limits.Instances, "`limit` on the goroutines that start in the same state"},
		{"processes", &limits.Processes, "`limit` on the goroutines of a system"},
		{"package-local-states", &limits.PackageStates, "`limit` on the local states computed for all systems of a package"},
		{"package-steps", &limits.PackageSteps, "`limit` on the instructions evaluated for all systems of a package"},
		{"package-states", &settings.packageStates, "`limit` on the configurations of all systems of a package"},
		{"depth", &limits.Depth, "`limit` on the activations of one function at a time"},
		{"steps", &limits.TotalSteps, "`limit` on the instructions evaluated for a system"},
		{"silent-steps", &limits.Steps, "`limit` on the instructions of a goroutine between two operations"},
	} {
		Analyzer.Flags.Var((*atLeastOne)(limit.value), limit.name, limit.usage)
	}
}

// An atLeastOne is the value of a limit: with less nothing could be judged.
type atLeastOne int

// String returns the number.
func (n *atLeastOne) String() string { return strconv.Itoa(int(*n)) }

// Get returns the number.
func (n *atLeastOne) Get() any { return int(*n) }

// Set reads a number.
func (n *atLeastOne) Set(text string) error {
	number, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return errors.New("a limit is a number")
	case number < 1:
		return errors.New("a limit is at least 1")
	}
	*n = atLeastOne(number)
	return nil
}
