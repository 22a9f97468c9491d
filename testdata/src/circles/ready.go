package circles

import "sync"

// A Lamp's goroutine wants the lock only before it is ready, for which NewLamp waits.
type Lamp struct {
	mu    sync.Mutex
	n     int
	ready chan struct{}
	quit  chan struct{}
	wg    sync.WaitGroup
	once  sync.Once
}

func NewLamp() *Lamp {
	l := &Lamp{ready: make(chan struct{}), quit: make(chan struct{})}
	l.wg.Add(1)
	go l.burn()
	<-l.ready
	return l
}

func (l *Lamp) burn() {
	defer l.wg.Done()
	l.mu.Lock()
	l.n = 1
	l.mu.Unlock()
	close(l.ready)
	<-l.quit
}

// Right: burn has had the lock by now.
func (l *Lamp) Off() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.once.Do(func() { close(l.quit) })
	l.wg.Wait()
}

// A Stove says by a message whether it is lit.
type Stove struct {
	mu   sync.Mutex
	n    int
	quit chan struct{}
	wg   sync.WaitGroup
	once sync.Once
}

func LightStove(light func() error) (*Stove, error) {
	s := &Stove{quit: make(chan struct{})}
	lit := make(chan error, 1)
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		err := light()
		s.mu.Lock()
		s.n++
		s.mu.Unlock()
		lit <- err
		if err == nil {
			<-s.quit
		}
	}()
	if err := <-lit; err != nil {
		return nil, err
	}
	return s, nil
}

// Right: likewise.
func (s *Stove) Off() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once.Do(func() { close(s.quit) })
	s.wg.Wait()
}

// A Torch is ready before its goroutine wants the lock.
type Torch struct {
	mu    sync.Mutex
	n     int
	ready chan struct{}
	quit  chan struct{}
	wg    sync.WaitGroup
	once  sync.Once
}

func NewTorch() *Torch {
	t := &Torch{ready: make(chan struct{}), quit: make(chan struct{})}
	t.wg.Add(1)
	go t.burn()
	<-t.ready
	return t
}

func (t *Torch) burn() {
	defer t.wg.Done()
	close(t.ready)
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	<-t.quit
}

// Wrong: burn may still want it.
func (t *Torch) Off() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.once.Do(func() { close(t.quit) })
	t.wg.Wait() // want "t.wg.Wait blocks forever"
}

// A Candle is ready when its goroutine has had the lock, but NewCandle doesn't wait for that.
type Candle struct {
	mu    sync.Mutex
	n     int
	ready chan struct{}
	quit  chan struct{}
	wg    sync.WaitGroup
	once  sync.Once
}

func NewCandle(isSlow bool) *Candle {
	c := &Candle{ready: make(chan struct{}), quit: make(chan struct{})}
	c.wg.Add(1)
	go c.burn()
	if isSlow {
		<-c.ready
	}
	return c
}

func (c *Candle) burn() {
	defer c.wg.Done()
	c.mu.Lock()
	c.n = 1
	c.mu.Unlock()
	close(c.ready)
	<-c.quit
}

// Wrong: burn may still want it.
func (c *Candle) Off() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.once.Do(func() { close(c.quit) })
	c.wg.Wait() // want "c.wg.Wait blocks forever"
}

// A Fire wants its lock again, when it goes out.
type Fire struct {
	mu    sync.Mutex
	n     int
	ready chan struct{}
	quit  chan struct{}
	wg    sync.WaitGroup
	once  sync.Once
}

func NewFire() *Fire {
	f := &Fire{ready: make(chan struct{}), quit: make(chan struct{})}
	f.wg.Add(1)
	go f.burn()
	<-f.ready
	return f
}

func (f *Fire) burn() {
	defer f.wg.Done()
	f.mu.Lock()
	f.n = 1
	f.mu.Unlock()
	close(f.ready)
	<-f.quit
	f.mu.Lock()
	f.n = 0
	f.mu.Unlock()
}

// Wrong: burn wants it at last.
func (f *Fire) Off() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.once.Do(func() { close(f.quit) })
	f.wg.Wait() // want "f.wg.Wait blocks forever"
}

// A Match may be lit while others have it.
type Match struct {
	mu    sync.Mutex
	n     int
	ready chan struct{}
	quit  chan struct{}
	wg    sync.WaitGroup
	once  sync.Once
}

func NewMatch() *Match { return &Match{ready: make(chan struct{}), quit: make(chan struct{})} }

func (m *Match) Light() {
	m.wg.Add(1)
	go m.burn()
	<-m.ready
}

func (m *Match) burn() {
	defer m.wg.Done()
	m.mu.Lock()
	m.n = 1
	m.mu.Unlock()
	close(m.ready)
	<-m.quit
}

// Wrong: it may have been lit just now.
func (m *Match) Off() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.once.Do(func() { close(m.quit) })
	m.wg.Wait() // want "m.wg.Wait blocks forever"
}
