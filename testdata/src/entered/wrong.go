// Package entered has functions that call, or defer, with a lock what takes it on some of its ways.
package entered

import (
	"encoding/json"
	"os"
	"sync"
)

// A Mailbox delivers letters, one at a time.
type Mailbox struct {
	mu      sync.Mutex
	letters []string
	read    int
}

// Put puts a letter there.
func (m *Mailbox) Put(letter string) {
	m.mu.Lock()
	m.letters = append(m.letters, letter)
	m.mu.Unlock()
}

// Deliver delivers what there is.
func (m *Mailbox) Deliver() { m.deliver(m.letters) }

func (m *Mailbox) deliver(letters []string) {
	for range letters {
		m.mu.Lock()
		m.read++
		m.mu.Unlock()
	}
}

// Take takes some letters, and delivers them.
func (m *Mailbox) Take(letters []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.letters = nil
	m.deliver(letters) // want `m\.mu\.Lock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
}

// A Config is read from a file.
type Config struct {
	mu     sync.Mutex
	values map[string]string
	broken bool
}

// Load reads it.
func (c *Config) Load(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read(name) // want `c\.mu\.Lock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+ \(if err != nil from os\.ReadFile\)`
}

// Reload forgets what it has read before.
func (c *Config) Reload(name string) {
	c.mu.Lock()
	clear(c.values)
	c.read(name)
	c.mu.Unlock()
}

func (c *Config) read(name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		c.fail()
		return
	}
	json.Unmarshal(data, &c.values)
}

func (c *Config) fail() {
	c.mu.Lock()
	c.broken = true
	c.mu.Unlock()
}

// A Till counts its sales in the end.
type Till struct {
	mu    sync.Mutex
	sum   int
	sales int
}

// Sell sells something.
func (t *Till) Sell(price int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.count()
	t.sum += price
}

func (t *Till) count() {
	t.mu.Lock() // want `t\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	t.sales++
	t.mu.Unlock()
}

// A Typo takes the lock twice.
type Typo struct {
	mu sync.Mutex
	n  int
}

// Count counts.
func (t *Typo) Count() {
	t.mu.Lock()
	defer t.mu.Lock() // want `t\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	t.n++
}
