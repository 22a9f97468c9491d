// Package shared has programs with variables that goroutines share.
package shared

import "sync"

// The last one closes: the counter is followed.
func lastCloses() {
	var mu sync.Mutex
	done := make(chan struct{})
	left := 2
	for range 2 {
		go func() {
			mu.Lock()
			left--
			last := left == 0
			mu.Unlock()
			if last {
				close(done)
			}
		}()
	}
	<-done
}

// The flag is set before the channel is closed.
func flag() {
	ready := false
	done := make(chan struct{})
	go func() {
		ready = true
		close(done)
	}()
	<-done
	if !ready {
		<-make(chan int)
	}
}
