package promises

import (
	"crypto/rand"
	"io"
	"os"
	"sync"
)

type careful struct {
	done  chan struct{}
	value []byte
	err   error
}

// A Careful loader tells those who wait, whatever comes of it.
type Careful struct {
	mu    sync.Mutex
	calls map[string]*careful
}

func (l *Careful) Load(key string, work func() ([]byte, error)) ([]byte, error) {
	l.mu.Lock()
	if c, ok := l.calls[key]; ok {
		l.mu.Unlock()
		<-c.done
		return c.value, c.err
	}
	c := &careful{done: make(chan struct{})}
	l.calls[key] = c
	l.mu.Unlock()
	defer close(c.done)
	c.value, c.err = work()
	if c.err != nil {
		return nil, c.err
	}
	return c.value, nil
}

// A Locked one has the lock until nobody can find what it hasn't kept.
type Locked struct {
	mu      sync.Mutex
	started chan struct{}
}

func (s *Locked) Start(file string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = make(chan struct{})
	if _, err := os.Stat(file); err != nil {
		s.started = nil
		return err
	}
	close(s.started)
	return nil
}

func (s *Locked) Wait() {
	s.mu.Lock()
	started := s.started
	s.mu.Unlock()
	if started != nil {
		<-started
	}
}

// A Handle is given only to who may wait for it.
type Handle struct{ done chan struct{} }

func (h *Handle) Wait() { <-h.done }

// A Registry gives out handles, and knows their numbers.
type Registry struct {
	mu   sync.Mutex
	jobs map[int]*Handle
}

func (r *Registry) Submit(n int, work func() error) (*Handle, error) {
	h := &Handle{make(chan struct{})}
	r.mu.Lock()
	r.jobs[n] = h
	r.mu.Unlock()
	if err := work(); err != nil {
		r.mu.Lock()
		delete(r.jobs, n)
		r.mu.Unlock()
		return nil, err
	}
	close(h.done)
	return h, nil
}

func (r *Registry) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.jobs)
}

// An Opened one is waited for only when it listens.
type Opened struct {
	mu       sync.Mutex
	done     chan struct{}
	listener io.Closer
}

func (o *Opened) Run(listen func() (io.Closer, error), serve func(io.Closer)) error {
	done := make(chan struct{})
	o.mu.Lock()
	o.done = done
	o.mu.Unlock()
	l, err := listen()
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.listener = l
	o.mu.Unlock()
	serve(l)
	close(done)
	return nil
}

func (o *Opened) Shutdown() {
	o.mu.Lock()
	l, done := o.listener, o.done
	o.mu.Unlock()
	if l == nil {
		return
	}
	l.Close()
	<-done
}

// A Lucky one gets its random numbers, always.
type Lucky struct {
	mu    sync.Mutex
	ready chan struct{}
	seed  [8]byte
}

func (l *Lucky) Init() error {
	ready := make(chan struct{})
	l.mu.Lock()
	l.ready = ready
	l.mu.Unlock()
	if _, err := rand.Read(l.seed[:]); err != nil {
		return err
	}
	close(ready)
	return nil
}

func (l *Lucky) Wait() {
	l.mu.Lock()
	ready := l.ready
	l.mu.Unlock()
	<-ready
}

type request struct {
	done  chan struct{}
	value []byte
	err   error
}

// A Worker answers each request that it takes, and is asked beside its end.
type Worker struct {
	requests chan *request
	dead     chan struct{}
}

func NewWorker(out io.Writer) *Worker {
	w := &Worker{make(chan *request), make(chan struct{})}
	go w.run(out)
	return w
}

func (w *Worker) run(out io.Writer) {
	defer close(w.dead)
	for r := range w.requests {
		_, err := out.Write(r.value)
		r.err = err
		close(r.done)
		if err != nil {
			return
		}
	}
}

func (w *Worker) Do(value []byte) error {
	r := &request{done: make(chan struct{}), value: value}
	select {
	case w.requests <- r:
	case <-w.dead:
		return io.ErrClosedPipe
	}
	<-r.done
	return r.err
}

type waiting struct{ done chan struct{} }

// A Draining client tells all who wait when the connection is gone.
type Draining struct {
	mu      sync.Mutex
	conn    io.ReadWriter
	pending map[byte]*waiting
	gone    bool
}

func NewDraining(conn io.ReadWriter) *Draining {
	c := &Draining{conn: conn, pending: map[byte]*waiting{}}
	go c.read()
	return c
}

func (c *Draining) read() {
	answer := make([]byte, 1)
	for {
		if _, err := c.conn.Read(answer); err != nil {
			c.fail()
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

func (c *Draining) fail() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
	for n, asked := range c.pending {
		delete(c.pending, n)
		close(asked.done)
	}
}

func (c *Draining) Ask(n byte) {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return
	}
	asked := &waiting{done: make(chan struct{})}
	c.pending[n] = asked
	c.mu.Unlock()
	<-asked.done
}
