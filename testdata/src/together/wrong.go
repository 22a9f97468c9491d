// Program together has functions that are called on one struct: by one function, or by goroutines that it starts.
package main

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// An Expiring cache takes its entries out by a timer, which forgets the lock if the entry was wanted meanwhile.
type Expiring struct {
	mu      sync.Mutex
	entries map[string]*Entry
}

type Entry struct {
	stop   func()
	wanted bool
}

func (e *Expiring) Get(key string) *Entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	entry := e.entries[key]
	if entry != nil {
		entry.stop()
		delete(e.entries, key)
	}
	return entry
}

func (e *Expiring) Put(key string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.entries[key] != nil {
		return
	}
	entry := &Entry{}
	e.entries[key] = entry
	timer := time.AfterFunc(time.Second, func() { e.expire(key, entry) })
	entry.stop = func() {
		if !timer.Stop() {
			entry.wanted = true
		}
	}
}

func (e *Expiring) expire(key string, entry *Entry) {
	e.mu.Lock()
	if entry.wanted {
		return // want `returns without unlocking e\.mu, locked at wrong\.go:\d+ \(if entry\.wanted\): whoever locks it next blocks forever`
	}
	delete(e.entries, key)
	e.mu.Unlock()
}

// A Rack gives its books to a printer, with its lock, while a goroutine takes one away.
type Rack struct {
	mu    sync.RWMutex
	books map[int]*Volume
}

type Volume struct{ rack *Rack }

func newRack() *Rack {
	r := &Rack{books: map[int]*Volume{}}
	for n := range 10 {
		r.books[n] = &Volume{rack: r}
	}
	return r
}

func (r *Rack) print() {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for n, v := range r.books {
		printVolume(n, v)
	}
}

func printVolume(n int, v *Volume) { fmt.Println(n, v.rack.size()) }

func (r *Rack) size() int {
	r.mu.RLock() // want `r\.mu\.RLock blocks forever: it waits for a call of \(\*Rack\)\.remove, whose Lock at wrong\.go:\d+ waits for the read lock taken by this goroutine at wrong\.go:\d+`
	defer r.mu.RUnlock()
	return len(r.books)
}

func (r *Rack) remove(n int) {
	r.mu.Lock()
	delete(r.books, n)
	r.mu.Unlock()
}

func printWhileRemoving() {
	r := newRack()
	go r.print()
	r.remove(1)
}

func main() {
	e := &Expiring{entries: map[string]*Entry{}}
	for _, key := range os.Args {
		e.Put(key)
		e.Get(key)
	}
	printWhileRemoving()
	right()
}

var errFull = errors.New("full")
