package timers

import (
	"fmt"
	"time"
)

// Wrong: the function that runs later only tells that it has taken long.
func watched() {
	c := make(chan int)
	warning := time.AfterFunc(time.Minute, func() { fmt.Println("still nothing from", c) })
	defer warning.Stop()
	<-c // want "receive from c blocks forever"
}

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
