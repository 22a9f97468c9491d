// Package hasty has tests with timers that run out before others have done what they have only to do, and such as don't.
package hasty

import (
	"sync"
	"time"
)

// Ask asks somebody, but not for long.
func Ask() int {
	answer := make(chan int)
	go func() { answer <- 1 }() // want `send on answer blocks forever and leaks the goroutine`
	select {
	case n := <-answer:
		return n
	case <-time.After(time.Second):
		return 0
	}
}

// receiveWithin receives something, or gives up.
func receiveWithin(c chan int, limit time.Duration) (int, bool) {
	select {
	case n := <-c:
		return n, true
	case <-time.After(limit):
		return 0, false
	}
}

// receiveLater is receiveWithin, told in a goroutine what the limit is.
func receiveLater(c chan int, limit time.Duration, started func()) {
	started()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-c:
	case <-timer.C:
	}
}

// A pulse counts how often it was asked, and says so from time to time.
type pulse struct {
	counts chan int
	quit   chan struct{}
	done   chan struct{}
}

func newPulse() *pulse {
	p := &pulse{counts: make(chan int), quit: make(chan struct{}), done: make(chan struct{})}
	go p.beat()
	return p
}

func (p *pulse) beat() {
	defer close(p.done)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-p.quit:
			return
		case <-tick.C:
			p.counts <- n
		}
	}
}

func (p *pulse) stop() {
	close(p.quit)
	<-p.done
}

// A hatch is a gate whose lock others choose.
type hatch struct {
	sync.Locker
	open chan struct{}
	came int
}

// come counts who comes.
func (h *hatch) come() {
	h.Lock()
	h.came++
	h.Unlock()
}

// wait waits until the hatch is opened.
func (h *hatch) wait() {
	h.come()
	h.Lock()
	open := h.open
	h.Unlock()
	<-open
}

// lift lets all through who wait.
func (h *hatch) lift() {
	h.Lock()
	defer h.Unlock()
	close(h.open)
	h.open = make(chan struct{})
}
