package panics

// Named asks a variable of this name: that is no panic.
func Named(panics bool) {
	c := make(chan int)
	go func() {
		c <- 1 // want `panic: send on closed channel \(c\), closed at named\.go:\d+ by Named \(if panics\)`
	}()
	if panics {
		close(c)
		panic("no more")
	}
	<-c
}
