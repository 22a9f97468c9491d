package nils

import "time"

// A time that never comes leaves the goroutine behind.
func sendOrGiveUp(t <-chan time.Time, c chan int) {
	select { // want "send on c blocks forever and leaks the goroutine"
	case <-t:
	case c <- 1:
	}
}

func waitsIfAsked(asked bool) {
	c := make(chan int)
	var t <-chan time.Time
	if asked {
		t = time.After(time.Second)
	}
	go sendOrGiveUp(t, c)
}

// A time that comes in any case doesn't.
func sendForAWhile(t <-chan time.Time, c chan int) {
	select {
	case <-t:
	case c <- 1:
	}
}

func waitsShorterIfAsked(asked bool) {
	c := make(chan int)
	t := time.After(time.Minute)
	if asked {
		t = time.After(time.Second)
	}
	go sendForAWhile(t, c)
}

func limit(asked bool) <-chan time.Time {
	if asked {
		return nil
	}
	return time.After(time.Second)
}

// Without a limit, who waits for the goroutine to end doesn't take what it says.
func waitsForTheEnd(asked bool) {
	c, done := make(chan int), make(chan int)
	t := limit(asked)
	go func() {
		c <- 1
		close(done)
	}()
	select { // want "receive from done blocks forever"
	case <-t:
		<-c
	case <-done:
	}
}

// A struct that is complete when it is given away, though it was made long before.
type crate struct {
	n int
	c chan int
}

func (c *crate) put() { c.c <- 1 }

func counted() int {
	c := make(chan int, 1)
	c <- 1
	return <-c
}

func putInTime(asked bool) {
	b := &crate{n: counted()}
	if asked {
		return
	}
	b.c = make(chan int)
	go b.put()
	<-b.c
}

type worker struct{ done chan int }

func newWorker() *worker { return &worker{make(chan int)} }

func (w *worker) stop() { close(w.done) }

func (w *worker) waits(c chan int) {
	select { // want "receive from c blocks forever and leaks the goroutine"
	case <-c:
	case <-w.done:
	}
}

// What ends others is nil in one that nobody has set up.
func waitsWithoutDone() {
	c := make(chan int)
	w := &worker{}
	go w.waits(c)
	select {
	case c <- 1:
	default:
	}
}

func waitsWithDone() {
	c := make(chan int)
	w := newWorker()
	go w.waits(c)
	select {
	case c <- 1:
	default:
	}
	w.stop()
}

type deadline struct{ over <-chan time.Time }

// A field for a time is nil until somebody sets it.
func waitsAsLongAs(asked bool) {
	c := make(chan int)
	d := &deadline{}
	if asked {
		d.over = time.After(time.Second)
	}
	go func() {
		select { // want "receive from c blocks forever and leaks the goroutine"
		case <-c:
		case <-d.over:
		}
	}()
}

func waitsForASecond() {
	c := make(chan int)
	d := &deadline{over: time.After(time.Second)}
	go func() {
		select {
		case <-c:
		case <-d.over:
		}
	}()
}

func waitsForNoTime() {
	c := make(chan int)
	d := &deadline{}
	go func() {
		select { // want "receive from c blocks forever and leaks the goroutine"
		case <-c:
		case <-d.over:
		}
	}()
}
