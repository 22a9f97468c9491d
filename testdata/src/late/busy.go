package late

import (
	"errors"
	"sync"
)

var (
	ErrClosed = errors.New("journal: closed")
	ErrBusy   = errors.New("journal: in use")
)

type Journal struct {
	mu      sync.Mutex
	closed  bool
	writers int
	lines   chan []byte
}

func Open(sink func([]byte)) *Journal {
	j := &Journal{lines: make(chan []byte)}
	go func() {
		for l := range j.lines {
			sink(l)
		}
	}()
	return j
}

// Append hands a line to the sink.
func (j *Journal) Append(line []byte) error {
	j.mu.Lock()
	if j.closed {
		j.mu.Unlock()
		return ErrClosed
	}
	j.writers++
	j.mu.Unlock()

	j.lines <- line

	j.mu.Lock()
	j.writers--
	j.mu.Unlock()
	return nil
}

// Close refuses while somebody appends.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return ErrClosed
	}
	if j.writers > 0 {
		return ErrBusy
	}
	j.closed = true
	close(j.lines)
	return nil
}
