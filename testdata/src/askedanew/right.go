package askedanew

import "sync"

// A Valve is never shut again: who has found it open finds it open.
type Valve struct {
	mu   sync.Mutex
	open bool
	n    int
	f    func()
}

func (v *Valve) Open() {
	v.mu.Lock()
	v.open = true
	v.mu.Unlock()
}

func (v *Valve) Use() {
	v.mu.Lock()
	if !v.open {
		v.mu.Unlock()
		return
	}
	v.mu.Unlock()
	v.f()
	v.mu.Lock()
	if !v.open {
		return // never
	}
	v.n++
	v.mu.Unlock()
}

// A Door asks once more with the same lock.
type Door struct {
	mu   sync.Mutex
	shut bool
	n    int
}

func (d *Door) Shut() {
	d.mu.Lock()
	d.shut = true
	d.mu.Unlock()
}

func (d *Door) Pass() {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
	}
	if d.shut {
		return
	}
	d.n++
	d.mu.Unlock()
}

// A Baton hands over its own lock by a message.
type Baton struct {
	mu   sync.Mutex
	done bool
	n    int
	f    func()
}

func (b *Baton) Finish() {
	b.mu.Lock()
	b.done = true
	b.mu.Unlock()
}

func (b *Baton) Run() {
	b.mu.Lock()
	if b.done {
		b.mu.Unlock()
		return
	}
	b.mu.Unlock()
	b.f()
	ran := make(chan struct{}, 1)
	go func() {
		<-ran
		b.n++
		b.mu.Unlock()
	}()
	b.mu.Lock()
	if b.done {
		ran <- struct{}{}
		return
	}
	b.mu.Unlock()
	b.mu.Lock()
	ran <- struct{}{}
}

// A Latch is set by nobody but the one who asks.
type Latch struct {
	mu  sync.Mutex
	set bool
	n   int
	f   func()
}

func (l *Latch) Do() {
	l.mu.Lock()
	if l.set {
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	l.f()
	l.mu.Lock()
	if l.set {
		return // never
	}
	l.n++
	l.mu.Unlock()
}

// A Stile is never shut once it was found open, so that who asks again after a wait isn't told otherwise.
type Stile struct {
	mu   sync.Mutex
	turn *sync.Cond
	open bool
	n    int
}

func NewStile() *Stile {
	s := &Stile{}
	s.turn = sync.NewCond(&s.mu)
	return s
}

func (s *Stile) Open() {
	s.mu.Lock()
	s.open = true
	s.mu.Unlock()
	s.turn.Broadcast()
}

func (s *Stile) Pass() {
	s.mu.Lock()
	if !s.open {
		s.mu.Unlock()
		return
	}
	for s.n > 0 {
		s.turn.Wait()
		if !s.open {
			return // never
		}
	}
	s.n++
	s.mu.Unlock()
}

func (s *Stile) Leave() {
	s.mu.Lock()
	s.n--
	s.mu.Unlock()
	s.turn.Signal()
}
