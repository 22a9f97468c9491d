package main

import (
	"encoding/json"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Which packages are being looked at, go vet doesn't say, and its tools have no other way to the front end. So they
// sign a roster: a directory that an environment variable names, in which each process leaves a file with its
// package. Whose process is gone is done. That says nothing of findings: cached results stay what they are.

// rosterVariable names the directory. It isn't set unless somebody looks.
const rosterVariable = "CHANCHECK_ROSTER"

// sign enters the package that the go command describes in a file. If it can't, there is nothing to see, no more.
func sign(config string) {
	directory := os.Getenv(rosterVariable)
	if directory == "" {
		return
	}
	var unit struct{ ImportPath string }
	if data, err := os.ReadFile(config); err != nil || json.Unmarshal(data, &unit) != nil {
		return
	}
	_ = os.WriteFile(filepath.Join(directory, strconv.Itoa(os.Getpid())), []byte(unit.ImportPath), 0o600)
}

// A roster is read by the front end. A nil roster has nobody.
type roster struct {
	directory string
	interrupt chan os.Signal
}

// newRoster makes a roster that goes when it is closed, or the program is interrupted; nil if it can't be made.
func newRoster() *roster {
	directory, err := os.MkdirTemp("", "chancheck")
	if err != nil {
		return nil
	}
	r := &roster{directory, make(chan os.Signal, 1)}
	signal.Notify(r.interrupt, os.Interrupt, syscall.SIGTERM)
	go func() {
		s, interrupted := <-r.interrupt
		if !interrupted {
			return
		}
		signal.Reset()
		os.RemoveAll(directory)
		if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(s) != nil {
			os.Exit(statusError)
		}
	}()
	return r
}

// environment is what go vet runs in.
func (r *roster) environment() []string {
	if r == nil {
		return nil // that of this process
	}
	return append(os.Environ(), rosterVariable+"="+r.directory)
}

// oldest is the package that has been looked at for longest, and since when; "" if there is none. Those that are
// done are struck off.
func (r *roster) oldest() (name string, since time.Time) {
	if r == nil {
		return "", since
	}
	entries, _ := os.ReadDir(r.directory)
	for _, entry := range entries {
		file := filepath.Join(r.directory, entry.Name())
		info, err := entry.Info()
		if pid, bad := strconv.Atoi(entry.Name()); err != nil || bad != nil || !isRunning(pid) {
			os.Remove(file)
			continue
		}
		if data, err := os.ReadFile(file); err == nil && len(data) > 0 && (name == "" || info.ModTime().Before(since)) {
			name, since = string(data), info.ModTime()
		}
	}
	return name, since
}

func (r *roster) close() {
	if r == nil {
		return
	}
	signal.Stop(r.interrupt)
	close(r.interrupt)
	os.RemoveAll(r.directory)
}

// isRunning reports whether there is a process of some number. Windows finds none that has ended.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return runtime.GOOS == "windows" || p.Signal(syscall.Signal(0)) == nil
}
