package selfserved

import (
	"sync"
	"time"
)

// A Retrier puts what has failed at the end of its queue.
type Retrier struct {
	jobs   chan func() error
	quit   chan struct{}
	mu     sync.Mutex
	closed bool
}

// NewRetrier starts one.
func NewRetrier() *Retrier {
	r := &Retrier{jobs: make(chan func() error, 16), quit: make(chan struct{})}
	go r.run()
	return r
}

func (r *Retrier) run() {
	for {
		select {
		case <-r.quit:
			return
		case job := <-r.jobs:
			if err := job(); err != nil {
				r.jobs <- job // want `send on r\.jobs blocks forever and leaks the goroutine: its buffer of 16 is full and no other goroutine receives from it \(if err != nil from job\)`
			}
		}
	}
}

// Add adds a job.
func (r *Retrier) Add(job func() error) {
	if r.isClosed() {
		return
	}
	r.jobs <- job
}

// Try adds a job if there is room.
func (r *Retrier) Try(job func() error) bool {
	select {
	case r.jobs <- job:
		return true
	default:
		return false
	}
}

func (r *Retrier) isClosed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

// Close ends it.
func (r *Retrier) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.quit)
	}
}

// A Scanner looks for what has come and gone, and tells itself.
type Scanner struct {
	come chan []string
	quit chan struct{}
	tick *time.Ticker
	list func() ([]string, error)
	seen map[string]bool
}

// NewScanner starts one.
func NewScanner(list func() ([]string, error)) *Scanner {
	s := &Scanner{come: make(chan []string, 1), quit: make(chan struct{}), tick: time.NewTicker(time.Minute), list: list, seen: map[string]bool{}}
	go s.run()
	return s
}

func (s *Scanner) run() {
	for {
		select {
		case <-s.quit:
			return
		case <-s.tick.C:
			if !s.hasEnded() {
				s.scan()
			}
		case names := <-s.come:
			if s.hasEnded() {
				break
			}
			for _, name := range names {
				s.seen[name] = true
			}
		}
	}
}

func (s *Scanner) hasEnded() bool {
	select {
	case <-s.quit:
		return true
	default:
		return false
	}
}

func (s *Scanner) scan() {
	names, err := s.list()
	if err != nil {
		return
	}
	s.come <- names // want `send on s\.come blocks forever and leaks the goroutine: its buffer of 1 is full and no other goroutine receives from it \(if !s\.hasEnded\(\)\)`
}

// Stop ends it.
func (s *Scanner) Stop() { close(s.quit) }

// A Beater tells itself when the time has come, in the same queue as others.
type Beater struct {
	events  chan string
	tick    *time.Ticker
	stopped bool
	sum     int
}

// NewBeater starts one.
func NewBeater() *Beater {
	b := &Beater{events: make(chan string, 4), tick: time.NewTicker(time.Second)}
	go func() {
		for {
			select {
			case e := <-b.events:
				b.sum += len(e)
			case <-b.tick.C:
				b.events <- "beat" // want `send on b\.events blocks forever and leaks the goroutine: its buffer of 4 is full and no other goroutine receives from it`
			}
		}
	}()
	return b
}

// Add adds an event.
func (b *Beater) Add(e string) {
	if b.stopped {
		return
	}
	b.events <- e // want `send on b\.events blocks forever: its buffer of 4 is full and the goroutine started at buffers\.go:\d+, which could receive from it, is blocked, too`
}

// Stop lets nobody add any more.
func (b *Beater) Stop() { b.stopped = true }

// A Clock tells itself when the time has come, and stops its ticker in the end.
type Clock struct {
	come chan int
	quit chan struct{}
	tick *time.Ticker
	sum  int
}

// NewClock starts one.
func NewClock() *Clock {
	c := &Clock{come: make(chan int, 1), quit: make(chan struct{}), tick: time.NewTicker(time.Minute)}
	go c.run()
	return c
}

func (c *Clock) run() {
	defer c.tick.Stop()
	for {
		select {
		case <-c.quit:
			return
		case <-c.tick.C:
			c.come <- 1 // want `send on c\.come blocks forever and leaks the goroutine: its buffer of 1 is full and no other goroutine receives from it`
		case n := <-c.come:
			c.sum += n
		}
	}
}

// Stop ends it.
func (c *Clock) Stop() { close(c.quit) }
