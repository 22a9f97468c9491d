package main

import (
	_ "embed"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

// readEquivalents reads the list of mutants that no test can notice: a line with
// the description of a mutant, as it is printed but without the line number,
// and below it, after a tab, the reason. The second result are those that a
// package that is mutated doesn't have, any more.
func readEquivalents(text string, targets []*target) (known map[string]string, stale []string) {
	exists, files := map[string]bool{}, map[string]bool{}
	for _, t := range targets {
		for _, file := range t.files {
			files[t.position(file.start()).Filename] = true
			for _, m := range candidates(t, file) {
				exists[m.key()] = true
			}
		}
	}
	known = map[string]string{}
	var last string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		reason, isReason := strings.CutPrefix(line, "\t")
		file, _, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isReason:
			known[last] = strings.TrimSpace(known[last] + " " + reason)
		case files[file] && !exists[line]:
			stale = append(stale, line)
			last = ""
		default:
			last = line
		}
	}
	return known, stale
}
