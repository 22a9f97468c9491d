package compared

import (
	"sync"
	"sync/atomic"
)

// A Token is no longer the zero one once it was fetched.
type Token struct{ id, key string }

// A Store fetches a token once, from one who answers once.
type Store struct {
	mu     sync.Mutex
	token  atomic.Pointer[Token]
	answer chan int
}

func (s *Store) fetch() Token {
	<-s.answer
	return Token{id: "a", key: "b"}
}

func (s *Store) get() Token {
	if t := s.token.Load(); t != nil && *t != (Token{}) {
		return *t
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.token.Load(); t != nil && *t != (Token{}) {
		return *t
	}
	t := s.fetch()
	s.token.Store(&t)
	return t
}

func fetchedOnce() {
	s := &Store{answer: make(chan int)}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			s.get()
			wg.Done()
		}()
	}
	s.answer <- 1
	wg.Wait()
}

type point struct{ x, y int }

func other() {
	p, done := point{x: 1}, make(chan int)
	go func() { done <- 1 }()
	if p == (point{x: 2}) {
		return
	}
	<-done
}

func same() {
	p, done := point{x: 1}, make(chan int)
	p.y = 2
	go func() { done <- 1 }()
	if p != (point{1, 2}) {
		return
	}
	<-done
}

// nested compares a struct in a struct.
func nested() {
	type line struct{ from, to point }
	l, done := line{to: point{y: 3}}, make(chan int)
	go func() { done <- 1 }()
	if l == (line{}) {
		return
	}
	<-done
}

// A weight has something that isn't followed.
type weight struct {
	name  string
	grams float64
}

func weighed() {
	w, done := weight{grams: 1.5}, make(chan int)
	go func() { done <- 1 }()
	if w == (weight{}) {
		return
	}
	<-done
}

func Right() {
	weighed()
	fetchedOnce()
	other()
	same()
	nested()
}
