package selfawaited

import (
	"io"
	"sync"
)

// A Pump is stopped once, be it by what it runs.
type Pump struct {
	from    io.Reader
	stopped chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (p *Pump) Run() {
	p.running.Add(1)
	go p.turn()
}

func (p *Pump) turn() {
	defer p.running.Done()
	if _, err := io.Copy(io.Discard, p.from); err != nil {
		p.Stop()
	}
}

// Stop stops it, and waits until it stands still.
func (p *Pump) Stop() {
	p.once.Do(func() {
		close(p.stopped)
		p.running.Wait() // want `p\.running\.Wait blocks forever and leaks the goroutine: this goroutine itself is the one to call Done \(if err != nil from io\.Copy\)`
	})
}

// A Feed tells its readers, and says by a method that it has ended.
type Feed struct {
	from    func() (string, error)
	mu      sync.Mutex
	readers []chan string
	closed  chan struct{}
	once    sync.Once
	ended   sync.WaitGroup
}

// NewFeed starts one.
func NewFeed(from func() (string, error)) *Feed {
	f := &Feed{from: from, closed: make(chan struct{})}
	f.ended.Add(1)
	go f.run()
	return f
}

func (f *Feed) leave() {
	println("left")
	f.ended.Done()
}

func (f *Feed) run() {
	defer f.leave()
	for {
		news, err := f.from()
		if err == io.EOF {
			f.Close()
			return
		}
		if err != nil {
			continue
		}
		f.mu.Lock()
		readers := append([]chan string(nil), f.readers...)
		f.mu.Unlock()
		for _, r := range readers {
			select {
			case r <- news:
			case <-f.closed:
				return
			}
		}
	}
}

// Subscribe returns what is news.
func (f *Feed) Subscribe() <-chan string {
	r := make(chan string, 1)
	f.mu.Lock()
	f.readers = append(f.readers, r)
	f.mu.Unlock()
	return r
}

// Close ends it.
func (f *Feed) Close() {
	f.once.Do(func() {
		close(f.closed)
		f.ended.Wait() // want `f\.ended\.Wait blocks forever and leaks the goroutine: this goroutine itself is the one to call Done`
	})
}

// A Fan is stopped by others, too, but what it runs has said before that it has.
type Fan struct {
	from    io.Reader
	stopped chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (f *Fan) Run() {
	f.running.Add(1)
	go f.turn()
}

func (f *Fan) rest() { f.running.Done() }

func (f *Fan) turn() {
	_, err := io.Copy(io.Discard, f.from)
	f.rest()
	if err != nil {
		f.Stop()
	}
}

// Stop stops it.
func (f *Fan) Stop() {
	f.once.Do(func() {
		close(f.stopped)
		f.running.Wait()
	})
}

// A Mill has its Once run something else before.
type Mill struct {
	from    io.Reader
	stopped chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (m *Mill) Run() {
	m.running.Add(1)
	go m.turn()
}

func (m *Mill) turn() {
	defer m.running.Done()
	if _, err := io.Copy(io.Discard, m.from); err != nil {
		m.once.Do(func() { close(m.stopped) })
		m.Stop()
	}
}

// Stop stops it.
func (m *Mill) Stop() {
	m.once.Do(func() {
		close(m.stopped)
		m.running.Wait()
	})
}

// A Plant has one Once for all its machines: the first to stop stops the plant, and others find that done.
type Plant struct{ once sync.Once }

// A Machine is one of a plant.
type Machine struct {
	plant   *Plant
	from    io.Reader
	running sync.WaitGroup
}

// Run starts it.
func (m *Machine) Run() {
	m.running.Add(1)
	go func() {
		defer m.running.Done()
		if _, err := io.Copy(io.Discard, m.from); err != nil {
			m.Stop()
		}
	}()
}

// Stop stops the plant.
func (m *Machine) Stop() {
	m.plant.once.Do(func() { m.running.Wait() })
}

// A Wheel is stopped by somebody beside.
type Wheel struct {
	from    io.Reader
	stopped chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (w *Wheel) Run() {
	w.running.Add(1)
	go func() {
		defer w.running.Done()
		if _, err := io.Copy(io.Discard, w.from); err != nil {
			w.Stop()
		}
	}()
}

// Stop stops it.
func (w *Wheel) Stop() {
	w.once.Do(func() {
		close(w.stopped)
		go func() {
			w.running.Wait()
			println("stands still")
		}()
	})
}

// A Lathe waits only if it is told to.
type Lathe struct {
	from    io.Reader
	stopped chan struct{}
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (l *Lathe) Run() {
	l.running.Add(1)
	go func() {
		defer l.running.Done()
		if _, err := io.Copy(io.Discard, l.from); err != nil {
			l.stop(false)
		}
	}()
}

// Stop stops it.
func (l *Lathe) Stop() { l.stop(true) }

func (l *Lathe) stop(wait bool) {
	l.once.Do(func() {
		close(l.stopped)
		if wait {
			l.running.Wait()
		}
	})
}

// A Belt counts itself out for the time that it waits.
type Belt struct {
	from    io.Reader
	once    sync.Once
	running sync.WaitGroup
}

// Run starts it.
func (b *Belt) Run() {
	b.running.Add(1)
	go b.turn()
}

func (b *Belt) out() { b.running.Done() }

func (b *Belt) turn() {
	defer b.out()
	if _, err := io.Copy(io.Discard, b.from); err != nil {
		b.out()
		b.once.Do(func() { b.running.Wait() })
		b.running.Add(1)
	}
}
