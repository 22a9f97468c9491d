// Package unclosed has loops that only the close of a channel would end.
package unclosed

import (
	"errors"
	"io"
	"sync"
)

// A Roller compresses what is full in a goroutine that the first file starts. Close leaves it alone.
type Roller struct {
	mu    sync.Mutex
	first sync.Once
	full  chan string
	out   io.WriteCloser
	pack  func(string)
}

// NewRoller makes one.
func NewRoller(out io.WriteCloser, pack func(string)) *Roller { return &Roller{out: out, pack: pack} }

func (r *Roller) packAll() {
	for name := range r.full { // want `receive from r.full blocks forever and leaks the goroutine: a caller of \(\*Roller\).rolled never sends on it again after line \d+, and nothing closes it \(if \(\*Roller\).Close has been called\)`
		r.pack(name)
	}
}

func (r *Roller) rolled(name string) {
	r.first.Do(func() {
		r.full = make(chan string, 1)
		go r.packAll()
	})
	select {
	case r.full <- name:
	default:
	}
}

// Roll takes another file.
func (r *Roller) Roll(name string, out io.WriteCloser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out = out
	r.rolled(name)
}

// Close closes the file.
func (r *Roller) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.Close()
}

// A Silent one has a goroutine to which nobody ever sends, and which Stop forgets.
type Silent struct {
	beats chan struct{}
	n     int
	done  bool
}

// NewSilent makes one.
func NewSilent() *Silent {
	s := &Silent{beats: make(chan struct{})}
	go func() {
		for range s.beats { // want `receive from s.beats blocks forever and leaks the goroutine: nobody sends on it or closes it`
			s.n++
		}
	}()
	return s
}

// Stop stops it.
func (s *Silent) Stop() { s.done = true }

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

// A Pulse has a goroutine that sends to another one, which writes, until it is told to end.
type Pulse struct {
	w     io.WriteCloser
	beats chan byte
	quit  chan struct{}
	once  sync.Once
}

// NewPulse starts both.
func NewPulse(w io.WriteCloser) *Pulse {
	p := &Pulse{w: w, beats: make(chan byte), quit: make(chan struct{})}
	go p.beat()
	go p.write()
	return p
}

func (p *Pulse) beat() {
	for n := byte(0); ; n++ {
		select {
		case p.beats <- n:
		case <-p.quit:
			return
		}
	}
}

func (p *Pulse) write() {
	for b := range p.beats { // want `receive from p.beats blocks forever and leaks the goroutine: the goroutine started at wrong.go:\d+ never sends on it again after line \d+, and nothing closes it \(if \(\*Pulse\).Close has been called\)`
		_, _ = p.w.Write([]byte{b})
	}
}

// Close ends the first one.
func (p *Pulse) Close() error {
	p.once.Do(func() { close(p.quit) })
	return p.w.Close()
}
