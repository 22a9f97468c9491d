package directions

// Wrong: nobody can receive from what is given out for sending.
func Drop() chan<- int {
	ch := make(chan int)
	go func() {
		ch <- 1 // want "send on ch blocks forever and leaks"
	}()
	return ch
}
