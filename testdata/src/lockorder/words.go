package lockorder

import "sync"

type vault struct {
	door, safe sync.Mutex
	gold       int
}

// Wrong: Empty takes the locks the other way round. It is told once, with both.
func (v *vault) Fill() {
	v.door.Lock()
	defer v.door.Unlock()
	v.safe.Lock() // want `^v\.safe\.Lock blocks forever: a call of \(\*vault\)\.Empty takes it and v\.door in the other order, at words\.go:\d+ and at words\.go:\d+ \[`
	defer v.safe.Unlock()
	v.gold++
}

func (v *vault) Empty() {
	v.safe.Lock()
	defer v.safe.Unlock()
	v.door.Lock()
	defer v.door.Unlock()
	v.gold = 0
}

// Right: Count gives one back before it takes the other one.
func (v *vault) Count() int {
	v.safe.Lock()
	n := v.gold
	v.safe.Unlock()
	v.door.Lock()
	defer v.door.Unlock()
	return n
}

// Wrong: the goroutine needs the lock under which it is waited for.
func waitedFor() {
	var mu sync.Mutex
	done := make(chan struct{})
	mu.Lock()
	go func() {
		defer close(done)
		mu.Lock()
		mu.Unlock()
	}()
	<-done // want `^receive from done blocks forever: the goroutine started at words\.go:\d+, which could close it, needs mu, which this goroutine has locked at words\.go:\d+ \[`
	mu.Unlock()
}

// Right: the lock is given back first.
func waitedForLater() {
	var mu sync.Mutex
	done := make(chan struct{})
	mu.Lock()
	go func() {
		defer close(done)
		mu.Lock()
		mu.Unlock()
	}()
	mu.Unlock()
	<-done
}

// Wrong: whoever has the lock waits for a message that nobody sends.
func heldInVain() {
	var mu sync.Mutex
	never, locked := make(chan struct{}), make(chan struct{})
	go func() {
		mu.Lock()
		defer mu.Unlock()
		close(locked)
		<-never
	}()
	<-locked
	mu.Lock() // want `^mu\.Lock blocks forever: the goroutine started at words\.go:69, which has locked it at words\.go:70, is blocked, too: receive from never at words\.go:73 \[`
	mu.Unlock()
}

// Wrong: the lock is never given back.
func keptFor() {
	var mu sync.Mutex
	locked := make(chan struct{})
	go func() {
		mu.Lock()
		close(locked)
	}()
	<-locked
	mu.Lock() // want `^mu\.Lock blocks forever: it was locked at words\.go:85 by the goroutine started at words\.go:84, which ended without unlocking it \[`
	mu.Unlock()
}
