package selfserved

import (
	"context"
	"sync"
)

// Build ends by a channel of its own, which only it hears.
func Build(ctx context.Context, jobs []func() error) (failed error) {
	abort := make(chan bool)
	results := make(chan error, len(jobs))
	for _, job := range jobs {
		go func() { results <- job() }()
	}
	for {
		select {
		case <-abort:
			return failed
		case <-ctx.Done():
			return ctx.Err()
		case err := <-results:
			if err != nil {
				failed = err
				abort <- true // want `send on abort blocks forever: no other goroutine receives from it \(if .*err != nil\)`
			}
		}
	}
}

// BuildBeside has another goroutine send.
func BuildBeside(ctx context.Context, results <-chan error) (failed error) {
	abort := make(chan bool, 1)
	for {
		select {
		case <-abort:
			return failed
		case err := <-results:
			failed = err
			abort <- true
			results = nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// BuildIfHeard doesn't wait.
func BuildIfHeard(ctx context.Context, results <-chan error) (failed error) {
	abort := make(chan bool)
	for {
		select {
		case <-abort:
			return failed
		case failed = <-results:
			select {
			case abort <- true:
			default:
				return failed
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// BuildHeard has somebody else hear it.
func BuildHeard(results <-chan error) bool {
	abort, over := make(chan bool), make(chan bool, 1)
	go func() {
		<-abort
		over <- true
	}()
	for err := range results {
		if err != nil {
			abort <- true
			return <-over
		}
	}
	close(abort)
	return <-over
}

// An Exchange swaps what two callers have.
type Exchange struct {
	mu      sync.Mutex
	waiting chan int
}

// Give waits for a second one, or serves the first one: by a channel that another call has made.
func (x *Exchange) Give(n int) int {
	own := make(chan int)
	x.mu.Lock()
	if other := x.waiting; other != nil {
		x.waiting = nil
		x.mu.Unlock()
		other <- n
		return 0
	}
	x.waiting = own
	x.mu.Unlock()
	return <-own
}

// Offer does so by a channel of channels.
func Offer(table chan chan int, n int) int {
	own := make(chan int)
	select {
	case table <- own:
		return <-own
	case other := <-table:
		other <- n
		return 0
	}
}

// Climb sends to the one who has called it, who is another one.
func Climb(height int, to chan int) int {
	if to != nil && height == 0 {
		to <- height
		return 0
	}
	own := make(chan int)
	if height > 0 {
		go Climb(0, own)
		return <-own
	}
	return 0
}
