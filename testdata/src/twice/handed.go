package twice

import "sync"

// A Shop lets people in as there is room; they come out with the lock.
type Shop struct {
	mu   sync.Mutex
	cond *sync.Cond
	free int
}

// Enter leaves with the lock that the goroutine has taken for it, or gives it back.
func (s *Shop) Enter(stop <-chan struct{}) bool {
	in, gone := make(chan struct{}), false
	go func() {
		defer close(in)
		s.mu.Lock()
		for !gone && s.free == 0 {
			s.cond.Wait()
		}
	}()
	leave := func() {
		s.mu.Lock()
		gone = true
		s.mu.Unlock()
		s.cond.Broadcast()
		<-in
		s.mu.Unlock()
	}
	select {
	case <-in:
	case <-stop:
		leave()
		return false
	}
	s.free--
	s.mu.Unlock()
	return true
}

// A Till counts; nobody comes out with its lock.
type Till struct {
	mu    sync.Mutex
	coins int
}

// Clear gives the lock back once more after a wait.
func (t *Till) Clear(done <-chan struct{}) {
	t.mu.Lock()
	t.coins = 0
	t.mu.Unlock()
	<-done
	t.mu.Unlock() // want `unlock of unlocked mutex \(t.mu\)`
}
