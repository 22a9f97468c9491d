// Package pools has channels that are filled when they are made: who takes something out of one puts it back.
package pools

type conn struct{ uses int }

// A Pool loses a connection with each call that fails.
type Pool struct{ free chan *conn }

func NewPool() *Pool {
	p := &Pool{make(chan *conn, 2)}
	for range 2 {
		p.free <- new(conn)
	}
	return p
}

func (p *Pool) Do(f func(*conn) error) error {
	c := <-p.free // want `receive from p\.free blocks forever: nobody is left to send on it, and nothing closes it \(if err != nil from f\)`
	if err := f(c); err != nil {
		return err
	}
	c.uses++
	p.free <- c
	return nil
}

// A State is in a channel, which is its lock.
type State struct{ n chan int }

func NewState() *State {
	s := &State{make(chan int, 1)}
	s.n <- 0
	return s
}

func (s *State) Add(n int) bool {
	before := <-s.n // want `receive from s\.n blocks forever: nobody is left to send on it, and nothing closes it \(if n < 0\)`
	if n < 0 {
		return false
	}
	s.n <- before + n
	return true
}
