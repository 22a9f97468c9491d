package page

import (
	"fmt"

	"github.com/chancheck/chancheck/report"
)

// A coverage is what was looked at, as a table with a bar in each row, and then each place.
type coverage struct {
	Statuses []report.Status
	Totals   []total
	Places   []place
}

// A total is a row of the table.
type total struct {
	Kind   string
	Places int
	Counts []int // by status
	Bar    []segment
}

// A segment of a bar is as wide as the share of places with a status, in tenths of a percent.
type segment struct {
	Status   report.Status
	X, Width int
	Text     string
}

// A place is a line of the list.
type place struct {
	Place, Kind string
	Status      report.Status
	Words       string
}

// wholeBar is the width of a bar.
const wholeBar = 1000

func newCoverage(c *report.Coverage) *coverage {
	if len(c.Places) == 0 {
		return nil
	}
	v := &coverage{Statuses: []report.Status{report.Judged, report.Bounded, report.Open, report.Inconclusive, report.Unreached}}
	for i := range c.Totals {
		v.Totals = append(v.Totals, newTotal(&c.Totals[i], v.Statuses))
	}
	for i := range c.Places {
		p := &c.Places[i]
		v.Places = append(v.Places, place{p.Site.String(), p.Kind, p.Status, p.Words()})
	}
	return v
}

func newTotal(t *report.Total, statuses []report.Status) total {
	row := total{Kind: t.Kind, Places: t.Places, Counts: []int{t.Judged, t.Bounded, t.Open, t.Inconclusive, t.Unreached}}
	if t.Test {
		row.Kind += " in tests"
	}
	sum := 0
	for i, n := range row.Counts {
		x := wholeBar * sum / t.Places
		sum += n
		if n > 0 {
			row.Bar = append(row.Bar, segment{statuses[i], x, wholeBar*sum/t.Places - x, fmt.Sprintf("%s: %d of %d", statuses[i], n, t.Places)})
		}
	}
	return row
}
