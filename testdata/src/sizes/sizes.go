// Package sizes has programs with loops over unknown lengths.
package sizes

// As many receives as goroutines.
func all(xs []int) {
	ch := make(chan int)
	for range xs {
		go func() { ch <- 1 }()
	}
	for range xs {
		<-ch
	}
}

// One receive for many goroutines.
func first(xs []int) {
	ch := make(chan int)
	for range xs {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	}
	<-ch // want "receive from ch blocks forever: nobody is left to send on it, and nothing closes it .if len.xs. == 0."
}

// The buffer has room for all.
func buffered(xs []int) {
	ch := make(chan int, len(xs))
	for _, x := range xs {
		ch <- x
	}
	close(ch)
	for range ch {
	}
}

// The buffer has room for all but one.
func shortBuffer(xs []int) {
	ch := make(chan int, len(xs)-1)
	for _, x := range xs {
		ch <- x // want "send on ch blocks forever"
	}
	for range xs {
		<-ch
	}
}

// Workers that all end because the channel is closed.
func workers(n int, jobs []func()) {
	n = max(n, 1)
	serve(n, jobs)
}

func serve(n int, jobs []func()) {
	queue, done := make(chan func()), make(chan struct{})
	for i := 0; i < n; i++ {
		go func() {
			for job := range queue {
				job()
			}
			done <- struct{}{}
		}()
	}
	for _, job := range jobs {
		queue <- job
	}
	close(queue)
	for i := 0; i < n; i++ {
		<-done
	}
}

// One goroutine for each entry of a map.
func entries(m map[string]int) {
	ch := make(chan int)
	for _, n := range m {
		go func() { ch <- n }()
	}
	for range m {
		<-ch
	}
}
