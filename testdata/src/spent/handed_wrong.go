package spent

import (
	"context"
	"time"
)

// Serve has deferred to empty the timer, which it may have received from itself.
func Serve(jobs <-chan int, most time.Duration) (last int) {
	limit := time.NewTimer(most)
	defer func() {
		if !limit.Stop() {
			<-limit.C // want `receive from limit\.C blocks forever: limit has run out at line 19 and isn't set again`
		}
	}()
	for {
		select {
		case last = <-jobs:
		case <-limit.C:
			return last
		}
	}
}

// halt is for a timer from which nobody has received.
func halt(t *time.Timer) {
	if !t.Stop() {
		<-t.C // want `receive from t\.C blocks forever: t has run out at line 40 and isn't set again`
	}
}

// First leaves that to a function, on both ways.
func First(ctx context.Context, jobs <-chan int, most time.Duration) (n int, err error) {
	limit := time.NewTimer(most)
	defer halt(limit)
	select {
	case n = <-jobs:
	case <-ctx.Done():
		err = ctx.Err()
	case <-limit.C:
		err = context.DeadlineExceeded
	}
	return n, err
}

// relax is called when the timer was stopped already.
func relax(t *time.Timer) {
	if !t.Stop() {
		<-t.C // want `receive from t\.C blocks forever: t is stopped at line 56 and isn't set again`
	}
}

func Twice(jobs <-chan int, most time.Duration) int {
	limit := time.NewTimer(most)
	n := <-jobs
	if limit.Stop() {
		println("in time")
	}
	relax(limit)
	return n
}
