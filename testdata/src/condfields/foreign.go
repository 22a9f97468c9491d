package condfields

import (
	"sync"
	"sync/atomic"
)

// Condition variables that are made here, and whose locker is somebody else's: it keeps away whoever would wake a waiter
// between his question and his wait all the same.

var harbour sync.Mutex

type berth struct {
	freed *sync.Cond
	free  atomic.Bool
}

func newBerth() *berth { return &berth{freed: sync.NewCond(&harbour)} }

func (b *berth) moor() {
	harbour.Lock()
	defer harbour.Unlock()
	for !b.free.Load() {
		b.freed.Wait()
	}
}

func (b *berth) leave() {
	harbour.Lock()
	defer harbour.Unlock()
	b.free.Store(true)
	b.freed.Broadcast()
}

// MoorOnce has a package-level lock.
func MoorOnce() {
	b := newBerth()
	moored := make(chan bool)
	go func() {
		b.moor()
		close(moored)
	}()
	b.leave()
	<-moored
}

type tide struct {
	turned sync.Cond
	high   bool
}

func (t *tide) await() {
	t.turned.L.Lock()
	defer t.turned.L.Unlock()
	for !t.high {
		t.turned.Wait()
	}
}

func (t *tide) rise() {
	t.turned.L.Lock()
	t.high = true
	t.turned.L.Unlock()
	t.turned.Signal()
}

// SailWith has a lock that is passed, and the variable is a part of the struct.
func SailWith(lock sync.Locker, hoist func()) {
	t := &tide{turned: sync.Cond{L: lock}}
	sailing := make(chan bool)
	go func() {
		t.await()
		close(sailing)
	}()
	hoist()
	t.rise()
	<-sailing
}

// A Dock has the lock of all its cranes.
type Dock struct{ mu sync.Mutex }

type crane struct {
	dock   *Dock
	lifted *sync.Cond
	loads  int
}

func (c *crane) drain() {
	c.dock.mu.Lock()
	defer c.dock.mu.Unlock()
	for c.loads > 0 {
		c.lifted.Wait()
	}
}

func (c *crane) lift() {
	c.dock.mu.Lock()
	defer c.dock.mu.Unlock()
	if c.loads--; c.loads == 0 {
		c.lifted.Broadcast()
	}
}

// Unload has a lock in a struct of its caller's.
func (d *Dock) Unload() {
	c := &crane{dock: d, lifted: sync.NewCond(&d.mu), loads: 2}
	empty := make(chan bool)
	go func() {
		c.drain()
		close(empty)
	}()
	c.lift()
	c.lift()
	<-empty
}

type buoy struct {
	lit  *sync.Cond
	seen bool
}

// LightTooEarly takes no lock where it lights the buoy: whoever has asked, and doesn't wait yet, misses that.
func LightTooEarly() {
	var mu sync.Mutex
	b := &buoy{lit: sync.NewCond(&mu)}
	passed := make(chan bool)
	go func() {
		mu.Lock()
		for !b.seen {
			b.lit.Wait()
		}
		mu.Unlock()
		close(passed)
	}()
	b.seen = true
	b.lit.Broadcast()
	<-passed // want `receive from passed blocks forever`
}
