package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

func right() {
	stopInTime()
	setAtOnce()
	readOrWrite()
}

// An Expired connection is looked through by a timer, which was stopped in time or takes an hour.
type Expired struct {
	mu sync.RWMutex
	n  int
}

func (e *Expired) get() int {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.n
}

func (e *Expired) expire() {
	e.mu.RLock()
	defer e.mu.RUnlock()
	fmt.Println(e.get())
}

func (e *Expired) set() {
	e.mu.Lock()
	e.n++
	e.mu.Unlock()
}

func stopInTime() {
	e := &Expired{}
	t := time.AfterFunc(time.Second, func() { e.expire() })
	if t.Stop() {
		e.set()
	}
}

func setAtOnce() {
	e := &Expired{}
	time.AfterFunc(time.Hour, func() { e.expire() })
	e.set()
}

// A Mode is written or read, as somebody else has decided.
type Mode struct {
	mu sync.RWMutex
	n  int
}

func (m *Mode) get() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.n
}

func (m *Mode) sum() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.get() + 1
}

func (m *Mode) set() {
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
}

func (m *Mode) writeIf(n int) {
	if n > 0 {
		m.set()
	}
}

func (m *Mode) readUnless(n int) {
	if n <= 0 {
		fmt.Println(m.sum())
	}
}

func readOrWrite() {
	m := &Mode{}
	go m.writeIf(len(os.Args) - 1)
	m.readUnless(len(os.Args) - 1)
}
