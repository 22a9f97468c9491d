package unwoken

import (
	"sync"
	"time"
)

// A loom is told to stop by who waits for it.
type Loom struct {
	mu      sync.Mutex
	spun    *sync.Cond
	threads []int
	stopped bool
	weaving sync.WaitGroup
}

func NewLoom() *Loom {
	l := &Loom{}
	l.spun = sync.NewCond(&l.mu)
	l.weaving.Add(1)
	go l.weave()
	return l
}

func (l *Loom) weave() {
	defer l.weaving.Done()
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.stopped {
		for len(l.threads) == 0 && !l.stopped {
			l.spun.Wait()
		}
		l.threads = nil
	}
}

func (l *Loom) Spin(thread int) {
	l.mu.Lock()
	l.threads = append(l.threads, thread)
	l.mu.Unlock()
	l.spun.Signal()
}

func (l *Loom) stop() {
	l.mu.Lock()
	l.stopped = true
	l.mu.Unlock()
	l.spun.Broadcast()
}

func (l *Loom) Close() {
	l.stop()
	l.weaving.Wait()
}

// A lamp is looked at now and then, by a goroutine that wakes who waits.
type Lamp struct {
	mu     sync.Mutex
	looked *sync.Cond
	out    bool
	lit    sync.WaitGroup
}

func NewLamp() *Lamp {
	l := &Lamp{}
	l.looked = sync.NewCond(&l.mu)
	l.lit.Add(1)
	go l.burn()
	go l.look()
	return l
}

func (l *Lamp) look() {
	for range time.Tick(time.Second) {
		l.looked.Broadcast()
	}
}

func (l *Lamp) burn() {
	defer l.lit.Done()
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.out {
		l.looked.Wait()
	}
}

func (l *Lamp) Close() {
	l.mu.Lock()
	l.out = true
	l.mu.Unlock()
	l.lit.Wait()
}

// A shop lets in one customer at a time: who goes tells the next one.
type Shop struct {
	mu    sync.Mutex
	left  *sync.Cond
	taken bool
}

func NewShop() *Shop {
	s := &Shop{taken: true}
	s.left = sync.NewCond(&s.mu)
	return s
}

func (s *Shop) Enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.taken {
		s.left.Wait()
	}
	s.taken = true
}

func (s *Shop) Leave() {
	s.mu.Lock()
	s.taken = false
	s.mu.Unlock()
	s.left.Signal()
}

// A relay has several runners, each of whom sends the next one home.
type Relay struct {
	mu    sync.Mutex
	home  *sync.Cond
	over  bool
	field sync.WaitGroup
}

func NewRelay(runners int) *Relay {
	r := &Relay{}
	r.home = sync.NewCond(&r.mu)
	for i := 0; i < runners; i++ {
		r.field.Add(1)
		go r.run()
	}
	return r
}

func (r *Relay) run() {
	defer r.field.Done()
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.over {
		r.home.Wait()
	}
	r.home.Signal()
}

func (r *Relay) Close() {
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	r.home.Signal()
	r.field.Wait()
}

// A solo has one singer, so that one wakeup is enough.
type Solo struct {
	mu      sync.Mutex
	turn    *sync.Cond
	over    bool
	singing sync.WaitGroup
}

func NewSolo() *Solo {
	s := &Solo{}
	s.turn = sync.NewCond(&s.mu)
	for range 1 {
		s.singing.Add(1)
		go s.sing()
	}
	return s
}

func (s *Solo) sing() {
	defer s.singing.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over {
		s.turn.Wait()
	}
}

func (s *Solo) Close() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.turn.Signal()
	s.singing.Wait()
}

// A party is over when all guests have gone; the clock that is set when it begins says so, and the one who closes it has no guests
// to wait for unless it has begun.
type Party struct {
	mu     sync.Mutex
	gone   *sync.Cond
	guests int
	closed bool
	clean  sync.WaitGroup
}

func NewParty() *Party {
	p := &Party{}
	p.gone = sync.NewCond(&p.mu)
	p.clean.Add(1)
	go p.cleanUp()
	return p
}

// cleanUp waits for guests who are there: they go.
func (p *Party) cleanUp() {
	defer p.clean.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.guests > 0 && !p.closed {
		p.gone.Wait()
	}
}

func (p *Party) Come() {
	p.mu.Lock()
	p.guests++
	p.mu.Unlock()
}

func (p *Party) Go() {
	p.mu.Lock()
	p.guests--
	p.mu.Unlock()
	p.gone.Signal()
}

func (p *Party) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.clean.Wait()
}

