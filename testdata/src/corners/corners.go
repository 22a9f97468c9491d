// Package corners has programs that meet odd corners of the analysis: leaf
// locks within structs, deferred calls, variables that turn out not to be
// shared, and what is gathered in loops.
package corners

import "sync"

type gauge struct{ mu sync.Mutex }

func (g *gauge) enter() { g.mu.Lock() }
func (g *gauge) leave() { g.mu.Unlock() }

type engine struct{ g gauge }

func (e *engine) measure(f func()) {
	e.g.enter()
	defer e.g.leave()
	f()
}

// Wrong: the lock two calls down is held over a wait for one who needs it.
func leafTwoDown() {
	e := &engine{}
	done := make(chan struct{})
	go func() {
		e.measure(func() {})
		close(done)
	}()
	e.measure(func() {
		<-done // want "receive from done blocks forever"
	})
}

type meter struct{ mu sync.Mutex }

func (m *meter) enter() { m.mu.Lock() }
func (m *meter) leave() { m.mu.Unlock() }

type motor struct{ m meter }

func (m *motor) measure(f func()) {
	m.m.enter()
	defer m.m.leave()
	f()
}

// Right: nobody waits under the lock.
func leafTwoDownLater() {
	m := &motor{}
	done := make(chan struct{})
	go func() {
		m.measure(func() {})
		close(done)
	}()
	m.measure(func() {})
	<-done
}

type leaf struct {
	mu sync.Mutex
	n  int
}

func (l *leaf) add() {
	l.mu.Lock()
	l.n++
	l.mu.Unlock()
}

type branch struct{ left, right leaf }

func (b *branch) add() {
	b.left.add()
	b.right.add()
}

// Right: a struct with nothing but leaf locks in it.
func leafNested() {
	b := &branch{}
	done := make(chan struct{})
	go func() {
		b.add()
		close(done)
	}()
	b.add()
	<-done
}

func closeOne(a chan int)    { close(a) }
func closeTwo(a, b chan int) { close(a); close(b) }

// Right: whichever call is deferred, with one argument or with two, the other
// channel isn't waited for.
func deferredArgs(both bool) {
	a, b := make(chan int), make(chan int)
	go func() { <-a }()
	if both {
		go func() { <-b }()
		defer closeTwo(a, b)
		return
	}
	defer closeOne(a)
}

func shutOne(a chan int)    { close(a) }
func shutTwo(a, b chan int) { close(a); close(b) }

// Wrong: the call with one argument forgets the other channel.
func deferredArgsWrong(both bool) {
	a, b := make(chan int), make(chan int)
	go func() { <-a }()
	go func() {
		<-b // want "receive from b blocks forever and leaks"
	}()
	if both {
		defer shutTwo(a, b)
	} else {
		defer shutOne(a)
	}
}

// Right: deferred in a loop, with what the variables were then.
func deferredMany() {
	a, b := make(chan int, 1), make(chan int, 1)
	for i, ch := range []chan int{a, b} {
		defer func(n int, from chan int) { <-from }(i, ch)
		ch <- i
	}
}

// Right: the variable is set before each start, and read by one at a time.
func rounds() {
	done := make(chan int)
	for round := 0; round < 2; round++ {
		n := round
		go func() { done <- n }()
		if got := <-done; got != round {
			<-make(chan int)
		}
	}
}

// Right: the goroutine of the first round is gone when the second one starts.
func roundsShared() {
	ready := false
	done := make(chan int)
	for range 2 {
		ready = false
		go func() {
			ready = true
			done <- 1
		}()
		<-done
		if !ready {
			<-make(chan int)
		}
	}
}

// Wrong: the flag belongs to one goroutine, which doesn't send if it is set.
func roundsLocal(skip bool) {
	done := make(chan int)
	go func() {
		quiet := false
		if skip {
			quiet = true
		}
		if !quiet {
			done <- 1
		}
	}()
	<-done // want "receive from done blocks forever"
}

func gather(in chan int) (all []int) {
	for n := range in {
		all = append(all, n)
	}
	return all
}

// Right: what is gathered is handed back when the channel is closed.
func gathered() int {
	in, out := make(chan int), make(chan []int)
	go func() { out <- gather(in) }()
	for i := range 3 {
		in <- i
	}
	close(in)
	return len(<-out)
}

func collect(in chan int) (all []int) {
	for n := range in { // want "receive from in blocks forever and leaks"
		all = append(all, n)
	}
	return all
}

// Wrong: the channel isn't closed, and the sum is never sent.
func gatheredForEver() {
	in := make(chan int)
	go func() { println(len(collect(in))) }()
	for i := range 3 {
		in <- i
	}
}

type label struct {
	name string
	up   *label
}

func join(in chan *label) (last *label) {
	for l := range in {
		l.up = last
		last = l
	}
	return last
}

// Right: the list grows with what is read, and then it is sent back.
func joined() string {
	in, out := make(chan *label), make(chan *label)
	go func() { out <- join(in) }()
	in <- &label{name: "a"}
	in <- &label{name: "b"}
	close(in)
	return (<-out).name
}

// Right: each number depends on the one before, and there is an end.
func feedback() int {
	there, back := make(chan int), make(chan int)
	go func() {
		for n := range there {
			back <- n + 1
		}
		close(back)
	}()
	n := 0
	for range 3 {
		there <- n
		n = <-back
	}
	close(there)
	<-back
	return n
}

type book struct{ mu sync.Mutex }

func (b *book) lock() func() {
	b.mu.Lock()
	return b.mu.Unlock
}

// Right: the result of lock is called at the end.
func returnedLock() {
	b := &book{}
	func() {
		defer b.lock()()
	}()
	defer b.lock()()
}

type note struct{ mu sync.Mutex }

func (n *note) lock() func() {
	n.mu.Lock() // want "mu.Lock blocks forever"
	return n.mu.Unlock
}

// Wrong: the result of the first lock is never called.
func returnedLockWrong() {
	n := &note{}
	n.lock()
	defer n.lock()()
}
