package main

import (
	"bytes"
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
