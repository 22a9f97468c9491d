package releases

import "sync"

const isLocked = 1

type flagged struct {
	mu sync.Mutex
	n  int
}

func (f *flagged) get(flags int) int {
	if flags&isLocked == 0 {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	return f.n
}

// Right: the flag that is set says that the lock is held.
func (f *flagged) Twice(flags int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return 2 * f.get(flags|isLocked)
}

type ranked struct {
	mu sync.Mutex
	n  int
}

func (r *ranked) at(i int) int {
	if i < 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	return r.n + i
}

// Right: an index is never negative.
func (r *ranked) Sum(xs []int) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range xs {
		n += r.at(i)
	}
	return n
}

type flaggedWrong struct {
	mu sync.Mutex
	n  int
}

func (f *flaggedWrong) get(flags int) int {
	if flags&isLocked == 0 {
		f.mu.Lock() // want "f.mu.Lock blocks forever: this goroutine itself has locked it"
		defer f.mu.Unlock()
	}
	return f.n
}

// Wrong: no flag says that the lock is held.
func (f *flaggedWrong) Twice() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return 2 * f.get(0)
}
