package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// WriteText writes a report for people: each finding on a line, its story
// indented beneath.
func (r *Report) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, f := range slices.Concat(r.Findings, r.Notes) {
		fmt.Fprintf(b, "%s: %s [%s]\n", f.Site, f.headline(), f.Category)
		for _, s := range f.Steps {
			fmt.Fprintf(b, "\t%s: %s\n", s.Site, s.Text)
		}
	}
	if r.Summary != nil {
		fmt.Fprintf(b, "summary: %s\n", r.Summary.Words())
	}
	return b.Flush()
}

// SchemaVersion is that of the form in which WriteJSON writes. Fields may be added to it; a
// version in which one goes, or means something else, has the next number.
const SchemaVersion = 1

// Schema is where that form is written down, as JSON Schema.
const Schema = Home + "/blob/main/docs/report-1.schema.json"

// WriteJSON writes a report as one JSON object. Its form is that of the types
// of this package.
func (r *Report) WriteJSON(w io.Writer) error {
	out := struct {
		Schema  string `json:"$schema"`
		Version int    `json:"version"`
		Report
	}{Schema, SchemaVersion, *r}
	if out.Findings == nil {
		out.Findings = []Finding{} // "[]", not "null"
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "\t")
	encoder.SetEscapeHTML(false) // channels are full of "<-"
	return encoder.Encode(&out)
}
