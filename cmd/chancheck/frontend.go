package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/chancheck/chancheck"
)

// A command is what the user asks of the front end.
type command struct {
	json, verbose, version bool
	skipTests              bool // drop what is found in test files
	extract, function      string
	// vet are the flags for go vet, patterns the packages.
	vet, patterns []string
	out, err      io.Writer
}

// frontEnd runs go vet with this program as its tool, renders the result, and
// returns the exit status.
func frontEnd(args []string, out, err io.Writer) int {
	if len(args) > 0 && args[0] == "help" {
		return help(args[1:], out, err)
	}
	c := &command{out: out, err: err}
	if len(args) > 0 && args[0] == "extract" {
		args = args[1:]
		c.extract = "text"
	}
	if status, done := c.parse(args); done {
		return status
	}
	if c.version {
		fmt.Fprintln(out, version())
		return statusClean
	}
	return c.run()
}

// parse reads the flags. Those of the analyzer are handed on to it, the build
// flags to the go command.
func (c *command) parse(args []string) (status int, done bool) {
	flags := flag.NewFlagSet("chancheck", flag.ContinueOnError)
	flags.SetOutput(c.err)
	flags.Usage = func() { usage(c.err, flags) }
	flags.BoolVar(&c.json, "json", false, "print findings as JSON")
	flags.BoolVar(&c.verbose, "v", false, "say what could not be judged, and why")
	flags.BoolVar(&c.version, "version", false, "print the version")
	tags := flags.String("tags", "", "build `tags`, as for go build")
	test := flags.Bool("test", true, "analyse test files, too")
	dot := flags.Bool("dot", false, "with extract: draw for Graphviz")
	if c.extract != "" {
		flags.StringVar(&c.function, "func", "", "with extract: only this `function`")
	}
	chancheck.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		if flags.Lookup(f.Name) == nil && f.Name != "extract" && f.Name != "func" && f.Name != "verbose" {
			flags.Var(f.Value, f.Name, f.Usage)
		}
	})
	if err := flags.Parse(reorder(args, c.extract != "")); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return statusClean, true
		}
		return statusUsage, true
	}
	if *dot {
		c.extract = "dot"
	}
	flags.Visit(func(f *flag.Flag) {
		if chancheck.Analyzer.Flags.Lookup(f.Name) != nil && f.Name != "func" {
			c.vet = append(c.vet, "-chancheck."+f.Name+"="+f.Value.String())
		}
	})
	if *tags != "" {
		c.vet = append(c.vet, "-tags="+*tags)
	}
	c.patterns = flags.Args()
	if len(c.patterns) == 0 {
		c.patterns = []string{"."}
	}
	c.skipTests = !*test
	return 0, false
}

// reorder lets the package of the extract command stand before its flags.
func reorder(args []string, extract bool) []string {
	if !extract || len(args) < 2 || strings.HasPrefix(args[0], "-") {
		return args
	}
	return append(append([]string(nil), args[1:]...), args[0])
}

// run runs go vet and renders what comes back.
func (c *command) run() int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(c.err, "chancheck:", err)
		return statusError
	}
	args := append([]string{"vet", "-vettool=" + self, "-json"}, c.vet...)
	if c.verbose {
		args = append(args, "-chancheck.verbose=true")
	}
	if c.extract != "" {
		args = append(args, "-chancheck.extract="+c.extract, "-chancheck.func="+c.function)
	}
	vet := exec.Command("go", append(append(args, "--"), c.patterns...)...)
	if strings.HasPrefix(c.patterns[0], "-") {
		fmt.Fprintf(c.err, "chancheck: flag %s after the packages\n", c.patterns[0])
		return statusUsage
	}
	vet.Args = removeDashes(vet.Args)
	var stdout, stderr bytes.Buffer
	vet.Stdout, vet.Stderr = &stdout, &stderr
	failed := vet.Run()
	results, messages := decode(stdout.Bytes(), stderr.Bytes())
	if failed != nil {
		fmt.Fprint(c.err, messages)
		return c.finish(results, statusError)
	}
	return c.finish(results, statusClean)
}

// removeDashes drops the "--" that only guards against patterns like flags: go
// vet doesn't know it.
func removeDashes(args []string) []string {
	var list []string
	for _, a := range args {
		if a != "--" {
			list = append(list, a)
		}
	}
	return list
}

// finish renders the results. An error outweighs findings.
func (c *command) finish(results []result, status int) int {
	findings := c.render(results)
	if status == statusClean && findings > 0 {
		return statusFindings
	}
	return status
}

// decode takes the JSON objects out of what go vet prints: one for each
// package, between comment lines. All other lines are messages.
func decode(outputs ...[]byte) ([]result, string) {
	set := &resultSet{seen: map[string]bool{}}
	var messages strings.Builder
	for _, output := range outputs {
		var object bytes.Buffer
		for line := range bytes.Lines(output) {
			switch {
			case object.Len() == 0 && bytes.HasPrefix(line, []byte("{")):
				object.Write(line)
			case object.Len() > 0:
				object.Write(line)
			case bytes.HasPrefix(line, []byte("#")):
				continue
			default:
				messages.Write(line)
				continue
			}
			if bytes.HasPrefix(line, []byte("}")) || bytes.Equal(bytes.TrimSpace(object.Bytes()), []byte("{}")) {
				set.add(object.Bytes())
				object.Reset()
			}
		}
	}
	return set.sorted(), messages.String()
}

// A unit is what go vet -json prints for one package: by package, by analyzer.
type unit map[string]map[string]json.RawMessage
