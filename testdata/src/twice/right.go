package twice

import (
	"io"
	"sync"
)

// A Crate releases once on each way.
type Crate struct {
	mu    sync.Mutex
	lines []string
	out   io.Writer
}

func (c *Crate) Put(line string) error {
	c.mu.Lock()
	if _, err := io.WriteString(c.out, line); err != nil {
		c.mu.Unlock()
		return err
	}
	c.lines = append(c.lines, line)
	c.mu.Unlock()
	return nil
}

// Meanwhile lets go of the lock, and takes it again for what is deferred.
func (c *Crate) Meanwhile(line string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, line)
	c.mu.Unlock()
	_, err := io.WriteString(c.out, line)
	c.mu.Lock()
	return err
}

// Lines lets go of the lock for each line.
func (c *Crate) Lines(lines []string) {
	c.mu.Lock()
	for _, line := range lines {
		c.lines = append(c.lines, line)
		c.mu.Unlock()
		io.WriteString(c.out, line)
		c.mu.Lock()
	}
	c.mu.Unlock()
}

// Told releases on one side or the other.
func (c *Crate) Told(early bool) {
	c.mu.Lock()
	c.lines = nil
	if early {
		c.mu.Unlock()
	}
	io.WriteString(c.out, "told")
	if !early {
		c.mu.Unlock()
	}
}

// Again takes it by way of a function.
func (c *Crate) Again(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, line)
	c.mu.Unlock()
	c.again()
}

func (c *Crate) again() {
	io.WriteString(c.out, "again")
	c.mu.Lock()
}

// Two has two crates.
func Two(a, b *Crate) {
	a.mu.Lock()
	b.mu.Lock()
	a.lines, b.lines = b.lines, a.lines
	io.WriteString(a.out, "swapped")
	b.mu.Unlock()
	a.mu.Unlock()
}
