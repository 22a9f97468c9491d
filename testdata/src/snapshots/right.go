package snapshots

import "sync"

// A Board does as a Feed, but offers with the lock held.
type Board struct {
	mu        sync.Mutex
	listeners []chan int
}

func (b *Board) Listen() chan int {
	c := make(chan int, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = append(b.listeners, c)
	return c
}

func (b *Board) Forget(c chan int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = nil
	close(c)
}

func (b *Board) Offer(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.listeners {
		select {
		case c <- n:
		default:
		}
	}
}

func forgetsLocked() {
	b := &Board{}
	c := b.Listen()
	go b.Offer(1)
	b.Forget(c)
}

// offersBefore forgets when nobody offers any more.
func offersBefore() {
	f := &Kept{}
	c := f.Listen()
	done := make(chan struct{})
	go func() {
		f.Offer(1)
		close(done)
	}()
	<-done
	f.Forget(c)
}

// A Kept offers without the lock.
type Kept struct {
	mu        sync.Mutex
	listeners []chan int
}

func (k *Kept) Listen() chan int {
	c := make(chan int, 1)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.listeners = append(k.listeners, c)
	return c
}

func (k *Kept) Forget(c chan int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.listeners = nil
	close(c)
}

func (k *Kept) Offer(n int) {
	k.mu.Lock()
	listeners := k.listeners
	k.mu.Unlock()
	for _, c := range listeners {
		select {
		case c <- n:
		default:
		}
	}
}
