package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A headCount counts the packages that go vet is done with, for each of which it prints an object: see decode. What
// is within objects is indented.
type headCount struct{ done atomic.Int64 }

// through is a writer that counts what goes through it.
func (h *headCount) through(w io.Writer) io.Writer {
	return &countingWriter{w: w, count: h, isStart: true}
}

type countingWriter struct {
	w       io.Writer
	count   *headCount
	isStart bool // of a line
}

func (w *countingWriter) Write(text []byte) (int, error) {
	if w.isStart && bytes.HasPrefix(text, []byte("{")) {
		w.count.done.Add(1)
	}
	w.count.done.Add(int64(bytes.Count(text, []byte("\n{"))))
	w.isStart = bytes.HasSuffix(text, []byte("\n"))
	return w.w.Write(text)
}

// follow shows how far go vet is, until the function that it returns is called, which takes that away. Before the
// first package there are those that it imports: of these go vet says nothing, but keeps what it finds out.
func (p *progress) follow(h *headCount) (stop func()) {
	if p == nil {
		return func() {}
	}
	start, ended := time.Now(), make(chan struct{})
	var shows sync.WaitGroup
	shows.Add(1)
	go func() {
		defer shows.Done()
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				p.clear()
				return
			case <-tick.C:
				p.say(vetProgress(h.done.Load(), time.Since(start)) + p.slowest())
			}
		}
	}()
	return func() {
		close(ended)
		shows.Wait()
	}
}

func vetProgress(done int64, elapsed time.Duration) string {
	seconds := int(elapsed.Seconds())
	switch done {
	case 0:
		return fmt.Sprintf("looking at what the packages import, which takes long once only (%d s)", seconds)
	case 1:
		return fmt.Sprintf("1 package done (%d s)", seconds)
	}
	return fmt.Sprintf("%d packages done (%d s)", done, seconds)
}

// slow is how long a package takes that is named.
const slow = 5 * time.Second

// slowest names the package that has been looked at for longest, if that is long; "" if none has.
func (p *progress) slowest() string {
	name, since := p.roster.oldest()
	if took := time.Since(since); name != "" && took >= slow {
		return fmt.Sprintf(", %s for %d s", name, int(took.Seconds()))
	}
	return ""
}
