package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/report"
)

// renderCapacities prints what is known about each make, and then which
// functions are not in the class, counted by the reason. An execution is told
// in one sentence unless the user wants all of it.
func (c *command) renderCapacities(o *outcome) error {
	if c.function != "" && len(o.report.Findings)+len(o.report.Notes) == 0 {
		c.missed = true
		fmt.Fprintln(c.err, "chancheck: no capacity"+c.ofFunction()+": a function has some if it is the whole scope of a channel"+spelling)
	}
	for i := range o.report.Findings {
		if steps := o.report.Findings[i].Steps; !c.verbose && len(steps) > 1 {
			o.report.Findings[i].Steps = steps[:1]
		}
	}
	if c.json {
		return o.report.WriteJSON(c.out)
	}
	outside := outsideReasons(o.report.Notes)
	if !c.verbose {
		o.report.Notes = slices.DeleteFunc(o.report.Notes, func(f report.Finding) bool { return !isCommunication(&f) })
	}
	if err := o.report.WriteText(c.out); err != nil {
		return err
	}
	return writeOutside(c.out, outside)
}

// isCommunication reports whether a note is about what is never executed, or can block, or a buffer.
func isCommunication(note *report.Finding) bool {
	return slices.Contains([]string{chancheck.CategoryNever, chancheck.CategoryCanBlock, chancheck.CategoryBuffer}, note.Category)
}

// outsideReasons are the reasons of each function that isn't in the class.
func outsideReasons(notes []report.Finding) [][]string {
	var list [][]string
	for _, note := range notes {
		_, reasons, ok := strings.Cut(note.Message, chancheck.OutsidePrefix)
		if ok && note.Category == chancheck.CategoryOutside {
			list = append(list, strings.Split(reasons, chancheck.OutsideSeparator))
		}
	}
	return list
}

// writeOutside counts the reasons. A function can have several.
func writeOutside(w io.Writer, outside [][]string) error {
	if len(outside) == 0 {
		return nil
	}
	counts := map[string]int{}
	for _, reasons := range outside {
		for _, reason := range reasons {
			counts[reason]++
		}
	}
	var texts []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, fmt.Sprintf("%s (%d)", reason, counts[reason]))
	}
	_, err := fmt.Fprintf(w, "not in the class: %d; %s\n", len(outside), strings.Join(texts, ", "))
	return err
}
