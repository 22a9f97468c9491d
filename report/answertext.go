package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// WriteText writes an answer for people: the verdict in one line, then why,
// then the execution as a table. With verbose it lists all properties, too.
func (a *Answer) WriteText(w io.Writer, verbose bool) error {
	b := bufio.NewWriter(w)
	place := a.File
	if a.Site.IsValid() {
		place = a.Site.String()
	}
	fmt.Fprintf(b, "%s: %s\n", place, a.Message)
	if a.Reason != "" {
		fmt.Fprintf(b, "\t%s\n", a.Reason)
	}
	if a.Target != nil {
		fmt.Fprintf(b, "\t%s: %s, %s\n", a.Target.Name, a.Target.Status, a.Target.Note)
	}
	if e := a.Execution; a.Chart != nil {
		a.Chart.writeText(b, a.File, e)
	} else if e != nil {
		e.writeText(b, a.File)
		if long := len(e.Events) > mostSteps && a.Verdict != kmc.Unsafe.String(); long && !verbose {
			fmt.Fprintf(b, "\tafter %d steps, which -v shows\n", len(e.Events))
		} else {
			e.writeTable(b, a.File)
		}
	}
	a.writeFindings(b, verbose)
	if verbose {
		a.writeProperties(b)
	}
	a.writeGraphs(b)
	return b.Flush()
}

// mostNoted is how many findings of a kind are listed without being asked for.
const mostNoted = 4

// writeFindings lists what was found besides what the verdict rests on. Findings that
// don't make a system unsafe are a line each; early messages, which are usual, and
// sends that have to wait are listed if they are asked for.
func (a *Answer) writeFindings(b *bufio.Writer, verbose bool) {
	counts := map[string]int{}
	for i := range a.Findings {
		f := &a.Findings[i]
		if f.Execution != nil && f.Execution == a.Execution || !verbose && !f.Fails && f.Kind != FoundNever {
			continue
		}
		if counts[f.Kind]++; verbose || counts[f.Kind] <= mostNoted {
			fmt.Fprintf(b, "\t%s\n", f.words(a.File))
		}
	}
	for _, kind := range []string{FoundUnspecified, FoundStuck, FoundOverflow, FoundNever} {
		if more := counts[kind] - mostNoted; more > 0 && !verbose {
			fmt.Fprintf(b, "\t%s: %d more, which -v lists\n", kind, more)
		}
	}
}

// words say what was found, in a line.
func (f *AnswerFinding) words(file string) string {
	text := fmt.Sprintf("%s: %s", f.Kind, f.Participant)
	if f.State != "" {
		text += " at " + f.State
	}
	text += " (" + placeIn(file, f.Site) + ")"
	switch e := f.Execution; {
	case e == nil:
		text += ": " + f.Action
	case e.Finds != "":
		text += ": " + e.Wants + "; " + e.Finds
	default:
		text += ": " + e.Wants
	}
	return text
}

// writeGraphs says how much was explored, and with several searches compares them.
func (a *Answer) writeGraphs(b *bufio.Writer) {
	if len(a.Graphs) == 1 {
		g := &a.Graphs[0]
		fmt.Fprintf(b, "\t%s: %s, %s", g.Search, Counted(g.States, "state"), Counted(g.Leaps, "leap"))
		if g.Stop != "" && g.Stop != a.Reason {
			fmt.Fprintf(b, "; stopped: %s", g.Stop)
		}
		b.WriteString("\n")
		return
	}
	rows := [][]string{{"search", "states", "leaps", "stopped"}}
	for _, g := range a.Graphs {
		rows = append(rows, []string{g.Search, strconv.Itoa(g.States), strconv.Itoa(g.Leaps), g.Stop})
	}
	if len(a.Graphs) > 0 {
		writeTable(b, rows)
	}
}

// mostSteps is how long an execution is that is shown without being asked for
// if it shows no violation, but only why there is no verdict.
const mostSteps = 12

// writeText says what is wrong after an execution.
func (e *Execution) writeText(b *bufio.Writer, file string) {
	fmt.Fprintf(b, "\t%s fails for %s", e.Property, e.Participant)
	if e.State != "" {
		fmt.Fprintf(b, " at %s", e.State)
	}
	fmt.Fprintf(b, " (%s)", placeIn(file, e.Site))
	if e.Wants != "" {
		fmt.Fprintf(b, ": %s", e.Wants)
	}
	b.WriteString("\n")
	if e.Finds != "" {
		fmt.Fprintf(b, "\tin the way: %s\n", e.Finds)
	}
}

// writeTable writes what happens before.
func (e *Execution) writeTable(b *bufio.Writer, file string) {
	if len(e.Events) == 0 {
		b.WriteString("\tfrom the start\n")
		return
	}
	rows := [][]string{{"step", "place", "what happens", "queue then"}}
	for i := range e.Events {
		event := &e.Events[i]
		rows = append(rows, []string{strconv.Itoa(i + 1), placeIn(file, event.Site), event.Words(), event.queueWords()})
	}
	writeTable(b, rows)
}

// writeTable writes rows with their columns aligned, indented as a story is.
func writeTable(b *bufio.Writer, rows [][]string) {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	table.Flush() // a strings.Builder takes everything
	for line := range strings.Lines(text.String()) {
		b.WriteString("\t" + strings.TrimRight(line, " \n") + "\n")
	}
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
	case "close":
		return fmt.Sprintf("%s closes %s", e.From, e.Channel)
	case "find closed":
		return fmt.Sprintf("%s finds %s closed", e.To, e.Channel)
	}
	return fmt.Sprintf("%s hands %s to %s", e.From, e.Message, e.To)
}

func (e *Event) queueWords() string {
	switch {
	case e.Action == "exchange" || e.Action == "find closed":
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
		sizes = append(sizes, sizeWords(a.ReducedStates, a.ReducedTransitions)+" reduced")
	}
	if a.Exchanges > 0 {
		sizes = append(sizes, Counted(a.Exchanges, "exchange")+", "+Counted(a.States, "configuration")+" between them")
	} else if a.States > 0 {
		sizes = append(sizes, sizeWords(a.States, a.Transitions)+" in full")
	}
	sizes = append([]string{Counted(len(a.Participants), "participant")}, sizes...)
	fmt.Fprintf(b, "\t%s\n", strings.Join(sizes, "; "))
	var rows [][]string
	for _, p := range a.Properties {
		rows = append(rows, []string{p.Name, p.Status, p.words(a.File)})
	}
	writeTable(b, rows)
}

// sizeWords say how much was explored.
func sizeWords(states, transitions int) string {
	return Counted(states, "configuration") + ", " + Counted(transitions, "transition")
}

// Counted is a number with a noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// words say what an answer rests on: its note, or the execution that shows a
// failure.
func (p *Property) words(file string) string {
	if e := p.Execution; p.Note == "" && e != nil {
		return fmt.Sprintf("for %s (%s) after %s", e.Participant, placeIn(file, e.Site), Counted(len(e.Events), "step"))
	}
	return p.Note
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
