package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const wrong = `package p

import "example.com/m/q"

// Stuck waits for ever.
func Stuck() {
	done := q.New()
	<-done
}

// Suppressed is looked at and left.
func Suppressed() {
	done := q.New()
	<-done //nolint:chancheck // on purpose
}
`

// TestGolangci builds golangci-lint with the plugin, and wants one issue for a finding, with its steps.
func TestGolangci(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "custom-gcl")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config, err := os.ReadFile(".golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n", "p.go": wrong, ".golangci.yml": string(config),
		"q/q.go": "package q\n\n// New makes a channel.\nfunc New() chan bool { return make(chan bool) }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	status, printed := run(t, tool, dir)
	const want = "p.go:8:2: receive from the result of New blocks forever: nobody sends on it or closes it [deadlock]\n\tp.go:8: Stuck blocks here: receive from the result of New (chancheck)\n"
	if status != 1 || !strings.Contains(printed, want) || !strings.Contains(printed, "1 issues") {
		t.Errorf("status %d\n%s", status, printed)
	}
	bad := strings.Replace(string(config), "leak-failed: true", "leek: true", 1)
	if err := os.WriteFile(filepath.Join(dir, ".golangci.yml"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, printed := run(t, tool, dir); status == 0 || !strings.Contains(printed, "the setting leek") || !strings.Contains(printed, "leak-failed") {
		t.Errorf("status %d\n%s", status, printed)
	}
}

func run(t *testing.T, tool, dir string) (status int, printed string) {
	t.Helper()
	cmd := exec.Command(tool, "run", "--issues-exit-code=1", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOLANGCI_LINT_CACHE="+filepath.Join(dir, "cache"))
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
