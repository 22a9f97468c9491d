// Package beside has a program of which functions read-lock a struct twice that others write, at the same time or not.
package main

import (
	"fmt"
	"os"
	"sync"
)

// A Level is read if somebody wants that, and written all the same.
type Level struct {
	mu sync.RWMutex
	n  int
}

func (l *Level) get() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.n
}

func (l *Level) sum() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.get() + 1
}

func (l *Level) set() {
	l.mu.Lock() // want `l.mu.Lock blocks forever: the goroutine .* which has read-locked it at .*, is blocked, too: l.mu.RLock at .*\(if wanted\)`
	l.n++
	l.mu.Unlock()
}

func (l *Level) readIf(wanted bool) {
	if wanted {
		fmt.Println(l.sum())
	}
}

func readAndWrite() {
	l := &Level{}
	go l.readIf(len(os.Args) > 3)
	l.set()
}

func main() {
	readAndWrite()
	right()
}
