package lockorder

import "sync"

type account struct {
	mu    sync.Mutex
	coins int
}

func (a *account) pay(to *account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	to.mu.Lock() // want "mu.Lock blocks forever and leaks"
	defer to.mu.Unlock()
	a.coins--
	to.coins++
}

// Wrong: the two pay each other at the same time.
func transfers() {
	x, y := &account{}, &account{}
	go x.pay(y)
	go y.pay(x)
}
