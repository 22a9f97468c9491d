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

// Right: eight systems side by side, all of them closed.
func groupsClosed() {
	var chans [8]chan int
	for i := range chans {
		ch := make(chan int)
		chans[i] = ch
		for range 3 {
			go func() {
				for range ch {
				}
			}()
		}
	}
	for _, ch := range chans {
		ch <- 1
		close(ch)
	}
}

type member struct{ in, out chan int }

// Wrong: all members but one are asked to leave.
func hub() {
	members := make([]member, 6)
	for i := range members {
		m := member{in: make(chan int), out: make(chan int, 1)}
		members[i] = m
		go func() {
			n := <-m.in // want "receive from .* blocks forever and leaks"
			m.out <- n
		}()
	}
	for _, m := range members[1:] {
		m.in <- 1
		<-m.out
	}
}

type guest struct{ in, out chan int }

// Right: all guests are asked to leave.
func hubAll() {
	guests := make([]guest, 6)
	for i := range guests {
		g := guest{in: make(chan int), out: make(chan int, 1)}
		guests[i] = g
		go func() {
			n := <-g.in
			g.out <- n
		}()
	}
	for _, g := range guests {
		g.in <- 1
		<-g.out
	}
}

// Right: the producers are counted, and the last one closes.
func producers() (n int) {
	var wg sync.WaitGroup
	out := make(chan int, 8)
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 4 {
				out <- i * j
			}
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	for range out {
		n++
	}
	return n
}
