package timers

import (
	"context"
	"time"
)

// Right: what is in the buffer comes at once.
func inBuffer() int {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	select {
	case v := <-c:
		return v
	case <-time.After(time.Second):
		<-stop
	}
	return 0
}

// Right: so does a closed channel.
func closedAtOnce() {
	done, stop := make(chan int), make(chan int)
	close(done)
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		<-stop
	}
}

// Right: there is room.
func hasRoom() {
	c, stop := make(chan int, 1), make(chan int)
	select {
	case c <- 1:
		<-c
	case <-time.After(time.Second):
		<-stop
	}
}

// Right: the same with a context.
func withTimeout() {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	select {
	case <-c:
	case <-ctx.Done():
		<-stop
	}
}

type notifier struct {
	timer *time.Timer
	out   []chan int
}

// Right: the timer is set again for each of them, and there is room in all.
func (n *notifier) notify(v int) {
	for _, c := range n.out {
		n.timer.Reset(time.Second)
		select {
		case c <- v:
		case <-n.timer.C:
		}
	}
}

func notified() {
	a, b := make(chan int, 1), make(chan int, 1)
	n := &notifier{time.NewTimer(time.Second), []chan int{a, b}}
	n.notify(1)
	<-a
	<-b
}

// Right: the default comes before a timer that was just started.
func defaultFirst() {
	stop := make(chan int)
	select {
	case <-time.After(time.Second):
		<-stop
	default:
	}
}

// Wrong: nothing is ready.
func notReady() {
	c, stop := make(chan int), make(chan int)
	select {
	case <-c:
	case <-time.After(time.Second):
		<-stop // want "receive from stop blocks forever"
	}
}

// Wrong: the timer has had its time.
func timePassed(work func()) {
	c, stop := make(chan int, 1), make(chan int)
	timeout := time.After(time.Second)
	work()
	c <- 1
	select {
	case <-c:
	case <-timeout:
		<-stop // want "receive from stop blocks forever"
	}
}

// Wrong: it runs out at once.
func noTime() {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	select {
	case <-c:
	case <-time.After(0):
		<-stop // want "receive from stop blocks forever"
	}
}

// Wrong: the buffer is full, so that time passes.
func isFull() {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	select {
	case c <- 2:
	case <-time.After(time.Second):
		<-stop // want "receive from stop blocks forever"
	}
	<-c
}

// Wrong: the parent may end before.
func parentEnds(parent context.Context) {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	select {
	case <-c:
	case <-ctx.Done():
		<-stop // want "receive from stop blocks forever"
	}
}

// Wrong: in the second turn the timer has run for a while.
func secondTurn(work func()) {
	c, stop := make(chan int, 2), make(chan int)
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	for range 2 {
		c <- 1
		select {
		case <-c:
			work()
		case <-timer.C:
			<-stop // want "receive from stop blocks forever"
		}
	}
}

// Right: a ticker doesn't tick at once either.
func ticksLater() {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	select {
	case <-c:
	case <-time.Tick(time.Second):
		<-stop
	}
}

// Right: nor does it between two tickers that are made.
func ticksLaterThanMade() {
	c, stop := make(chan int, 1), make(chan int)
	c <- 1
	first := time.Tick(time.Second)
	second := time.Tick(time.Minute)
	select {
	case <-c:
	case <-first:
		<-stop
	case <-second:
		<-stop
	}
}

// Wrong: it has had its time.
func hasTicked(work func()) {
	c, stop := make(chan int, 1), make(chan int)
	tick := time.Tick(time.Second)
	work()
	c <- 1
	select {
	case <-c:
	case <-tick:
		<-stop // want "receive from stop blocks forever"
	}
}

// Wrong: in the second turn it has.
func ticksInLoop() {
	c, stop := make(chan int, 2), make(chan int)
	tick := time.Tick(time.Second)
	c <- 1
	for range 2 {
		select {
		case <-c:
		case <-tick:
			<-stop // want "receive from stop blocks forever"
		}
	}
}
