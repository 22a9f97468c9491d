// Package embedded has structs with locks that others can take, too: whoever does waits, and releases what is his own.
package embedded

import "sync"

// A Mailer sends what was written, now and then.
type Mailer struct {
	sync.Mutex
	lines  []string
	send   func([]string)
	quit   chan struct{}
	pulses chan struct{}
	ends   sync.WaitGroup
}

func NewMailer(pulses chan struct{}, send func([]string)) *Mailer {
	m := &Mailer{send: send, quit: make(chan struct{}), pulses: pulses}
	m.ends.Add(1)
	go m.deliver()
	return m
}

func (m *Mailer) deliver() {
	defer m.ends.Done()
	for {
		select {
		case <-m.pulses:
			m.Lock()
			m.flush()
			m.Unlock()
		case <-m.quit:
			return
		}
	}
}

func (m *Mailer) flush() {
	m.send(m.lines)
	m.lines = nil
}

// Close waits with the lock, and runs code of others only after that.
func (m *Mailer) Close() {
	m.Lock()
	defer m.Unlock()
	close(m.quit)
	m.ends.Wait() // want `m\.ends\.Wait blocks forever: the goroutine started at wrong\.go:\d+, which could call Done, needs m, which this goroutine has locked at wrong\.go:\d+`
	m.flush()
}

// A Board has two methods that both take its lock, and tells others in the end.
type Board struct {
	sync.RWMutex
	notes map[string]string
	told  func(string)
}

func NewBoard(told func(string)) *Board { return &Board{notes: map[string]string{}, told: told} }

func (b *Board) Note(name string) string {
	b.Lock()
	defer b.Unlock()
	return b.notes[name]
}

// Move takes the lock again, whatever it tells later.
func (b *Board) Move(from, to string) {
	b.Lock()
	defer b.Unlock()
	b.notes[to] = b.Note(from) // want `b\.Lock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	b.told(to)
}

func (b *Board) Text(name string) string {
	b.Lock()
	defer b.Unlock()
	return b.notes[name]
}

// Fill does so in a loop, and tells of each.
func (b *Board) Fill(names []string) {
	for _, name := range names {
		b.Lock()
		b.notes[name] = b.Text(name) // want `b\.Lock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
		b.Unlock()
		b.told(name)
	}
}
