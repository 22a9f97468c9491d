package left

import (
	"bytes"
	"io"
	"sync"
)

// A Stopping one is sent one token, for which there is room.
type Stopping struct {
	stop chan struct{}
	once sync.Once
	out  io.Writer
}

func NewStopping(out io.Writer) *Stopping {
	s := &Stopping{stop: make(chan struct{}, 1), out: out}
	go s.run()
	return s
}

func (s *Stopping) run() {
	for {
		if _, err := io.WriteString(s.out, "tick"); err != nil {
			return
		}
		select {
		case <-s.stop:
			return
		default:
		}
	}
}

func (s *Stopping) Stop() { s.once.Do(func() { s.stop <- struct{}{} }) }

// Greet sends to one that it has made itself, as much as there is room for.
func Greet(out io.Writer) {
	lines := make(chan string, 2)
	go func() {
		for line := range lines {
			if _, err := io.WriteString(out, line); err != nil {
				return
			}
		}
	}()
	lines <- "hello"
	lines <- "goodbye"
	close(lines)
}

// A Buffered one can't fail.
type Buffered struct {
	lines chan string
	buf   bytes.Buffer
}

func NewBuffered() *Buffered {
	b := &Buffered{lines: make(chan string)}
	go b.run()
	return b
}

func (b *Buffered) run() {
	for line := range b.lines {
		if _, err := b.buf.WriteString(line); err != nil {
			return
		}
	}
}

func (b *Buffered) Log(line string) { b.lines <- line }

// An end tells those who look at it.
type end chan struct{}

func (e end) Close() error {
	close(e)
	return nil
}

// A Closing one closes what others look at.
type Closing struct {
	lines chan string
	gone  end
	last  io.Closer
	out   io.Writer
}

func NewClosing(out io.Writer) *Closing {
	gone := make(end)
	c := &Closing{lines: make(chan string), gone: gone, last: gone, out: out}
	go c.run()
	return c
}

func (c *Closing) run() {
	defer c.last.Close()
	for line := range c.lines {
		if _, err := io.WriteString(c.out, line); err != nil {
			return
		}
	}
}

func (c *Closing) Gone() <-chan struct{} { return c.gone }

func (c *Closing) Log(line string) { c.lines <- line }
