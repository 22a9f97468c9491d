package main

import (
	"flag"
	"os/exec"
)

// parseAll reads flags that may stand before and after other arguments, and returns these.
func parseAll(flags *flag.FlagSet, args []string) (others []string, err error) {
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if args = flags.Args(); len(args) > 0 {
			others = append(others, args[0])
			args = args[1:]
		}
	}
	return others, nil
}

// commandMeant is the command that somebody may have wanted to type, "" if none is like it.
func commandMeant(typed string) string {
	for _, name := range []string{"capacity", "coverage", "extract", "help", "kmc", "ksync", "lra"} {
		slips := 1
		if len(name) > 5 {
			slips = 2
		}
		if distance(typed, name) <= slips {
			return name
		}
	}
	return ""
}

// distance is how many letters have to be added, dropped, changed, or swapped with the next one, to make
// one word of another (the optimal string alignment distance).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
		for j := range rows[i] {
			switch {
			case i == 0:
				rows[i][j] = j
			case j > 0:
				rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+differs(a[i-1], b[j-1]))
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

func differs(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}

// isPackage reports whether the go command knows a package by a path.
func isPackage(path string) bool { return exec.Command("go", "list", "-find", path).Run() == nil }
