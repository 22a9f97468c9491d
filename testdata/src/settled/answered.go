package settled

import (
	"errors"
	"sync"
)

// What was set before is asked for by a method.

const (
	atRest = iota
	atWork
)

var errOdd = errors.New("odd")

// A Mill has its state under a lock of its own.
type Mill struct {
	mu, state sync.Mutex
	now, sum  int
	held      bool
}

func (m *Mill) Now() int {
	m.state.Lock()
	defer m.state.Unlock()
	return m.now
}

func (m *Mill) set(now int) {
	m.state.Lock()
	defer m.state.Unlock()
	m.now = now
}

// Grind is right: it has just set what Now answers.
func (m *Mill) Grind(do func() int) error {
	m.mu.Lock()
	m.set(atWork)
	if m.Now() != atWork {
		return errOdd
	}
	m.sum += do()
	m.set(atRest)
	m.mu.Unlock()
	return nil
}

// isBusy asks another method.
func (m *Mill) isBusy() bool { return m.Now() == atWork }

// Clean is right: likewise, by two calls.
func (m *Mill) Clean() error {
	m.mu.Lock()
	m.set(atRest)
	if m.isBusy() {
		return errOdd
	}
	m.sum = 0
	m.mu.Unlock()
	return nil
}

// Look returns with the lock if the mill is at work, which others may have said.
func (m *Mill) Look() error {
	m.mu.Lock()
	if m.isBusy() {
		return errOdd // want "returns without unlocking m.mu"
	}
	m.sum++
	m.mu.Unlock()
	return nil
}

// Hold returns with the lock if the mill is at work: what it has set is something else.
func (m *Mill) Hold() error {
	m.mu.Lock()
	m.held = true
	if m.isBusy() {
		return errOdd // want "returns without unlocking m.mu"
	}
	m.held = false
	m.mu.Unlock()
	return nil
}

// next sets what it answers.
func (m *Mill) next() int {
	m.state.Lock()
	defer m.state.Unlock()
	m.now++
	return m.now
}

// Turn returns with the lock if there was a turn before, by whomever.
func (m *Mill) Turn() error {
	m.mu.Lock()
	if m.next() > 1 {
		return errOdd // want "returns without unlocking m.mu"
	}
	m.mu.Unlock()
	return nil
}
