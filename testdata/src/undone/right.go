package undone

import (
	"io"
	"log"
	"net"
	"sync"
)

// A Server is done in the end, whatever happens.
type Server struct {
	wg    sync.WaitGroup
	queue chan []byte
	dial  func() (net.Conn, error)
}

func NewServer(dial func() (net.Conn, error)) *Server {
	return &Server{queue: make(chan []byte), dial: dial}
}

func (s *Server) Start() {
	s.wg.Add(1)
	go s.run()
}

func (s *Server) run() {
	defer s.wg.Done()
	conn, err := s.dial()
	if err != nil {
		return
	}
	for b := range s.queue {
		conn.Write(b)
	}
}

func (s *Server) Stop() {
	close(s.queue)
	s.wg.Wait()
}

// A Both is done on both sides, once by a helper.
type Both struct {
	wg  sync.WaitGroup
	out io.Writer
}

func (b *Both) Start() {
	b.wg.Add(1)
	go b.run()
}

func (b *Both) run() {
	if _, err := io.WriteString(b.out, "x"); err != nil {
		b.fail(err)
		return
	}
	b.wg.Done()
}

func (b *Both) fail(err error) {
	log.Print(err)
	b.wg.Done()
}

func (b *Both) Wait() { b.wg.Wait() }

// A Supervisor says it for goroutines that have failed.
type Supervisor struct {
	wg     sync.WaitGroup
	failed chan error
	out    io.Writer
}

func (s *Supervisor) Start() {
	s.wg.Add(1)
	go s.run()
}

func (s *Supervisor) run() {
	if _, err := io.WriteString(s.out, "x"); err != nil {
		s.failed <- err
		return
	}
	s.wg.Done()
}

func (s *Supervisor) Watch() {
	for err := range s.failed {
		log.Print(err)
		s.wg.Done()
	}
}

func (s *Supervisor) Wait() { s.wg.Wait() }

// A Relay hands on what it has to say, to another goroutine.
type Relay struct {
	wg  sync.WaitGroup
	out io.Writer
}

func (r *Relay) Start() {
	r.wg.Add(1)
	go r.run()
}

func (r *Relay) run() {
	if _, err := io.WriteString(r.out, "x"); err != nil {
		go func() {
			log.Print(err)
			r.wg.Done()
		}()
		return
	}
	r.wg.Done()
}

func (r *Relay) Wait() { r.wg.Wait() }

// A Fatal ends the program.
type Fatal struct {
	wg  sync.WaitGroup
	out io.Writer
}

func (f *Fatal) Start() {
	f.wg.Add(1)
	go f.run()
}

func (f *Fatal) run() {
	if _, err := io.WriteString(f.out, "x"); err != nil {
		log.Fatal(err)
	}
	f.wg.Done()
}

func (f *Fatal) Wait() { f.wg.Wait() }

// A Callback has somebody else call what says it.
type Callback struct {
	wg   sync.WaitGroup
	wait func(func())
	out  io.Writer
}

func (c *Callback) Start() {
	c.wg.Add(1)
	go c.run()
}

func (c *Callback) run() {
	if _, err := io.WriteString(c.out, "x"); err != nil {
		c.wait(func() { c.wg.Done() })
		return
	}
	c.wg.Done()
}

func (c *Callback) Wait() { c.wg.Wait() }

// A Counted isn't counted where it says nothing.
type Counted struct {
	wg  sync.WaitGroup
	out io.Writer
}

func (c *Counted) Start(counts bool) {
	if counts {
		c.wg.Add(1)
	}
	go c.run(counts)
}

func (c *Counted) run(counts bool) {
	io.WriteString(c.out, "x")
	if !counts {
		return
	}
	c.wg.Done()
}

func (c *Counted) Wait() { c.wg.Wait() }

// A Taker takes off itself those that have failed.
type Taker struct {
	wg  sync.WaitGroup
	out io.Writer
}

func (t *Taker) Start() {
	t.wg.Add(1)
	go t.run()
}

func (t *Taker) run() {
	if _, err := io.WriteString(t.out, "x"); err != nil {
		return
	}
	t.wg.Done()
}

func (t *Taker) Failed() { t.wg.Add(-1) }

func (t *Taker) Wait() { t.wg.Wait() }

// A Gang is counted as a whole, and each of it is done, whatever comes.
type Gang struct {
	wg    sync.WaitGroup
	tasks []func() error
}

func (g *Gang) Start() {
	g.wg.Add(len(g.tasks))
	for _, task := range g.tasks {
		go g.work(task)
	}
}

func (g *Gang) work(task func() error) {
	if task() != nil {
		g.wg.Done()
		return
	}
	g.wg.Done()
}

func (g *Gang) Finish() { g.wg.Wait() }
