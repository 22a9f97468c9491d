package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A program is a line of the table.
type program struct {
	name, file, reach string
	lines             []int // where goroutines leak
}

// readTable reads the tab-separated table. Its columns are found by name.
func readTable(name string) ([]program, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s is empty", name)
	}
	column := map[string]int{}
	for i, title := range rows[0] {
		column[title] = i
	}
	for _, title := range []string{"program", "file", "reach", "leak_lines"} {
		if _, ok := column[title]; !ok {
			return nil, fmt.Errorf("%s has no column %s", name, title)
		}
	}
	var list []program
	for _, row := range rows[1:] {
		list = append(list, program{
			name: row[column["program"]], file: row[column["file"]], reach: row[column["reach"]],
			lines: leakLines(row[column["leak_lines"]]),
		})
	}
	return list, nil
}

// leakLines reads "x.go:12 [chan send]; x.go:15 [select]".
func leakLines(text string) []int {
	var lines []int
	for entry := range strings.SplitSeq(text, ";") {
		place, _, _ := strings.Cut(strings.TrimSpace(entry), " ")
		_, number, _ := strings.Cut(place, ":")
		if n, err := strconv.Atoi(number); err == nil && !slices.Contains(lines, n) {
			lines = append(lines, n)
		}
	}
	slices.Sort(lines)
	return lines
}
