package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/chancheck/chancheck/model"
)

// WriteText writes an answer for people: the verdict in one line, then why,
// then the execution as a table. With verbose it lists all properties, too.
func (a *Answer) WriteText(w io.Writer, verbose bool) error {
	b := bufio.NewWriter(w)
	if a.Error != "" {
		fmt.Fprintln(b, a.Error)
		return b.Flush()
	}
	place := a.File
	if a.Site.IsValid() {
		place = a.Site.String()
	}
	fmt.Fprintf(b, "%s: %s\n", place, a.Message)
	if a.Reason != "" {
		fmt.Fprintf(b, "\t%s\n", a.Reason)
	}
	if a.Execution != nil {
		a.Execution.writeText(b, a.File)
	}
	if verbose {
		a.writeProperties(b)
	}
	return b.Flush()
}

// writeText writes an execution as a table, and what is wrong after it.
func (e *Execution) writeText(b *bufio.Writer, file string) {
	fmt.Fprintf(b, "\t%s fails for %s at %s (%s)\n", e.Property, e.Participant, e.State, placeIn(file, e.Site))
	if e.Wants != "" {
		fmt.Fprintf(b, "\twants: %s\n", e.Wants)
	}
	if e.Finds != "" {
		fmt.Fprintf(b, "\tfinds: %s\n", e.Finds)
	}
	if len(e.Events) == 0 {
		b.WriteString("\tfrom the start\n")
		return
	}
	table := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	fmt.Fprintf(table, "\tafter\tat\twhat happens\tqueue then\n")
	for i := range e.Events {
		event := &e.Events[i]
		fmt.Fprintf(table, "\t%d\t%s\t%s\t%s\n", i+1, placeIn(file, event.Site), event.Words(), event.queueWords())
	}
	table.Flush() // bufio.Writer keeps the error
}

// placeIn is a place for readers who know the file.
func placeIn(file string, site model.Site) string {
	if site.IsValid() && site.File == file {
		return fmt.Sprintf("%d:%d", site.Line, site.Column)
	}
	return site.String()
}

// Words says what happens.
func (e *Event) Words() string {
	switch e.Action {
	case "send":
		return fmt.Sprintf("%s sends %s to %s", e.From, e.Message, e.To)
	case "receive":
		return fmt.Sprintf("%s receives %s from %s", e.To, e.Message, e.From)
	}
	return fmt.Sprintf("%s hands %s to %s", e.From, e.Message, e.To)
}

func (e *Event) queueWords() string {
	switch {
	case e.Action == "exchange":
		return ""
	case e.Queue == "":
		return e.Channel + " is empty"
	}
	return e.Channel + ": " + e.Queue
}

// writeProperties lists what is known beside the verdict.
func (a *Answer) writeProperties(b *bufio.Writer) {
	var sizes []string
	if a.ReducedStates > 0 {
		sizes = append(sizes, fmt.Sprintf("%d configurations, %d transitions reduced", a.ReducedStates, a.ReducedTransitions))
	}
	if a.States > 0 {
		sizes = append(sizes, fmt.Sprintf("%d configurations, %d transitions in full", a.States, a.Transitions))
	}
	fmt.Fprintf(b, "\t%d participants; %s\n", len(a.Participants), strings.Join(sizes, "; "))
	table := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	for _, p := range a.Properties {
		fmt.Fprintf(table, "\t%s\t%s\t%s\n", p.Name, p.Status, p.Note)
	}
	table.Flush() // as above
}

// WriteAnswersJSON writes answers as one JSON object. Its form is that of the
// types of this package; fields may be added to it, none removed.
func WriteAnswersJSON(w io.Writer, answers []Answer) error {
	out := struct {
		Answers []Answer `json:"answers"`
	}{append([]Answer{}, answers...)} // "[]", not "null"
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "\t")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(&out)
}
