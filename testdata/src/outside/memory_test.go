package outside

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// A feed sends the lines that it reads.
type feed struct {
	from  *bufio.Reader
	lines chan string
}

func newFeed(r io.Reader) *feed {
	f := &feed{from: bufio.NewReader(r), lines: make(chan string)}
	go f.run()
	return f
}

func (f *feed) run() {
	for {
		line, err := f.from.ReadString('\n')
		if err != nil {
			return
		}
		f.lines <- line
	}
}

// Right: there are two lines, as the test has written them down.
func TestLines(t *testing.T) {
	f := newFeed(strings.NewReader("one\ntwo\n"))
	if got := <-f.lines + <-f.lines; got != "one\ntwo\n" {
		t.Error(got)
	}
}

// Right: the same of a buffer.
func TestBuffer(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("one\n")
	f := newFeed(&b)
	if got := <-f.lines; got != "one\n" {
		t.Error(got)
	}
}

// Right: a scanner has as many words as it was given.
func TestWords(t *testing.T) {
	words := make(chan string)
	s := bufio.NewScanner(strings.NewReader("one two"))
	s.Split(bufio.ScanWords)
	go func() {
		for s.Scan() {
			words <- s.Text()
		}
	}()
	if got := <-words + <-words; got != "onetwo" {
		t.Error(got)
	}
}

// Wrong, whatever there is to read.
func TestNobodyReads(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("one\n"))
	ended := make(chan error)
	go func() {
		_, err := r.ReadString('\n')
		ended <- err // want `send on ended blocks forever and leaks the goroutine: nobody receives from it`
	}()
}

// Right: who calls it knows what there is to read.
func readOne(r io.Reader) string {
	lines := make(chan string)
	go func() {
		line, err := bufio.NewReader(r).ReadString('\n')
		if err == nil {
			lines <- line
		}
	}()
	return <-lines
}
