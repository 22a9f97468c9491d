package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCommunication wants the notes with which lines are marked, and no others.
func TestCommunication(t *testing.T) {
	checkNotes(t, "communication", "never comes about", "and block")
}

// TestBuffers does as well.
func TestBuffers(t *testing.T) { checkNotes(t, "buffers", "the buffer of") }

// checkNotes compares notes in which there is one of some texts with the marks in a file.
func checkNotes(t *testing.T, directory string, texts ...string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", directory, "p.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	number := 0
	for line := range strings.Lines(string(source)) {
		number++
		if _, note, ok := strings.Cut(strings.TrimSpace(line), "// note: "); ok {
			want = append(want, fmt.Sprintf("p.go:%d: %s", number, note))
		}
	}
	for _, args := range [][]string{{"capacity", "."}, {"capacity", "-v", "."}, {"extract", "-v", "."}} {
		status, stdout, stderr := run(t, files{"p.go": string(source)}, args...)
		if got := notesIn(stdout+stderr, texts); status != statusClean || !slices.Equal(got, want) {
			t.Errorf("%v: status %d, notes\n%s\nwant\n%s", args, status, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for _, args := range [][]string{{"extract", "."}, {"."}, {"-v", "."}} {
		if _, stdout, stderr := run(t, files{"p.go": string(source)}, args...); len(notesIn(stdout+stderr, texts)) > 0 {
			t.Errorf("%v: %s%s", args, stdout, stderr)
		}
	}
}

// notesIn are the notes with one of some texts, without columns, in order of places.
func notesIn(text string, texts []string) []string {
	var notes []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !slices.ContainsFunc(texts, func(part string) bool { return strings.Contains(line, part) }) {
			continue
		}
		line, _, _ = strings.Cut(line, " [")
		parts := strings.SplitN(line, ":", 4)
		notes = append(notes, fmt.Sprintf("%s:%s:%s", parts[0], parts[1], parts[3]))
	}
	return notes
}
