package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/kmc"
)

// A kmcCommand checks systems of communicating automata for k-multiparty
// compatibility. Unlike the rest of the command it needs no go command: its
// input is systems, not packages.
type kmcCommand struct {
	options kmc.Options
	bounds  string // of single channels

	json, mermaid, dot, verbose bool

	files    []string
	in       io.Reader
	out, err io.Writer
	progress *progress
	answers  []report.Answer // for JSON, which is one object
	status   int
}

// decideKMC runs the command, and returns the exit status: the worst of those of its
// files.
func decideKMC(args []string, in io.Reader, out, err io.Writer) int {
	c := &kmcCommand{in: in, out: out, err: err, progress: newProgress(err)}
	if status, done := c.parse(args); done {
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

// parse reads flags and files, in any order.
func (c *kmcCommand) parse(args []string) (status int, done bool) {
	flags := c.flags()
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return statusClean, true
			}
			return statusUsage, true
		}
		if args = flags.Args(); len(args) > 0 {
			c.files = append(c.files, args[0])
			args = args[1:]
		}
	}
	if problem := c.misuse(); problem != "" {
		fmt.Fprintln(c.err, "chancheck kmc:", problem)
		flags.Usage()
		return statusUsage, true
	}
	c.options.Progress = c.progress.show
	return 0, false
}

func (c *kmcCommand) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("chancheck kmc", flag.ContinueOnError)
	flags.SetOutput(c.err)
	flags.Usage = func() { kmcUsage(flags) }
	flags.IntVar(&c.options.K, "k", 0, "`bound` of every channel; without it, the least with an answer is searched")
	flags.IntVar(&c.options.Max, "max", kmc.DefaultMax, "last `bound` of the search")
	flags.StringVar(&c.bounds, "bounds", "", "bounds of single channels: \"cap\" for the capacities in the file, or a `list` like A:B=2,B:A=1, with -k or 1 for the rest")
	flags.BoolVar(&c.options.NoReduction, "full", false, "explore the full system only, not the reduced one")
	flags.BoolVar(&c.options.Peer, "peer", false, "accept the readings of the literature's tool as premises of safe")
	flags.BoolVar(&c.options.Thorough, "thorough", false, "spend the whole budget on searches that are not linear, too")
	flags.IntVar(&c.options.States, "states", kmc.DefaultStates, "`limit` on configurations")
	flags.BoolVar(&c.verbose, "v", false, "list all properties, too")
	flags.BoolVar(&c.json, "json", false, "print JSON")
	flags.BoolVar(&c.mermaid, "mermaid", false, "draw the execution as a Mermaid sequence diagram")
	flags.BoolVar(&c.dot, "dot", false, "draw the automata in DOT, for Graphviz, and check nothing")
	return flags
}

func kmcUsage(flags *flag.FlagSet) {
	fmt.Fprint(flags.Output(), `usage: chancheck kmc [flags] file ...

Checks systems of communicating automata: local types, state graphs, or what
chancheck extract prints. The file - is the standard input.

Exit status: 0 safe, 3 unsafe, 4 unknown, 1 bad input, 2 wrong usage; the worst
of several files.

Flags:
`)
	flags.PrintDefaults()
}

// misuse says what is wrong with the flags, "" if nothing is.
func (c *kmcCommand) misuse() string {
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
	case c.options.K < 0 || c.options.Max < 1:
		return "a bound must be at least 1"
	case c.options.States < 1:
		return "-states must be at least 1"
	}
	return ""
}

// check answers for one file.
func (c *kmcCommand) check(file string) {
	sys, err := c.read(file)
	if err == nil && c.dot {
		c.note(sys.WriteDOT(c.out))
		return
	}
	var answer report.Answer
	if err == nil {
		answer, err = c.answer(sys, file)
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

// read reads the system of a file in whichever notation it is.
func (c *kmcCommand) read(file string) (*model.System, error) {
	if file == "-" {
		text, err := io.ReadAll(c.in)
		if err != nil {
			return nil, err
		}
		return model.Parse(string(text), "stdin")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("chancheck kmc: %w", err)
	}
	return model.Parse(string(text), file)
}

// answer runs the check.
func (c *kmcCommand) answer(sys *model.System, file string) (report.Answer, error) {
	options := c.options
	var err error
	if c.bounds != "" {
		options.Bounds, err = channelBounds(sys, c.bounds, max(options.K, 1))
		options.K = 0
	}
	var result *kmc.Result
	if err == nil {
		result, err = kmc.Decide(sys, options)
		c.progress.clear()
	}
	if err != nil {
		return report.Answer{}, fmt.Errorf("%s: %w", file, err)
	}
	return report.TellKMC(sys, file, options, result), nil
}

// channelBounds makes bounds of objects of what the user wrote: "cap", or
// channels with their bounds. Those that aren't named have the bound rest.
func channelBounds(sys *model.System, list string, rest int) ([]int, error) {
	bounds := make([]int, len(sys.Objects))
	for i := range bounds {
		bounds[i] = rest
		if list == "cap" {
			bounds[i] = sys.Objects[i].Capacity
		}
	}
	if list == "cap" {
		return bounds, nil
	}
	for _, entry := range strings.Split(list, ",") {
		name, number, _ := strings.Cut(entry, "=")
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 {
			return nil, fmt.Errorf("bound %q is not CHANNEL=NUMBER", entry)
		}
		if !setBound(sys, bounds, name, k) {
			return nil, fmt.Errorf("no channel %q to bound", name)
		}
	}
	return bounds, nil
}

// setBound sets the bound of the channels of a name. A:B is easier to type
// than A→B.
func setBound(sys *model.System, bounds []int, name string, k int) (found bool) {
	for i := range sys.Objects {
		if n := sys.Objects[i].Name; n == name || n == strings.Replace(name, ":", "→", 1) {
			bounds[i], found = k, true
		}
	}
	return found
}

// print renders an answer. JSON comes at the end, for all files at once.
func (c *kmcCommand) print(a *report.Answer) {
	switch {
	case c.json:
		c.answers = append(c.answers, *a)
	case c.mermaid:
		c.note(a.WriteMermaid(c.out))
	default:
		c.note(a.WriteText(c.out, c.verbose))
	}
}

// note keeps an error of writing.
func (c *kmcCommand) note(err error) {
	if err != nil {
		fmt.Fprintln(c.err, "chancheck kmc:", err)
		c.worsen(statusError)
	}
}

// worst are the statuses, the worst last: whoever looks at the status of
// several files must not take an error for an answer.
var worst = []int{statusClean, statusUnknown, statusFindings, statusError}

// worsen makes the status that of a file if it is worse.
func (c *kmcCommand) worsen(status int) {
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
	case kmc.Safe.String():
		return statusClean
	case kmc.Unsafe.String():
		return statusFindings
	}
	return statusUnknown
}
