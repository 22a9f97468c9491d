package pools

import "errors"

var errNone = errors.New("none")

// kept puts back what it has taken in any case.
type kept struct{ free chan *conn }

func NewKept() *kept {
	k := &kept{make(chan *conn, 2)}
	for range 2 {
		k.free <- new(conn)
	}
	return k
}

func (k *kept) Do(f func(*conn) error) error {
	c := <-k.free
	defer func() { k.free <- c }()
	return f(c)
}

// replaced puts another one in the place of what has failed.
type replaced struct{ free chan *conn }

func NewReplaced() *replaced {
	r := &replaced{make(chan *conn, 2)}
	for range 2 {
		r.free <- new(conn)
	}
	return r
}

func (r *replaced) Do(f func(*conn) error) error {
	c := <-r.free
	if err := f(c); err != nil {
		r.free <- new(conn)
		return err
	}
	r.free <- c
	return nil
}

// lent lets its callers put back what they have got.
type lent struct{ free chan *conn }

func NewLent() *lent {
	l := &lent{make(chan *conn, 2)}
	for range 2 {
		l.free <- new(conn)
	}
	return l
}

func (l *lent) Get(usable func(*conn) bool) (*conn, error) {
	c := <-l.free
	if !usable(c) {
		l.free <- c
		return nil, errNone
	}
	return c, nil
}

func (l *lent) Put(c *conn) { l.free <- c }

// tried gives up if there is nothing left.
type tried struct{ free chan *conn }

func NewTried() *tried {
	t := &tried{make(chan *conn, 1)}
	t.free <- new(conn)
	return t
}

func (t *tried) Do(f func(*conn) error) error {
	select {
	case c := <-t.free:
		if err := f(c); err != nil {
			return err
		}
		t.free <- c
		return nil
	default:
		return errNone
	}
}

// refilled has a goroutine that makes new ones.
type refilled struct {
	free chan *conn
	lost chan struct{}
}

func NewRefilled() *refilled {
	r := &refilled{make(chan *conn, 1), make(chan struct{})}
	r.free <- new(conn)
	go func() {
		for range r.lost {
			r.free <- new(conn)
		}
	}()
	return r
}

func (r *refilled) Do(f func(*conn) error) error {
	c := <-r.free
	if err := f(c); err != nil {
		r.lost <- struct{}{}
		return err
	}
	r.free <- c
	return nil
}

// halved is made half full: who takes from it may be one of those for whom there is nothing, and others fill it.
type halved struct{ free chan int }

func NewHalved() *halved {
	h := &halved{make(chan int, 2)}
	h.free <- 1
	return h
}

func (h *halved) Swap(n int) int {
	before := <-h.free
	if before == n {
		h.free <- before
		return n
	}
	return before
}

func (h *halved) Fill(n int) { h.free <- n }
