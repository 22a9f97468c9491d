package streams

import (
	"io"
	"sync"
)

// Roomy has room for its last message.
type Roomy struct {
	shut   chan struct{}
	values chan int
	fails  chan error
}

func NewRoomy(measure func() (int, error)) *Roomy {
	r := &Roomy{shut: make(chan struct{}), values: make(chan int), fails: make(chan error, 1)}
	go func() {
		for r.turn(measure) {
		}
	}()
	return r
}

func (r *Roomy) turn(measure func() (int, error)) bool {
	n, err := measure()
	if err != nil {
		r.fails <- err
		return false
	}
	select {
	case r.values <- n:
		return true
	case <-r.shut:
		return false
	}
}

func (r *Roomy) Value() (int, error) {
	select {
	case n := <-r.values:
		return n, nil
	case err := <-r.fails:
		return 0, err
	case <-r.shut:
		return 0, io.EOF
	}
}

func (r *Roomy) Close() { close(r.shut) }

// Logged has somebody who always receives the last message.
type Logged struct {
	shut   chan struct{}
	values chan int
	fails  chan error
}

func NewLogged(measure func() (int, error), log func(error)) *Logged {
	l := &Logged{shut: make(chan struct{}), values: make(chan int), fails: make(chan error)}
	go l.pump(measure)
	go func() { log(<-l.fails) }()
	return l
}

func (l *Logged) pump(measure func() (int, error)) {
	for l.turn(measure) {
	}
}

func (l *Logged) turn(measure func() (int, error)) bool {
	n, err := measure()
	if err != nil {
		l.fails <- err
		return false
	}
	select {
	case l.values <- n:
		return true
	case <-l.shut:
		l.fails <- nil
		return false
	}
}

func (l *Logged) Value() int {
	select {
	case n := <-l.values:
		return n
	case <-l.shut:
		return 0
	}
}

func (l *Logged) Close() { close(l.shut) }

// Joined is closed when the goroutine has gone.
type Joined struct {
	wg     sync.WaitGroup
	shut   chan struct{}
	values chan int
	fails  chan error
}

func NewJoined(measure func() (int, error)) *Joined {
	j := &Joined{shut: make(chan struct{}), values: make(chan int), fails: make(chan error)}
	j.wg.Add(1)
	go j.pump(measure)
	return j
}

func (j *Joined) pump(measure func() (int, error)) {
	defer j.wg.Done()
	for j.turn(measure) {
	}
}

func (j *Joined) turn(measure func() (int, error)) bool {
	n, err := measure()
	if err != nil {
		j.fails <- err
		return false
	}
	select {
	case j.values <- n:
		return true
	case <-j.shut:
		return false
	}
}

func (j *Joined) Value() (int, error) {
	select {
	case n := <-j.values:
		return n, nil
	case err := <-j.fails:
		return 0, err
	case <-j.shut:
		return 0, io.EOF
	}
}

func (j *Joined) Close() {
	j.wg.Wait()
	close(j.shut)
}

// Opened sends to the one who makes it, before anybody can close it.
type Opened struct {
	shut   chan struct{}
	up     chan error
	values chan int
}

func Open(dial func() error) (*Opened, error) {
	o := &Opened{shut: make(chan struct{}), up: make(chan error), values: make(chan int)}
	go o.pump(dial)
	return o, <-o.up
}

func (o *Opened) pump(dial func() error) {
	o.up <- dial()
	for {
		select {
		case o.values <- 1:
		case <-o.shut:
			return
		}
	}
}

func (o *Opened) Value() int {
	select {
	case n := <-o.values:
		return n
	case <-o.shut:
		return 0
	}
}

func (o *Opened) Close() { close(o.shut) }
