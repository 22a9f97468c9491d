package determined

import (
	"sync"

	"bits.example/power"
)

// A ring blocks who adds to it while it is full.
type ring struct {
	mu          sync.Mutex
	notFull     sync.Cond
	count, size int
}

func newRing(size int) *ring {
	r := &ring{size: power.Up(size)}
	r.notFull.L = &r.mu
	return r
}

func (r *ring) add() {
	r.mu.Lock()
	for r.count == r.size {
		r.notFull.Wait()
	}
	r.count++
	r.mu.Unlock()
}

// What a function of another module makes of numbers that are known is known, but not here.
func addsOne() {
	r := newRing(2)
	r.add()
}

func addsOneToLarger() {
	done := make(chan int)
	if power.Larger(2, 3) == 3 {
		return
	}
	<-done
}

// From outside comes what is no number, or made of none.
func asksByName() {
	done := make(chan int)
	if power.Wanted("size") == 0 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it \\(if power.Wanted\\(.size.\\) == 0\\)"
	}
}

func asksForGiven(n int) {
	done := make(chan int)
	if power.Up(n) == 8 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it \\(if power.Up\\(n\\) == 8\\)"
	}
}
