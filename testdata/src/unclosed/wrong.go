// Package unclosed has loops that only the close of a channel would end.
package unclosed

import (
	"errors"
	"sync"
)

// A Queue is emptied when it is to end, until somebody closes it, who would be the one that empties it.
type Queue struct {
	in   chan int
	quit chan struct{}
	once sync.Once
	sum  int
}

// NewQueue starts one.
func NewQueue() *Queue {
	q := &Queue{in: make(chan int, 10), quit: make(chan struct{})}
	go q.run()
	return q
}

func (q *Queue) run() {
	for {
		select {
		case <-q.quit:
			q.empty()
			return
		case n := <-q.in:
			q.sum += n
		}
	}
}

func (q *Queue) empty() {
	for n := range q.in { // want `receive from q.in blocks forever and leaks the goroutine: nobody is left to send on it, and no other goroutine closes it`
		q.sum += n
	}
	close(q.in)
}

// Put adds a number.
func (q *Queue) Put(n int) { q.in <- n }

// Close ends it.
func (q *Queue) Close() { q.once.Do(func() { close(q.quit) }) }

var errOdd = errors.New("odd")

// A Worker would close its channel when it has no more to do, which it never has.
type Worker struct {
	jobs chan func() error
	errs []error
}

// NewWorker starts one.
func NewWorker() *Worker {
	w := &Worker{jobs: make(chan func() error)}
	go w.work()
	return w
}

func (w *Worker) work() {
	defer close(w.jobs)
	for job := range w.jobs { // want `receive from w.jobs blocks forever and leaks the goroutine: .*, and no other goroutine closes it`
		if err := job(); err != nil && err != errOdd {
			w.errs = append(w.errs, err)
		}
	}
}

// Do has something done.
func (w *Worker) Do(job func() error) { w.jobs <- job }

// A Sink has a method that callers run, and that would close it in a literal.
type Sink struct {
	lines chan string
	n     int
}

// NewSink makes one.
func NewSink() *Sink { return &Sink{lines: make(chan string)} }

// Run takes all lines.
func (s *Sink) Run() {
	defer func() {
		close(s.lines)
		s.n = 0
	}()
	for l := range s.lines { // want `receive from s.lines blocks forever: .*, and no other goroutine closes it`
		s.n += len(l)
	}
}

// Line hands a line over.
func (s *Sink) Line(l string) { s.lines <- l }
