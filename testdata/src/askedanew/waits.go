package askedanew

import (
	"sync"
	"sync/atomic"
)

// A Depot has room for some parcels. Who waits for room asks once more whether it was shut meanwhile, and forgets the lock then.
type Depot struct {
	mu    sync.Mutex
	room  *sync.Cond
	state int32
	left  bool
	held  []string
	size  int
}

func NewDepot(size int) *Depot {
	d := &Depot{size: size}
	d.room = sync.NewCond(&d.mu)
	return d
}

func (d *Depot) isShut() bool { return atomic.LoadInt32(&d.state) < 0 }

func (d *Depot) Shut() {
	if !atomic.CompareAndSwapInt32(&d.state, 0, -1) {
		return
	}
	d.mu.Lock()
	d.room.Broadcast()
	d.mu.Unlock()
}

func (d *Depot) Leave() {
	d.mu.Lock()
	d.left = true
	d.mu.Unlock()
	d.room.Broadcast()
}

func (d *Depot) Bring(parcel string) {
	if d.isShut() {
		return
	}
	d.mu.Lock()
	for len(d.held) >= d.size {
		d.room.Wait()
		if d.isShut() {
			return // want `returns without unlocking d\.mu, locked at waits\.go:\d+ \(if d\.isShut\(\)\): whoever locks it next blocks forever`
		}
	}
	d.held = append(d.held, parcel)
	d.mu.Unlock()
}

// Fetch asks for both again, and gives the lock back.
func (d *Depot) Fetch() (parcel string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.held) == 0 {
		if d.left || d.isShut() {
			return "", false
		}
		d.room.Wait()
	}
	parcel, d.held = d.held[0], d.held[1:]
	d.room.Signal()
	return parcel, true
}

// A Bench is asked under the lock whether it was left, before who comes waits for a seat, and after.
type Bench struct {
	mu   sync.Mutex
	seat *sync.Cond
	left bool
	free int
}

func NewBench(seats int) *Bench {
	b := &Bench{free: seats}
	b.seat = sync.NewCond(&b.mu)
	return b
}

func (b *Bench) Sit() bool {
	b.mu.Lock()
	if b.left {
		b.mu.Unlock()
		return false
	}
	for b.free == 0 {
		b.seat.Wait()
		if b.left {
			return false // want `returns without unlocking b\.mu, locked at waits\.go:\d+ \(if b\.left\): whoever locks it next blocks forever`
		}
	}
	b.free--
	b.mu.Unlock()
	return true
}

func (b *Bench) Leave() {
	b.mu.Lock()
	b.left = true
	b.mu.Unlock()
	b.seat.Broadcast()
}

func (b *Bench) Rise() {
	b.mu.Lock()
	b.free++
	b.mu.Unlock()
	b.seat.Signal()
}
