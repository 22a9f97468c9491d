// Package promises has channels for results that are still to come, which others find and wait for.
package promises

import (
	"errors"
	"io"
	"os"
	"sync"
)

// A Loader does the work for a key once at a time.
type Loader struct {
	mu    sync.Mutex
	calls map[string]*loading
}

type loading struct {
	done  chan struct{}
	value []byte
	err   error
}

func NewLoader() *Loader { return &Loader{calls: map[string]*loading{}} }

// Load forgets those who wait if the work fails.
func (l *Loader) Load(key string, work func() ([]byte, error)) ([]byte, error) {
	l.mu.Lock()
	if c, ok := l.calls[key]; ok {
		l.mu.Unlock()
		<-c.done // want `receive from c.done blocks forever: another call of \(\*Loader\)\.Load never closes it after line 38 \(if c.err != nil\)`
		return c.value, c.err
	}
	c := &loading{done: make(chan struct{})}
	l.calls[key] = c
	l.mu.Unlock()

	c.value, c.err = work()
	if c.err != nil {
		l.mu.Lock()
		delete(l.calls, key)
		l.mu.Unlock()
		return nil, c.err
	}
	close(c.done)
	return c.value, nil
}

// A Starter says when it has started, unless it can't read its file.
type Starter struct {
	mu      sync.Mutex
	started chan struct{}
	config  []byte
}

func (s *Starter) Start(file string) error {
	started := make(chan struct{})
	s.mu.Lock()
	s.started = started
	s.mu.Unlock()
	config, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	s.config = config
	close(started)
	return nil
}

func (s *Starter) Wait() {
	s.mu.Lock()
	started := s.started
	s.mu.Unlock()
	<-started // want `receive from started blocks forever`
}

type call struct {
	done  chan struct{}
	value []byte
}

// A Keyed one waits for the work with the lock that the work is put away with.
type Keyed struct {
	mu    sync.Mutex
	calls map[string]*call
}

func (k *Keyed) Do(key string, work func() []byte) []byte {
	k.mu.Lock()
	if k.calls == nil {
		k.calls = map[string]*call{}
	}
	if c, ok := k.calls[key]; ok {
		defer k.mu.Unlock()
		<-c.done // want `receive from c\.done blocks forever: another call of \(\*Keyed\)\.Do, which could close it, needs k\.mu, which this goroutine has locked at wrong\.go:\d+ \(if ok from k\.calls\[key\]\)`
		return c.value
	}
	c := &call{done: make(chan struct{})}
	k.calls[key] = c
	k.mu.Unlock()
	c.value = work()
	k.mu.Lock()
	delete(k.calls, key)
	k.mu.Unlock()
	close(c.done)
	return c.value
}

type asking struct{ done chan struct{} }

// A Client has a goroutine that reads the answers.
type Client struct {
	mu      sync.Mutex
	conn    io.ReadWriter
	pending map[byte]*asking
	next    byte
}

func NewClient(conn io.ReadWriter) *Client {
	c := &Client{conn: conn, pending: map[byte]*asking{}}
	go c.read()
	return c
}

func (c *Client) read() {
	answer := make([]byte, 1)
	for {
		if _, err := c.conn.Read(answer); err != nil {
			return
		}
		c.mu.Lock()
		asked := c.pending[answer[0]]
		delete(c.pending, answer[0])
		c.mu.Unlock()
		if asked != nil {
			close(asked.done)
		}
	}
}

var errShort = errors.New("short")

// Ask waits for an answer that nobody reads when the connection is gone.
func (c *Client) Ask(question []byte) error {
	if len(question) == 0 {
		return errShort
	}
	c.mu.Lock()
	c.next++
	asked := &asking{done: make(chan struct{})}
	c.pending[c.next] = asked
	c.mu.Unlock()
	if _, err := c.conn.Write(question); err != nil {
		return err
	}
	<-asked.done // want `receive from asked.done blocks forever: the goroutine started at wrong\.go:120 never closes it after line 127 \(if err != nil from c\.conn\.Read\)`
	return nil
}
