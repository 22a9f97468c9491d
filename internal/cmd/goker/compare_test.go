package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

func at(file string, line int) model.Site { return model.Site{File: file, Line: line, Column: 1} }

func TestLeakLines(t *testing.T) {
	for text, want := range map[string][]int{
		"":                              nil,
		"a.go:12 [chan send]":           {12},
		"a.go:15 [select]; a.go:12 [x]": {12, 15},
		"a.go:7; a.go:7 (by reading)":   {7},
	} {
		if got := leakLines(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestComparison has a file with one program and a file with two.
func TestComparison(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one.go": "package p\n",
		"two.go": "package p\n\nfunc A() {\n}\n\nfunc b() {\n}\n\nfunc other() {\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	programs := []program{
		{name: "One", file: "one.go", reach: "C", lines: []int{1, 2, 3}},
		{name: "A", file: "two.go", reach: "M", lines: []int{4}},
		{name: "B", file: "two.go", reach: "M", lines: []int{10}},
		{name: "Gone", file: "gone.go", reach: "C", lines: []int{1}},
	}
	c, err := newComparison(dir, programs, &report.Report{Findings: []report.Finding{
		{Site: at("one.go", 1), Steps: []report.Step{{Site: at("one.go", 2), Text: "also blocked: F"}, {Site: at("one.go", 3), Text: "F sends"}}},
		{Site: at("two.go", 7)},  // by name
		{Site: at("two.go", 10)}, // by listed line
		{Site: at("two.go", 9)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"found", "missed", "found, extra", "absent"} {
		if got := c.results[i].verdict(&programs[i]); got != want {
			t.Errorf("%s: got %s, want %s", programs[i].name, got, want)
		}
	}
	if r := c.results[0]; !slices.Equal(r.found, []int{1}) || !slices.Equal(r.also, []int{2}) {
		t.Errorf("got found %v, also %v", r.found, r.also)
	}
	if len(c.strays) != 1 {
		t.Errorf("got %d findings in no program, want 1", len(c.strays))
	}
}
