package condfields

import "sync"

// A Basket is taken from by who waits.
type Basket struct {
	mu    sync.Mutex
	some  *sync.Cond
	eggs  []int
	taken int
}

// NewBasket makes an empty one.
func NewBasket() *Basket {
	b := &Basket{}
	b.some = sync.NewCond(&b.mu)
	return b
}

// Put wakes somebody.
func (b *Basket) Put(egg int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.eggs = append(b.eggs, egg)
	b.some.Signal()
}

// Take counts what it takes with the lock that it has, again, when it has waited.
func (b *Basket) Take() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.eggs) == 0 {
		b.some.Wait()
	}
	egg := b.eggs[0]
	b.eggs = b.eggs[1:]
	b.count() // want `b\.mu\.Lock at relocked\.go:\d+ blocks forever: this goroutine itself has locked it at relocked\.go:\d+`
	return egg
}

func (b *Basket) count() {
	b.mu.Lock()
	b.taken++
	b.mu.Unlock()
}

// TakeAll is right: it counts when it has released the lock.
func (b *Basket) TakeAll() []int {
	b.mu.Lock()
	for len(b.eggs) == 0 {
		b.some.Wait()
	}
	eggs := b.eggs
	b.eggs = nil
	b.mu.Unlock()
	b.count()
	return eggs
}

// Await is right: who waits has the lock while he looks, and not while he waits.
func (b *Basket) Await(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.eggs) < n {
		b.some.Wait()
	}
	return true
}
