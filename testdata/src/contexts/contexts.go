// Package contexts has programs with contexts.
package contexts

import (
	"context"
	"testing"
	"time"
)

// Cancelled on all paths.
func cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { <-ctx.Done() }()
}

// Never cancelled.
func neverCancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	go func() {
		<-ctx.Done() // want "receive from ctx.Done"
	}()
}

// The background is never done.
func backgroundDone() {
	<-context.Background().Done() // want "receive from a nil channel blocks forever"
}

// A timeout comes sooner or later.
func timeout() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	<-ctx.Done()
}

// The sender stays behind when the context of the caller is done.
func abandoned(ctx context.Context) int {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

// The sender looks at the context, too.
func both(ctx context.Context) int {
	ch := make(chan int)
	go func() {
		select {
		case ch <- 1:
		case <-ctx.Done():
		}
	}()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

// A child is cancelled with its parent.
func child() {
	parent, cancel := context.WithCancel(context.Background())
	ctx, cancelChild := context.WithCancel(parent)
	defer cancelChild()
	go cancel()
	<-ctx.Done()
}

// The context of a test is cancelled when the test has ended, and not before.
func TestServes(t *testing.T) {
	ctx := t.Context()
	results := make(chan int)
	go func() {
		for {
			select {
			case results <- 1:
			case <-ctx.Done():
				return
			}
		}
	}()
	<-results
	<-results
}

func TestWaitsForItsEnd(t *testing.T) {
	done := t.Context().Done()
	<-done // want "receive from t.Context\\(\\).Done\\(\\) blocks forever"
}

// A helper ends long before the test does.
func helper(t *testing.T) {
	wait := make(chan struct{}, 1)
	t.Cleanup(func() { wait <- struct{}{} })
	<-wait
}

// A parallel subtest goes on when its parent has returned.
func TestParallel(t *testing.T) {
	done := make(chan struct{})
	t.Run("waits", func(t *testing.T) {
		t.Parallel()
		<-done
	})
	t.Run("closes", func(t *testing.T) {
		t.Parallel()
		close(done)
	})
}
