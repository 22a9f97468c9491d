package mutexes

import "sync"

// It isn't known which lock of the array is unlocked.
func unlocksSome(i int) {
	var locks [4]sync.Mutex
	locks[0].Lock()
	locks[i].Unlock()
	locks[0].Lock()
}

// Nor in which struct.
func unlocksInSome(i int) {
	var list [4]counted
	c := &list[i]
	list[1].mu.Lock()
	c.mu.Unlock()
	list[1].mu.Lock()
}

// Wrong: elements of other data are none of the lock's business.
func countsInSome(i int) int {
	var counts struct {
		mu sync.Mutex
		n  [4]int
	}
	counts.mu.Lock()
	counts.n[i] = 1
	counts.mu.Lock() // want "^counts.mu.Lock blocks forever: this goroutine itself has locked it at elements.go:28 \\["
	return counts.n[i]
}
