package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/chancheck/chancheck/internal/drive"
)

// fetch downloads a module. The standard library is analysed where it is.
func (b *bench) fetch(module string) (source, pattern string, err error) {
	source = filepath.Join(b.dir, "source")
	if module == "std" {
		if err := os.MkdirAll(source, 0o755); err != nil {
			return "", "", err
		}
		err := os.WriteFile(filepath.Join(source, "go.mod"), []byte("module empty\n\ngo 1.24\n"), 0o644)
		return source, "std", err
	}
	return source, "./...", drive.Fetch(source, module)
}

// warm compiles what an analysis needs compiled: the packages, their
// dependencies and those of their tests. Packages that don't compile are
// reported by the analysis later on.
func warm(source, pattern string) error {
	list := exec.Command("go", "list", "-e", "-export", "-deps", "-test", "-mod=mod", "-f", "{{.Export}}", pattern)
	list.Dir = source
	list.Env = append(os.Environ(), "GOWORK=off")
	if out, err := list.CombinedOutput(); err != nil {
		return fmt.Errorf("go list: %w\n%s", err, tail(out))
	}
	return nil
}

// tail is the end of a long output.
func tail(out []byte) []byte {
	const most = 2000
	return out[max(0, len(out)-most):]
}
