// Package loops has programs with loops of known length.
package loops

// As many sends as receives.
func same() {
	ch := make(chan int)
	go func() {
		for i := 0; i < 4; i++ {
			ch <- i
		}
	}()
	for i := 0; i < 4; i++ {
		<-ch
	}
}

// One receive too many.
func tooMany() {
	ch := make(chan int)
	go func() {
		for i := 0; i < 3; i++ {
			ch <- i
		}
	}()
	for i := 0; i < 4; i++ {
		<-ch // want "receive from ch blocks forever"
	}
}

// One goroutine for each element of an array.
func array() {
	ch := make(chan int)
	numbers := [3]int{1, 2, 3}
	for _, n := range numbers {
		go func() { ch <- n }()
	}
	for range numbers {
		<-ch
	}
}

// Only the first result is used.
func first() int {
	ch := make(chan int)
	for i := range 3 {
		go func() { ch <- i }() // want "send on ch blocks forever and leaks"
	}
	return <-ch
}

// The loop ends when the other goroutine says so.
func until() {
	ch, stop := make(chan int), make(chan struct{})
	go func() {
		<-ch
		close(stop)
		for {
			select {
			case <-ch:
			default:
				return
			}
		}
	}()
	for {
		select {
		case ch <- 1:
		case <-stop:
			return
		}
	}
}
