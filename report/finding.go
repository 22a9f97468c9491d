// Package report puts findings into words, and writes them down.
//
// [Tell] makes a sentence and a story out of a finding of package verify and
// the system that it was found in. From there on a [Finding] is plain text
// with places, so that it survives the way through an analysis driver: what a
// front end decodes is what the analyzer told.
package report

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A Finding is one thing to tell the reader: a sentence at the place of the
// operation that goes wrong, then the execution that leads there.
type Finding struct {
	Category string     `json:"category"`
	Site     model.Site `json:"site"`
	Message  string     `json:"message"`
	// Package and Function, as (*T).Method, have the operation; Fingerprint stays the
	// same when lines move. A front end knows them.
	Package     string `json:"package,omitempty"`
	Function    string `json:"function,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	// Goroutines are the names of those that take part, with the root function or a
	// caller, in the order in which the system has them. Acts say who of them does what.
	Goroutines  []string     `json:"goroutines,omitempty"`
	Steps       []Step       `json:"steps,omitempty"`
	Suppression *Suppression `json:"suppression,omitempty"`

	// Via are the calls that lead to Site, outermost first. Who reports about
	// one package shows the innermost place there.
	Via []model.Site `json:"-"`

	what int    // the length of what the message says of the operation
	tail string // what the message says after the conditions
	kept *Kept  // nil if it is about something else, or told of who waits
	// waiting is the same finding told of who waits for what is kept; nil if nothing is.
	waiting *Finding
	again   model.Site
	said    int // assumptions that have no step of their own
	// unexplained says that it waits for somebody of whom nothing is told.
	unexplained bool
}

// headline is what is read first where only text is shown: in which function, and what. Of what is no bug the
// message says itself where it is.
func (f *Finding) headline() string {
	c := verify.Category(f.Category)
	isBug := c.IsStuck() || c.IsOrphan() || c == verify.Panic
	if f.Function == "" || !isBug {
		return f.Message
	}
	return "in " + f.Function + ": " + f.Message
}

// IsBetterThan reports whether the same finding is told so that a reader has less to ask: by fewer assumptions, or as it says who doesn't do what is
// waited for.
func (f *Finding) IsBetterThan(other *Finding) bool {
	if f.Assumptions() == other.Assumptions() {
		return other.unexplained && !f.unexplained
	}
	return f.Assumptions() < other.Assumptions()
}

// Assumptions are how many things the execution assumes.
func (f *Finding) Assumptions() int {
	n := f.said
	for _, s := range f.Steps {
		if s.Act != nil && s.Act.Kind == ActAssume {
			n++
		}
	}
	return n
}

// Operation is the place of what goes wrong. The finding itself may be at a call that leads there.
func (f *Finding) Operation() model.Site {
	for _, s := range f.Steps {
		if s.Act != nil && (s.Act.Kind == ActBlock || s.Act.Kind == ActPanic) {
			return s.Site
		}
	}
	return f.Site
}

// A Step is one line of the story, at its place in the source.
type Step struct {
	Site model.Site   `json:"site"`
	Text string       `json:"text"`
	Act  *Act         `json:"act,omitempty"` // the same for those who draw it; nil if nobody is known to do it
	Via  []model.Site `json:"-"`             // as in Finding

	// number is which of the goroutines of one go statement the step is about, and name what the text
	// calls it; 0 if there is only one.
	number int
	name   string
	// returns says that a function returns here with a lock.
	returns bool
}

// A Suppression says who has decided that a finding is not to be told.
type Suppression struct {
	Kind   string     `json:"kind"` // InSource or External
	Reason string     `json:"reason,omitempty"`
	Site   model.Site `json:"site,omitzero"` // of the comment
}

// The kinds of suppressions, as SARIF names them: by a comment, and by a baseline.
const (
	InSource = "inSource"
	External = "external"
)

// InGenerated is the reason of suppressions that nobody has written: a program has written the file.
const InGenerated = "in a generated file"

// A Report is what a run over some packages has to say.
type Report struct {
	Findings []Finding `json:"findings"`
	// Suppressed are findings that a comment or a baseline suppresses.
	Suppressed []Finding `json:"suppressed,omitempty"`
	// Notes say what was not judged, and why. They are no findings.
	Notes   []Finding `json:"notes,omitempty"`
	Summary *Summary  `json:"summary,omitempty"`
	// Errors say which packages could not be analysed, and why: of these the rest says nothing.
	Errors []string `json:"errors,omitempty"`
}

// A Summary says how far a run reached.
type Summary struct {
	Counts
	Channels Reached `json:"channels"`
	Locks    Reached `json:"locks"` // and wait groups and the like
}
