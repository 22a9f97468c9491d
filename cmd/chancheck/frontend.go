package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/report"
)

// A command is what the user asks of the front end.
//
// It does no analysis. It translates flags for go vet, which starts this
// program again for each package, and renders what comes back: so there is one
// way in which code is analysed, and the go command loads, caches and runs in
// parallel.
type command struct {
	json      bool
	format    string // of findings
	output    string // file for what would be printed
	verbose   bool
	version   bool
	skipTests bool // leave out what is found in test files, or is seen from a test only

	// extract asks for systems instead of findings: those of one function, or
	// of all if it has no name, as text or for Graphviz.
	extract  bool
	function string
	dot      bool
	missed   bool // there is nothing about the function

	// capacity asks for the least capacities of channels instead of findings.
	capacity bool

	// coverage asks how far each place was judged instead of findings.
	coverage bool

	// Findings that are known, and those that have nothing to do with what has changed, are
	// suppressed. They are left out unless withSuppressed.
	baseline       baseline
	since          string // revision
	changed        *changes
	withSuppressed bool

	// untested are the packages that were looked at without their tests, as these don't compile.
	untested []string

	// program judges all packages as one, and not each for itself.
	program bool

	sources *sources
	vet     []string          // flags for go vet
	own     map[string]string // flags of the analyzer that the front end sets itself
	// build are those flags for go vet that say what to analyse, but for the directory and the overlay.
	build     []string
	directory string
	patterns  []string // packages

	out, err io.Writer
	stdout   io.Writer // out, unless that is collected for a file
}

// frontEnd runs go vet with this program as its tool, renders the result, and
// returns the exit status.
func frontEnd(args []string, out, err io.Writer) int {
	if len(args) > 0 && args[0] == "help" {
		return help(args[1:], out, err)
	}
	if len(args) > 0 && args[0] == "kmc" {
		return decideKMC(args[1:], os.Stdin, out, err)
	}
	if len(args) > 0 && args[0] == "ksync" {
		return decideKSync(args[1:], os.Stdin, out, err)
	}
	if len(args) > 0 && args[0] == "lra" {
		return searchInLeaps(args[1:], os.Stdin, out, err)
	}
	c := &command{out: out, err: err, stdout: out}
	if len(args) > 0 && slices.Contains(commands, args[0]) {
		c.extract, c.capacity, c.coverage = args[0] == "extract", args[0] == "capacity", args[0] == "coverage"
		args = args[1:]
	} else if len(args) > 0 {
		if meant := commandMeant(args[0]); meant != "" && !isPackage(args[0]) {
			fmt.Fprintf(err, "chancheck: there is no command and no package %s; chancheck %s is a command\n", args[0], meant)
			return statusUsage
		}
	}
	if status, done := c.parse(args); done {
		return status
	}
	if c.version {
		fmt.Fprintln(out, version())
		return statusClean
	}
	if err := c.prepare(); err != nil {
		return c.fail(err)
	}
	if c.output == "" {
		return c.run()
	}
	var printed bytes.Buffer
	c.out = &printed
	return c.deliver(&printed, c.run())
}

// prepare looks at all that can be wrong beside the packages: whoever waits for an analysis wants
// to have what comes out of it.
func (c *command) prepare() error {
	if c.output != "" {
		if err := checkWritable(c.output); err != nil {
			return err
		}
	}
	if err := c.baseline.open(); err != nil {
		return err
	}
	if c.since == "" {
		return nil
	}
	var err error
	c.changed, err = changesSince(c.since)
	return err
}

// commands are those that go vet runs for.
var commands = []string{"extract", "capacity", "coverage"}

// buildFlags are flags of the go command that say what to analyse.
var buildFlags = []struct{ name, usage string }{
	{"C", "change to this `directory` first"},
	{"tags", "build `tags`"},
	{"mod", "module download `mode`"},
	{"modfile", "go.mod `file` to use instead"},
	{"overlay", "JSON `file` that replaces source files"},
}

// ownFlags are those flags of the analyzer that the front end sets itself.
var ownFlags = []string{"capacity", "coverage", "details", "extract", "func", "imports", "key", "tests", "verbose"}

