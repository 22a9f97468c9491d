// Package report puts findings into words, and writes them down.
//
// [Tell] makes a sentence and a story out of a finding of package verify and
// the system that it was found in. From there on a [Finding] is plain text
// with places, so that it survives the way through an analysis driver: what a
// front end decodes is what the analyzer told.
package report

import "github.com/chancheck/chancheck/model"

// A Finding is one thing to tell the reader: a sentence at the place of the
// operation that goes wrong, then the execution that leads there.
type Finding struct {
	Category string     `json:"category"`
	Site     model.Site `json:"site"`
	Message  string     `json:"message"`
	Steps    []Step     `json:"steps,omitempty"`

	// Via are the calls that lead to Site, outermost first. Who reports about
	// one package shows the innermost place there.
	Via []model.Site `json:"-"`
}

// A Step is one line of the story, at its place in the source.
type Step struct {
	Site model.Site   `json:"site"`
	Text string       `json:"text"`
	Via  []model.Site `json:"-"` // as in Finding
}

// A Report is what a run over some packages has to say.
type Report struct {
	Findings []Finding `json:"findings"`
	// Notes say what was not judged, and why. They are no findings.
	Notes   []Finding `json:"notes,omitempty"`
	Summary *Summary  `json:"summary,omitempty"`
}

// A Summary says how far a run reached.
type Summary struct {
	Counts
	Channels Reached `json:"channels"`
	Locks    Reached `json:"locks"` // and wait groups and the like
}
