package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A suite is all tests that may notice a mutant, compiled with all mutants. Tests
// that build a program of the module for themselves build it without mutants.
type suite struct {
	options
	dir      string // of the module
	temp     string
	progress io.Writer
	programs []*program
}

// A program is the test binary of a package.
type program struct {
	path, dir, binary string
	tests             []*test
}

// A test is a test function.
type test struct {
	name    string
	reaches map[int]bool // numbers of mutants
	took    time.Duration
}

// newSuite compiles the tests of the module, and runs each of them without a
// mutant.
func newSuite(dir string, targets []*target, mutants []*mutant, o options, progress io.Writer) (*suite, error) {
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	s := &suite{options: o, dir: dir, temp: temp, progress: progress}
	overlay, err := s.overlay(mutants)
	if err == nil {
		err = s.compile(targets, overlay)
	}
	for i := 0; err == nil && i < len(s.programs); i++ {
		err = s.record(s.programs[i], mutants)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *suite) close() { os.RemoveAll(s.temp) }

// overlay writes the instrumented files, and the file that tells the go command
// to take them for those of the packages.
func (s *suite) overlay(mutants []*mutant) (string, error) {
	replace := map[string]string{}
	for _, list := range byPackage(mutants) {
		for path, text := range list[0].pkg.instrumented(list) {
			name := filepath.Join(s.temp, fmt.Sprintf("%d.go", len(replace)))
			replace[path] = name
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				return "", err
			}
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(s.temp, "overlay.json")
	return file, os.WriteFile(file, data, 0o644)
}

// compile builds the tests of all packages that depend on a target.
func (s *suite) compile(targets []*target, overlay string) error {
	list := exec.Command("go", "list", "-test", "-f", `{{.ImportPath}}{{"\t"}}{{.Dir}}{{"\t"}}{{join .Deps " "}}`, "./...")
	list.Dir = s.dir
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		path, isTest := strings.CutSuffix(fields[0], ".test")
		deps := strings.Fields(fields[len(fields)-1])
		depends := slices.ContainsFunc(targets, func(t *target) bool { return slices.Contains(deps, t.path) || t.path == path })
		if !isTest || !depends {
			continue
		}
		p := &program{path: path, dir: fields[1], binary: filepath.Join(s.temp, strconv.Itoa(len(s.programs))+".test")}
		build := exec.Command("go", "test", "-c", "-overlay="+overlay, "-p", strconv.Itoa(s.parallel), "-o", p.binary, path)
		build.Dir = s.dir
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("compiling the tests of %s: %w\n%s", path, err, out)
		}
		s.programs = append(s.programs, p)
	}
	return nil
}

// record runs the tests of a program one by one to see what each of them
// reaches, and keeps those that reach a mutant.
func (s *suite) record(p *program, mutants []*mutant) error {
	names, err := exec.Command(p.binary, "-test.list", "^(Test|Example|Fuzz)").Output()
	if err != nil {
		return fmt.Errorf("listing the tests of %s: %w", p.path, err)
	}
	for _, name := range strings.Fields(string(names)) {
		reach := filepath.Join(s.temp, "reach")
		start := time.Now()
		if out, err := p.run([]string{name}, 10*time.Minute, reachVariable+"="+reach); err != nil {
			return fmt.Errorf("%s of %s fails without a mutant: %w\n%s", name, p.path, err, out)
		}
		t := &test{name: name, took: time.Since(start), reaches: map[int]bool{}}
		numbers, _ := os.ReadFile(reach) // none if it reaches nothing
		os.Remove(reach)
		for _, number := range strings.Fields(string(numbers)) {
			id, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			t.reaches[id] = true
			mutants[id-1].reached++
		}
		if len(t.reaches) > 0 {
			p.tests = append(p.tests, t)
			fmt.Fprintf(s.progress, "%s.%s: %.1fs, reaches %d\n", p.path, name, t.took.Seconds(), len(t.reaches))
		}
	}
	return nil
}

// memory is what a test may use, in kilobytes of address space.
const memory = 6 << 20

// run runs tests of the program and all processes that they start.
func (p *program) run(tests []string, timeout time.Duration, env ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -v %d; exec "$@"`, memory)
	cmd := exec.CommandContext(ctx, "sh", "-c", limited, "sh", p.binary, "-test.short", "-test.failfast", "-test.timeout=0",
		"-test.run=^("+strings.Join(tests, "|")+")$")
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.Bytes(), errors.Join(err, ctx.Err())
}

// runAll runs the tests of all mutants.
func (s *suite) runAll(mutants []*mutant) {
	var group sync.WaitGroup
	var report sync.Mutex
	slots := make(chan bool, s.parallel)
	for _, m := range mutants {
		slots <- true
		group.Add(1)
		go func() {
			defer group.Done()
			start := time.Now()
			by := s.kill(m)
			report.Lock()
			fmt.Fprintf(s.progress, "%d/%d %s: %s, %.1fs\n", m.id, len(mutants), m, by, time.Since(start).Seconds())
			report.Unlock()
			<-slots
		}()
	}
	group.Wait()
}

// A batch is some tests of a program that are run together.
type batch struct {
	program *program
	tests   []string
	took    time.Duration
}

// cheap is what a test may take to be run together with others.
const cheap = time.Second

// batches are the tests that reach a mutant, those that take least first.
func (s *suite) batches(m *mutant) []*batch {
	var list []*batch
	for _, p := range s.programs {
		together := &batch{program: p}
		for _, t := range p.tests {
			switch {
			case !t.reaches[m.id]:
			case t.took < cheap:
				together.tests = append(together.tests, t.name)
				together.took += t.took
			default:
				list = append(list, &batch{p, []string{t.name}, t.took})
			}
		}
		if together.tests != nil {
			list = append(list, together)
		}
	}
	slices.SortStableFunc(list, func(a, b *batch) int { return cmp.Compare(a.took, b.took) })
	return list
}

// kill runs the tests that reach a mutant until one fails, and returns words on
// how that went.
func (s *suite) kill(m *mutant) string {
	if m.reached == 0 {
		return "not reached"
	}
	for _, b := range s.batches(m) {
		timeout := max(s.patience, 5*b.took)
		_, err := b.program.run(b.tests, timeout, fmt.Sprint(activeVariable, "=", m.id))
		if err == nil {
			continue
		}
		m.killed = true
		how := "killed by"
		if errors.Is(err, context.DeadlineExceeded) {
			how = "hangs in"
		}
		return fmt.Sprintf("%s %s of %s", how, strings.Join(b.tests, "|"), b.program.path)
	}
	return "SURVIVES"
}
