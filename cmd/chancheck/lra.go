package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/leap"
)

// An lraCommand searches systems of communicating automata in leaps.
type lraCommand struct {
	*automataCommand
	options leap.Options
	search  string
	bound   string // of every channel
	bounds  string // of single channels
	singles []channelBound
	j, k    string // sets of channels
	strict  bool
	sizes   bool
}

const lraIntro = `Searches systems of communicating automata in leaps (leaping reachability analysis): for
states in which nobody can move, messages that nobody waits for, and transitions that are never
executed. The file - is the standard input.

Exit status: 0 safe, 3 unsafe, 4 unknown, 1 bad input, 2 wrong usage; the worst
of several files.

Flags:
`

// searchInLeaps runs the command, and returns the exit status.
func searchInLeaps(args []string, in io.Reader, out, err io.Writer) int {
	c := &lraCommand{automataCommand: newAutomataCommand("lra", lraIntro, in, out, err)}
	c.addFlags()
	c.parse, c.misuse, c.answer = model.ParseMixed, c.misuseOfSearch, c.explore
	c.options.Progress = func(states, leaps int) { c.progress.show(0, states, leaps) }
	return c.run(args)
}

func (c *lraCommand) addFlags() {
	c.flags.StringVar(&c.search, "search", "l2", "`relation` to explore: l2 for l2(J,K)*, depth first, jk for l(J,K)*, star for l*, l, or full")
	c.flags.StringVar(&c.j, "J", "all", "`channels` on which unspecified receptions are looked for: all, none, or a list like A:B,B:A")
	c.flags.StringVar(&c.k, "K", "none", "`channels` that must not be full when somebody wants to send: all, none, or a list")
	c.flags.StringVar(&c.bound, "k", "", "`bound` of every channel, or inf; without it, the capacities in the file, which are 1 in local types and state graphs")
	c.flags.StringVar(&c.bounds, "bounds", "", "bounds of single channels, a `list` like A:B=2,B:A=inf; the rest is that of -k")
	c.flags.BoolVar(&c.strict, "strict", false, "count messages that come before they are waited for as unspecified receptions, as the literature does")
	c.flags.BoolVar(&c.sizes, "sizes", false, "run all searches, and compare the sizes of what they explore")
	c.flags.BoolVar(&c.options.Thorough, "thorough", false, "spend the whole budget on combinations of choices, which are not linear in the states")
	c.flags.IntVar(&c.options.States, "states", leap.DefaultStates, "`limit` on configurations")
}

// searchNames are the searches by their names, as -sizes lists them.
var searchNames = []struct {
	name   string
	search leap.Search
}{{"full", leap.Full}, {"l", leap.Proper}, {"star", leap.Star}, {"jk", leap.Extended}, {"l2", leap.DepthFirst}}

// misuseOfSearch says what is wrong with the flags, "" if nothing is.
func (c *lraCommand) misuseOfSearch() string {
	known := false
	for _, s := range searchNames {
		if s.name == c.search {
			c.options.Search, known = s.search, true
		}
	}
	_, err := readLimit(c.bound)
	var problem error
	c.singles, problem = channelBounds(c.bounds, readLimit)
	switch {
	case !known:
		return fmt.Sprintf("-search must be l2, jk, star, l or full, not %q", c.search)
	case c.bound != "" && err != nil:
		return "-k must be a number from 0 on, or inf"
	case problem != nil:
		return problem.Error()
	case c.options.States < 1:
		return "-states must be at least 1"
	}
	return ""
}

// readLimit reads the bound of a channel that may have none.
func readLimit(text string) (int, error) {
	if text == "inf" {
		return leap.Unlimited, nil
	}
	return readBound(text)
}

// explore runs the search, or all of them.
func (c *lraCommand) explore(sys *model.System, file string) (report.Answer, error) {
	options, err := c.optionsFor(sys)
	if err != nil {
		return report.Answer{}, err
	}
	result, err := leap.Explore(sys, options)
	if err != nil {
		return report.Answer{}, err
	}
	answer := report.TellLRA(sys, file, report.LRAQuestion{J: options.J, K: options.K, Strict: c.strict}, result)
	if c.sizes {
		answer.Graphs = nil
		for _, s := range searchNames {
			options.Search = s.search
			other, err := leap.Explore(sys, options)
			if err != nil {
				return report.Answer{}, err
			}
			answer.Graphs = append(answer.Graphs, report.GraphOf(other))
		}
	}
	return answer, nil
}

// optionsFor are the options for a system.
func (c *lraCommand) optionsFor(sys *model.System) (leap.Options, error) {
	options := c.options
	options.Bounds = capacitiesOf(sys)
	if bound, err := readLimit(c.bound); err == nil {
		options.Bounds = slices.Repeat([]int{bound}, len(sys.Objects))
	}
	err := setBounds(sys, c.singles, options.Bounds)
	if err == nil {
		options.J, err = channelSet(sys, "-J", c.j)
	}
	if err == nil {
		options.K, err = channelSet(sys, "-K", c.k)
	}
	return options, err
}
