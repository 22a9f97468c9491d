package contexts

import (
	"context"
	"sync"
)

// A stopContext ends when a channel is closed, or never if that is nil.
type stopContext struct {
	context.Context
	stop <-chan struct{}
}

func (c stopContext) Done() <-chan struct{} { return c.stop }

func until(stop <-chan struct{}) context.Context {
	return stopContext{context.Background(), stop}
}

type worker struct {
	running sync.WaitGroup
	items   chan int
}

func (w *worker) run(ctx context.Context) {
	defer w.running.Done()
	for {
		select {
		case <-w.items:
		case <-ctx.Done():
			return
		}
	}
}

func start(ctx context.Context) *worker {
	w := &worker{items: make(chan int)}
	w.running.Add(1)
	go w.run(ctx)
	return w
}

// Right: the worker waits for the channel itself.
func ownContext() {
	stop := make(chan struct{})
	w := start(until(stop))
	w.items <- 1
	close(stop)
	w.running.Wait()
}

// Right: who derives from it is told, too.
func ownParent() {
	stop := make(chan struct{})
	ctx, cancel := context.WithCancel(until(stop))
	defer cancel()
	w := start(ctx)
	w.items <- 1
	close(stop)
	w.running.Wait()
}

// Right: it takes a message as well.
func ownParentSent() {
	stop := make(chan struct{})
	ctx, cancel := context.WithCancel(until(stop))
	defer cancel()
	v, w := start(ctx), start(ctx)
	stop <- struct{}{}
	v.running.Wait()
	w.running.Wait()
}

// Right: the parent has ended already, so that this one has, too.
func ownParentEnded() {
	stop, late := make(chan struct{}), make(chan int)
	close(stop)
	ctx, cancel := context.WithCancel(until(stop))
	defer cancel()
	select {
	case <-ctx.Done():
	default:
		<-late
	}
}

// Right: each of them is a new one.
func ownParentAgain(n int) {
	for range n {
		stop := make(chan struct{})
		ctx, cancel := context.WithCancel(until(stop))
		w := start(ctx)
		close(stop)
		w.running.Wait()
		cancel()
	}
}

// Right: it is cancelled by itself.
func ownParentCancelled() {
	ctx, cancel := context.WithCancel(until(nil))
	w := start(ctx)
	cancel()
	w.running.Wait()
}

// Right: the one between ends with its parent.
func ownGrandparent() {
	stop := make(chan struct{})
	middle, cancelMiddle := context.WithCancel(until(stop))
	defer cancelMiddle()
	ctx, cancel := context.WithCancel(middle)
	defer cancel()
	w := start(ctx)
	close(stop)
	w.running.Wait()
}

// Wrong: nobody closes the channel.
func ownContextForgotten() {
	stop := make(chan struct{})
	w := start(until(stop))
	w.items <- 1
	w.running.Wait() // want "w.running.Wait blocks forever"
}

// Wrong: nobody closes it, and nobody cancels in time.
func ownParentForgotten() {
	stop := make(chan struct{})
	ctx, cancel := context.WithCancel(until(stop))
	defer cancel()
	w := start(ctx)
	w.items <- 1
	w.running.Wait() // want "w.running.Wait blocks forever"
}

// Wrong: of a channel that is nil nothing is heard.
func ownParentNil() {
	ctx, cancel := context.WithCancel(until(nil))
	defer cancel()
	w := start(ctx)
	w.running.Wait() // want "w.running.Wait blocks forever"
}

// Wrong: the worker is gone.
func ownParentTooEarly() {
	stop := make(chan struct{})
	ctx, cancel := context.WithCancel(until(stop))
	defer cancel()
	w := start(ctx)
	close(stop)
	w.running.Wait()
	w.items <- 1 // want "send on w.items blocks forever"
}
