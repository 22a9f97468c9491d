package outside

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"
)

// A test knows how many lines there are in what it has written itself.
func TestReadsWhatItHasWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(name, []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := make(chan string)
	go func() {
		for s := bufio.NewScanner(f); s.Scan(); {
			lines <- s.Text()
		}
	}()
	if got := <-lines + <-lines; got != "onetwo" {
		t.Error(got)
	}
}

func readsOf(t *testing.T, f *os.File) {
	lines := make(chan string)
	go func() {
		for s := bufio.NewScanner(f); s.Scan(); {
			lines <- s.Text()
		}
	}()
	if got := <-lines + <-lines; got != "onetwo" {
		t.Error(got)
	}
}

func TestReadsWhatItIsGiven(t *testing.T) { readsOf(t, os.Stdin) }
