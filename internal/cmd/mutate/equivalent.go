package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

// readEquivalents reads the list of mutants that no test can notice: a line with
// the description of a mutant, as it is printed but without the line number,
// and below it, after a tab, the reason. It is an error if a package that is
// mutated has no such mutant.
func readEquivalents(text string, targets []*target) (map[string]string, error) {
	exists, files := map[string]bool{}, map[string]bool{}
	for _, t := range targets {
		for _, file := range t.files {
			files[t.position(file.start()).Filename] = true
			for _, m := range candidates(t, file) {
				exists[m.key()] = true
			}
		}
	}
	known := map[string]string{}
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
			return nil, fmt.Errorf("equivalent.txt: no such mutant: %s", line)
		default:
			last = line
		}
	}
	return known, nil
}
