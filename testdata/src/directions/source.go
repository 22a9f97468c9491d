package directions

// Wrong: nobody can send on what is given out for receiving.
func Source() <-chan int {
	ch := make(chan int)
	go func() {
		<-ch // want "receive from ch blocks forever and leaks"
	}()
	return ch
}
