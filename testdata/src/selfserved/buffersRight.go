package selfserved

import (
	"errors"
	"sync"
	"time"
)

var errFull = errors.New("full")

// Metered lets in no more jobs than there is room for, with the one that is done.
type Metered struct {
	jobs  chan func() error
	slots chan struct{}
}

// NewMetered starts one.
func NewMetered() *Metered {
	m := &Metered{jobs: make(chan func() error, 2), slots: make(chan struct{}, 2)}
	go func() {
		for job := range m.jobs {
			if err := job(); err != nil {
				m.jobs <- job
				continue
			}
			<-m.slots
		}
	}()
	return m
}

// Add adds a job when there is a slot.
func (m *Metered) Add(job func() error) {
	m.slots <- struct{}{}
	m.jobs <- job
}

// A Single one serves one caller at a time.
type Single struct {
	mu    sync.Mutex
	jobs  chan func() error
	dones chan bool
}

// NewSingle starts one.
func NewSingle() *Single {
	s := &Single{jobs: make(chan func() error, 1), dones: make(chan bool)}
	go func() {
		for job := range s.jobs {
			if err := job(); err != nil {
				s.jobs <- job
				continue
			}
			s.dones <- true
		}
	}()
	return s
}

// Do does a job.
func (s *Single) Do(job func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs <- job
	<-s.dones
}

// Dropping drops what there is no room for.
type Dropping struct{ steps chan int }

// NewDropping starts one.
func NewDropping() *Dropping {
	d := &Dropping{steps: make(chan int, 1)}
	go func() {
		for n := range d.steps {
			select {
			case d.steps <- n - 1:
			default:
			}
		}
	}()
	return d
}

// Count counts from a number on.
func (d *Dropping) Count(n int) { d.steps <- n }

// A Seed is put in once, and goes round.
type Seed struct {
	steps chan int
	isIn  bool
}

// NewSeed starts one.
func NewSeed() *Seed {
	s := &Seed{steps: make(chan int, 1)}
	go func() {
		for n := range s.steps {
			if n > 0 {
				s.steps <- n - 1
			}
		}
	}()
	return s
}

// Put puts it in, the first time.
func (s *Seed) Put(n int) {
	if s.isIn {
		return
	}
	s.isIn = true
	s.steps <- n
}

// Guarded lets nobody in between.
type Guarded struct {
	mu    sync.Mutex
	steps chan int
}

// NewGuarded starts one.
func NewGuarded() *Guarded {
	g := &Guarded{steps: make(chan int, 1)}
	go func() {
		for {
			g.mu.Lock()
			select {
			case n := <-g.steps:
				g.steps <- n + 1
			default:
			}
			g.mu.Unlock()
			time.Sleep(time.Second)
		}
	}()
	return g
}

// Try counts from a number on, if there is room.
func (g *Guarded) Try(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.steps <- n:
	default:
	}
}

// Pending remembers that it has told itself.
type Pending struct {
	come    chan int
	tick    *time.Ticker
	waiting bool
}

// NewPending starts one.
func NewPending() *Pending {
	p := &Pending{come: make(chan int, 1), tick: time.NewTicker(time.Minute)}
	go func() {
		for {
			select {
			case <-p.tick.C:
				if !p.waiting {
					p.waiting = true
					p.come <- 1
				}
			case <-p.come:
				p.waiting = false
			}
		}
	}()
	return p
}

// Latest has told itself the latest only.
type Latest struct {
	come chan int
	tick *time.Ticker
	sum  int
}

// NewLatest starts one.
func NewLatest() *Latest {
	l := &Latest{come: make(chan int, 1), tick: time.NewTicker(time.Minute)}
	go func() {
		for n := 0; ; n++ {
			select {
			case <-l.tick.C:
				select {
				case <-l.come:
				default:
				}
				l.come <- n
			case m := <-l.come:
				l.sum += m
			}
		}
	}()
	return l
}

// A Roomy one would have to overlook its own messages again and again.
type Roomy struct {
	come chan int
	tick *time.Ticker
	sum  int
}

// NewRoomy starts one.
func NewRoomy() *Roomy {
	r := &Roomy{come: make(chan int, 8), tick: time.NewTicker(time.Minute)}
	go func() {
		for {
			select {
			case <-r.tick.C:
				r.come <- 1
			case m := <-r.come:
				r.sum += m
			}
		}
	}()
	return r
}

// Answered is told once that it may begin.
type Answered struct {
	mu    sync.Mutex
	steps chan int
	begun int
}

