// Program sequence keeps locks on some ways, and ends, or waits, before anybody else wants them: who calls what in a
// program is known.
package main

import (
	"fmt"
	"os"
	"sync"
)

// A Log keeps its lock when it is full.
type Log struct {
	mu sync.Mutex
	n  int
}

func (l *Log) write() bool {
	l.mu.Lock()
	if l.n > 1000 {
		return false
	}
	l.n++
	l.mu.Unlock()
	return true
}

func (l *Log) print() {
	l.mu.Lock()
	fmt.Println(l.n)
	l.mu.Unlock()
}

// An Entry is read twice by who expires it, and written when that is over.
type Entry struct {
	mu    sync.RWMutex
	stale bool
}

func (e *Entry) isStale() bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.stale
}

func (e *Entry) expire() {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.isStale() {
		fmt.Println("stale")
	}
}

func (e *Entry) set() {
	e.mu.Lock()
	e.stale = true
	e.mu.Unlock()
}

// A Book keeps its lock like a Log, but nobody ends the program then.
type Book struct {
	mu    sync.Mutex
	pages int
}

func (b *Book) write(n int) bool {
	b.mu.Lock()
	if n > 3 {
		return false
	}
	b.pages += n
	b.mu.Unlock()
	return true
}

func main() {
	l := &Log{}
	if !l.write() {
		os.Exit(1)
	}
	l.print()

	e, done := &Entry{}, make(chan struct{})
	go func() {
		e.expire()
		close(done)
	}()
	<-done
	e.set()

	b := &Book{}
	b.write(4)
	b.mu.Lock() // want `b.mu.Lock blocks forever: this goroutine itself has locked it at sequence.go:66`
	b.pages = 0
	b.mu.Unlock()
}
