// Package resent gets messages twice: what was done to them the first time has not been undone.
package resent

type message struct {
	isDone bool
	done   chan bool
}

// finish is for those who may come a second time.
func (m *message) finish() {
	if m.isDone {
		return
	}
	m.isDone = true
	close(m.done)
}

// Right: the second one is the first one.
func sentTwice() {
	queue := make(chan *message, 3)
	m := &message{done: make(chan bool)}
	queue <- m
	queue <- m
	for range 2 {
		(<-queue).finish()
	}
}

// Right: who receives it has nothing else to do with it.
func receivedTwice() {
	queue := make(chan *message)
	left := make(chan bool)
	go func() {
		for m := range queue {
			m.finish()
		}
		close(left)
	}()
	m := &message{done: make(chan bool)}
	queue <- m
	queue <- m
	close(queue)
	<-left
	<-m.done
}

// Right: it comes from a variable.
func keptTwice() {
	queue := make(chan int, 2)
	kept := &message{done: make(chan bool)}
	queue <- 1
	queue <- 1
	go func() {
		for range 2 {
			<-queue
			kept.finish()
		}
	}()
	<-kept.done
}

// Wrong: it is finished whether it is or not.
func closedTwice() {
	queue := make(chan *message, 3)
	m := &message{done: make(chan bool)}
	queue <- m
	queue <- m
	for range 2 {
		m := <-queue
		m.isDone = true
		close(m.done) // want `panic: close of closed channel`
	}
}

// Wrong: the second one is another one, and is never finished.
func sentTwo() {
	queue := make(chan *message, 3)
	a, b := &message{done: make(chan bool)}, &message{done: make(chan bool)}
	queue <- a
	queue <- a
	for range 2 {
		(<-queue).finish()
	}
	<-a.done
	<-b.done // want `receive from .*done blocks forever`
}

// Right: both are finished.
func sentBoth() {
	queue := make(chan *message, 3)
	for range 2 {
		queue <- &message{done: make(chan bool)}
	}
	for range 2 {
		(<-queue).finish()
	}
}

// Wrong: each time it is a new one, of which the goroutine that handed it over sees nothing.
func handedBack() {
	there, back := make(chan *message), make(chan *message)
	go func() {
		m := <-there
		m.finish()
		back <- m
	}()
	there <- &message{done: make(chan bool)}
	m := <-back
	if m.isDone {
		close(m.done) // want `panic: close of closed channel`
	}
}
