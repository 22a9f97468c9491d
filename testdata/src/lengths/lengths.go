// Package lengths asks how many messages are in a channel.
package lengths

import "sync"

// Skipped is wrong: there is never a message in a channel without a buffer.
func Skipped() {
	c := make(chan int)
	go func() {
		c <- 1 // want "send on c blocks forever and leaks the goroutine"
	}()
	if len(c) > 0 {
		<-c
	}
}

// Waiting is wrong: that there is none doesn't say that one will come.
func Waiting() {
	c := make(chan int)
	if len(c) == 0 {
		<-c // want "receive from c blocks forever"
	}
}

// Taken is right: there is none yet, and it comes.
func Taken() {
	c := make(chan int)
	go func() { c <- 1 }()
	if len(c) == 0 {
		<-c
	}
}

// Idle is right: it never receives.
func Idle() {
	c := make(chan int)
	if len(c) > 0 {
		<-c
	}
}

// Buffered is right: the message is there.
func Buffered() {
	c := make(chan int, 1)
	c <- 1
	if len(c) == 1 {
		<-c
	}
}

// A Writer writes in a goroutine, which says how much is left.
type Writer struct {
	left chan int
	stop chan struct{}
	done chan struct{}
}

func NewWriter() *Writer {
	w := &Writer{left: make(chan int), stop: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *Writer) run() {
	for {
		select {
		case <-w.left:
			w.left <- len(w.left)
		case <-w.stop:
			w.done <- struct{}{}
			return
		}
	}
}

func (w *Writer) flush() {
	for {
		w.left <- 0
		if <-w.left == 0 {
			return
		}
	}
}

// Close is wrong: two may come past the question.
func (w *Writer) Close() {
	if w.stop != nil {
		w.flush()
		close(w.stop) // want "close of closed channel"
		<-w.done
		w.stop = nil
	}
}

// A Safe is right: one after the other closes it.
type Safe struct {
	mu   sync.Mutex
	left chan int
	stop chan struct{}
	done chan struct{}
}

func NewSafe() *Safe {
	w := &Safe{left: make(chan int), stop: make(chan struct{}), done: make(chan struct{})}
	go w.run(w.stop)
	return w
}

func (w *Safe) run(stop chan struct{}) {
	for {
		select {
		case <-w.left:
			w.left <- len(w.left)
		case <-stop:
			w.done <- struct{}{}
			return
		}
	}
}

func (w *Safe) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop != nil {
		w.left <- 0
		if <-w.left == 0 {
			close(w.stop)
			<-w.done
			w.stop = nil
		}
	}
}
