// Gopls builds gopls, the Go language server, with chancheck among its analyzers:
//
//	go run ./gopls -chancheck DIRECTORY -o FILE
//
// gopls has no plugins (golang/go#59869), so it is built from its module, as the module proxy has it,
// with one file more. Editors start the program that comes out in place of gopls.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// version is one that the present Go release builds and that was tested. A newer one may have
// another place for analyzers, and then doesn't build.
const version = "v0.23.0"

// addition registers the analyzer where gopls keeps its own. It has a severity and a link, as each has.
const addition = `package settings

import "github.com/chancheck/chancheck"

func init() {
	AllAnalyzers = append(AllAnalyzers, &Analyzer{analyzer: chancheck.Analyzer})
}
`

func main() {
	source := flag.String("chancheck", "..", "`directory` of chancheck's module")
	out := flag.String("o", "gopls", "`file` to write")
	flag.Parse()
	if err := build(*source, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gopls with chancheck:", err)
		os.Exit(1)
	}
}

// build copies the module of gopls, as the module cache must not be changed, adds the analyzer, and
// builds it.
func build(source, out string) (err error) {
	source, sourceErr := filepath.Abs(source)
	out, outErr := filepath.Abs(out)
	dir, dirErr := os.MkdirTemp("", "gopls")
	if err := errors.Join(sourceErr, outErr, dirErr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	module, err := download()
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, os.DirFS(module)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "internal", "settings", "chancheck.go"), []byte(addition), 0o644); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"mod", "edit", "-require=github.com/chancheck/chancheck@v0.0.0", "-replace=github.com/chancheck/chancheck=" + source},
		{"build", "-mod=mod", "-o", out, "."},
	} {
		if err := run(dir, args...); err != nil {
			return err
		}
	}
	return nil
}

// download gets the module of gopls, and returns where it is.
func download() (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", "golang.org/x/tools/gopls@"+version)
	cmd.Dir = os.TempDir() // outside of any module
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd.Args, err, text)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(text, &module); err != nil {
		return "", err
	}
	return module.Dir, nil
}

func run(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %v: %w", args, err)
	}
	return nil
}
