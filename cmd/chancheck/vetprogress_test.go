package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestHeadCountFindsPackagesHoweverTheyAreWritten writes what go vet prints in pieces.
func TestHeadCountFindsPackagesHoweverTheyAreWritten(t *testing.T) {
	const printed = "# p/a\n{}\n{\n\t\"p/b\": {\n\t\t\"x\": 1\n\t}\n}\n{}\n"
	for _, size := range []int{1 << 10, 11} {
		var h headCount
		var out bytes.Buffer
		w := h.through(&out)
		for text := printed; text != ""; {
			n := min(size, len(text))
			if i := strings.IndexByte(text, '\n'); size < len(printed) {
				n = i + 1 // a line at a time
			}
			if _, err := w.Write([]byte(text[:n])); err != nil {
				t.Fatal(err)
			}
			text = text[n:]
		}
		if h.done.Load() != 3 || out.String() != printed {
			t.Errorf("in pieces of %d: %d packages, %q", size, h.done.Load(), out.String())
		}
	}
}

// TestProgressOfVetIsTakenAway shows it, and nothing of it is left.
func TestProgressOfVetIsTakenAway(t *testing.T) {
	var out bytes.Buffer
	var h headCount
	h.done.Store(2)
	p := &progress{out: &out}
	stop := p.follow(&h)
	time.Sleep(5 * progressEvery)
	stop()
	if shown := out.String(); !strings.Contains(shown, "2 packages done (0 s)") || !strings.HasSuffix(shown, "\r\x1b[K") {
		t.Errorf("shown: %q", shown)
	}
	if newProgress(&out) != nil {
		t.Error("a buffer is no terminal")
	}
	(*progress)(nil).follow(&h)()
}

func TestVetProgressSaysWhatTakesLong(t *testing.T) {
	for done, want := range map[int64]string{
		0: "looking at what the packages import, which takes long once only (7 s)", 1: "1 package done (7 s)", 12: "12 packages done (7 s)",
	} {
		if got := vetProgress(done, 7*time.Second); got != want {
			t.Errorf("%d: %q", done, got)
		}
	}
}

// TestRosterNamesThePackageThatTakesLong: of those whose process is there, the oldest, if it is old.
func TestRosterNamesThePackageThatTakesLong(t *testing.T) {
	r := newRoster()
	p := &progress{roster: r}
	if got := p.slowest(); got != "" {
		t.Errorf("nobody has signed: %q", got)
	}
	config := filepath.Join(t.TempDir(), "vet.cfg")
	if err := os.WriteFile(config, []byte(`{"ImportPath": "p/slow"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(rosterVariable, r.directory)
	sign(config)
	if got := p.slowest(); got != "" {
		t.Errorf("it takes no time yet: %q", got)
	}
	own := filepath.Join(r.directory, strconv.Itoa(os.Getpid()))
	before := time.Now().Add(-7 * time.Second)
	if err := os.Chtimes(own, before, before); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(r.directory, strconv.Itoa(1<<30))
	if err := os.WriteFile(gone, []byte("p/done"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(gone, before.Add(-time.Hour), before.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := p.slowest(); got != ", p/slow for 7 s" {
		t.Errorf("got %q", got)
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("a process that is gone is still there")
	}
	r.close()
	if _, err := os.Stat(r.directory); err == nil {
		t.Error("the roster is still there")
	}
}
