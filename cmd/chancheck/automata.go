package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/kmc"
	"github.com/chancheck/chancheck/verify/ksync"
)

// An automataCommand is what the commands have in common whose input is systems of
// communicating automata, not packages: they need no go command.
type automataCommand struct {
	name  string // "kmc"
	flags *flag.FlagSet
	// parse reads a system in whichever notation it is.
	parse func(text, file string) (*model.System, error)
	// misuse says what is wrong with the flags of the command, "" if nothing is.
	misuse func() string
	// draw writes an answer in DOT; nil draws the automata, and checks nothing.
	draw func(a *report.Answer) error
	// answer checks a system.
	answer func(sys *model.System, file string) (report.Answer, error)

	json, mermaid, dot, verbose bool

	files    []string
	in       io.Reader
	out, err io.Writer
	progress *progress
	answers  []report.Answer // for JSON, which is one object
	status   int
}

// newAutomataCommand makes a command with the flags that all have. intro is what its
// usage says before them.
func newAutomataCommand(name, intro string, in io.Reader, out, err io.Writer) *automataCommand {
	c := &automataCommand{name: name, in: in, out: out, err: err, progress: newProgress(err)}
	c.flags = flag.NewFlagSet("chancheck "+name, flag.ContinueOnError)
	c.flags.SetOutput(err)
	c.flags.Usage = func() {
		fmt.Fprintf(err, "usage: chancheck %s [flags] file ...\n\n%s", name, intro)
		c.flags.PrintDefaults()
	}
	c.flags.BoolVar(&c.verbose, "v", false, "list all properties, too")
	c.flags.BoolVar(&c.json, "json", false, "print JSON")
	c.flags.BoolVar(&c.mermaid, "mermaid", false, "draw the execution as a Mermaid sequence diagram")
	c.flags.BoolVar(&c.dot, "dot", false, "draw the automata in DOT, for Graphviz, and check nothing")
	return c
}

// run answers for all files, and returns the exit status: the worst of theirs.
func (c *automataCommand) run(args []string) int {
	if status, done := c.readArguments(args); done {
		return status
	}
	for _, file := range c.files {
		c.check(file)
	}
	if c.json {
		c.note(report.WriteAnswersJSON(c.out, c.answers))
	}
	return c.status
}

// readArguments reads flags and files, in any order.
func (c *automataCommand) readArguments(args []string) (status int, done bool) {
	var err error
	if c.files, err = parseAll(c.flags, args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return statusClean, true
		}
		return statusUsage, true
	}
	problem := c.misuseOfForms()
	if problem == "" {
		problem = c.misuse()
	}
	if problem != "" {
		fmt.Fprintf(c.err, "chancheck %s: %s\n", c.name, problem)
		c.flags.Usage()
		return statusUsage, true
	}
	return 0, false
}

// misuseOfForms says what is wrong with what all commands have, "" if nothing is.
func (c *automataCommand) misuseOfForms() string {
	forms := 0
	for _, form := range []bool{c.json, c.mermaid, c.dot} {
		if form {
			forms++
		}
	}
	switch {
	case len(c.files) == 0:
		return "no file"
	case forms > 1:
		return "only one of -json, -mermaid and -dot"
	}
	return ""
}

// check answers for one file.
func (c *automataCommand) check(file string) {
	sys, err := c.read(file)
	if file == "-" {
		file = standardInput
	}
	if err == nil && c.dot && c.draw == nil {
		c.note(sys.WriteDOT(c.out))
		return
	}
	var answer report.Answer
	if err == nil {
		answer, err = c.answer(sys, file)
		c.progress.clear()
		if err != nil {
			err = fmt.Errorf("%s: %w%s", file, err, elsewhere(sys))
		}
	}
	if err != nil {
		fmt.Fprintln(c.err, err)
		c.worsen(statusError)
		c.answers = append(c.answers, report.Answer{File: file, Error: err.Error()})
		return
	}
	c.worsen(statusOf(answer.Verdict))
	c.print(&answer)
}

// standardInput is what the file - is called in answers and places.
const standardInput = "stdin"

// read reads the system of a file. What is only drawn needs to be in no class.
func (c *automataCommand) read(file string) (*model.System, error) {
	parse := c.parse
	if c.dot && c.draw == nil {
		parse = model.ParseMixed
	}
	if file == "-" {
		text, err := io.ReadAll(c.in)
		if err != nil {
			return nil, fmt.Errorf("chancheck %s: %w", c.name, err)
		}
		return parse(string(text), standardInput)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("chancheck %s: %w", c.name, err)
	}
	return parse(string(text), file)
}

// elsewhere is the command that takes a system that this one has refused, "" if there is none.
func elsewhere(sys *model.System) string {
	if len(sys.Families) == 0 {
		return ""
	}
	return "; for functions that start goroutines there is chancheck capacity PACKAGE -func " + sys.Processes[0].Name
}

// print renders an answer. JSON comes at the end, for all files at once.
func (c *automataCommand) print(a *report.Answer) {
	switch {
	case c.json:
		c.answers = append(c.answers, *a)
	case c.mermaid:
		c.note(a.WriteMermaid(c.out))
	case c.dot:
		c.note(c.draw(a))
	default:
		c.note(a.WriteText(c.out, c.verbose))
	}
}

// note keeps an error of writing.
func (c *automataCommand) note(err error) {
	if err != nil {
		fmt.Fprintln(c.err, "chancheck "+c.name+":", err)
		c.worsen(statusError)
	}
}

// worst are the statuses, the worst last: whoever looks at the status of
// several files must not take an error for an answer.
var worst = []int{statusClean, statusUnknown, statusFindings, statusError}

// worsen makes the status that of a file if it is worse.
func (c *automataCommand) worsen(status int) {
	for _, s := range worst {
		if s == c.status {
			c.status = status
			return
		}
		if s == status {
			return
		}
	}
}

// statusOf is the exit status of a verdict.
func statusOf(verdict string) int {
	switch verdict {
	case kmc.Safe.String(), ksync.Synchronisable.String():
		return statusClean
	case kmc.Unsafe.String(), ksync.Unsynchronisable.String():
		return statusFindings
	}
	return statusUnknown
}
