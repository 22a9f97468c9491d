package mutexes

import "sync"

type counted struct {
	mu sync.Mutex
	n  int
}

// Right: the lock is another one than that which is locked.
func replaces() {
	var mu sync.Mutex
	mu.Lock()
	mu = sync.Mutex{}
	mu.Lock()
}

// Right: so is that of a struct that is replaced.
func replacesStruct() {
	c := &counted{}
	c.mu.Lock()
	*c = counted{n: 1}
	c.mu.Lock()
}

// Right: that of an element, too.
func replacesElement() {
	var list [2]counted
	list[1].mu.Lock()
	list[1] = counted{n: 1}
	list[1].mu.Lock()
}

// Right: all of them.
func replacesArray() {
	var locks [2]sync.Mutex
	locks[1].Lock()
	locks = [2]sync.Mutex{}
	locks[1].Lock()
}

// Wrong: this is the lock of another element.
func replacesOther() {
	var list [2]counted
	list[0].mu.Lock()
	list[1] = counted{n: 1}
	list[0].mu.Lock() // want "^list.0..mu.Lock blocks forever: this goroutine itself has locked it at replaced.go:45 \\["
}

// Wrong: so is this one, but it is locked twice.
func locksReplaced() {
	var mu sync.Mutex
	mu.Lock()
	mu = sync.Mutex{}
	mu.Lock()
	mu.Lock() // want "^mu.Lock blocks forever: this goroutine itself has locked it at replaced.go:55 \\["
}

// Right: the counter begins at zero in each turn.
func replacesCounter(n int) {
	var wg sync.WaitGroup
	for range n {
		wg = sync.WaitGroup{}
		wg.Add(1)
		go wg.Done()
		wg.Wait()
	}
}

// Wrong: nobody counts the new one down.
func waitsForReplaced() {
	var wg sync.WaitGroup
	wg = sync.WaitGroup{}
	wg.Add(1)
	wg.Wait() // want "^wg.Wait blocks forever: the counter is 1 and nobody is left to call Done \\["
}

// Right: what is done once is done again by another Once.
func replacesOnce() {
	var once sync.Once
	once.Do(func() {})
	once = sync.Once{}
	c := make(chan int, 1)
	once.Do(func() { c <- 1 })
	<-c
}

// newCounted returns one that nobody has used.
func newCounted(n int) counted { return counted{n: n} }

// Wrong: that the struct was copied before makes no difference.
func locksCopied() {
	c := newCounted(1)
	c.mu.Lock()
	c.mu.Lock() // want "^c.mu.Lock blocks forever: this goroutine itself has locked it at replaced.go:94 \\["
}
