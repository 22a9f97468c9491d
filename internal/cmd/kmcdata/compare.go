package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// An outcome is what came of one system.
type outcome struct {
	system
	err           error
	at            *kmc.Result // at the bound of the index
	found         *kmc.Result // of the search
	elapsed       time.Duration
	disagreements []string
}

// check runs a system at its bound, with and without the reduction, and
// searches for a bound.
func check(folder string, s system, options kmc.Options) *outcome {
	o := &outcome{system: s}
	text, err := os.ReadFile(filepath.Join(folder, s.file))
	if err != nil {
		o.err = err
		return o
	}
	sys, err := model.Parse(string(text), s.file)
	if err == nil {
		err = o.run(sys, options)
	}
	if o.err = err; err != nil {
		if s.expected["CSA"] {
			o.disagree("refused: %v", err)
		}
		return o
	}
	o.compareExpected(sys)
	return o
}

func (o *outcome) run(sys *model.System, options kmc.Options) error {
	start := time.Now()
	options.K = o.k
	var err error
	if o.at, err = kmc.Decide(sys, options); err != nil {
		return err
	}
	options.NoReduction = true
	full, err := kmc.Decide(sys, options)
	if err != nil {
		return err
	}
	o.compareReduced(full)
	options.K, options.Max, options.NoReduction = 0, max(o.k, 4), false
	o.found, err = kmc.Decide(sys, options)
	o.elapsed = time.Since(start)
	return err
}

func (o *outcome) disagree(format string, args ...any) {
	o.disagreements = append(o.disagreements, fmt.Sprintf(format, args...))
}

// compareReduced compares what is decided with and without the reduction.
func (o *outcome) compareReduced(full *kmc.Result) {
	if !o.at.Inconclusive && !full.Inconclusive && o.at.Verdict != full.Verdict {
		o.disagree("verdict %v, without the reduction %v", o.at.Verdict, full.Verdict)
	}
	for _, p := range o.at.Properties {
		q := full.Property(p.Name)
		if !strings.HasPrefix(p.Name, "reduced") && p.Status != kmc.Undecided && q.Status != kmc.Undecided && p.Status != q.Status {
			o.disagree("%s %v, without the reduction %v", p.Name, p.Status, q.Status)
		}
	}
}

// properties are those that the index names.
var properties = map[string]string{
	"OBI": kmc.PropOBI, "IBI": kmc.PropIBI, "SIBI": kmc.PropSIBI, "CIBI": kmc.PropCIBI,
	"exh": kmc.PropExhaustive, "safe": kmc.PropSafe,
}

// compareExpected compares with the index.
func (o *outcome) compareExpected(sys *model.System) {
	if o.participants > 0 && o.participants != len(sys.Processes) {
		o.disagree("%d participants, expected %d", len(sys.Processes), o.participants)
	}
	if want, ok := o.expected["Basic"]; ok && want != o.directed() {
		o.disagree("directed is %v, expected %v", o.directed(), want)
	}
	for _, name := range []string{"OBI", "IBI", "SIBI", "CIBI", "exh", "safe"} {
		want, ok := o.expected[name]
		status := o.at.Property(properties[name]).Status
		if ok && status != kmc.Undecided && want != (status == kmc.Holds) {
			o.disagree("%s %v, expected %v", properties[name], status, want)
		}
	}
	if want := o.expectedSearch(); want != "" && want != o.answer() {
		o.disagree("search: %s, expected %s", o.answer(), want)
	}
}

func (o *outcome) directed() bool {
	return o.at.Property(kmc.PropSendDirected).Status == kmc.Holds &&
		o.at.Property(kmc.PropReceiveDirected).Status == kmc.Holds
}

// answer is the verdict of the search with its bound.
func (o *outcome) answer() string {
	if o.found.Verdict == kmc.Unknown {
		return o.found.Verdict.String()
	}
	return fmt.Sprintf("%v from %d", o.found.Verdict, o.found.K)
}

// expectedSearch is the other tool's answer in the same words, "" if it has
// none.
func (o *outcome) expectedSearch() string {
	k, value, ok := strings.Cut(o.search, ":")
	switch {
	case o.search == "dontknow":
		return kmc.Unknown.String()
	case ok && value == "True":
		return fmt.Sprintf("%v from %s", kmc.Safe, k)
	case ok && value == "False":
		return fmt.Sprintf("%v from %s", kmc.Unsafe, k)
	}
	return ""
}

// print writes a line for the system, and one for each disagreement.
func (o *outcome) print(w io.Writer) {
	if o.err != nil {
		fmt.Fprintf(w, "%s\terror\t%v\n", o.file, o.err)
	} else {
		fmt.Fprintf(w, "%s\tk %d\t%s\t%d transitions reduced, %d in full\t%v\n", o.file, o.k, o.answer(),
			o.at.ReducedTransitions, o.at.Transitions, o.elapsed.Round(time.Millisecond))
	}
	for _, d := range o.disagreements {
		fmt.Fprintf(w, "\t%s\n", d)
	}
}

// totals count.
type totals struct {
	systems, errors, safe, unsafe, unknown, spent, disagreements int
	elapsed                                                      time.Duration
}

func (t *totals) add(o *outcome) {
	t.systems++
	t.elapsed += o.elapsed
	if len(o.disagreements) > 0 {
		t.disagreements++
	}
	switch {
	case o.err != nil:
		t.errors++
		return
	case o.found.Inconclusive:
		t.spent++
	case o.found.Verdict == kmc.Unknown:
		t.unknown++
	case o.found.Verdict == kmc.Safe:
		t.safe++
	default:
		t.unsafe++
	}
}

func (t *totals) print(w io.Writer) {
	fmt.Fprintf(w, "%d systems in %v: %d safe, %d unsafe, %d unknown, %d over budget, %d errors; %d with disagreements\n",
		t.systems, t.elapsed.Round(time.Millisecond), t.safe, t.unsafe, t.unknown, t.spent, t.errors, t.disagreements)
}
