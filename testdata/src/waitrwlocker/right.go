// Package waitrwlocker is about condition variables whose locker is a sync.RWMutex: who waits releases it, and has it
// again when he goes on.
package waitrwlocker

import "sync"

// A kitchen closes when its last order is out; others look at its orders meanwhile.
type kitchen struct {
	mu     *sync.RWMutex
	quiet  *sync.Cond
	orders map[int]bool
}

// NewKitchen is a kitchen without orders.
func NewKitchen() *kitchen {
	mu := new(sync.RWMutex)
	return &kitchen{mu: mu, quiet: sync.NewCond(mu), orders: map[int]bool{}}
}

// Order takes an order.
func (k *kitchen) Order(n int) {
	k.quiet.L.Lock()
	k.orders[n] = true
	k.quiet.L.Unlock()
}

// Serve serves one.
func (k *kitchen) Serve(n int) {
	k.quiet.L.Lock()
	delete(k.orders, n)
	k.quiet.Broadcast()
	k.quiet.L.Unlock()
}

// Has reports whether somebody waits for his order.
func (k *kitchen) Has(n int) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.orders[n]
}

// Close waits for the last order, in a goroutine, or until the landlord is fed up.
func (k *kitchen) Close(fedUp <-chan struct{}) bool {
	quiet := make(chan struct{})
	go func() {
		k.quiet.L.Lock()
		for len(k.orders) > 0 {
			k.quiet.Wait()
		}
		k.quiet.L.Unlock()
		close(quiet)
	}()
	select {
	case <-quiet:
		return true
	case <-fedUp:
		return false
	}
}

// A larder has its lock and its condition in itself.
type larder struct {
	mu    sync.RWMutex
	full  sync.Cond
	eaten int
	hams  int
}

// NewLarder is one without hams.
func NewLarder() *larder {
	l := &larder{}
	l.full.L = &l.mu
	return l
}

// Hang hangs a ham.
func (l *larder) Hang() {
	l.full.L.Lock()
	l.hams++
	l.full.L.Unlock()
	l.full.Broadcast()
}

// Eat waits for one.
func (l *larder) Eat() {
	l.mu.Lock()
	for l.hams == 0 {
		l.full.Wait()
	}
	l.hams--
	l.eaten++
	l.mu.Unlock()
}
