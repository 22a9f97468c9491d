package timers

import "time"

// Right: a timer that is stopped, and never set again, ends no wait.
func neverAgain() int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	timer.Stop()
	go func() { c <- get() }()
	select {
	case n := <-c:
		return n
	case <-timer.C:
		return 0
	}
}

// Right: what it may have sent was received.
func neverAgainDrained() int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	if !timer.Stop() {
		<-timer.C
	}
	go func() { c <- get() }()
	for {
		select {
		case n := <-c:
			return n
		case <-timer.C:
			return 0
		}
	}
}

// Wrong: it is set again.
func onceMore() int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	timer.Stop()
	timer.Reset(time.Minute)
	go func() { c <- get() }() // want `send on c blocks forever and leaks the goroutine`
	select {
	case n := <-c:
		return n
	case <-timer.C:
		return 0
	}
}

// Wrong: it is stopped too late.
func stoppedAfter() int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	go func() { c <- get() }() // want `send on c blocks forever and leaks the goroutine`
	select {
	case n := <-c:
		timer.Stop()
		return n
	case <-timer.C:
		return 0
	}
}

// Wrong: it isn't stopped each time.
func stoppedSometimes(slow bool) int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	if slow {
		timer.Stop()
	}
	go func() { c <- get() }() // want `send on c blocks forever and leaks the goroutine`
	select {
	case n := <-c:
		return n
	case <-timer.C:
		return 0
	}
}

// Right: it has run out before it is stopped.
func ranOutBefore() {
	timer, other := time.NewTimer(time.Second), make(chan int)
	go func() {
		time.Sleep(time.Minute)
		close(other)
	}()
	if !timer.Stop() {
		select {
		case <-timer.C:
		case <-other:
		}
	}
	<-other
}

// Wrong: others set it.
func givenAway(use func(*time.Timer)) int {
	c := make(chan int)
	timer := time.NewTimer(time.Second)
	timer.Stop()
	use(timer)
	go func() { c <- get() }() // want `send on c blocks forever and leaks the goroutine`
	select {
	case n := <-c:
		return n
	case <-timer.C:
		return 0
	}
}

var get func() int
