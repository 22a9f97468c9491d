// Knownbugs runs chancheck on versions of well-known modules with a bug that was mended, and on those
// that mended it: what is found before, and silent after. The bugs were taken as they came, from
// changelogs and pull requests, whether the tool finds them or not.
//
//	go run ./internal/cmd/knownbugs [-only text]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/internal/drive"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

func main() {
	only := flag.String("only", "", "modules whose path has this `text` in it")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "knownbugs:", err)
		os.Exit(1)
	}
}

func run(only string) error {
	bugs, err := parse(table)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "knownbugs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tool, err := drive.Build(dir, "cmd/chancheck", "")
	if err != nil {
		return err
	}
	counts := map[answer]int{}
	for _, b := range bugs {
		if !strings.Contains(b.module, only) {
			continue
		}
		a, why := ask(tool, dir, b)
		counts[a]++
		fmt.Printf("%-32s %s@%s %s: %s%s\n", a, b.module, b.buggy, b.place, b.bug, why)
	}
	fmt.Printf("%d found, silent after; %d missed, %d not built\n", counts[silent], counts[missed]+counts[persistent], counts[unbuilt])
	return nil
}

// An answer says what the tool knows of a bug.
type answer string

const (
	silent     answer = "found, silent after"
	persistent answer = "missed, reported near before and after"
	missed     answer = "missed"
	unbuilt    answer = "not built"
)

// ask runs the tool on a version with a bug, and on one without. It returns the answer, and why a version
// can't be looked at.
func ask(tool *drive.Tool, dir string, b bug) (a answer, why string) {
	before, err := check(tool, dir, b, b.buggy)
	if err != nil {
		return unbuilt, fmt.Sprintf(" (%v)", err)
	}
	reports := b.among(before)
	if len(reports) == 0 {
		return missed, ""
	}
	after, err := check(tool, dir, b, b.fixed)
	if err != nil {
		return unbuilt, fmt.Sprintf(" (%v)", err)
	}
	if slices.ContainsFunc(reports, func(m string) bool { return slices.ContainsFunc(after, isSame(m)) }) {
		return persistent, ""
	}
	return silent, ""
}

// check lists what is reported in the package of a bug, in a version of the module.
func check(tool *drive.Tool, dir string, b bug, version string) ([]report.Finding, error) {
	source := filepath.Join(dir, "source")
	defer os.RemoveAll(source)
	if err := drive.Fetch(source, b.module+"@"+version); err != nil {
		return nil, err
	}
	run, err := tool.Check(source, "-test=false", "./"+b.pkg)
	if err != nil {
		return nil, err
	}
	if run.HasFailed || run.Report.Summary.Functions == 0 {
		lines := strings.Split(strings.TrimSpace(run.Messages), "\n")
		return nil, fmt.Errorf("%s: %s", version, lines[len(lines)-1])
	}
	return run.Report.Findings, nil
}

// near is how many lines a report may be away from the place of a bug: a lock that is forgotten is
// reported where the function returns with it.
const near = 10

// among lists the messages of the reports that are about a bug: at its place, or at the place of
// somebody who waits, and naming its place, or that of somebody who waits, too.
func (b bug) among(findings []report.Finding) (messages []string) {
	for _, f := range findings {
		named := append(places.FindAllString(f.Message, -1), placeOf(f.Site))
		for _, s := range f.Steps {
			if strings.HasPrefix(s.Text, report.AlsoBlocked) {
				named = append(named, placeOf(s.Site))
			}
		}
		if slices.ContainsFunc(named, b.isNear) {
			messages = append(messages, f.Message)
		}
	}
	return messages
}

func placeOf(site model.Site) string {
	return fmt.Sprintf("%s:%d", filepath.Base(site.File), site.Line)
}

// places are those that a message names.
var places = regexp.MustCompile(`[\w.]+\.go:\d+`)

func (b bug) isNear(place string) bool {
	file, line := splitPlace(place)
	return file == b.file && max(line-b.line, b.line-line) <= near
}

// numbers are left out of messages that are compared: lines move.
var numbers = regexp.MustCompile(`\d+`)

func isSame(message string) func(report.Finding) bool {
	plain := func(s string) string { return numbers.ReplaceAllString(s, "") }
	return func(f report.Finding) bool { return plain(f.Message) == plain(message) }
}
