package chancheck

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// Categories of diagnostics for front ends, which come with -details. Their messages are
// report.Details, as diagnostics have no room for what they say.
const (
	// CategoryDetails is that of what belongs to the finding of the same place.
	CategoryDetails = "details"
	// CategorySuppressed is that of findings that a comment suppresses.
	CategorySuppressed = "suppressed"
)

// CategoryUnused is that of comments that suppress nothing, CategoryUsed that of the others. A
// package is analysed with its tests and without them, and a front end puts together what both say.
const (
	CategoryUnused = "unused-ignore"
	CategoryUsed   = "used-ignore"
)

// details says all about a finding, if a front end asks.
func (r *reporter) details(told *report.Finding, d analysis.Diagnostic) {
	if !settings.details {
		return
	}
	d.Category, d.Message, d.Related, d.URL = CategoryDetails, report.NewDetails(told).String(), nil, ""
	r.detailed = append(r.detailed, d)
}

// suppressed keeps a finding that a comment suppresses from being told, but for a front end that asks.
func (r *reporter) suppressed(told *report.Finding, d analysis.Diagnostic, by *ignore) {
	by.used = true
	if !settings.details {
		return
	}
	told.Suppression = &report.Suppression{
		Kind: report.InSource, Reason: by.reason,
		Site: model.Site{File: by.at.Filename, Line: by.at.Line, Column: by.at.Column},
	}
	d.Category, d.Message = CategorySuppressed, report.NewDetails(told).String()
	r.detailed = append(r.detailed, d)
}

// unused tells of suppressions that suppress nothing, and which do something, if all was looked for that is looked for
// by default: what a flag has turned off may need them.
func (r *reporter) unused() {
	if !settings.details || !looksForAll() || r.counts.Internal > 0 {
		return
	}
	for _, i := range r.ignored.list {
		if i.generated {
			continue
		}
		if i.used {
			r.detailed = append(r.detailed, analysis.Diagnostic{Pos: i.pos, Category: CategoryUsed, Message: i.reason})
			continue
		}
		where := "here"
		if i.file {
			where = "in this file"
		}
		r.diagnostics = append(r.diagnostics, analysis.Diagnostic{
			Pos: i.pos, Category: CategoryUnused,
			Message: fmt.Sprintf("this suppresses nothing: chancheck reports nothing %s with these flags", where),
		})
	}
}

// looksForAll reports whether no flag turns off what is on by default.
func looksForAll() bool {
	if settings.extract != "" || settings.capacity || settings.only != "" || !settings.tests {
		return false
	}
	for name, on := range settings.on {
		if !*on && !isOnRequest(name) {
			return false
		}
	}
	return true
}
