package main

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

func TestEachBugIsComplete(t *testing.T) {
	bugs, err := parse(table)
	if err != nil {
		t.Fatal(err)
	}
	if len(bugs) < 80 {
		t.Errorf("%d bugs", len(bugs))
	}
	listed := map[string]bool{}
	for _, b := range bugs {
		if name := b.module + "@" + b.buggy + " " + b.pkg + " " + b.place; listed[name] {
			t.Errorf("twice: %s", name)
		} else {
			listed[name] = true
		}
		if b.buggy == b.fixed || !strings.HasPrefix(b.buggy, "v") || b.bug == "" || b.fix == "" || b.file == "" {
			t.Errorf("incomplete: %+v", b)
		}
		switch b.kind {
		case "deadlock", "leak", "panic", "orphan":
		default:
			t.Errorf("%s: kind %s", b.place, b.kind)
		}
	}
	for _, wrong := range []string{"module\tbuggy", strings.Repeat("x\t", 8) + "x\n" + strings.Repeat("x\t", 8) + "x"} {
		if _, err := parse(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

func TestReportsNearThePlaceAreAboutTheBug(t *testing.T) {
	b := bug{file: "a.go", line: 20}
	for site, want := range map[model.Site]int{
		{File: "p/a.go", Line: 10}: 1, {File: "p/a.go", Line: 30}: 1, {File: "p/a.go", Line: 9}: 0, {File: "p/a.go", Line: 31}: 0, {File: "p/b.go", Line: 20}: 0,
	} {
		if got := b.among([]report.Finding{{Site: site, Message: "m"}}); len(got) != want {
			t.Errorf("%v: %d reports, want %d", site, len(got), want)
		}
	}
	for message, want := range map[string]int{"locked at a.go:25, never unlocked": 1, "locked at a.go:31": 0, "locked at aa.go:20": 0} {
		if got := b.among([]report.Finding{{Site: model.Site{File: "p/a.go", Line: 90}, Message: message}}); len(got) != want {
			t.Errorf("%s: %d reports, want %d", message, len(got), want)
		}
	}
	for text, want := range map[string]int{"also blocked: somebody": 1, "assume x": 0} {
		f := report.Finding{Site: model.Site{File: "p/a.go", Line: 90}, Message: "m", Steps: []report.Step{{Site: model.Site{File: "p/a.go", Line: 20}, Text: text}}}
		if got := b.among([]report.Finding{f}); len(got) != want {
			t.Errorf("a step %q: %d reports, want %d", text, len(got), want)
		}
	}
	if !isSame("locked at a.go:12")(report.Finding{Message: "locked at a.go:7"}) || isSame("locked")(report.Finding{Message: "unlocked"}) {
		t.Error("messages are compared with their lines, or not at all")
	}
}
