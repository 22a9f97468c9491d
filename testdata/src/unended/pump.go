package unended

import (
	"io"
	"sync"
)

type item struct {
	text string
	end  bool
}

// A Mailer queues without bounds; a pump hands over to the one who writes, and ends him.
type Mailer struct {
	mu    sync.Mutex
	cond  *sync.Cond
	down  bool
	queue []item
	out   chan item
}

func NewMailer(w io.Writer) *Mailer {
	m := &Mailer{out: make(chan item)}
	m.cond = sync.NewCond(&m.mu)
	go m.pump()
	go m.write(w)
	return m
}

func (m *Mailer) pump() {
	for {
		m.mu.Lock()
		for len(m.queue) == 0 && !m.down {
			m.cond.Wait()
		}
		if len(m.queue) == 0 {
			m.mu.Unlock()
			m.out <- item{end: true}
			return
		}
		i := m.queue[0]
		m.queue = m.queue[1:]
		m.mu.Unlock()
		m.out <- i
	}
}

func (m *Mailer) write(w io.Writer) {
	for i := range m.out {
		if err := deliver(w, i); err != nil {
			return
		}
	}
}

func deliver(w io.Writer, i item) error {
	if i.end {
		return io.EOF
	}
	io.WriteString(w, i.text)
	return nil
}

func (m *Mailer) Send(s string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return false
	}
	m.queue = append(m.queue, item{text: s})
	m.cond.Signal()
	return true
}

// TrySend hands it over at once, or not at all.
func (m *Mailer) TrySend(s string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return false
	}
	select {
	case m.out <- item{text: s}:
		return true
	default:
		return false
	}
}

func (m *Mailer) Shutdown() {
	m.mu.Lock()
	m.down = true
	m.mu.Unlock()
	m.cond.Broadcast()
}
