package main

import (
	"flag"
	"io"
	"runtime/debug"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/kmc"
)

// A kmcCommand checks systems of communicating automata for k-multiparty
// compatibility.
type kmcCommand struct {
	*automataCommand
	options kmc.Options
	bounds  string // of single channels
	singles []channelBound
	// rest is the bound of all others.
	rest int
}

const kmcIntro = `Checks systems of communicating automata: local types, state graphs, or what
chancheck extract prints. The file - is the standard input.

Exit status: 0 safe, 3 unsafe, 4 unknown, 1 bad input, 2 wrong usage; the worst
of several files.

Flags:
`

// gcPercent is by how much the heap may grow between collections.
const gcPercent = 25

// decideKMC runs the command, and returns the exit status.
func decideKMC(args []string, in io.Reader, out, err io.Writer) int {
	// What gets large here has no pointers, and doubles when it grows: collecting the
	// halves costs next to nothing, and saves as much memory as they take.
	debug.SetGCPercent(gcPercent)
	c := &kmcCommand{automataCommand: newAutomataCommand("kmc", kmcIntro, in, out, err)}
	c.addFlags()
	c.parse, c.misuse, c.answer = model.Parse, c.misuseOfBounds, c.decide
	c.options.Progress = c.progress.show
	return c.run(args)
}

func (c *kmcCommand) addFlags() {
	c.flags.IntVar(&c.options.K, "k", 0, "`bound` of every channel, 0 for channels without a queue; without it, the least with an answer is searched")
	c.flags.IntVar(&c.options.Max, "max", kmc.DefaultMax, "last `bound` of the search")
	c.flags.StringVar(&c.bounds, "bounds", "", "bounds of single channels: \"cap\" for the capacities in the file, or a `list` like A:B=2,B:A=1, with -k or 1 for the rest")
	c.flags.BoolVar(&c.options.NoReduction, "full", false, "explore the full system only, not the reduced one")
	c.flags.BoolVar(&c.options.Peer, "peer", false, "accept the readings of the literature's tool as premises of safe")
	c.flags.BoolVar(&c.options.Thorough, "thorough", false, "spend the whole budget on searches that are not linear, too")
	c.flags.IntVar(&c.options.States, "states", kmc.DefaultStates, "`limit` on configurations")
}

// misuseOfBounds says what is wrong with the flags, "" if nothing is.
func (c *kmcCommand) misuseOfBounds() string {
	c.rest = 1
	set := map[string]bool{}
	c.flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if set["k"] {
		c.rest = c.options.K
	}
	var err error
	c.singles, err = channelBounds(c.bounds, readBound)
	switch {
	case err != nil:
		return err.Error()
	case c.bounds == "cap" && set["k"]:
		return "-bounds cap has the bounds of all channels: there are no others for -k"
	case c.options.K < 0:
		return "-k must be at least 0"
	case c.options.Max < 1:
		return "-max must be at least 1"
	case c.options.States < 1:
		return "-states must be at least 1"
	}
	return ""
}

// decide runs the check.
func (c *kmcCommand) decide(sys *model.System, file string) (report.Answer, error) {
	options := c.options
	if c.bounds != "" || c.rest == 0 {
		options.Bounds, options.K = slices.Repeat([]int{c.rest}, len(sys.Objects)), 0
	}
	if c.bounds == "cap" {
		options.Bounds = capacitiesOf(sys)
	}
	if err := setBounds(sys, c.singles, options.Bounds); err != nil {
		return report.Answer{}, err
	}
	result, err := kmc.Decide(sys, options)
	if err != nil {
		return report.Answer{}, err
	}
	return report.TellKMC(sys, file, options, result), nil
}
