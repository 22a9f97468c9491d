// Package drive runs the analyzer over modules from the project's own
// commands, and measures what that costs.
package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/chancheck/chancheck/report"
)

const module = "github.com/chancheck/chancheck"

// A Tool is an executable that go vet can use.
type Tool struct{ path string }

// Build builds a command of this module into a directory. Tools with different
// salts have different contents, so that go vet, which identifies a tool by
// its content, reuses no result of one for the other.
func Build(dir, command, salt string) (*Tool, error) {
	path := filepath.Join(dir, filepath.Base(command)+salt)
	build := exec.Command("go", "build", "-ldflags=-buildid="+salt, "-o", path, module+"/"+command)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building %s: %w\n%s", command, err, out)
	}
	return &Tool{path}, nil
}

// A Run is one execution of a tool.
type Run struct {
	Elapsed time.Duration
	// Memory is the largest resident set of a process, in bytes: of one
	// analysis, as go vet starts one process for each package.
	Memory int64
	// Messages are what went wrong with packages that can't be analysed. HasFailed says that some can't.
	Messages  string
	HasFailed bool
	Report    report.Report
}

// Check runs the front end in a directory.
func (t *Tool) Check(dir string, args ...string) (*Run, error) {
	run, stdout, err := execute(dir, t.path, append([]string{"-json"}, args...)...)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(stdout, &run.Report); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(t.path), err, run.Messages)
	}
	return run, nil
}

// Coverage runs the coverage command in a directory. After Check with the same
// arguments it takes what the go command has in its cache.
func (t *Tool) Coverage(dir string, args ...string) (*report.Coverage, error) {
	run, stdout, err := execute(dir, t.path, append([]string{"coverage", "-json"}, args...)...)
	if err != nil {
		return nil, err
	}
	var coverage report.Coverage
	if err := json.Unmarshal(stdout, &coverage); err != nil {
		return nil, fmt.Errorf("%s coverage: %w\n%s", filepath.Base(t.path), err, run.Messages)
	}
	return &coverage, nil
}

// Vet runs go vet with the tool and ignores what it finds.
func (t *Tool) Vet(dir string, patterns ...string) (*Run, error) {
	run, _, err := execute(dir, "go", append([]string{"vet", "-vettool=" + t.path, "-json"}, patterns...)...)
	return run, err
}

// failed is the exit status of the front end if there was an error.
const failed = 1

// execute runs a program. That it fails is no error: it then has messages.
func execute(dir, name string, args ...string) (*Run, []byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = environment()
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, nil, err
	}
	run := &Run{Elapsed: time.Since(start), Messages: stderr.String(), HasFailed: cmd.ProcessState.ExitCode() == failed}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		run.Memory = usage.Maxrss << 10 // Linux counts in kilobytes
	}
	return run, stdout.Bytes(), nil
}

// environment lets the go command add what is missing in a go.mod.
func environment() []string { return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod") }

// GoEnv returns a variable of the go command.
func GoEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	return strings.TrimSpace(string(out)), err
}

// Fetch downloads a module, path@version, and copies it to a directory, as the module cache can't be
// written to. There it can be built by itself.
func Fetch(to, module string) error {
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir = filepath.Dir(to) // outside of any module
	out, err := download.Output()
	var info struct{ Path, Dir, Error string }
	if jsonErr := json.Unmarshal(out, &info); jsonErr != nil || info.Dir == "" {
		return fmt.Errorf("go mod download %s: %w %s", module, err, info.Error)
	}
	if err := CopyModule(to, info.Dir); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(to, "go.mod")); err != nil {
		_, err := edit(to, "init", info.Path)
		return err
	}
	return dropNeighbours(to)
}

// dropNeighbours lets a module use published versions of the modules that it replaces by directories
// beside its own, which weren't downloaded.
func dropNeighbours(dir string) error {
	out, err := edit(dir, "edit", "-json")
	if err != nil {
		return err
	}
	var file struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return err
	}
	for _, r := range file.Replace {
		old := r.Old.Path
		if r.Old.Version != "" {
			old += "@" + r.Old.Version
		}
		if r.New.Version == "" {
			if _, err := edit(dir, "edit", "-dropreplace="+old); err != nil {
				return err
			}
		}
	}
	return nil
}

// edit runs go mod in a directory.
func edit(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{"mod"}, args...)...)
	cmd.Dir, cmd.Env = dir, environment()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// CopyModule copies a directory with all below it, writable, as modules in the
// module cache and in GOROOT aren't.
func CopyModule(to, from string) error {
	return filepath.WalkDir(from, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}
