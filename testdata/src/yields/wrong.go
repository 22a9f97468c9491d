// Package yields calls functions that it is given while it has a lock, and gives such functions itself.
package yields

import (
	"iter"
	"sync"
)

// A List is looped over with its lock.
type List struct {
	mu    sync.Mutex
	items []string
}

func (l *List) All(yield func(string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.items {
		if !yield(s) {
			return
		}
	}
}

func (l *List) Add(s string) {
	l.mu.Lock() // want `l\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	l.items = append(l.items, s)
	l.mu.Unlock()
}

func (l *List) Double() {
	for s := range l.All {
		l.Add(s)
	}
}

// A Journal lets somebody write its lines, and counts them.
type Journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *Journal) Each(f func(string)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, l := range j.lines {
		f(l)
	}
}

func (j *Journal) Len() int {
	j.mu.Lock() // want `j\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	defer j.mu.Unlock()
	return len(j.lines)
}

func (j *Journal) Write(l string) {
	j.mu.Lock()
	j.lines = append(j.lines, l)
	j.mu.Unlock()
}

func (j *Journal) Print(show func(string, int)) {
	j.Each(func(l string) { show(l, j.Len()) })
}

// A Seq is made with its lock, and looped over without.
type Seq struct {
	mu    sync.Mutex
	items []int
}

func (q *Seq) Values() iter.Seq[int] {
	q.mu.Lock()
	items := q.items
	q.mu.Unlock()
	return func(yield func(int) bool) {
		for _, n := range items {
			if !yield(n) {
				return
			}
		}
	}
}

func (q *Seq) Push(n int) {
	q.mu.Lock()
	q.items = append(q.items, n)
	q.mu.Unlock()
}

func (q *Seq) Twice() {
	for n := range q.Values() {
		q.Push(n)
	}
}
