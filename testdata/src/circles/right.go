package circles

import (
	"io"
	"sync"
)

// A Board sends without the lock.
type Board struct {
	mu    sync.Mutex
	queue chan string
	seen  map[string]int
	sent  int
}

func NewBoard() *Board {
	b := &Board{queue: make(chan string, 16), seen: map[string]int{}}
	go b.loop()
	return b
}

func (b *Board) loop() {
	for kind := range b.queue {
		b.mu.Lock()
		b.seen[kind]++
		b.mu.Unlock()
	}
}

func (b *Board) Publish(kind string) {
	b.mu.Lock()
	b.sent++
	b.mu.Unlock()
	b.queue <- kind
}

// A Dropper drops what it can't send.
type Dropper struct {
	mu    sync.Mutex
	queue chan string
	seen  map[string]int
}

func NewDropper() *Dropper {
	d := &Dropper{queue: make(chan string, 16), seen: map[string]int{}}
	go d.loop()
	return d
}

func (d *Dropper) loop() {
	for kind := range d.queue {
		d.mu.Lock()
		d.seen[kind]++
		d.mu.Unlock()
	}
}

func (d *Dropper) Publish(kind string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case d.queue <- kind:
		return true
	default:
		return false
	}
}

// A Double has a lock for each side.
type Double struct {
	sending, counting sync.Mutex
	queue             chan string
	seen              map[string]int
	out               io.Writer
}

func NewDouble() *Double {
	d := &Double{queue: make(chan string), seen: map[string]int{}}
	go d.loop()
	return d
}

func (d *Double) loop() {
	for kind := range d.queue {
		d.counting.Lock()
		d.seen[kind]++
		io.WriteString(d.out, kind)
		d.counting.Unlock()
	}
}

func (d *Double) Publish(kind string) {
	d.sending.Lock()
	defer d.sending.Unlock()
	d.queue <- kind
}

// A Readers has only readers.
type Readers struct {
	mu    sync.RWMutex
	queue chan string
	names map[string]string
	out   io.Writer
}

func NewReaders(names map[string]string) *Readers {
	r := &Readers{queue: make(chan string), names: names}
	go r.loop()
	return r
}

func (r *Readers) loop() {
	for kind := range r.queue {
		r.mu.RLock()
		io.WriteString(r.out, r.names[kind])
		r.mu.RUnlock()
	}
}

func (r *Readers) Publish(kind string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.queue <- kind
}

// A Spare has a second one that receives.
type Spare struct {
	mu    sync.Mutex
	queue chan string
	seen  map[string]int
}

func NewSpare() *Spare {
	s := &Spare{queue: make(chan string), seen: map[string]int{}}
	go s.loop()
	go func() {
		for range s.queue {
		}
	}()
	return s
}

func (s *Spare) loop() {
	for kind := range s.queue {
		s.mu.Lock()
		s.seen[kind]++
		s.mu.Unlock()
	}
}

func (s *Spare) Publish(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue <- kind
}

// A Once does what is awaited before it takes the lock.
type Once struct {
	mu    sync.Mutex
	ready chan struct{}
	n     int
	out   io.Writer
}

func NewOnce(out io.Writer) *Once {
	o := &Once{ready: make(chan struct{}), out: out}
	go o.run()
	return o
}

func (o *Once) run() {
	io.WriteString(o.out, "ready")
	close(o.ready)
	o.mu.Lock()
	o.n++
	io.WriteString(o.out, "counted")
	o.mu.Unlock()
}

func (o *Once) Wait() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	<-o.ready
	return o.n
}

// An Elder gives the lock to others while it waits.
type Elder struct {
	mu      sync.Mutex
	running sync.WaitGroup
	results []error
}

func (e *Elder) Run(f func() error) {
	e.running.Add(1)
	go func() {
		defer e.running.Done()
		err := f()
		e.mu.Lock()
		e.results = append(e.results, err)
		e.mu.Unlock()
	}()
}

func (e *Elder) Results() []error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mu.Unlock()
	e.running.Wait()
	e.mu.Lock()
	return e.results
}

// A Shared channel is one of many boards: who receives from it has another lock.
type Shared struct {
	mu    sync.Mutex
	queue chan string
	seen  map[string]int
	out   io.Writer
}

func NewShared(out io.Writer) (first, second *Shared) {
	queue := make(chan string)
	first = &Shared{queue: queue, seen: map[string]int{}, out: out}
	second = &Shared{queue: queue, seen: map[string]int{}, out: out}
	go second.loop()
	return first, second
}

func (s *Shared) loop() {
	for kind := range s.queue {
		s.count(kind)
	}
}

func (s *Shared) count(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[kind]++
}

// First is called of the first one only.
func (s *Shared) First(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	io.WriteString(s.out, kind)
}

// A Watcher's End takes the lock after it has done what is awaited.
type Watcher struct {
	mu     sync.Mutex
	active int
	idle   chan struct{}
	out    io.Writer
}

func NewWatcher(out io.Writer) *Watcher { return &Watcher{idle: make(chan struct{}), out: out} }

func (w *Watcher) End() {
	close(w.idle)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.active--
	io.WriteString(w.out, "ended")
}

func (w *Watcher) Drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	<-w.idle
}

// A Fast one does without the lock if it can.
type Fast struct {
	mu      sync.Mutex
	running sync.WaitGroup
	failed  []error
	out     io.Writer
}

func (f *Fast) Begin() { f.running.Add(1) }

func (f *Fast) End(err error) {
	if err != nil {
		f.mu.Lock()
		f.failed = append(f.failed, err)
		io.WriteString(f.out, "failed")
		f.mu.Unlock()
	}
	f.running.Done()
}

// Wait doesn't wait with the lock.
func (f *Fast) Wait() []error {
	f.running.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}
