package main

import (
	"fmt"
	"io"

	"github.com/chancheck/chancheck/report"
)

// sayGenerated says how many of the findings that are suppressed are left out because they are in generated files.
func sayGenerated(w io.Writer, suppressed []report.Finding) {
	n := 0
	for i := range suppressed {
		if suppressed[i].Suppression.Reason == report.InGenerated {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(w, "%s not told, in generated files; -generated tells them\n", report.Counted(n, "finding"))
	}
}
