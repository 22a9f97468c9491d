package timers

import (
	"sync"
	"time"
)

// Right: it comes to that.
func woken() {
	c := make(chan int)
	time.AfterFunc(time.Millisecond, func() { c <- 1 })
	<-c
}

// Right: the timer is stopped long before it would send.
func stopped() {
	c := make(chan int)
	timer := time.AfterFunc(time.Hour, func() { c <- 1 })
	timer.Stop()
}

// Right: an hour is more than the function takes until it closes the channel itself.
func closedBefore() {
	c := make(chan int)
	timer := time.AfterFunc(time.Hour, func() { close(c) })
	if timer.Stop() {
		close(c)
	}
	<-c
}

type lease struct {
	expired chan struct{}
	timer   *time.Timer
}

// Right: who holds a lease is told when it expires, an hour after it was renewed last.
func renewed(turns int) {
	l := &lease{expired: make(chan struct{})}
	l.timer = time.AfterFunc(time.Hour, func() { close(l.expired) })
	for range turns {
		l.timer.Reset(time.Hour)
	}
	<-l.expired
}

type queue struct{ out chan int }

func (q *queue) offer(n int) {
	select {
	case q.out <- n:
	default:
	}
}

// Right: by the time the offer comes, somebody waits.
func offered() int {
	q := &queue{out: make(chan int)}
	timer := time.AfterFunc(time.Minute, func() { q.offer(1) })
	defer timer.Stop()
	return <-q.out
}

// Right: the same for who waits for a signal.
func signalled(end time.Time) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	timer := time.AfterFunc(time.Until(end), cond.Broadcast)
	defer timer.Stop()
	mu.Lock()
	for time.Now().Before(end) {
		cond.Wait()
	}
	mu.Unlock()
}

// Wrong: whether the timer fires or not, nobody sends.
func watched() {
	c := make(chan int)
	late := make(chan bool, 1)
	timer := time.AfterFunc(time.Minute, func() { late <- true })
	defer timer.Stop()
	<-c // want "receive from c blocks forever"
}