// NewAnswered starts one.
func NewAnswered() *Answered {
	a := &Answered{steps: make(chan int, 1)}
	go func() {
		for n := range a.steps {
			if n > 0 {
				a.steps <- n - 1
			}
		}
	}()
	return a
}

// Begin begins, if nobody has.
func (a *Answered) Begin(n int) {
	if a.isFirst() {
		a.steps <- n
	}
}

func (a *Answered) isFirst() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begun++
	return a.begun == 1
}

// Moody sends to itself only when it doesn't look whether it should.
type Moody struct {
	steps chan int
	mode  int
}

// NewMoody starts one.
func NewMoody() *Moody {
	m := &Moody{steps: make(chan int, 1)}
	go func() {
		for n := range m.steps {
			if m.mode == 1 {
				m.again(n)
			}
		}
	}()
	return m
}

func (m *Moody) again(n int) {
	if m.mode == 2 {
		m.steps <- n
	}
}

// Turn sets the mode.
func (m *Moody) Turn(mode int) { m.mode = mode }

// Count counts from a number on.
func (m *Moody) Count(n int) { m.steps <- n }

// A Limit lets in as many as it has been told.
type Limit interface {
	Acquire() error
	Release()
}

// Limited lets in no more jobs than somebody allows.
type Limited struct {
	jobs  chan func() error
	limit Limit
}

// NewLimited starts one.
func NewLimited(limit Limit) *Limited {
	l := &Limited{jobs: make(chan func() error, 4), limit: limit}
	go func() {
		for job := range l.jobs {
			if err := job(); err != nil {
				l.jobs <- job
				continue
			}
			l.limit.Release()
		}
	}()
	return l
}

// Add adds a job, if that is allowed.
func (l *Limited) Add(job func() error) error {
	if err := l.limit.Acquire(); err != nil {
		return err
	}
	l.jobs <- job
	return nil
}

// Counted counts the jobs that it has let in, and takes no more than there is room for.
type Counted struct {
	mu   sync.Mutex
	n    int
	jobs chan func() error
}

// NewCounted starts one.
func NewCounted() *Counted {
	c := &Counted{jobs: make(chan func() error, 4)}
	go func() {
		for job := range c.jobs {
			if err := job(); err != nil {
				c.jobs <- job
				continue
			}
			c.leave()
		}
	}()
	return c
}

// Add adds a job, if there is room.
func (c *Counted) Add(job func() error) error {
	if err := c.enter(); err != nil {
		return err
	}
	c.jobs <- job
	return nil
}

func (c *Counted) enter() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == 4 {
		return errFull
	}
	c.n++
	return nil
}

func (c *Counted) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n--
}

// Rearmed lets its ticker rest until it has heard itself.
type Rearmed struct {
	come chan int
	tick *time.Ticker
	sum  int
}

// NewRearmed starts one.
func NewRearmed() *Rearmed {
	r := &Rearmed{come: make(chan int, 1), tick: time.NewTicker(time.Minute)}
	go func() {
		for {
			select {
			case <-r.tick.C:
				r.rest()
				r.come <- 1
			case m := <-r.come:
				r.sum += m
				r.tick.Reset(time.Minute)
			}
		}
	}()
	return r
}

func (r *Rearmed) rest() { r.tick.Stop() }

// Unasked is no one's but its own: nobody calls what would fill it.
type Unasked struct{ steps chan int }

// NewUnasked starts one.
func NewUnasked() *Unasked {
	u := &Unasked{steps: make(chan int, 1)}
	u.put(1)
	go func() {
		for n := range u.steps {
			if n > 0 {
				u.steps <- n - 1
			}
		}
	}()
	return u
}

func (u *Unasked) put(n int) { u.steps <- n }

// Timed tells itself once that the time has come.
type Timed struct {
	come  chan int
	timer *time.Timer
	sum   int
}

// NewTimed starts one.
func NewTimed() *Timed {
	t := &Timed{come: make(chan int, 1), timer: time.NewTimer(time.Minute)}
	go func() {
		for {
			select {
			case <-t.timer.C:
				t.come <- 1
			case m := <-t.come:
				t.sum += m
			}
		}
	}()
	return t
}

// An errand is run until it has come right, or is given up.
type errand struct {
	jobs chan func() error
	quit chan struct{}
}

func newErrand() *errand {
	e := &errand{jobs: make(chan func() error, 1), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case job := <-e.jobs:
				if err := job(); err != nil {
					e.jobs <- job
				}
			case <-e.quit:
				return
			}
		}
	}()
	return e
}

