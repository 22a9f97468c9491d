// Package undone has goroutines that forget to say that they are done, where they end early: who waits for the group
// waits for ever, however often they are started.
package undone

import (
	"io"
	"net"
	"sync"
)

// An Agent runs until its queue is closed.
type Agent struct {
	wg    sync.WaitGroup
	queue chan []byte
	dial  func() (net.Conn, error)
}

func NewAgent(dial func() (net.Conn, error)) *Agent {
	return &Agent{queue: make(chan []byte), dial: dial}
}

func (a *Agent) Start() {
	a.wg.Add(1)
	go a.run()
}

func (a *Agent) run() {
	conn, err := a.dial()
	if err != nil {
		return
	}
	for b := range a.queue {
		conn.Write(b)
	}
	conn.Close()
	a.wg.Done()
}

func (a *Agent) Stop() {
	close(a.queue)
	a.wg.Wait() // want `a\.wg\.Wait blocks forever: the goroutine started at wrong\.go:24 never calls Done after line 29 \(if err != nil from a\.dial\)`
}

// A Copier copies from many readers.
type Copier struct {
	group sync.WaitGroup
	out   io.Writer
	lines int
}

func (c *Copier) Add(r io.Reader) {
	c.group.Add(1)
	go func() {
		buf := make([]byte, 512)
		for {
			n, err := r.Read(buf)
			if err == io.EOF {
				break
			}
			if _, err := c.out.Write(buf[:n]); err != nil {
				return
			}
		}
		c.group.Done()
	}()
}

func (c *Copier) Wait() {
	c.group.Wait() // want `c\.group\.Wait blocks forever: the goroutine started at wrong\.go:53 never calls Done after line 60`
}

// Broadcast waits itself for those whom it starts.
func (c *Copier) Broadcast(conns map[string]net.Conn, line []byte) {
	for _, conn := range conns {
		c.group.Add(1)
		go c.send(conn, line)
	}
	c.group.Wait() // want `c\.group\.Wait blocks forever: the goroutine started at wrong\.go:76 never calls Done after line 82 \(if err != nil from conn\.Write\)`
}

func (c *Copier) send(conn net.Conn, line []byte) {
	if _, err := conn.Write(line); err != nil {
		conn.Close()
		return
	}
	c.group.Done()
}

// A Crew is counted as a whole before any of it starts.
type Crew struct {
	wg    sync.WaitGroup
	tasks []func() error
}

func (c *Crew) Start() {
	c.wg.Add(len(c.tasks))
	for _, task := range c.tasks {
		go c.work(task)
	}
}

func (c *Crew) work(task func() error) {
	if task() != nil {
		return
	}
	c.wg.Done()
}

func (c *Crew) Finish() {
	c.wg.Wait() // want `c\.wg\.Wait blocks forever: the goroutine started at wrong\.go:98 never calls Done after line 103 \(if task\(\) != nil\)`
}
