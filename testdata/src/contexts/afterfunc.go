package contexts

import (
	"context"
	"sync"
	"time"
)

// context.AfterFunc calls a function in a goroutine of its own once the context has ended.

// It sends, and nobody receives.
func afterSends() {
	ctx, cancel := context.WithCancel(context.Background())
	ch := make(chan int)
	context.AfterFunc(ctx, func() {
		ch <- 1 // want "send on ch blocks forever and leaks"
	})
	cancel()
}

func afterSendsRight() {
	ctx, cancel := context.WithCancel(context.Background())
	ch := make(chan int, 1)
	context.AfterFunc(ctx, func() { ch <- 1 })
	cancel()
	<-ch
}

func afterCloses() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	context.AfterFunc(ctx, func() { close(done) })
	cancel()
	<-done
}

// The context ends only when this has returned.
func waitsBeforeTheEnd() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int)
	context.AfterFunc(ctx, func() { close(done) })
	<-done // want "receive from done blocks forever: nobody is left to close it"
}

// It was stopped.
func stopped() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(done) })
	stop()
	cancel()
	<-done // want "receive from done blocks forever: nobody is left to close it"
}

// Who couldn't stop it may wait for it.
func stoppedTooLate() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(done) })
	cancel()
	if !stop() {
		<-done
	}
}

func stoppedInTime() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int)
	if stop := context.AfterFunc(ctx, func() { close(done) }); !stop() {
		<-done
	}
}

// Nobody waits for the end of a context that never ends.
func neverEnds() {
	done := make(chan int, 1)
	context.AfterFunc(context.Background(), func() { done <- 1 })
	done <- 2
	<-done
}

// A context that the outside world ends may have ended before it was asked: who is to be woken by then doesn't
// wait any more.
func wokenAfter(ctx context.Context) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	stop := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		cond.Broadcast()
	})
	defer stop()
	mu.Lock()
	defer mu.Unlock()
	for ctx.Err() == nil {
		cond.Wait()
	}
}

func wokenByGoroutine(ctx context.Context) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go func() {
		<-ctx.Done()
		mu.Lock()
		defer mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	defer mu.Unlock()
	for ctx.Err() == nil {
		cond.Wait()
	}
}

func wokenInTime(parent context.Context) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go func() {
		<-ctx.Done()
		mu.Lock()
		defer mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	defer mu.Unlock()
	for ctx.Err() == nil {
		cond.Wait()
	}
}

// It isn't woken whatever the context says.
func notWoken(ctx context.Context) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go func() {
		<-ctx.Done()
		mu.Lock()
		defer mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	if ctx.Err() != nil {
		cond.Wait() // want "cond.Wait blocks forever"
	}
}
