// Realcode runs chancheck over well-known modules and prints how far it
// reaches, what it costs, and what it reports. Nobody has marked these
// modules: each report must be read by a person.
//
//	go run ./internal/cmd/realcode [-reports file] [module@version | std ...]
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/chancheck/chancheck/internal/drive"
	"github.com/chancheck/chancheck/report"
)

// modules are checked if none are named.
var modules = []string{
	"golang.org/x/sync@v0.24.0",
	"go.etcd.io/raft/v3@v3.7.0",
	"github.com/hashicorp/raft@v1.8.0",
	"github.com/segmentio/kafka-go@v0.4.51",
	"golang.org/x/net@v0.62.0",
	"google.golang.org/grpc@v1.85.0",
	"github.com/nats-io/nats-server/v2@v2.15.2",
	"k8s.io/client-go@v0.37.2",
	"github.com/containerd/containerd/v2@v2.4.2",
	"github.com/prometheus/prometheus@v0.315.0",
	"std",
}

func main() {
	reports := flag.String("reports", "realcode.txt", "`file` for all findings and notes")
	floor := flag.Bool("floor", true, "also measure a tool that only builds SSA")
	flag.Parse()
	if flag.NArg() > 0 {
		modules = flag.Args()
	}
	if err := run(*reports, *floor); err != nil {
		fmt.Fprintln(os.Stderr, "realcode:", err)
		os.Exit(1)
	}
}

func run(reports string, floor bool) error {
	out, err := os.Create(reports)
	if err != nil {
		return err
	}
	defer out.Close()
	dir, err := os.MkdirTemp("", "realcode")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, reports: out, floor: floor}
	fmt.Printf(line, "module", "functions", "roots", "closed", "judged", "inconcl.", "internal", "reports", "channels", "in tests", "locks", "time", "floor", "ratio", "memory")
	for _, m := range modules {
		row, err := b.measure(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		row.print() // at once: it takes long until the next one
	}
	return out.Close()
}

// A bench has what measuring needs.
type bench struct {
	dir     string
	floor   bool // whether it is measured, too
	reports io.Writer
}

// A row is a line of the table.
type row struct {
	module     string
	run, floor *drive.Run
	coverage   *report.Coverage
}

// measure analyses one module. What is compiled for it is compiled before, so
// that both tools start with the same: everything but results of analysis. A
// salt of its own keeps each run cold, down to the standard library. The floor is
// run once before, uncounted: who comes first reads files that nobody has read.
func (b *bench) measure(module string) (*row, error) {
	source, pattern, err := b.fetch(module)
	if err != nil {
		return nil, err
	}
	if err := warm(source, pattern); err != nil {
		return nil, err
	}
	r := &row{module: module}
	salt := fmt.Sprint("-", time.Now().UnixNano())
	if _, err := b.runFloor(source, pattern, salt+"-first"); err != nil {
		return nil, err
	}
	tool, err := drive.Build(b.dir, "cmd/chancheck", salt)
	if err != nil {
		return nil, err
	}
	if r.run, err = tool.Check(source, "-v", pattern); err != nil {
		return nil, err
	}
	if r.coverage, err = tool.Coverage(source, "-v", pattern); err != nil {
		return nil, err
	}
	if r.floor, err = b.runFloor(source, pattern, salt); err != nil {
		return nil, err
	}
	fmt.Fprintf(b.reports, "== %s\n%s", module, r.run.Messages)
	if err := r.run.Report.WriteText(b.reports); err != nil {
		return nil, err
	}
	if module == "std" {
		return r, nil
	}
	return r, os.RemoveAll(filepath.Join(b.dir, "source"))
}

// runFloor measures the floor, if that is wanted; nil if not.
func (b *bench) runFloor(source, pattern, salt string) (*drive.Run, error) {
	if !b.floor {
		return nil, nil
	}
	tool, err := drive.Build(b.dir, "internal/cmd/floor", salt)
	if err != nil {
		return nil, err
	}
	return tool.Vet(source, pattern)
}

// line is the form of a line of the table.
const line = "%-42v %9v %6v %6v %6v %8v %8v %7v %9v %9v %9v %7v %7v %5v %8v\n"

func (r *row) print() {
	c := r.run.Report.Summary
	floor, ratio := "-", "-"
	if r.floor != nil {
		floor = seconds(r.floor.Elapsed)
		ratio = fmt.Sprintf("%.1f", r.run.Elapsed.Seconds()/r.floor.Elapsed.Seconds())
	}
	memory := fmt.Sprint(r.run.Memory>>20, " MB")
	fmt.Printf(line, r.module, c.Functions, c.Roots, c.Closed, c.Judged, c.Inconclusive, c.Internal, c.Findings,
		r.lookedAt(isChannel(false)), r.lookedAt(isChannel(true)), r.lookedAt(isLock),
		seconds(r.run.Elapsed), floor, ratio, memory)
}

// lookedAt says how many of the places were looked at that some totals count.
func (r *row) lookedAt(counts func(*report.Total) bool) string {
	places, lookedAt := 0, 0
	for i := range r.coverage.Totals {
		if t := &r.coverage.Totals[i]; counts(t) {
			places += t.Places
			lookedAt += t.Judged + t.Bounded
		}
	}
	return fmt.Sprintf("%d/%d", lookedAt, places)
}

func isChannel(test bool) func(*report.Total) bool {
	return func(t *report.Total) bool { return t.Kind == "channel" && t.Test == test }
}

// isLock is for wait groups and the like, too.
func isLock(t *report.Total) bool { return t.Kind != "channel" }

func seconds(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }
