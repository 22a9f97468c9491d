// Package unfetched has goroutines of a struct that send answers to callers, who may have left.
package unfetched

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// A Line asks over a connection, from which a goroutine reads the answers.
type Line struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

// Dial makes one.
func Dial(conn io.ReadWriteCloser) *Line {
	l := &Line{conn: conn, answers: make(chan byte)}
	go l.listen()
	return l
}

func (l *Line) listen() {
	buf := make([]byte, 1)
	for {
		if _, err := l.conn.Read(buf); err != nil {
			return
		}
		l.answers <- buf[0] // want `send on l.answers blocks forever and leaks the goroutine: a caller of \(\*Line\).Ask never receives from it after line \d+ \(if \(\*Line\).Close has been called\)`
	}
}

// Ask asks, and waits for the answer until the context ends.
func (l *Line) Ask(ctx context.Context, question byte) (byte, error) {
	if _, err := l.conn.Write([]byte{question}); err != nil {
		return 0, err
	}
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Close closes the connection, which ends whoever reads from it.
func (l *Line) Close() error { return l.conn.Close() }

var errLate = errors.New("too late")

// A Meter is asked by two methods, by way of one that is theirs.
type Meter struct {
	port   io.ReadWriteCloser
	values chan int
	wait   time.Duration
	bad    int
}

// Attach makes one.
func Attach(port io.ReadWriteCloser, wait time.Duration) *Meter {
	m := &Meter{port: port, values: make(chan int), wait: wait}
	go func() {
		for m.next() {
		}
	}()
	return m
}

func (m *Meter) next() bool {
	var buf [2]byte
	switch n, err := m.port.Read(buf[:]); {
	case err == io.EOF:
		return false
	case err != nil, n < 2:
		m.bad++
	default:
		m.values <- int(buf[0])<<8 | int(buf[1]) // want `send on m.values blocks forever and leaks the goroutine: a caller of \(\*Meter\).Volts never receives from it after line \d+ \(if \(\*Meter\).Stop has been called\)`
	}
	return true
}

func (m *Meter) read(command string) (int, error) {
	if _, err := io.WriteString(m.port, command); err != nil {
		return 0, err
	}
	select {
	case v := <-m.values:
		return v, nil
	case <-time.After(m.wait):
		return 0, errLate
	}
}

// Volts is the voltage.
func (m *Meter) Volts() (int, error) { return m.read("V") }

// Amperes is the current.
func (m *Meter) Amperes() (int, error) { return m.read("A") }

// Stop closes the port.
func (m *Meter) Stop() { m.port.Close() }

// A Fed line answers what its callers give it, if it finds that they still wait.
type Fed struct {
	mu      sync.Mutex
	waiting bool
	asked   chan byte
	answers chan byte
}

func NewFed() *Fed {
	l := &Fed{asked: make(chan byte), answers: make(chan byte)}
	go func() {
		for {
			b := <-l.asked
			l.mu.Lock()
			isWaiting := l.waiting
			l.mu.Unlock()
			if isWaiting {
				l.answers <- b + 1 // want `send on l.answers blocks forever and leaks the goroutine: .* \(if l.waiting and \(\*Fed\).Close has been called\)`
			}
		}
	}()
	return l
}

func (l *Fed) Ask(b byte, wait time.Duration) (byte, error) {
	l.mu.Lock()
	l.waiting = true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.waiting = false
		l.mu.Unlock()
	}()
	select {
	case l.asked <- b:
	case <-time.After(wait):
		return 0, errLate
	}
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

// Close closes nothing.
func (l *Fed) Close() {}
