// Package ranges has programs that range over channels.
package ranges

// Never closed.
func endless() {
	ch := make(chan int)
	go func() {
		for range ch { // want "receive from ch blocks forever and leaks"
		}
	}()
	ch <- 1
}

// Closed by the sender.
func closed() {
	ch := make(chan int)
	go func() {
		for range ch {
		}
	}()
	ch <- 1
	close(ch)
}

// A pipeline of two stages that hand on the end.
func pipeline() (sum int) {
	numbers, squares := make(chan int), make(chan int)
	go func() {
		defer close(numbers)
		for i := range 3 {
			numbers <- i
		}
	}()
	go func() {
		defer close(squares)
		for n := range numbers {
			squares <- n * n
		}
	}()
	for s := range squares {
		sum += s
	}
	return sum
}

// The consumer stops early: the producer stays.
func early() int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range 3 {
			ch <- i // want "send on ch blocks forever and leaks"
		}
	}()
	for n := range ch {
		return n
	}
	return 0
}
