// Package neverfails calls what returns an error only because an interface asks for it.
package neverfails

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strings"
)

type message struct {
	Name  string
	Parts []part
	Marks map[string]bool
}

type part struct {
	Size int
	Data []byte
}

type measure struct{ Value float64 }

type custom struct{ Name string }

func (custom) MarshalJSON() ([]byte, error) { return nil, io.EOF }

// Right: a buffer takes all that is written to it.
func buffer(text []byte) {
	c := make(chan int)
	go func() { c <- 1 }()
	var b bytes.Buffer
	if _, err := b.Write(text); err != nil {
		return
	}
	<-c
}

type packet struct {
	data bytes.Buffer
	full bool
}

func (p *packet) put(text []byte) error {
	if err := p.data.WriteByte('\n'); err != nil {
		return err
	}
	_, err := p.data.Write(text)
	return err
}

// Right: nor does who writes to it.
func embedded(text []byte) {
	c := make(chan int)
	go func() { c <- 1 }()
	p := &packet{}
	if p.put(text) == nil {
		<-c
	}
}

// Wrong: a file may be full.
func writer(w io.Writer, text []byte) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := w.Write(text); err != nil {
		return
	}
	<-c
}

// Right: it never returns an error.
func digest(h hash.Hash, text []byte) {
	c := make(chan int)
	go func() { c <- 1 }()
	if _, err := h.Write(text); err != nil {
		return
	}
	<-c
}

// Right: the same of one that is made here.
func digestOf(text []byte) {
	c := make(chan int)
	go func() { c <- 1 }()
	h := sha256.New()
	if _, err := h.Write(text); err != nil {
		return
	}
	<-c
}

// Wrong: what a writer hashes isn't all that it does.
func copied(h hash.Hash, r io.Reader) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := io.Copy(h, r); err != nil {
		return
	}
	<-c
}

// Right: all that is in there can be written down.
func encoded(m *message) {
	c := make(chan int)
	go func() { c <- 1 }()
	if _, err := json.Marshal(m); err != nil {
		return
	}
	<-c
}

// Wrong: a float may be no number.
func encodedFloat(m measure) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := json.Marshal(m); err != nil {
		return
	}
	<-c
}

// Wrong: the type has a way of its own, which fails.
func encodedByItself(m struct{ Of custom }) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := json.Marshal(m); err != nil {
		return
	}
	<-c
}

// Wrong: it may be anything.
func encodedAnything(m any) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := json.Marshal(m); err != nil {
		return
	}
	<-c
}

// Right: text in memory.
func printed(n int) {
	c := make(chan int)
	go func() { c <- 1 }()
	var b strings.Builder
	if _, err := fmt.Fprintf(&b, "%d", n); err != nil {
		return
	}
	<-c
}

// Wrong: somewhere else.
func printedTo(w io.Writer, n int) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	if _, err := fmt.Fprintf(w, "%d", n); err != nil {
		return
	}
	<-c
}

// stream writes what a function says, until that has no more.
func stream(w io.Writer, more func(io.Writer) bool) {
	for more(w) {
	}
}

// Right: the writer is memory, whatever it is called.
func streamed() {
	c := make(chan string)
	go func() {
		defer close(c)
		c <- "one"
		c <- "two"
	}()
	stream(&bytes.Buffer{}, func(w io.Writer) bool {
		text, ok := <-c
		if !ok {
			return false
		}
		_, err := w.Write([]byte(text))
		return err == nil
	})
}

// Wrong: this may be a file.
func streamedTo(w io.Writer) {
	c := make(chan string)
	go func() {
		defer close(c)
		c <- "one"
		c <- "two" // want "send on c blocks forever"
	}()
	stream(w, func(w io.Writer) bool {
		text, ok := <-c
		if !ok {
			return false
		}
		_, err := w.Write([]byte(text))
		return err == nil
	})
}

// Wrong: who gives up where nothing fails waits for nothing.
func neverReceived(text []byte) {
	c := make(chan int)
	go func() { c <- 1 }() // want "send on c blocks forever"
	var b bytes.Buffer
	if _, err := b.Write(text); err != nil {
		<-c
	}
}
