package generics

// Code with type parameters that stores, loads and returns structs with channels in them.

type box struct{ c chan int }

func put[T any](p *T, v T) { *p = v }
func get[T any](p *T) T    { return *p }
func swap[T any](a, b *T)  { *a, *b = *b, *a }
func reset[T any](p *T)    { var zero T; *p = zero }
func zero[T any]() (z T)   { return }

func putThenUse() {
	var b box
	put(&b, box{make(chan int, 1)})
	b.c <- 1
	<-b.c
}

func getThenUse() {
	b := box{make(chan int, 1)}
	b.c <- 1
	d := get(&b)
	<-d.c
}

func swapped() {
	b := box{make(chan int, 1)}
	var d box
	b.c <- 1
	swap(&b, &d)
	<-d.c
}

// Wrong: the other one has it now.
func swappedAway() {
	b := box{make(chan int, 1)}
	var d box
	b.c <- 1
	swap(&b, &d)
	<-b.c // want `receive from a nil channel \(b.c\) blocks forever`
}

func resetAndMadeAnew() {
	b := box{make(chan int, 1)}
	reset(&b)
	b.c = make(chan int, 1)
	b.c <- 1
	d := get(&b)
	<-d.c
}

// Wrong: the struct is the zero value by then.
func resetTooEarly() {
	b := box{make(chan int, 1)}
	b.c <- 1
	reset(&b)
	<-b.c // want `receive from a nil channel \(b.c\) blocks forever`
}

// Wrong: what is returned is always the zero value.
func alwaysZero() {
	b := box{make(chan int, 1)}
	b.c <- 1
	<-b.c
	d := zero[box]()
	<-d.c // want `receive from a nil channel \(d.c\) blocks forever`
}

type pair[T any] struct{ first, second T }

func (p *pair[T]) swap() { p.first, p.second = p.second, p.first }

func (p *pair[T]) take() T {
	v := p.first
	var zero T
	p.first = zero
	return v
}

func swappedFields() {
	p := &pair[box]{first: box{make(chan int, 1)}}
	p.swap()
	p.second.c <- 1
	p.swap()
	<-p.take().c
}

// Wrong: nothing is there the second time.
func takenTwice() {
	p := &pair[box]{first: box{make(chan int, 1)}}
	p.first.c <- 1
	p.take()
	<-p.take().c // want "receive from a nil channel blocks forever"
}

// A goroutine changes what another one looks at.
func swappedElsewhere() {
	p := &pair[box]{first: box{make(chan int)}}
	go func() { p.swap(); p.second.c <- 1 }()
	if b := p.first; b.c != nil {
		<-b.c
	}
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *stack[T]) pop() (T, bool) {
	var zero T
	if len(s.items) == 0 {
		return zero, false
	}
	last := len(s.items) - 1
	v := s.items[last]
	s.items[last] = zero
	s.items = s.items[:last]
	return v, true
}

func popped() {
	s := &stack[box]{}
	s.push(box{make(chan int, 1)})
	b, ok := s.pop()
	if !ok {
		return
	}
	b.c <- 1
	<-b.c
	if b, ok := s.pop(); ok {
		<-b.c
	}
}

// Wrong: the stack is empty by then.
func poppedTwice() {
	s := &stack[box]{}
	s.push(box{make(chan int, 1)})
	b, _ := s.pop()
	b.c <- 1
	<-b.c
	b, _ = s.pop()
	<-b.c // want `receive from a nil channel \(b.c\) blocks forever`
}

func find[T any](list []T, f func(T) bool) (T, bool) {
	for _, v := range list {
		if f(v) {
			return v, true
		}
	}
	var zero T
	return zero, false
}

// The zero value of an integer is 0, that of a string is empty.
func zeroOfPlainTypes() {
	done := make(chan int)
	n, _ := find(nil, func(int) bool { return true })
	s, _ := find(nil, func(string) bool { return true })
	go func() {
		if n == 0 && s == "" {
			close(done)
		}
	}()
	<-done
}

func isZero[T comparable](v T) bool {
	var zero T
	return v == zero
}

func comparedToZero() {
	done := make(chan int, 1)
	if isZero(0) && isZero("") && isZero(false) && !isZero(1) {
		done <- 1
	}
	<-done
}
