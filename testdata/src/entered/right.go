package entered

import (
	"os"
	"sync"
	"sync/atomic"
)

// A Queue is worked off without the lock.
type Queue struct {
	mu   sync.Mutex
	jobs []func()
	done int
}

// Add adds a job.
func (q *Queue) Add(job func()) {
	q.mu.Lock()
	q.jobs = append(q.jobs, job)
	q.mu.Unlock()
}

// Work does what there is.
func (q *Queue) Work() {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	q.mu.Unlock()
	q.each(jobs)
}

// Clear has nothing left to do.
func (q *Queue) Clear() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = nil
	q.rest()
	q.each(nil)
}

func (q *Queue) rest() {
	for range q.jobs {
		q.mu.Lock()
		q.done++
		q.mu.Unlock()
	}
}

func (q *Queue) each(jobs []func()) {
	for _, job := range jobs {
		job()
		q.mu.Lock()
		q.done++
		q.mu.Unlock()
	}
}

// A File is read with the lock or without.
type File struct {
	mu     sync.Mutex
	name   string
	broken bool
}

// Read reads it without.
func (f *File) Read() { f.read(false) }

// Reread reads it with the lock.
func (f *File) Reread() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read(true)
}

func (f *File) read(locked bool) {
	if _, err := os.ReadFile(f.name); err == nil {
		return
	}
	if !locked {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	f.broken = true
}

// A Clerk counts when the lock was released, or gives it back meanwhile.
type Clerk struct {
	mu    sync.Mutex
	sum   int
	sales int
}

// Sell sells something.
func (c *Clerk) Sell(price int) {
	c.mu.Lock()
	defer c.count()
	defer c.mu.Unlock()
	c.sum += price
}

// Give gives something away.
func (c *Clerk) Give(price int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.pause()
	c.sum -= price
}

// Refund takes something back, if it is for sale.
func (c *Clerk) Refund(price int) bool {
	c.mu.Lock()
	defer c.count()
	if price < 0 {
		c.mu.Unlock()
		return false
	}
	c.sum -= price
	c.mu.Unlock()
	return true
}

func (c *Clerk) pause() {
	c.mu.Unlock()
	defer c.mu.Lock()
	c.count()
}

func (c *Clerk) count() {
	c.mu.Lock()
	c.sales++
	c.mu.Unlock()
}

// Right: what has been set by a method is asked by another one.
type hatch struct {
	mu   sync.Mutex
	open atomic.Bool
	n    int
}

func NewHatch() *hatch { return &hatch{} }

func (h *hatch) isOpen() bool    { return h.open.Load() }
func (h *hatch) setOpen(is bool) { h.open.Store(is) }
func (h *hatch) Open()           { h.setOpen(true) }

func (h *hatch) drain() {
	if h.isOpen() {
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	h.n = 0
}

func (h *hatch) Shut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.setOpen(false)
	h.drain()
}
