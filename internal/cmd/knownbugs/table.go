package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// table has a bug a line: the module, the versions with and without it, the package, the place of the
// operation that goes wrong, the kind, what goes wrong, how it was mended, and where that is told.
//
//go:embed bugs.tsv
var table string

// A bug is a line of the table.
type bug struct {
	module, buggy, fixed, pkg, place, kind, bug, fix, source string

	file string
	line int
}

const columns = 9

// parse reads the table; its first line names the columns.
func parse(table string) (bugs []bug, err error) {
	for n, line := range strings.Split(strings.TrimSpace(table), "\n") {
		cells := strings.Split(line, "\t")
		if len(cells) != columns {
			return nil, fmt.Errorf("line %d: %d columns, want %d", n+1, len(cells), columns)
		}
		if n == 0 {
			continue
		}
		b := bug{
			module: cells[0], buggy: cells[1], fixed: cells[2], pkg: cells[3], place: cells[4],
			kind: cells[5], bug: cells[6], fix: cells[7], source: cells[8],
		}
		if b.file, b.line = splitPlace(b.place); b.line == 0 {
			return nil, fmt.Errorf("line %d: no place: %s", n+1, b.place)
		}
		bugs = append(bugs, b)
	}
	return bugs, nil
}

// splitPlace takes a place apart, file:line. The line is 0 if it is none.
func splitPlace(place string) (file string, line int) {
	file, number, _ := strings.Cut(place, ":")
	line, _ = strconv.Atoi(number)
	return file, line
}
