// Package selfawaited has goroutines that wait for their own end.
package selfawaited

import (
	"bufio"
	"io"
	"sync"
)

// A Link reads until it is shut.
type Link struct {
	from   io.ReadCloser
	served sync.WaitGroup
}

// Shut ends the link, and waits for its goroutines.
func (l *Link) Shut() error {
	err := l.from.Close()
	l.served.Wait() // want `l\.served\.Wait blocks forever and leaks the goroutine: this goroutine itself is the one to call Done`
	return err
}

// Serve reads in the background.
func (l *Link) Serve(take func([]byte)) {
	l.served.Add(1)
	go func() {
		defer l.served.Done()
		b := make([]byte, 1024)
		for {
			n, err := l.from.Read(b)
			if err != nil {
				l.Shut()
				return
			}
			take(b[:n])
		}
	}()
}

// A Watch is cleaned up by what it has started, in the wrong order.
type Watch struct {
	tasks sync.WaitGroup
	over  bool
	mu    sync.Mutex
}

// Start starts it.
func (w *Watch) Start(work func()) {
	w.tasks.Add(1)
	go w.run(work)
}

func (w *Watch) run(work func()) {
	defer w.tasks.Done()
	defer w.clean()
	work()
}

func (w *Watch) clean() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.Wait()
}

// Wait waits for the tasks.
func (w *Watch) Wait() {
	defer w.tasks.Wait() // want `w\.tasks\.Wait blocks forever and leaks the goroutine: this goroutine itself is the one to call Done`
}

// A Console reads commands.
type Console struct {
	quit  chan struct{}
	ended chan struct{}
	once  sync.Once
}

// NewConsole starts one.
func NewConsole(r io.Reader) *Console {
	c := &Console{quit: make(chan struct{}), ended: make(chan struct{})}
	go c.loop(bufio.NewScanner(r))
	return c
}

func (c *Console) loop(lines *bufio.Scanner) {
	defer close(c.ended)
	for lines.Scan() {
		select {
		case <-c.quit:
			return
		default:
		}
		if lines.Text() == "exit" {
			c.Stop()
		}
	}
}

// Stop ends the loop, and waits for that.
func (c *Console) Stop() {
	c.once.Do(func() { close(c.quit) })
	<-c.ended // want `receive from c\.ended blocks forever and leaks the goroutine: no other goroutine sends on it or closes it`
}
