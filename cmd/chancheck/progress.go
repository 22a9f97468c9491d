package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress says on a terminal how far a long exploration, or go vet, is. A nil progress
// says nothing.
type progress struct {
	out   io.Writer
	next  time.Time // when to say something again
	shown bool
	// roster, of go vet, says which packages are being looked at; nil if that isn't known.
	roster *roster
}

// Short explorations end before progress is shown; after that, it changes at
// the speed of reading.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// newProgress shows progress on a terminal, and nowhere else: in a log it is
// noise.
func newProgress(out io.Writer) *progress {
	file, ok := out.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progress{out: out, next: time.Now().Add(progressAfter)}
}

// show replaces what was shown before. k is 0 if there is no bound to name.
func (p *progress) show(k, states, transitions int) {
	if p == nil || time.Now().Before(p.next) { // this is asked often
		return
	}
	bound := ""
	if k > 0 {
		bound = fmt.Sprintf("bound %d: ", k)
	}
	p.say(fmt.Sprintf("%s%d configurations, %d transitions", bound, states, transitions))
}

// say replaces what was shown before, if it is time.
func (p *progress) say(text string) {
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprint(p.out, "\r\x1b[K"+text)
}

// clear takes away what is shown.
func (p *progress) clear() {
	if p != nil && p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
