package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/report"
)

// takeCoverage counts the places that the user wants to know about.
func (c *command) takeCoverage(o *outcome, directory string) *report.Coverage {
	places := o.places
	for i := range places {
		places[i].Site.File = relative(places[i].Site.File, directory)
	}
	places = report.MergePlaces(places)
	if c.skipTests {
		places = slices.DeleteFunc(places, func(p report.Place) bool { return p.Test })
	}
	return report.NewCoverage(places)
}

// renderCoverage prints each place and the totals.
func (c *command) renderCoverage(coverage *report.Coverage) error {
	if c.json {
		return coverage.WriteJSON(c.out)
	}
	return coverage.WriteText(c.out)
}

// sayExtent ends a report with how much it is about: silence about what nobody
// looked at means nothing. It goes to the error stream, as it is no finding.
func (c *command) sayExtent(coverage *report.Coverage) {
	line := coverage.Extent()
	if line == "" {
		return
	}
	if !coverage.Complete() {
		line += "; chancheck coverage lists the rest"
	}
	if len(c.untested) > 0 {
		line += "; not looked at: the tests of " + strings.Join(c.untested, ", ") + ", which can't be compiled"
	}
	fmt.Fprintln(c.err, line)
}
