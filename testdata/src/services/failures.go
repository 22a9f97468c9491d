package services

import (
	"errors"
	"sync"
)

var errStore = errors.New("no store")

type store struct{ quit chan struct{} }

func openStore(ok bool) (*store, error) {
	s := &store{quit: make(chan struct{})}
	go s.compact()
	if !ok {
		return nil, errStore
	}
	return s, nil
}

func (s *store) compact() {
	<-s.quit // want "receive from .* blocks forever and leaks"
}

// Wrong: the constructor fails, but what it started goes on.
func storeOpened(ok bool) error {
	s, err := openStore(ok)
	if err != nil {
		return err
	}
	close(s.quit)
	return nil
}

var errShop = errors.New("no shop")

type shop struct{ quit chan struct{} }

func openShop(ok bool) (*shop, error) {
	s := &shop{quit: make(chan struct{})}
	go s.sell()
	if !ok {
		s.close()
		return nil, errShop
	}
	return s, nil
}

func (s *shop) sell()  { <-s.quit }
func (s *shop) close() { close(s.quit) }

// Right: a constructor that fails cleans up, and the client otherwise.
func shopOpened(ok bool) error {
	s, err := openShop(ok)
	if err != nil {
		return err
	}
	s.close()
	return nil
}

type shelf struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items int
}

func newShelf() *shelf {
	s := &shelf{}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *shelf) put() {
	s.mu.Lock()
	s.items++
	s.mu.Unlock()
	s.cond.Signal()
}

func (s *shelf) take() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.items == 0 {
		s.cond.Wait()
	}
	s.items--
}

// Right: whoever puts something wakes the one who waits.
func shelfFilled() {
	s := newShelf()
	go s.put()
	s.take()
}

type slots struct{ free chan struct{} }

func (s *slots) acquire() {
	s.free <- struct{}{} // want "send on .* blocks forever"
}

func (s *slots) release() { <-s.free }

func (s *slots) use(err error) error {
	s.acquire()
	if err != nil {
		return err
	}
	s.release()
	return nil
}

// Wrong: a failure keeps the only slot.
func slotsUsed(err error) {
	s := &slots{free: make(chan struct{}, 1)}
	s.use(err)
	s.use(nil)
}

type seats struct{ free chan struct{} }

func (s *seats) acquire() { s.free <- struct{}{} }
func (s *seats) release() { <-s.free }

func (s *seats) use(err error) error {
	s.acquire()
	defer s.release()
	if err != nil {
		return err
	}
	return nil
}

// Right: the seat is free again on all paths.
func seatsUsed(err error) {
	s := &seats{free: make(chan struct{}, 1)}
	s.use(err)
	s.use(nil)
}
