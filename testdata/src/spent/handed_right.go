package spent

import (
	"errors"
	"time"
)

var errLate = errors.New("late")

// Each of these empties a timer in a function of its own only if nobody has received from it.

func Flagged(jobs <-chan int, most time.Duration) int {
	limit, over := time.NewTimer(most), false
	defer func() {
		if !over && !limit.Stop() {
			<-limit.C
		}
	}()
	select {
	case n := <-jobs:
		return n
	case <-limit.C:
		over = true
	}
	return 0
}

func ByResult(jobs <-chan int, most time.Duration) (err error) {
	limit := time.NewTimer(most)
	defer func() {
		if err == nil && !limit.Stop() {
			<-limit.C
		}
	}()
	select {
	case <-jobs:
		return nil
	case <-limit.C:
		return errLate
	}
}

func empty(t *time.Timer) {
	if !t.Stop() {
		<-t.C
	}
}

// InTime empties only what hasn't run out for it.
func InTime(jobs <-chan int, most time.Duration) (int, error) {
	limit := time.NewTimer(most)
	select {
	case n := <-jobs:
		empty(limit)
		return n, nil
	case <-limit.C:
		return 0, errLate
	}
}

// Other empties another timer than the one that it waits for.
func Other(jobs <-chan int, most time.Duration) int {
	limit, alarm := time.NewTimer(most), time.NewTimer(2*most)
	defer empty(alarm)
	select {
	case n := <-jobs:
		return n
	case <-limit.C:
		return 0
	}
}

// Later defers it when it is past what it has received.
func Later(jobs <-chan int, most time.Duration) int {
	limit := time.NewTimer(most)
	select {
	case <-limit.C:
		return 0
	default:
	}
	defer empty(limit)
	return <-jobs
}

// Again sets the timer whenever it has run out, itself or by a function.
func Again(jobs <-chan int, most time.Duration) int {
	limit := time.NewTimer(most)
	defer empty(limit)
	for {
		select {
		case n := <-jobs:
			return n
		case <-limit.C:
			wind(limit, most)
		}
	}
}

func wind(t *time.Timer, d time.Duration) { t.Reset(d) }

// Aside has it emptied by a goroutine, which may wait beside it.
func Aside(jobs <-chan int, most time.Duration) int {
	limit := time.NewTimer(most)
	select {
	case n := <-jobs:
		go empty(limit)
		return n
	case <-limit.C:
		return 0
	}
}

// Loosely doesn't wait for what isn't there.
func Loosely(jobs <-chan int, most time.Duration) int {
	limit := time.NewTimer(most)
	defer func() {
		if !limit.Stop() {
			select {
			case <-limit.C:
			default:
			}
		}
	}()
	select {
	case n := <-jobs:
		return n
	case <-limit.C:
		return 0
	}
}