// parse reads the flags. Those of the analyzer are handed on to it, the build
// flags to the go command: a vet tool must not read settings in any other way,
// as go vet would not know that its cached results are out of date.
func (c *command) parse(args []string) (status int, done bool) {
	flags := flag.NewFlagSet("chancheck", flag.ContinueOnError)
	flags.SetOutput(c.err)
	flags.Usage = func() { usage(flags) }
	test := flags.Bool("test", true, "report what is found in test files, or is seen from a test only")
	flags.StringVar(&c.output, "o", "", "write to this `file` what would be printed")
	c.formatFlags(flags)
	flags.BoolVar(&c.verbose, "v", false, "say what was not judged and why, and how much was")
	if !c.extract && !c.capacity {
		flags.BoolVar(&c.program, "program", false, "judge the packages, and those of their modules that they import, as one program")
	}
	flags.BoolVar(&c.version, "version", false, "print the version")
	if c.extract || c.capacity {
		flags.StringVar(&c.function, "func", "", "only the system of the function of this `name`")
	}
	if c.extract {
		flags.BoolVar(&c.dot, "dot", false, "write DOT, for Graphviz")
	}
	for _, b := range buildFlags {
		flags.String(b.name, "", b.usage+", as for go build")
	}
	chancheck.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(ownFlags, f.Name) {
			flags.Var(f.Value, f.Name, f.Usage)
		}
	})
	var err error
	if c.patterns, err = parseAll(flags, args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return statusClean, true
		}
		return statusUsage, true
	}
	c.skipTests, c.baseline.partial = !*test, !*test
	if problem := cmp.Or(c.checkFormat(), c.baseline.misuse()); problem != "" {
		fmt.Fprintln(c.err, "chancheck:", problem)
		return statusUsage, true
	}
	c.sources = newSources(flags.Lookup("overlay").Value.String())
	c.vetFlags(flags)
	return 0, false
}

// formatFlags are about what becomes of findings. Systems have a form of their own.
func (c *command) formatFlags(flags *flag.FlagSet) {
	flags.BoolVar(&c.json, "json", false, "print JSON, as -format=json does")
	if c.extract {
		return
	}
	flags.StringVar(&c.format, "format", "", "`format` of what is printed: text, json, sarif, github, mermaid or html")
	if c.capacity || c.coverage {
		return
	}
	flags.BoolVar(&c.withSuppressed, "suppressed", false, "with -format=json, sarif and html, list suppressed findings, too")
	flags.StringVar(&c.baseline.file, "baseline", "", "don't report the findings that this `file` has")
	flags.StringVar(&c.baseline.mode, "baseline-mode", compareBaseline, "what to do with the baseline: compare, write (all findings into it), or shrink (drop what is not found any more)")
	flags.StringVar(&c.since, "new-from-rev", "", "report only findings that go through what has changed since this git `revision`")
}

// vetFlags translates the flags that were given for go vet. They come in the
// order of their names, which puts -C first, where the go command wants it.
func (c *command) vetFlags(flags *flag.FlagSet) {
	flags.Visit(func(f *flag.Flag) {
		isBuild := slices.ContainsFunc(buildFlags, func(b struct{ name, usage string }) bool { return b.name == f.Name })
		switch {
		case isBuild:
			c.vet = append(c.vet, "-"+f.Name+"="+f.Value.String())
			switch f.Name {
			case "C":
				c.directory = f.Value.String()
			case "overlay":
			default:
				c.build = append(c.build, "-"+f.Name+"="+f.Value.String())
			}
		case !slices.Contains(ownFlags, f.Name) && chancheck.Analyzer.Flags.Lookup(f.Name) != nil:
			c.vet = append(c.vet, analyzerFlag(f.Name, f.Value.String()))
		}
	})
	c.own = map[string]string{}
	if c.verbose || c.extract || c.capacity {
		c.own["verbose"] = "true"
	}
	if c.skipTests {
		c.own["tests"] = "false"
	}
	if c.extract {
		c.own["extract"] = "text"
		if c.dot {
			c.own["extract"] = "dot"
		}
	}
	if c.capacity {
		c.own["capacity"] = "true"
	}
	if c.extract || c.capacity {
		c.own["func"] = c.function
	} else { // so that the coverage command finds what a run before it left in the cache
		c.own["coverage"], c.own["details"] = "true", "true"
	}
	for _, name := range slices.Sorted(maps.Keys(c.own)) {
		c.vet = append(c.vet, analyzerFlag(name, c.own[name]))
	}
}

// analyzerFlag is a flag of the analyzer as go vet knows it.
func analyzerFlag(name, value string) string {
	return "-" + chancheck.Analyzer.Name + "." + name + "=" + value
}

// run runs go vet and renders what comes back. All output is collected first:
// packages finish in any order, but the report has one of its own.
func (c *command) run() int {
	if c.program {
		return c.runProgram()
	}
	o, failed := c.goVet(c.vet, c.patterns)
	if o == nil {
		return c.fail(failed)
	}
	return c.finish(c.withoutTests(c.withoutBroken(o, failed)))
}

// vetOnce runs go vet with some flags: see goVet.
func (c *command) vetOnce(flags, patterns []string) (*outcome, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := slices.Concat(flags, []string{"-vettool=" + self, "-json"}, patterns)
	vet := exec.Command("go", append([]string{"vet"}, args...)...)
	var stdout, stderr bytes.Buffer
	var packages headCount
	vet.Stdout, vet.Stderr = packages.through(&stdout), packages.through(&stderr)
	shown := newProgress(c.err)
	if shown != nil {
		shown.roster = newRoster()
		defer shown.roster.close()
		vet.Env = shown.roster.environment()
	}
	stop := shown.follow(&packages)
	failed := vet.Run()
	stop()
	o, err := decode(stdout.Bytes(), stderr.Bytes())
	if err != nil {
		return nil, err
	}
	return o, failed
}

