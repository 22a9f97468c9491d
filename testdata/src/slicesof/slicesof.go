// Package slicesof has programs with arrays and slices of channels.
package slicesof

// Each element has its own goroutine.
func each() {
	var chans [3]chan int
	for i := range chans {
		chans[i] = make(chan int)
	}
	for _, ch := range chans {
		go func() { ch <- 1 }()
	}
	for _, ch := range chans {
		<-ch
	}
}

// The last one has no sender.
func butOne() {
	chans := []chan int{make(chan int), make(chan int)}
	go func() { chans[0] <- 1 }()
	for _, ch := range chans {
		<-ch // want "receive from"
	}
}

// Appended, then waited for.
func appended() {
	var dones []chan struct{}
	for range 2 {
		done := make(chan struct{})
		go func() { close(done) }()
		dones = append(dones, done)
	}
	for _, done := range dones {
		<-done
	}
}

// Which element is used is not known: nothing can be said.
func unknown(i int) {
	chans := []chan int{make(chan int), make(chan int)}
	go func() { chans[i] <- 1 }()
	<-chans[0]
}