// A stove has its first log put in before anybody has it.
type Stove struct {
	mu     sync.Mutex
	fed    *sync.Cond
	logs   []string
	cold   bool
	burned sync.WaitGroup
}

func NewStove(log string) *Stove {
	s := &Stove{}
	s.fed = sync.NewCond(&s.mu)
	s.burned.Add(1)
	go s.burn()
	s.Feed(log)
	return s
}

func (s *Stove) burn() {
	defer s.burned.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.logs) == 0 && !s.cold {
		s.fed.Wait()
	}
}

func (s *Stove) Feed(log string) {
	s.mu.Lock()
	s.logs = append(s.logs, log)
	s.mu.Unlock()
	s.fed.Signal()
}

func (s *Stove) Close() {
	s.mu.Lock()
	s.cold = true
	s.mu.Unlock()
	s.burned.Wait()
}

// A scale waits for weights only where there is something to weigh, which there isn't in a new one.
type Scale struct {
	mu      sync.Mutex
	moved   *sync.Cond
	level   bool
	idle    bool
	weighed sync.WaitGroup
}

func NewScale() *Scale {
	s := &Scale{idle: true}
	s.moved = sync.NewCond(&s.mu)
	s.weighed.Add(1)
	go s.weigh()
	return s
}

func (s *Scale) weigh() {
	defer s.weighed.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.level && !s.idle {
		s.moved.Wait()
	}
}

func (s *Scale) Put() {
	s.mu.Lock()
	s.idle = false
	s.mu.Unlock()
	s.moved.Signal()
}

func (s *Scale) Close() {
	s.mu.Lock()
	s.level = true
	s.mu.Unlock()
	s.weighed.Wait()
}

// A bell is closed by who doesn't wait if nobody has rung it yet.
type Bell struct {
	mu     sync.Mutex
	rung   *sync.Cond
	pulls  int
	silent bool
	ended  sync.WaitGroup
}

func NewBell() *Bell {
	b := &Bell{}
	b.rung = sync.NewCond(&b.mu)
	b.ended.Add(1)
	go b.ring()
	return b
}

func (b *Bell) ring() {
	defer b.ended.Done()
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.pulls == 0 && !b.silent {
		b.rung.Wait()
	}
}

func (b *Bell) Pull() {
	b.mu.Lock()
	b.pulls++
	b.mu.Unlock()
	b.rung.Broadcast()
}

func (b *Bell) Finish() {
	b.mu.Lock()
	b.silent = true
	pulls := b.pulls
	b.mu.Unlock()
	if pulls > 0 {
		b.ended.Wait()
	}
}

// Who stops a Granary wakes those who wait at its chute in a function that he calls.
type Granary struct{ chute chute }

type chute struct {
	mu     sync.Mutex
	filled *sync.Cond
	sacks  int
	closed bool
}

func NewGranary() *Granary {
	m := &Granary{}
	m.chute.filled = sync.NewCond(&m.chute.mu)
	return m
}

func (h *chute) Take() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.sacks == 0 && !h.closed {
		h.filled.Wait()
	}
	return !h.closed
}

func (h *chute) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

func (m *Granary) Grind() bool { return m.chute.Take() }

func (m *Granary) Stop() {
	m.chute.Close()
	m.stopped()
}

func (m *Granary) stopped() { m.chute.filled.Broadcast() }

// A Dovecote is woken by a function that a variable holds, or one for all that can be woken.
type Dovecote struct {
	mu     sync.Mutex
	landed *sync.Cond
	birds  int
	closed bool
}

func NewDovecote() *Dovecote {
	l := &Dovecote{}
	l.landed = sync.NewCond(&l.mu)
	return l
}

func (l *Dovecote) Wait() {
	l.mu.Lock()
	for l.birds == 0 && !l.closed {
		l.landed.Wait()
	}
	l.mu.Unlock()
}

var shout = func(c *sync.Cond) { c.Broadcast() }

func (l *Dovecote) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	shout(l.landed)
}

// A Pantry is filled when it is made.
type Pantry struct {
	mu      sync.Mutex
	changed *sync.Cond
	open    bool
	closed  bool
}

func NewPantry() *Pantry {
	l := &Pantry{}
	l.changed = sync.NewCond(&l.mu)
	l.reset()
	return l
}

func (l *Pantry) reset() { l.open = true }

func (l *Pantry) Enter() {
	l.mu.Lock()
	for !l.open && !l.closed {
		l.changed.Wait()
	}
	l.mu.Unlock()
}

func (l *Pantry) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
}
