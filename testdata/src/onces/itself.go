package onces

import "sync"

// A function that runs once calls itself: the inner call waits for the outer one.
func onceFuncItself() {
	var f func()
	f = sync.OnceFunc(func() { f() }) // want "call of the function that sync.OnceFunc returned blocks forever: this goroutine is inside the first call"
	f()
}

// What it calls instead runs more often.
func onceFuncOther() {
	n := 0
	var f, g func()
	g = func() {
		if n++; n < 3 {
			g()
		}
	}
	f = sync.OnceFunc(func() { g() })
	f()
	f()
}

type settled struct{ load func() int }

func (s *settled) read() int { return s.load() + 1 } // want "call of the function that sync.OnceValue returned blocks forever: this goroutine is inside the first call"

func loadsItself() int {
	s := &settled{}
	s.load = sync.OnceValue(s.read)
	return s.load()
}

func loadsOnce() int {
	s := &settled{}
	s.load = sync.OnceValue(func() int { return 1 })
	return s.load() + s.read()
}

// Two that run each other.
func eachOther() {
	var f func()
	var g func() (int, error)
	f = sync.OnceFunc(func() { g() })
	g = sync.OnceValues(func() (int, error) {
		f() // want "call of the function that sync.OnceFunc returned blocks forever: this goroutine is inside the first call"
		return 0, nil
	})
	f()
}

func oneTheOther() {
	f := sync.OnceFunc(func() {})
	g := sync.OnceValues(func() (int, error) {
		f()
		return 0, nil
	})
	f()
	g()
}

// The second one waits until the first has run the function, which waits for nobody.
func atTheSameTime() {
	ch := make(chan int, 1)
	f := sync.OnceFunc(func() { ch <- 1 })
	go f()
	f()
	<-ch
}

// It waits for somebody who waits for it.
func roundAbout() {
	done := make(chan int)
	f := sync.OnceFunc(func() {
		<-done // want "receive from done blocks forever"
	})
	go func() {
		f()
		close(done)
	}()
	f() // want "call of the function that sync.OnceFunc returned blocks forever: the first call never returns"
}
