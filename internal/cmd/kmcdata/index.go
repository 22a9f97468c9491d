package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A system is a file with what is expected of it, if anything is.
type system struct {
	file         string
	k            int
	participants int             // 0: nothing expected
	expected     map[string]bool // by the index's names of properties
	search       string          // what another tool answers
}

// list reads the index of a folder, or its files if it has none.
func list(folder string) ([]system, error) {
	f, err := os.Open(filepath.Join(folder, "index.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		return files(folder)
	}
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
	return systems(rows)
}

// systems takes the rows of an index apart. Columns are found by name.
func systems(rows [][]string) ([]system, error) {
	if len(rows) == 0 {
		return nil, errors.New("the index is empty")
	}
	var columns []int
	for _, title := range []string{"file", "k", "participants", "expected", "kmc_iter_1..4"} {
		i := slices.Index(rows[0], title)
		if i < 0 {
			return nil, fmt.Errorf("the index has no column %s", title)
		}
		columns = append(columns, i)
	}
	var all []system
	for _, row := range rows[1:] {
		s := system{file: row[columns[0]], k: 1, expected: expectations(row[columns[3]]), search: row[columns[4]]}
		if k, err := strconv.Atoi(row[columns[1]]); err == nil {
			s.k = k
		}
		s.participants, _ = strconv.Atoi(row[columns[2]]) // may be empty
		all = append(all, s)
	}
	return all, nil
}

// expectations reads "CSA=T Basic OBI=False (a remark)". A name alone holds.
func expectations(text string) map[string]bool {
	text, _, _ = strings.Cut(text, "(")
	_, text, _ = cutAfter(text, ";")
	all := map[string]bool{}
	for _, word := range strings.Fields(text) {
		name, value, ok := strings.Cut(word, "=")
		if name == "exhaustive" {
			name = "exh"
		}
		all[name] = !ok || strings.HasPrefix(value, "T")
	}
	return all
}

// cutAfter is strings.Cut, but if there is no separator, all is after it.
func cutAfter(text, separator string) (before, after string, found bool) {
	if before, after, found = strings.Cut(text, separator); !found {
		return "", text, false
	}
	return before, after, true
}

// files lists the files of a folder, of which nothing is expected.
func files(folder string) ([]system, error) {
	var all []system
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		all = append(all, system{file: name, k: 1})
		return err
	})
	return all, err
}
