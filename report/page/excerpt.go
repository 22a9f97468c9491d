package page

import (
	"maps"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// An excerpt is a part of a file that a finding goes through.
type excerpt struct {
	File  string
	Lines []line
}

// A line of an excerpt. Steps are those that happen there, as numbers.
type line struct {
	ID     string
	Number int
	Text   string
	Steps  []string
	Own    bool // the finding is reported here
}

// around is how many lines are shown before and after one that matters.
const around = 3

// excerpts are the lines around the places of a finding: the file where it is reported first, the
// others as the story comes to them.
func excerpts(number int, f *report.Finding, source report.Source) []excerpt {
	var list []excerpt
	files := fileNumbers(f)
	for _, file := range slices.SortedFunc(maps.Keys(files), func(a, b string) int { return files[a] - files[b] }) {
		text := source(file)
		steps := stepsAt(f, file)
		for _, r := range ranges(steps, len(text)) {
			e := excerpt{File: file}
			for n := r[0]; n <= r[1]; n++ {
				e.Lines = append(e.Lines, line{
					ID: lineID(number, file, n, files), Number: n, Text: text[n-1], Steps: steps[n],
					Own: file == f.Site.File && n == f.Site.Line,
				})
			}
			list = append(list, e)
		}
	}
	return list
}

// sites are the places of a finding.
func sites(f *report.Finding) []model.Site {
	list := []model.Site{f.Site}
	for i := range f.Steps {
		list = append(list, f.Steps[i].Site)
	}
	return list
}

// fileNumbers numbers the files of a finding.
func fileNumbers(f *report.Finding) map[string]int {
	files := map[string]int{}
	for _, s := range sites(f) {
		if _, ok := files[s.File]; !ok && s.IsValid() {
			files[s.File] = len(files)
		}
	}
	return files
}

// stepsAt are the numbers of the steps at each line of a file that matters.
func stepsAt(f *report.Finding, file string) map[int][]string {
	at := map[int][]string{}
	for i, s := range sites(f) {
		if s.File != file || !s.IsValid() {
			continue
		}
		if i == 0 {
			at[s.Line] = nil
		} else {
			at[s.Line] = append(at[s.Line], strconv.Itoa(i))
		}
	}
	return at
}

// ranges are the lines to show. Those that touch become one.
func ranges(matter map[int][]string, last int) [][2]int {
	var list [][2]int
	for _, n := range slices.Sorted(maps.Keys(matter)) {
		from, to := max(n-around, 1), min(n+around, last)
		if n > last {
			continue
		}
		if len(list) > 0 && from <= list[len(list)-1][1]+1 {
			list[len(list)-1][1] = to
		} else {
			list = append(list, [2]int{from, to})
		}
	}
	return list
}
