// Package plenty has channels with as many slots as there are messages, or fewer, which only shows if it is asked what comes on
// one way, and receives from what somebody has looked into before.
package plenty

import "sync"

// Each worker sends one message, on whichever side of the branches.
func oneOnEachSide(list []int, do func(int) error) error {
	results := make(chan error, len(list))
	for _, n := range list {
		go func() {
			if n < 0 {
				results <- nil
				return
			}
			results <- do(n)
		}()
	}
	for range list {
		if err := <-results; err != nil {
			return err
		}
	}
	return nil
}

// One that finds something wrong goes on, and sends one more than there is room for.
func threeOnOneSide(wrong bool) {
	results := make(chan int, 1)
	go func() {
		if wrong {
			results <- 1
			results <- 2
		}
		results <- 3 // want "send on results blocks forever and leaks the goroutine"
	}()
	<-results
}

// Who alone receives finds what he has seen to be there.
func looks(failed bool) int {
	errs := make(chan int, 2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if failed {
				errs <- 1
			}
		}()
	}
	wg.Wait()
	if len(errs) > 0 {
		return <-errs
	}
	return 0
}

// What is added is the sum of the turns of two loops, and one more.
func sum(n, m int) {
	var wg sync.WaitGroup
	wg.Add(n + m + 1)
	for range n {
		go wg.Done()
	}
	for range m {
		go wg.Done()
	}
	wg.Done()
	wg.Wait()
}

// A turn of the other loop may have nothing to do.
func sumOfFewer(list []int) {
	var wg sync.WaitGroup
	wg.Add(len(list) + 1)
	for _, n := range list {
		if n > 0 {
			go wg.Done()
		}
	}
	wg.Done()
	wg.Wait() // want "wg.Wait blocks forever"
}

// What is deferred comes too late.
func deferred(n int) {
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		defer wg.Done()
	}
	wg.Wait() // want "wg.Wait blocks forever"
}

// Who looks a few times goes on, whatever he finds.
func looksAFewTimes() bool {
	ready := make(chan int, 1)
	go func() {
		select {
		case ready <- 1:
		default:
		}
	}()
	for range 3 {
		select {
		case <-ready:
			return true
		default:
		}
	}
	return false
}
