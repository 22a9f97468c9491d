package subtests

import (
	"sync"
	"testing"
)

// A worker goes on until it is told to stop.
type worker struct {
	running sync.WaitGroup
	stop    chan struct{}
}

// newWorker starts one, which the test waits for at its end.
func newWorker(t *testing.T) *worker {
	w := &worker{stop: make(chan struct{})}
	w.running.Add(1)
	go func() {
		defer w.running.Done()
		<-w.stop
	}()
	t.Cleanup(w.running.Wait) // want `^w\.running\.Wait blocks forever: the goroutine started at fixtures\.go:\d+, which could call Done, is blocked, too \[`
	return w
}

// Wrong: nobody tells it.
func TestLeavesWorker(t *testing.T) {
	newWorker(t)
}

// Right: it is told before the test ends.
func TestStopsWorker(t *testing.T) {
	w := newWorker(t)
	close(w.stop)
}

// Right: what is registered last is done first.
func TestStopsWorkerAtItsEnd(t *testing.T) {
	w := newWorker(t)
	t.Cleanup(func() { close(w.stop) })
}

// newLocked hands out a lock that the test gives back at its end.
func newLocked(t *testing.T) *sync.Mutex {
	mu := new(sync.Mutex)
	mu.Lock()
	t.Cleanup(mu.Unlock)
	return mu
}

// Wrong: that is too late.
func TestLocksWhatIsLocked(t *testing.T) {
	mu := newLocked(t)
	mu.Lock() // want "^mu.Lock blocks forever: this goroutine itself has locked it at fixtures.go:46 \\["
}

// Right: it is unlocked meanwhile.
func TestUsesLock(t *testing.T) {
	mu := newLocked(t)
	mu.Unlock()
	mu.Lock()
}

// Wrong: a lock is no use at the end of a test that holds it.
func TestLocksAtItsEnd(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	t.Cleanup(mu.Lock) // want "^mu.Lock blocks forever: this goroutine itself has locked it at fixtures.go:67 \\["
}

// Wrong: the lock is one even where its methods have become values.
func TestLocksByValue(*testing.T) {
	var mu sync.Mutex
	lock := mu.Lock
	lock()
	defer lock() // want "^mu.Lock blocks forever: this goroutine itself has locked it at fixtures.go:75 \\["
}

func (w *worker) close() { <-w.stop } // want "^receive from w\\.stop blocks forever: nobody sends on it or closes it \\["

// Wrong: the method waits for what nobody sends, whoever calls it.
func TestClosesAtItsEnd(t *testing.T) {
	w := &worker{stop: make(chan struct{})}
	t.Cleanup(w.close)
}
