package directions

import "context"

// Wrong: the caller can't close what he receives from.
func Reports() (<-chan int, func()) {
	out, quit := make(chan int), make(chan struct{})
	stop := (<-chan struct{})(quit)
	go func() {
		out <- 1
		<-stop // want "receive from quit \\(as stop\\) blocks forever and leaks"
	}()
	return out, func() {}
}

// Right: the caller can close it.
func ReportsStopped() (<-chan int, func()) {
	out, quit := make(chan int), make(chan struct{})
	go func() {
		select {
		case out <- 1:
		case <-quit:
		}
		<-quit
	}()
	return out, func() { close(quit) }
}

// Right: it is received from here as well as there, so that nobody knows who gets
// the last one.
func Shares() <-chan int {
	ch := make(chan int)
	go func() { ch <- 1 }()
	go func() { <-ch }()
	return ch
}

// Right: a part of what was returned can do anything.
func Halves() (<-chan int, []chan int) {
	ch := make(chan int)
	go func() { <-ch }()
	return ch, []chan int{ch}
}

// Halved has both ends.
type Halved struct {
	In  chan<- int
	Out <-chan int
}

// Right: with both ends anything can be done.
func NewHalved() Halved {
	ch := make(chan int)
	go func() { <-ch }()
	go func() { ch <- 1 }()
	return Halved{ch, ch}
}

// Wrong: the end to send on doesn't help who sends.
func NewIn() Halved {
	ch := make(chan int)
	go func() {
		ch <- 1 // want "send on ch blocks forever and leaks"
	}()
	return Halved{In: ch}
}

// Wrong: it is closed twice, whoever receives.
func ClosesTwice() <-chan int {
	ch := make(chan int, 1)
	ch <- 1
	close(ch)
	close(ch) // want "close of closed channel"
	return ch
}

// Lazy has a context.
type Lazy struct{ ctx context.Context }

// Wrong: who has the context can only wait.
func NewLazy() *Lazy {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	go func() {
		<-ctx.Done() // want "receive from ctx.Done.. blocks forever and leaks"
	}()
	return &Lazy{ctx}
}

// Eager can be ended.
type Eager struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (e *Eager) Close() { e.cancel() }

// Right: what is returned has the function that cancels, too.
func NewEager() *Eager {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-ctx.Done() }()
	return &Eager{ctx, cancel}
}

// Right: a stranger gets the end to send on.
func Lends(f func(chan<- int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch
}

// Wrong: a stranger gets the end to receive from.
func LendsWrong(f func(<-chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch // want "receive from ch blocks forever"
}

// Right: a caller in this package is judged for what it does itself.
func pass() {
	for range Ticks(1) {
	}
}

// Wrong: the caller doesn't receive.
func passWrong() int {
	return len(oneTick()) // the goroutine is left
}

func oneTick() <-chan int {
	ch := make(chan int)
	go func() {
		ch <- 1 // want "send on ch blocks forever and leaks"
	}()
	return ch
}
