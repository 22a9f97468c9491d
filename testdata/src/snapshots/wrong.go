// Package snapshots sends to listeners that were listed under a lock, after that was unlocked.
package snapshots

import "sync"

// A feed hands out channels, and closes them one by one. Anybody may receive from them.
type Feed struct {
	mu        sync.Mutex
	listeners []chan int
}

func (f *Feed) Listen() chan int {
	c := make(chan int, 1)
	f.mu.Lock()
	f.listeners = append(f.listeners, c)
	f.mu.Unlock()
	return c
}

func (f *Feed) Forget(c chan int) {
	f.mu.Lock()
	f.listeners = nil
	close(c)
	f.mu.Unlock()
}

func (f *Feed) Offer(n int) {
	f.mu.Lock()
	listeners := f.listeners
	f.mu.Unlock()
	for _, c := range listeners {
		select { // want `panic: send on closed channel \(c\), closed at wrong.go:23 by Forgets`
		case c <- n:
		default:
		}
	}
}

func Forgets() {
	f := &Feed{}
	c := f.Listen()
	go f.Offer(1)
	f.Forget(c)
}
