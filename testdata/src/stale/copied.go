package stale

import "sync"

// A Feed copies its readers with the lock, and sends to them without.
type Feed struct {
	mu      sync.RWMutex
	readers map[int]chan string
	next    int
}

func NewFeed() *Feed { return &Feed{readers: map[int]chan string{}} }

func (f *Feed) Read() (int, <-chan string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next++
	lines := make(chan string, 8)
	f.readers[f.next] = lines
	return f.next, lines
}

func (f *Feed) Leave(reader int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lines, ok := f.readers[reader]; ok {
		delete(f.readers, reader)
		close(lines)
	}
}

func (f *Feed) Publish(line string) {
	f.mu.RLock()
	var all []chan string
	for _, lines := range f.readers {
		all = append(all, lines)
	}
	f.mu.RUnlock()
	for _, lines := range all {
		select { // want `panic: send on closed channel \(lines\), closed at copied\.go:\d+ by a call of \(\*Feed\)\.Leave at the same time`
		case lines <- line:
		default:
		}
	}
}

// A Wire has structs for them, and counts how many there are to copy.
type Wire struct {
	mu        sync.Mutex
	listeners map[string]*ear
}

type ear struct{ in chan string }

type listener struct {
	mu   sync.Mutex
	left bool
	in   chan string
	done chan struct{}
}

func NewWire() *Wire { return &Wire{listeners: map[string]*ear{}} }

func (w *Wire) Listen(name string) <-chan string {
	l := &ear{in: make(chan string, 8)}
	w.mu.Lock()
	w.listeners[name] = l
	w.mu.Unlock()
	return l.in
}

func (w *Wire) Unlisten(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l := w.listeners[name]; l != nil {
		delete(w.listeners, name)
		close(l.in)
	}
}

func (w *Wire) Tell(text string) {
	w.mu.Lock()
	all := make([]*ear, 0, len(w.listeners))
	for _, l := range w.listeners {
		all = append(all, l)
	}
	w.mu.Unlock()
	for _, l := range all {
		l.in <- text // want `panic: send on closed channel \(l\.in\), closed at copied\.go:\d+ by a call of \(\*Wire\)\.Unlisten at the same time`
	}
}

// A Turned wire lets nobody leave as long as it tells something.
type Turned struct {
	telling, mu sync.Mutex
	listeners   map[string]*listener
}

func NewTurned() *Turned { return &Turned{listeners: map[string]*listener{}} }

func (g *Turned) Listen(name string) <-chan string {
	l := &listener{in: make(chan string, 8)}
	g.mu.Lock()
	g.listeners[name] = l
	g.mu.Unlock()
	return l.in
}

func (g *Turned) Unlisten(name string) {
	g.telling.Lock()
	defer g.telling.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.listeners[name]; l != nil {
		delete(g.listeners, name)
		close(l.in)
	}
}

func (g *Turned) Tell(text string) {
	g.telling.Lock()
	defer g.telling.Unlock()
	g.mu.Lock()
	var all []*listener
	for _, l := range g.listeners {
		all = append(all, l)
	}
	g.mu.Unlock()
	for _, l := range all {
		l.in <- text
	}
}

// A Marked wire asks each listener, with the lock of that.
type Marked struct {
	mu        sync.Mutex
	listeners map[string]*listener
}

func NewMarked() *Marked { return &Marked{listeners: map[string]*listener{}} }

func (m *Marked) Listen(name string) <-chan string {
	l := &listener{in: make(chan string, 8)}
	m.mu.Lock()
	m.listeners[name] = l
	m.mu.Unlock()
	return l.in
}

func (m *Marked) Unlisten(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.listeners[name]; l != nil {
		delete(m.listeners, name)
		l.mu.Lock()
		l.left = true
		close(l.in)
		l.mu.Unlock()
	}
}

func (m *Marked) Tell(text string) {
	m.mu.Lock()
	var all []*listener
	for _, l := range m.listeners {
		all = append(all, l)
	}
	m.mu.Unlock()
	for _, l := range all {
		l.mu.Lock()
		if !l.left {
			l.in <- text
		}
		l.mu.Unlock()
	}
}

// A Last word goes to those who are taken out for it.
type Last struct {
	mu      sync.Mutex
	readers map[int]chan string
}

func NewLast() *Last { return &Last{readers: map[int]chan string{}} }

func (l *Last) Read(reader int) <-chan string {
	lines := make(chan string, 8)
	l.mu.Lock()
	l.readers[reader] = lines
	l.mu.Unlock()
	return lines
}

func (l *Last) Leave(reader int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lines, ok := l.readers[reader]; ok {
		delete(l.readers, reader)
		close(lines)
	}
}

func (l *Last) Word(word string) {
	l.mu.Lock()
	var all []chan string
	for reader, lines := range l.readers {
		all = append(all, lines)
		delete(l.readers, reader)
	}
	l.mu.Unlock()
	for _, lines := range all {
		lines <- word
	}
}

// An Open wire closes another channel than the one on which it sends.
type Open struct {
	mu        sync.Mutex
	listeners map[string]*listener
}

func NewOpen() *Open { return &Open{listeners: map[string]*listener{}} }

func (o *Open) Listen(name string) *listener {
	l := &listener{in: make(chan string, 8), done: make(chan struct{})}
	o.mu.Lock()
	o.listeners[name] = l
	o.mu.Unlock()
	return l
}

func (o *Open) Unlisten(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if l := o.listeners[name]; l != nil {
		delete(o.listeners, name)
		close(l.done)
	}
}

func (o *Open) Tell(text string) {
	o.mu.Lock()
	var all []*listener
	for _, l := range o.listeners {
		all = append(all, l)
	}
	o.mu.Unlock()
	for _, l := range all {
		select {
		case l.in <- text:
		case <-l.done:
		}
	}
}

// Who leaves a Pinned wire waits until nobody sends, which who calls the sender says.
type Pinned struct {
	mu      sync.Mutex
	sending int
	readers map[int]chan string
}

func NewPinned() *Pinned { return &Pinned{readers: map[int]chan string{}} }

func (p *Pinned) Join(reader int) <-chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := make(chan string, 8)
	p.readers[reader] = lines
	return lines
}

func (p *Pinned) pin(by int) {
	p.mu.Lock()
	p.sending += by
	p.mu.Unlock()
}

func (p *Pinned) tell(text string) {
	p.mu.Lock()
	var all []chan string
	for _, lines := range p.readers {
		all = append(all, lines)
	}
	p.mu.Unlock()
	for _, lines := range all {
		select {
		case lines <- text:
		default:
		}
	}
}

func (p *Pinned) Tell(text string) {
	p.pin(1)
	p.tell(text)
	p.pin(-1)
}

func (p *Pinned) Leave(reader int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sending > 0 {
		return false
	}
	if lines, ok := p.readers[reader]; ok {
		delete(p.readers, reader)
		close(lines)
	}
	return true
}
