// Goker runs chancheck over the goroutine leaks that come with Go's own tests,
// most of them from the GoKer collection, and compares what it finds with a
// table of what there is to find.
//
//	go run ./internal/cmd/goker -tsv table.tsv
//
// The table has a line for each program, with the columns program, file,
// category, primitives, needs, must_or_may, reach and leak_lines.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chancheck/chancheck/internal/drive"
)

// corpus is where the programs are below GOROOT.
const corpus = "src/runtime/testdata/testgoroutineleakprofile"

func main() {
	tsv := flag.String("tsv", "", "`file` with the programs and their leaks")
	verbose := flag.Bool("v", false, "list every finding beside the lines in the table")
	flag.Parse()
	if *tsv == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*tsv, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "goker:", err)
		os.Exit(1)
	}
}

func run(tsv string, verbose bool) error {
	programs, err := readTable(tsv)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "goker")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "source")
	if err := copyCorpus(source); err != nil {
		return err
	}
	tool, err := drive.Build(dir, "cmd/chancheck", "goker")
	if err != nil {
		return err
	}
	checked, err := tool.Check(source, "-v", "./...")
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, checked.Messages)
	c, err := newComparison(source, programs, &checked.Report)
	if err != nil {
		return err
	}
	c.print(os.Stdout, verbose)
	return nil
}

// copyCorpus makes a module of the programs.
func copyCorpus(to string) error {
	root, err := drive.GoEnv("GOROOT")
	if err != nil {
		return err
	}
	if err := drive.CopyModule(to, filepath.Join(root, corpus)); err != nil {
		return err
	}
	version, err := drive.GoEnv("GOVERSION")
	if err != nil {
		return err
	}
	text := "module testgoroutineleakprofile\n\ngo " + strings.TrimPrefix(version, "go") + "\n"
	return os.WriteFile(filepath.Join(to, "go.mod"), []byte(text), 0o644)
}
