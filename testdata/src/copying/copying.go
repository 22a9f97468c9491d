// Package copying has readers and writers of its own that package io uses.
package copying

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
)

type parts struct{ ch chan []byte }

func (p *parts) Read(b []byte) (int, error) {
	part, ok := <-p.ch
	if !ok {
		return 0, io.EOF
	}
	return copy(b, part), nil
}

func (p *parts) Close() { close(p.ch) }

// Nobody closes it.
func readToNoEnd() {
	p := &parts{make(chan []byte)}
	go func() { p.ch <- []byte("x") }()
	io.ReadAll(p) // want "receive from p\\.ch at copying.go:15 blocks forever: nobody is left to send on it"
}

func readToTheEnd() {
	p := &parts{make(chan []byte)}
	go func() {
		p.ch <- []byte("x")
		p.ch <- []byte("y")
		p.Close()
	}()
	io.ReadAll(p)
}

// The one who sends is left behind if what is read can't be written.
func readUntilItFails(w io.Writer) error {
	p := &parts{make(chan []byte)}
	go func() {
		p.ch <- []byte("x")
		p.ch <- []byte("y") // want "send on p\\.ch blocks forever and leaks"
		p.Close()
	}()
	_, err := io.Copy(w, p)
	return err
}

// What can always be written doesn't fail.
func readIntoMemory() string {
	p := &parts{make(chan []byte)}
	go func() {
		p.ch <- []byte("x")
		p.ch <- []byte("y")
		p.Close()
	}()
	var b bytes.Buffer
	io.Copy(&b, p)
	return b.String()
}

// What the program prints is taken to be printed.
func readAndPrint() {
	p := &parts{make(chan []byte)}
	go func() {
		p.ch <- []byte("x")
		p.ch <- []byte("y")
		p.Close()
	}()
	io.Copy(os.Stdout, p)
}

type sink struct{ ch chan []byte }

func (s *sink) Write(b []byte) (int, error) {
	s.ch <- b
	return len(b), nil
}

func (s *sink) Close() { close(s.ch) }

// Nobody receives meanwhile.
func writtenFirst(r io.Reader) {
	s := &sink{make(chan []byte)}
	io.Copy(s, r) // want "send on s\\.ch at copying.go:80 blocks forever: no other goroutine receives from it"
	s.Close()
	for range s.ch {
	}
}

func writtenMeanwhile(r io.Reader) {
	s := &sink{make(chan []byte)}
	go func() {
		defer s.Close()
		io.Copy(s, r)
	}()
	for range s.ch {
	}
}

// It isn't closed.
func writtenWithoutEnd(r io.Reader) {
	s := &sink{make(chan []byte)}
	go func() { io.Copy(s, r) }()
	for range s.ch { // want "receive from s\\.ch blocks forever"
	}
}

// Both are followed.
func piped() {
	p, s := &parts{make(chan []byte)}, &sink{make(chan []byte)}
	go func() {
		defer s.Close()
		io.Copy(s, p)
	}()
	go func() {
		defer p.Close()
		p.ch <- []byte("x")
	}()
	for range s.ch {
	}
}

// A pipe needs two goroutines.
func pipedAlone(b []byte) {
	r, w := io.Pipe()
	w.Write(b) // want "select on pw.r.pipe.wrCh, pw.r.pipe.done in w.Write blocks forever"
	w.Close()
	io.ReadAll(r)
}

func pipedRight(b []byte) {
	r, w := io.Pipe()
	go func() {
		w.Write(b)
		w.Close()
	}()
	io.ReadAll(r)
}

// A journal is written to by many.
type journal struct {
	mu  sync.Mutex
	out io.Writer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.out.Write(b)
}

// Note writes to itself with its lock.
func (j *journal) Note(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(j, what) // want `j\.mu\.Lock at copying\.go:\d+ blocks forever: this goroutine itself has locked it at copying\.go:\d+`
}

// NoteRight writes behind itself.
func (j *journal) NoteRight(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(j.out, what)
}

// Copy takes no lock of its own.
func (j *journal) Copy() { io.Copy(j, os.Stdin) }