// Begin begins it.
func (e *errand) Begin(job func() error) { e.jobs <- job }

// Run runs an errand.
func Run(job func() error) {
	e := newErrand()
	e.Begin(job)
	close(e.quit)
}

// Tokened lets in as many as there are tokens.
type Tokened struct {
	jobs   chan func() error
	tokens chan struct{}
}

// NewTokened starts one.
func NewTokened() *Tokened {
	s := &Tokened{jobs: make(chan func() error, 2), tokens: make(chan struct{}, 2)}
	go func() {
		for job := range s.jobs {
			if err := job(); err != nil {
				s.jobs <- job
				continue
			}
			<-s.tokens
		}
	}()
	return s
}

// Add adds a job if there is a token.
func (s *Tokened) Add(job func() error) bool {
	select {
	case s.tokens <- struct{}{}:
	default:
		return false
	}
	s.jobs <- job
	return true
}

// An Opener sends itself what comes first before anybody has it.
type Opener struct {
	steps chan int
	ready chan struct{}
}

// NewOpener starts one.
func NewOpener() *Opener {
	o := &Opener{steps: make(chan int, 1), ready: make(chan struct{})}
	go o.run()
	<-o.ready
	return o
}

func (o *Opener) run() {
	o.steps <- 0
	close(o.ready)
	for range o.steps {
	}
}

// Add adds a step.
func (o *Opener) Add(n int) { o.steps <- n }

// A Mirror sends what is below zero once more, and gets no such thing.
type Mirror struct{ steps chan int }

// NewMirror starts one.
func NewMirror() *Mirror {
	m := &Mirror{steps: make(chan int, 1)}
	go func() {
		for n := range m.steps {
			if n < 0 {
				m.steps <- -n
			}
		}
	}()
	return m
}

// Add adds what isn't below zero.
func (m *Mirror) Add(n uint8) { m.steps <- int(n) }

// A Marked one tells itself once until it has got that.
type Marked struct {
	come chan int
	tick *time.Ticker
	mark func() error
	told map[string]bool
}

// NewMarked starts one.
func NewMarked() *Marked {
	m := &Marked{come: make(chan int, 1), tick: time.NewTicker(time.Second), told: map[string]bool{}}
	go m.run()
	return m
}

func (m *Marked) run() {
	for {
		select {
		case <-m.tick.C:
			if err := m.begin("it"); err == nil {
				m.tell()
			}
		case <-m.come:
			delete(m.told, "it")
		}
	}
}

func (m *Marked) begin(what string) error {
	if m.told[what] {
		return errTold
	}
	m.told[what] = true
	return nil
}

var errTold = errors.New("told already")

func (m *Marked) tell() { m.come <- 1 }

// A Buffered one has room for what it sends itself, if callers know what they may send it.
type Buffered struct{ steps chan int }

// NewBuffered starts one.
func NewBuffered() *Buffered {
	b := &Buffered{steps: make(chan int, 1)}
	go func() {
		for n := range b.steps {
			if n > 0 {
				b.steps <- n - 1
			}
		}
	}()
	return b
}

// Count counts from a number on.
func (b *Buffered) Count(n int) { b.steps <- n }

type attempt struct {
	do    func() error
	again bool
}

// A Repeater does again what is to be done twice, and callers ask for nothing of the kind.
type Repeater struct{ attempts chan *attempt }

// NewRepeater starts one.
func NewRepeater() *Repeater {
	r := &Repeater{attempts: make(chan *attempt, 2)}
	go func() {
		for t := range r.attempts {
			if t.again {
				r.attempts <- &attempt{do: t.do}
			}
			t.do()
		}
	}()
	return r
}

// Add adds what is to be done once.
func (r *Repeater) Add(do func() error) { r.attempts <- &attempt{do: do} }

// A Reflector sends what is below zero once more, and gets no such thing, or ends.
type Reflector struct {
	steps chan int
	quit  chan struct{}
}

// NewReflector starts one.
func NewReflector() *Reflector {
	m := &Reflector{steps: make(chan int, 1), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case n := <-m.steps:
				if n < 0 {
					m.steps <- -n
				}
			case <-m.quit:
				return
			}
		}
	}()
	return m
}

// Add adds what isn't below zero.
func (m *Reflector) Add(n uint8) { m.steps <- int(n) }

// Close ends it.
func (m *Reflector) Close() { close(m.quit) }
