package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/ksync"
)

// A ksyncCommand decides whether systems of communicating automata are k-synchronisable.
type ksyncCommand struct {
	*automataCommand
	options ksync.Options
	queues  string
	target  string
	states  []assignment // of the target
}

const ksyncIntro = `Decides whether all executions of systems of communicating automata are sequences of
exchanges: k sends at most, then receptions of their messages (k-synchronisability), whatever queues
hold. The file - is the standard input.

Exit status: 0 synchronisable, 3 not synchronisable, 4 unknown, 1 bad input, 2 wrong usage; the
worst of several files.

Flags:
`

// decideKSync runs the command, and returns the exit status.
func decideKSync(args []string, in io.Reader, out, err io.Writer) int {
	c := &ksyncCommand{automataCommand: newAutomataCommand("ksync", ksyncIntro, in, out, err)}
	c.addFlags()
	c.parse, c.misuse, c.answer = model.ParseMixed, c.misuseOfSearch, c.decide
	c.draw = func(a *report.Answer) error { return a.WriteChartDOT(c.out) }
	c.options.Progress = func(k, nodes int) { c.progress.show(k, nodes, 0) }
	return c.run(args)
}

func (c *ksyncCommand) addFlags() {
	c.flags.IntVar(&c.options.K, "k", 0, "`size` of exchanges in messages; without it, the least is searched")
	c.flags.IntVar(&c.options.Max, "max", ksync.DefaultMax, "last `size` of the search")
	c.flags.StringVar(&c.queues, "queues", "channel", "one queue per `channel`, per pair of a sender and a receiver, or per receiver: a mailbox")
	c.flags.StringVar(&c.target, "reach", "", "is there an execution to these `states`, a list like A=2,B=q1 of participants with the names or numbers of states")
	c.flags.BoolVar(&c.options.Thorough, "thorough", false, "spend the whole budget on each size")
	c.flags.IntVar(&c.options.States, "states", ksync.DefaultStates, "`limit` on configurations between exchanges")
	c.flags.Lookup("dot").Usage = "draw the execution in DOT, for Graphviz, as a message sequence chart"
}

// queueNames are the semantics by their names.
var queueNames = []string{"channel", "pair", "receiver"}

// misuseOfSearch says what is wrong with the flags, "" if nothing is.
func (c *ksyncCommand) misuseOfSearch() string {
	queues := slices.Index(queueNames, c.queues)
	c.options.Queues = ksync.Queues(max(queues, 0))
	set := map[string]bool{}
	c.flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	var err error
	if set["reach"] {
		c.states, err = assignments(c.target, "PARTICIPANT=STATE")
	}
	switch {
	case err != nil:
		return "-reach: " + err.Error()
	case queues < 0:
		return fmt.Sprintf("-queues must be channel, pair or receiver, not %q", c.queues)
	case set["k"] && c.options.K < 1:
		return "-k must be at least 1: an exchange has a message"
	case c.options.Max < 1:
		return "-max must be at least 1: an exchange has a message"
	case c.options.States < 1:
		return "-states must be at least 1"
	}
	return ""
}

// decide answers about a system.
func (c *ksyncCommand) decide(sys *model.System, file string) (report.Answer, error) {
	options := c.options
	if len(c.states) > 0 {
		var err error
		if options.Target, err = targetStates(sys, c.states); err != nil {
			return report.Answer{}, err
		}
	}
	r, err := ksync.Decide(sys, options)
	if err != nil {
		return report.Answer{}, err
	}
	return report.TellKSync(sys, file, report.KSyncQuestion{Options: options, Target: c.target}, r), nil
}

// targetStates makes states by process of what the user wrote; -1 is any.
func targetStates(sys *model.System, states []assignment) ([]int, error) {
	target := slices.Repeat([]int{-1}, len(sys.Processes))
	for _, s := range states {
		p := slices.IndexFunc(sys.Processes, func(a model.Automaton) bool { return a.Name == s.name })
		if p < 0 {
			return nil, fmt.Errorf("-reach: no participant %q; there is %s", s.name, participantsOf(sys))
		}
		if target[p] = findState(&sys.Processes[p], s.value); target[p] < 0 {
			return nil, fmt.Errorf("-reach: %s has no state %q; there is %s", s.name, s.value, statesOf(&sys.Processes[p]))
		}
	}
	return target, nil
}

// participantsOf says who there is.
func participantsOf(sys *model.System) string {
	var names []string
	for i := range sys.Processes {
		names = append(names, sys.Processes[i].Name)
	}
	return someOf(names)
}

// statesOf says which states there are, as findState knows them.
func statesOf(a *model.Automaton) string {
	var names []string
	for i := range a.States {
		names = append(names, cmp.Or(a.States[i].Name, strconv.Itoa(i)))
	}
	return someOf(names)
}

// findState finds a state by its name, or by its number if no state has that for a name; -1
// if there is none.
func findState(a *model.Automaton, text string) int {
	if q := slices.IndexFunc(a.States, func(s model.State) bool { return s.Name == text && text != "" }); q >= 0 {
		return q
	}
	q, err := strconv.Atoi(text)
	if err != nil || q < 0 || q >= len(a.States) {
		return -1
	}
	return q
}
