// Package lockers has locks that are released by way of interfaces and method values.
package lockers

import (
	"net"
	"sync"
)

func unlockOnce(l sync.Locker) func() {
	var once sync.Once
	return func() { once.Do(l.Unlock) }
}

func unlocker(l sync.Locker) func() { return l.Unlock }

func keeper(l sync.Locker) func() { return func() {} }

type server struct {
	listener net.Listener
	lock     sync.RWMutex
	started  bool
	conns    map[net.Conn]bool
}

func (s *server) isStarted() bool {
	s.lock.RLock()
	started := s.started
	s.lock.RUnlock()
	return started
}

// Serve is right: it releases the lock before it accepts, and again, which does nothing.
func (s *server) Serve() error {
	unlock := unlockOnce(&s.lock)
	s.lock.Lock()
	defer unlock()
	s.started = true
	unlock()
	return s.accept()
}

func (s *server) Stop() {
	s.lock.Lock()
	s.started = false
	for c := range s.conns {
		c.Close()
	}
	s.lock.Unlock()
}

func (s *server) accept() error {
	for s.isStarted() {
		c, err := s.listener.Accept()
		if err != nil {
			return err
		}
		go s.serve(c)
	}
	return nil
}

func (s *server) serve(c net.Conn) {
	for s.isStarted() {
		c.Read(nil)
	}
}

// A caller takes the lock, and releases it as a function that it got for that.
type caller struct {
	lock sync.RWMutex
	n    int
}

func (c *caller) count() int {
	c.lock.RLock()
	defer c.lock.RUnlock()
	return c.n
}

// Value is right.
func (c *caller) Value() int {
	unlock := unlocker(&c.lock)
	c.lock.Lock()
	c.n++
	unlock()
	return c.count()
}

// Literal is right, too.
func (c *caller) Literal() int {
	var l sync.Locker = &c.lock
	unlock := func() { l.Unlock() }
	c.lock.Lock()
	c.n++
	unlock()
	return c.count()
}

// Twice is right: the first one is for good.
func (c *caller) Twice(again bool) int {
	l := sync.Locker(&c.lock)
	c.lock.Lock()
	release := l.Unlock
	if again {
		release()
		c.lock.Lock()
	}
	release()
	return c.count()
}

// A forgetful takes the lock, and gets a function that doesn't release it.
type forgetful struct {
	lock sync.RWMutex
	n    int
}

func (f *forgetful) count() int {
	f.lock.RLock() // want "f.lock.RLock blocks forever"
	defer f.lock.RUnlock()
	return f.n
}

// Value is wrong.
func (f *forgetful) Value() int {
	unlock := keeper(&f.lock)
	f.lock.Lock()
	f.n++
	unlock()
	return f.count()
}

// A late takes the lock, and releases it when it is too late.
type late struct {
	lock sync.RWMutex
	n    int
}

func (l *late) count() int {
	l.lock.RLock() // want "l.lock.RLock blocks forever"
	defer l.lock.RUnlock()
	return l.n
}

// Value is wrong.
func (l *late) Value() int {
	var locker sync.Locker = &l.lock
	unlock := func() { locker.Unlock() }
	l.lock.Lock()
	defer unlock()
	l.n++
	return l.count()
}
