// Package many has programs with large numbers of goroutines, most of them
// alike.
package many

import "sync"

// Right: as many receives as workers.
func hundred() (sum int) {
	results := make(chan int)
	for i := range 100 {
		go func() { results <- i }()
	}
	for range 100 {
		sum += <-results
	}
	return sum
}

// Right: each of the hundred is done.
func hundredDone() {
	var wg sync.WaitGroup
	for range 100 {
		wg.Add(1)
		go func() { wg.Done() }()
	}
	wg.Wait()
}

// Right: the workers end when the jobs do.
func pool() (n int) {
	var wg sync.WaitGroup
	jobs, results := make(chan int), make(chan int)
	for range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for job := range jobs {
				results <- job
			}
		}()
	}
	go func() {
		for i := range 200 {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	for r := range results {
		n += r
	}
	return n
}

// Right: ten at a time, and all places are given back.
func semaphore() {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 10)
	for range 100 {
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-slots
		}()
	}
	wg.Wait()
}

// Wrong: the places are kept, and there are ten of them only.
func semaphoreKept() {
	slots := make(chan struct{}, 10)
	for range 11 {
		slots <- struct{}{} // want "send on slots blocks forever"
	}
	for range 11 {
		<-slots
	}
}

// Right: a hundred wait for one lock, and each gives it back.
func locks() (n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			n++
		}()
	}
	wg.Wait()
	return n
}

// Right: there is room for all errors, though one is looked at.
func firstError() error {
	errs := make(chan error, 40)
	for range 40 {
		go func() { errs <- nil }()
	}
	return <-errs
}

// Right: closing wakes all hundred.
func broadcast() {
	start := make(chan struct{})
	var wg sync.WaitGroup
	for range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
		}()
	}
	close(start)
	wg.Wait()
}

// Right: many producers, many consumers, and a quit for all of them.
func kinds() {
	data, quit := make(chan int), make(chan struct{})
	for i := range 30 {
		go func() {
			for {
				select {
				case data <- i:
				case <-quit:
					return
				}
			}
		}()
	}
	for range 30 {
		go func() {
			for {
				select {
				case <-data:
				case <-quit:
					return
				}
			}
		}()
	}
	close(quit)
}
