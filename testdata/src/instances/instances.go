// Package instances has generic functions: skeletons are of the function, not of its instances. What is
// asked about types is in doubt where a type parameter decides it.
package instances

// run calls a task of one of several types.
func run[R any](task any) (result R, err error) {
	switch t := task.(type) {
	case func() R:
		result = t()
	case func() (R, error):
		result, err = t()
	}
	return
}

// In the instance for int, the task is a func() R.
func IsRun() {
	c := make(chan int)
	go run[int](func() int { c <- 1; return 0 })
	<-c
}

// In that for string it isn't.
func IsNotRun() {
	c := make(chan int)
	go run[string](func() int { c <- 1; return 0 })
	<-c
}

// For no R whatever is a func(int) one of those.
func IsNeverRun() {
	c := make(chan int)
	go run[int](func(int) { c <- 1 })
	<-c // want "receive from c blocks forever"
}

// It doesn't matter which case is taken.
func signals[R any](task any, c chan int) {
	switch task.(type) {
	case func() R:
		c <- 1
	default:
		c <- 2 // want "send on c blocks forever here or at line 41"
	}
}

func AllSignal() {
	c := make(chan int)
	go signals[int](func() int { return 0 }, c)
	<-c
}

func NoneIsLeft() {
	c := make(chan int)
	go signals[int](func() int { return 0 }, c)
	go signals[int](func() int { return 0 }, c)
	<-c
}

// A value of a type parameter has a type that isn't known.
func kind[R any](c chan int) {
	var zero R
	switch any(zero).(type) {
	case int:
		c <- 1
	case string:
	}
}

func KindOfInt() {
	c := make(chan int)
	go kind[int](c)
	<-c
}

type box[T any] struct{ c chan T }

func (b *box[T]) put(v T) { b.c <- v } // want "blocks forever"

func (b *box[T]) get() T { return <-b.c }

type putter[T any] interface{ put(v T) }

// A generic type has its methods also behind an interface.
func newPutter[T any](c chan T) putter[T] { return &box[T]{c} }

func PutsBehindInterface() {
	c := make(chan int)
	p := newPutter(c)
	go p.put(1)
	<-c
}

func PutsTwiceBehindInterface() {
	c := make(chan int)
	p := newPutter(c)
	go p.put(1)
	go p.put(2)
	<-c
}

// An embedded type has promoted methods, for which there is no function of its own.
type wrapped[T any] struct{ *box[T] }

func newWrapped[T any](c chan T) putter[T] { return wrapped[T]{&box[T]{c}} }

func PutsWrapped() {
	c := make(chan int)
	p := newWrapped(c)
	go p.put(1)
	<-c
}

// What is made in an instance is of the type of the instance.
func newAny[T any](c chan T) any { return &box[T]{c} }

func IsBoxOfInt() {
	c := make(chan int)
	b, ok := newAny(c).(*box[int])
	if ok {
		go b.put(1)
	}
	<-c
}

// It is none itself, but a pointer to one.
func IsNoBox() {
	c := make(chan int)
	b, ok := newAny(c).(box[int])
	if ok {
		go b.put(1)
	}
	<-c // want "receive from c blocks forever"
}

// A value of an interface may be one of a type parameter.
func or[T any](x any, other T) T {
	if v, ok := x.(T); ok {
		return v
	}
	return other
}

func IsServedEitherWay() {
	c, d := make(chan int), make(chan int)
	go func() {
		select {
		case c <- 1:
		case d <- 1:
		}
	}()
	<-or(any(c), d)
}

func IsNotServed() {
	c, d := make(chan int), make(chan int)
	go func() {
		d <- 1
	}()
	<-or(any(c), c) // want "blocks forever"
}
