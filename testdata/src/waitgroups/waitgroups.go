// Package waitgroups has programs with sync.WaitGroup.
package waitgroups

import "sync"

// Everybody calls Done.
func all(jobs []func()) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			job()
		}()
	}
	wg.Wait()
}

// One path forgets it.
func forgotten(err error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if err != nil {
			return
		}
		wg.Done()
	}()
	wg.Wait() // want "wg.Wait blocks forever"
}

// Go does both.
func viaGo(job func()) {
	var wg sync.WaitGroup
	wg.Go(job)
	wg.Go(job)
	wg.Wait()
}

// Wait inside of the loop.
func insideLoop() {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { wg.Done() }()
		wg.Wait() // want "wg.Wait blocks forever"
	}
}

// The workers send before they are done, but nobody receives before Wait.
func resultsAfter() {
	var wg sync.WaitGroup
	results := make(chan int)
	wg.Add(1)
	go func() {
		defer wg.Done()
		results <- 1
	}()
	wg.Wait() // want "wg.Wait blocks forever"
	<-results
}

// A goroutine of its own waits and closes.
func closer(items []int) (sum int) {
	var wg sync.WaitGroup
	results := make(chan int)
	for _, n := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- n
		}()
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for n := range results {
		sum += n
	}
	return sum
}

// The counter becomes negative.
func negative() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done() // want "negative WaitGroup counter"
	wg.Wait()
}

// Results are gathered in a slice that grows.
func gathered(n int) (results []int) {
	var wg sync.WaitGroup
	c := make(chan int)
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c <- i
		}()
	}
	go func() {
		wg.Wait()
		close(c)
	}()
	for v := range c {
		results = append(results, v)
	}
	return results
}

// The same, but for the goroutine that waits.
func gatheredTooLate(n int) (results []int) {
	var wg sync.WaitGroup
	c := make(chan int)
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c <- i
		}()
	}
	wg.Wait() // want "wg.Wait blocks forever"
	close(c)
	for v := range c {
		results = append(results, v)
	}
	return results
}

// The goroutine has a copy. What it does with it, nobody sees; the original is
// never done.
func copied() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func(wg sync.WaitGroup) {
		wg.Done()
	}(wg)
	wg.Wait() // want "wg.Wait blocks forever"
}