// fail reports an error of the front end itself.
func (c *command) fail(err error) int {
	fmt.Fprintln(c.err, "chancheck:", err)
	return statusError
}

// finish renders the outcome. An error outweighs findings, as whoever looks at
// the status only must not take half a report for a whole one; the findings of
// the packages that could be analysed are printed all the same.
func (c *command) finish(o *outcome, failed error) int {
	o.sort()
	for _, m := range slices.Concat(o.messages, o.failures) {
		fmt.Fprintln(c.err, m)
	}
	if failed != nil && len(o.messages) == 0 {
		fmt.Fprintln(c.err, "chancheck: go vet:", failed)
	}
	switch {
	case failed == nil:
		o.report.Errors = o.failures // the go command may say other things, too
	case len(o.messages) == 0:
		o.report.Errors = append([]string{"go vet: " + failed.Error()}, o.failures...)
	default:
		o.report.Errors = slices.Concat(o.messages, o.failures)
	}
	return c.render(o)
}

// render prints what the user asked for, with the names of files relative to
// the working directory: short to read, and the same on every machine.
func (c *command) render(o *outcome) int {
	directory, err := os.Getwd()
	if err != nil {
		directory = "" // then names stay absolute
	}
	c.sources.identify(o.report.Findings, o.report.Suppressed)
	for _, list := range [][]report.Finding{o.report.Findings, o.report.Suppressed, o.report.Notes} {
		eachFile(list, func(file string) string { return relative(file, directory) })
	}
	switch {
	case c.extract:
		err = c.renderSystems(o)
	case c.capacity:
		err = c.renderCapacities(o)
	case c.coverage:
		err = c.renderCoverage(c.takeCoverage(o, directory))
	default:
		err = c.renderFindings(o, c.takeCoverage(o, directory))
	}
	if err != nil {
		return c.fail(err)
	}
	return c.status(o)
}

// status is the exit status that goes with an outcome.
func (c *command) status(o *outcome) int {
	switch {
	case len(o.report.Errors) > 0, c.missed:
		return statusError
	case len(o.report.Findings) > 0 && !c.extract && !c.capacity && !c.coverage:
		return statusFindings
	}
	return statusClean
}

// renderFindings prints what is to be told of the findings.
func (c *command) renderFindings(o *outcome, coverage *report.Coverage) error {
	if err := c.baseline.apply(o); err != nil {
		return err
	}
	c.changed.apply(o, c.sources)
	if c.verbose || c.format != "text" {
		o.summarise(coverage)
	}
	if err := c.write(o, coverage); err != nil {
		return err
	}
	c.baseline.sayRest(c.err)
	c.changed.sayRest(c.err)
	sayGenerated(c.err, o.report.Suppressed)
	if c.format == "text" {
		c.sayExtent(coverage)
	}
	return nil
}

// spelling says how functions are named.
const spelling = "; -func wants its name as reports have it, for example (*T).Method or Function$1"

// ofFunction names the function that the user has asked about, if he has.
func (c *command) ofFunction() string {
	if c.function == "" {
		return ""
	}
	return " of a function " + c.function
}

// renderSystems prints systems. What else there is to say goes to the error
// stream, as the output is for Graphviz and other tools.
func (c *command) renderSystems(o *outcome) error {
	for _, note := range o.report.Notes {
		if isCommunication(&note) && !c.verbose {
			continue
		}
		fmt.Fprintf(c.err, "%s: %s\n", note.Site, note.Message)
		for _, step := range note.Steps {
			fmt.Fprintf(c.err, "\t%s: %s\n", step.Site, step.Text)
		}
	}
	if len(o.systems) == 0 {
		c.missed = c.function != ""
		fmt.Fprintln(c.err, "chancheck: no system"+c.ofFunction()+": a function has one if it is the whole scope of a channel, lock or wait group"+spelling)
	}
	_, err := io.WriteString(c.out, strings.Join(o.systems, "\n"))
	return err
}

// eachFile gives files other names.
func eachFile(list []report.Finding, rename func(string) string) {
	for i := range list {
		f := &list[i]
		f.Site.File = rename(f.Site.File)
		if f.Suppression != nil {
			f.Suppression.Site.File = rename(f.Suppression.Site.File)
		}
		for j := range f.Steps {
			f.Steps[j].Site.File = rename(f.Steps[j].Site.File)
		}
	}
}

func relative(file, directory string) string {
	rel, err := filepath.Rel(directory, file)
	if directory == "" || err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return rel
}
