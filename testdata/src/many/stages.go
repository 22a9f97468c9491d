package many

// Wrong: a leak beside a pipeline of several stages that is fine.
func stages() (n int) {
	a, b, c := make(chan int), make(chan int), make(chan int)
	stray := make(chan int)
	go func() { stray <- 1 }() // want "send on stray blocks forever and leaks"
	go func() {
		defer close(a)
		for i := range 20 {
			a <- i
		}
	}()
	go func() {
		defer close(b)
		for x := range a {
			b <- x + 1
		}
	}()
	go func() {
		defer close(c)
		for x := range b {
			c <- 2 * x
		}
	}()
	for x := range c {
		n += x
	}
	return n
}
