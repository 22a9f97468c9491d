package forgotten

import (
	"errors"
	"sync"
)

// What the package only sets doesn't go back, and who holds another lock may keep others out.

// A Door that is shut stays shut. Whoever is told may do anything with it, so that the functions are
// looked at alone.
type Door struct {
	told   func(*Door)
	mu     sync.Mutex
	cond   *sync.Cond
	shut   bool
	reason error
	guests int
}

// NewDoor makes one.
func NewDoor(told func(*Door)) *Door {
	d := &Door{told: told}
	d.cond = sync.NewCond(&d.mu)
	return d
}

// Shut is where others set what is asked for.
func (d *Door) Shut(reason error) {
	d.mu.Lock()
	d.shut = true
	d.reason = reason
	d.mu.Unlock()
	d.cond.Broadcast()
	d.told(d)
}

// Leave goes if it is shut, and keeps the lock only where it can't be.
func (d *Door) Leave() {
	d.mu.Lock()
	if !d.shut {
		d.mu.Unlock()
		return
	}
	d.mu.Unlock()
	d.mu.Lock()
	if !d.shut {
		return // never
	}
	d.guests--
	d.mu.Unlock()
}

// Wait polls until it is shut.
func (d *Door) Wait(done chan struct{}) {
	d.mu.Lock()
	for !d.shut {
		d.mu.Unlock()
		<-done
		d.mu.Lock()
	}
	d.mu.Unlock()
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
	}
}

// Await waits with a condition variable.
func (d *Door) Await() error {
	d.mu.Lock()
	for !d.shut {
		d.cond.Wait()
	}
	d.mu.Unlock()
	d.mu.Lock()
	if d.shut {
		defer d.mu.Unlock()
	}
	return d.reason
}

// Reason asks for the error twice.
func (d *Door) Reason() error {
	d.mu.Lock()
	if d.reason == nil {
		d.mu.Unlock()
		return nil
	}
	d.mu.Unlock()
	d.mu.Lock()
	if d.reason == nil {
		return nil // never
	}
	defer d.mu.Unlock()
	return errors.Join(d.reason)
}

// Seen remembers what it has seen; if it was shut, it still is.
func (d *Door) Seen() int {
	d.mu.Lock()
	seen := d.shut
	d.mu.Unlock()
	d.mu.Lock()
	if seen && !d.shut {
		return 0 // never
	}
	defer d.mu.Unlock()
	return d.guests
}

// Twice lets go three times.
func (d *Door) Twice(again bool) int {
	d.mu.Lock()
	seen := d.shut
	d.mu.Unlock()
	for again {
		d.mu.Lock()
		again = !d.shut
		d.mu.Unlock()
	}
	d.mu.Lock()
	if seen && !d.shut {
		return 0 // never
	}
	d.mu.Unlock()
	return d.guests
}

// A Room has two locks, of which others need both to close it.
type Room struct {
	told   func(*Room)
	outer  sync.Mutex
	mu     sync.Mutex
	closed bool
	stage  int
	guests []int
}

// NewRoom makes one.
func NewRoom(told func(*Room)) *Room { return &Room{told: told} }

// Close is where others set what is asked for.
func (r *Room) Close() {
	r.outer.Lock()
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.outer.Unlock()
	r.told(r)
}

// Reopen is, too.
func (r *Room) Reopen(stage int) {
	r.outer.Lock()
	r.mu.Lock()
	r.closed = false
	r.stage = stage
	r.mu.Unlock()
	r.outer.Unlock()
	r.told(r)
}

// Enter holds the outer lock all the time, so that nobody closes it.
func (r *Room) Enter(n int) {
	r.outer.Lock()
	defer r.outer.Unlock()
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.mu.Unlock()
	r.mu.Lock()
	if r.closed {
		return // never
	}
	r.guests = append(r.guests, n)
	r.mu.Unlock()
}

// Proceed knows that stages only follow each other.
func (r *Room) Proceed() {
	r.mu.Lock()
	if r.stage != 1 {
		r.mu.Unlock()
		return
	}
	r.mu.Unlock()
	r.mu.Lock()
	if r.stage == 0 {
		return // never
	}
	r.mu.Unlock()
}

// Follow waits under the outer lock, until the stage is another one.
func (r *Room) Follow(tick chan struct{}) {
	r.outer.Lock()
	r.mu.Lock()
	for stage := r.stage; r.stage == stage; {
		r.mu.Unlock()
		<-tick
		r.mu.Lock()
	}
	r.mu.Unlock()
	r.outer.Unlock()
}

// Closed may return with the lock: it isn't held all the time.
func (r *Room) Closed() bool {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return true
	}
	r.mu.Unlock()
	r.mu.Lock()
	if r.closed {
		return true // want `returns without unlocking r\.mu, locked at latch\.go:\d+ \(if !r\.closed at line \d+ and r\.closed at line \d+\): whoever locks it next blocks forever`
	}
	r.mu.Unlock()
	return false
}
