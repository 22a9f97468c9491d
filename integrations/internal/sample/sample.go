// Package sample writes a small module with one finding, and starts programs in it.
package sample

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Message is what is found in the module, at Place, and Told how drivers say it that show nothing else.
const (
	Message = "receive from the result of New blocks forever: nobody sends on it or closes it"
	Told    = Message + " [deadlock]"
	Place   = "p.go:8:2"
)

// Wrong is the file that has the finding, Right the same without.
const Wrong = `package p

import "example.com/m/q"

// Stuck waits for ever.
func Stuck() {
	done := q.New()
	<-done
}
`

// Right is Wrong mended.
var Right = strings.Replace(Wrong, "\t<-done", "\tclose(done)\n\t<-done", 1)

// Module writes the module and returns its directory. That the channel is made in another package
// takes facts to see.
func Module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	Write(t, dir, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n", "p.go": Wrong,
		"q/q.go": "package q\n\n// New makes a channel.\nfunc New() chan bool { return make(chan bool) }\n",
	})
	return dir
}

// Write writes files below a directory.
func Write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Build builds a package of this module or of chancheck's, and returns the program.
func Build(t *testing.T, module, pkg string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tool")
	Run(t, module, 0, "go", "build", "-o", file, pkg)
	return file
}

// Run starts a program, wants its exit status, and returns what it prints.
func Run(t *testing.T, dir string, status int, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
		t.Fatalf("%v: %v, want status %d\n%s", cmd.Args, err, status, out)
	}
	return string(out)
}

// Expect wants a text in what was printed.
func Expect(t *testing.T, printed, text string) {
	t.Helper()
	if !strings.Contains(printed, text) {
		t.Errorf("no %q in\n%s", text, printed)
	}
}
