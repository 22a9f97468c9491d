package besides

import (
	"log"
	"sync"
	"sync/atomic"
)

// A Trip is begun by a call, and ends only if nothing goes wrong: who begins it twice closes twice, so nobody does.
type Trip struct {
	mu    sync.Mutex
	drive func() error
	ended chan struct{}
	err   error
	times int
}

func NewTrip(drive func() error) *Trip {
	return &Trip{drive: drive, ended: make(chan struct{}), times: 1}
}

func (t *Trip) Start() {
	go func() {
		t.mu.Lock()
		t.times++
		t.mu.Unlock()
		if err := t.drive(); err != nil {
			t.err = err
			return
		}
		close(t.ended)
	}()
}

// Wait looks at what has been stored when it has waited.
func (t *Trip) Wait() error {
	<-t.ended // want `receive from t\.ended blocks forever: the goroutine started at begun\.go:23 never closes it after line 27 \(if err != nil from t\.drive\)`
	log.Print(t.times)
	return t.err
}

// HasEnded looks under the lock.
func (t *Trip) HasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}

// A Walk is awaited by the call that begins it, once of all calls.
type Walk struct {
	mu    sync.Mutex
	begun bool
	step  func() error
	home  chan struct{}
}

func NewWalk(step func() error) *Walk { return &Walk{step: step, home: make(chan struct{})} }

func (w *Walk) Go() {
	w.mu.Lock()
	if !w.begun {
		w.begun = true
		go w.walk()
	}
	w.mu.Unlock()
	<-w.home // want `receive from w\.home blocks forever: the goroutine started at begun\.go:68 never closes it after line 75 \(if err != nil from w\.step\)`
}

func (w *Walk) walk() {
	if err := w.step(); err != nil {
		log.Print(err)
		return
	}
	close(w.home)
}

// An Oracle sends one answer for each question, and none if it fails: as many wait as questions have failed, whoever asks.
type Oracle struct {
	think   func(string) (int, error)
	answers chan int
}

func NewOracle(think func(string) (int, error)) *Oracle {
	return &Oracle{think, make(chan int, 1)}
}

func (o *Oracle) Ask(question string) int {
	go func() {
		n, err := o.think(question)
		if err != nil {
			return
		}
		o.answers <- n
	}()
	return <-o.answers // want `receive from o\.answers blocks forever: the goroutine started at begun\.go:93 never sends on it after line 95, and nothing closes it \(if err != nil from o\.think\)`
}

// A Flock has answers of others left, if who asks goes away.
type Flock struct {
	think   func(string) (int, error)
	answers chan int
}

func NewFlock(think func(string) (int, error)) *Flock { return &Flock{think, make(chan int, 8)} }

func (f *Flock) Ask(question string, patient bool) int {
	go func() {
		n, err := f.think(question)
		if err != nil {
			return
		}
		f.answers <- n
	}()
	if !patient {
		return 0
	}
	return <-f.answers
}

// A Feed sends what it has got of what it was told to fetch; who reads it waits for whatever comes.
type Feed struct {
	fetch func(string) (int, error)
	items chan int
}

func NewFeed(fetch func(string) (int, error)) *Feed { return &Feed{fetch, make(chan int, 8)} }

func (f *Feed) Add(name string) {
	go func() {
		n, err := f.fetch(name)
		if err != nil {
			return
		}
		f.items <- n
	}()
}

func (f *Feed) Next() int { return <-f.items }

// An Exchange asks twice for each call, and takes what comes first.
type Exchange struct {
	quote  func(string) (int, error)
	quotes chan int
}

func NewExchange(quote func(string) (int, error)) *Exchange {
	return &Exchange{quote, make(chan int, 2)}
}

func (e *Exchange) Quote(one, other string) int {
	for _, name := range []string{one, other} {
		go e.ask(name)
	}
	return <-e.quotes
}

func (e *Exchange) ask(name string) {
	n, err := e.quote(name)
	if err != nil {
		return
	}
	e.quotes <- n
}

// An Echo sends twice what it has got.
type Echo struct {
	hear  func() (int, error)
	heard chan int
}

func NewEcho(hear func() (int, error)) *Echo { return &Echo{hear, make(chan int, 2)} }

func (e *Echo) Hear() int {
	go func() {
		n, err := e.hear()
		if err != nil {
			return
		}
		e.heard <- n
		e.heard <- n
	}()
	return <-e.heard
}

// A Dial may be tried again: who asks for the error knows that it has failed.
type Dial struct {
	mu   sync.Mutex
	open func() error
	up   chan struct{}
	err  error
}

func NewDial(open func() error) *Dial { return &Dial{open: open, up: make(chan struct{})} }

func (d *Dial) Try() {
	go func() {
		err := d.open()
		d.mu.Lock()
		d.err = err
		d.mu.Unlock()
		if err != nil {
			return
		}
		close(d.up)
	}()
}

func (d *Dial) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

func (d *Dial) Up() { <-d.up }

// A Link may be tried again, too: what it has tried so far is there to be read.
type Link struct {
	open  func() error
	up    chan struct{}
	Tries int
}

func NewLink(open func() error) *Link { return &Link{open: open, up: make(chan struct{})} }

func (l *Link) Try() {
	go func() {
		if err := l.open(); err != nil {
			l.Tries++
			return
		}
		close(l.up)
	}()
}

func (l *Link) Up() { <-l.up }

// A Bridge counts its failures where it opens.
type Bridge struct {
	failures atomic.Int32
	open     func() error
	up       chan struct{}
}

func NewBridge(open func() error) *Bridge { return &Bridge{open: open, up: make(chan struct{})} }

func (b *Bridge) Try() {
	go func() {
		if err := b.lower(); err != nil {
			return
		}
		close(b.up)
	}()
}

func (b *Bridge) lower() error {
	err := b.open()
	if err != nil {
		b.failures.Add(1)
	}
	return err
}

func (b *Bridge) Failures() int { return int(b.failures.Load()) }
func (b *Bridge) Up()           { <-b.up }

// A Gate is opened by the first that succeeds of many.
type Gate struct {
	once sync.Once
	push func() error
	open chan struct{}
}

func NewGate(push func() error) *Gate { return &Gate{push: push, open: make(chan struct{})} }

func (g *Gate) Push() {
	go func() {
		if err := g.push(); err != nil {
			return
		}
		g.once.Do(func() { close(g.open) })
	}()
}

func (g *Gate) Pass() { <-g.open }

// A Door is as well, with a look at whether it is open.
type Door struct {
	mu   sync.Mutex
	push func() error
	open chan struct{}
}

func NewDoor(push func() error) *Door { return &Door{push: push, open: make(chan struct{})} }

func (d *Door) Push() {
	go func() {
		if err := d.push(); err != nil {
			return
		}
		d.mu.Lock()
		select {
		case <-d.open:
		default:
			close(d.open)
		}
		d.mu.Unlock()
	}()
}

func (d *Door) Pass() { <-d.open }

// A Hatch is as well, with a flag.
type Hatch struct {
	isOpen atomic.Bool
	push   func() error
	open   chan struct{}
}

func NewHatch(push func() error) *Hatch { return &Hatch{push: push, open: make(chan struct{})} }

func (h *Hatch) Push() {
	go func() {
		if err := h.push(); err != nil {
			return
		}
		if h.isOpen.CompareAndSwap(false, true) {
			close(h.open)
		}
	}()
}

func (h *Hatch) Pass() { <-h.open }

// A Lesson is begun before others are told of it: who has begun it is told whether it has.
type Lesson struct {
	ready sync.WaitGroup
	err   error
	over  chan struct{}
}

func NewLesson() *Lesson { return &Lesson{over: make(chan struct{})} }

func (l *Lesson) Begin(open func() error) error {
	l.ready.Add(1)
	go l.teach(open)
	l.ready.Wait()
	return l.err
}

func (l *Lesson) teach(open func() error) {
	l.err = open()
	l.ready.Done()
	if l.err != nil {
		return
	}
	close(l.over)
}

func (l *Lesson) Attend() { <-l.over }

// A Show gets another channel for each time that it is tried.
type Show struct {
	mu   sync.Mutex
	play func() error
	over chan struct{}
}

func NewShow(play func() error) *Show { return &Show{play: play, over: make(chan struct{})} }

func (s *Show) Begin() {
	go func() {
		if err := s.play(); err != nil {
			return
		}
		close(s.over)
	}()
}

func (s *Show) Again() {
	s.mu.Lock()
	s.over = make(chan struct{})
	s.mu.Unlock()
}

func (s *Show) Watch() { <-s.over }

// A Hunt is over in any case.
type Hunt struct {
	seek func() error
	over chan struct{}
}

func NewHunt(seek func() error) *Hunt { return &Hunt{seek: seek, over: make(chan struct{})} }

func (h *Hunt) Begin() {
	go func() {
		defer close(h.over)
		if err := h.seek(); err != nil {
			return
		}
		log.Print("found")
	}()
}

func (h *Hunt) Wait() { <-h.over }

// A Siege is given up by a call, after which it isn't begun.
type Siege struct {
	mu    sync.Mutex
	ended bool
	storm func() error
	over  chan struct{}
}

func NewSiege(storm func() error) *Siege { return &Siege{storm: storm, over: make(chan struct{})} }

func (s *Siege) Begin() {
	go func() {
		if err := s.storm(); err != nil {
			return
		}
		s.end()
	}()
}

func (s *Siege) GiveUp() { s.end() }

func (s *Siege) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	close(s.over)
}

func (s *Siege) Wait() { <-s.over }

// A Relay has many runners, each of whom ends what is found for his number, and a failed one can be sent again.
type Relay struct {
	mu   sync.Mutex
	runs map[int]*leg
}

type leg struct{ over chan struct{} }

func NewRelay() *Relay { return &Relay{runs: map[int]*leg{}} }

func (r *Relay) Leg(n int) *leg {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.runs[n]
	if l == nil {
		l = &leg{make(chan struct{})}
		r.runs[n] = l
	}
	return l
}

func (r *Relay) Send(n int, run func() error) {
	go func() {
		if err := run(); err != nil {
			return
		}
		l := r.Leg(n)
		r.mu.Lock()
		delete(r.runs, n)
		r.mu.Unlock()
		close(l.over)
	}()
}

func (r *Relay) Wait(n int) { <-r.Leg(n).over }

// A Chorus sends as often as it has singers.
type Chorus struct {
	sing   func() (int, error)
	voices chan int
}

func NewChorus(sing func() (int, error)) *Chorus { return &Chorus{sing, make(chan int, 3)} }

func (c *Chorus) Sing() int {
	go func() {
		n, err := c.sing()
		if err != nil {
			return
		}
		for range 3 {
			c.voices <- n
		}
	}()
	return <-c.voices
}

// A Choir sings until one has failed.
type Choir struct {
	sing   func() (int, error)
	voices chan int
}

func NewChoir(sing func() (int, error)) *Choir { return &Choir{sing, make(chan int, 3)} }

func (c *Choir) Sing() int {
	go func() {
		for range 3 {
			n, err := c.sing()
			if err != nil {
				return
			}
			c.voices <- n
		}
	}()
	return <-c.voices
}

// A Sluice lifts the first boat that isn't through, until it is.
type Sluice struct {
	lift  func() error
	boats []*boat
}

type boat struct{ through chan struct{} }

func NewSluice(lift func() error) *Sluice {
	s := &Sluice{lift: lift}
	for range 3 {
		s.boats = append(s.boats, &boat{make(chan struct{})})
	}
	return s
}

func (s *Sluice) Lift() {
	go func() {
		b := s.first()
		if err := s.lift(); err != nil {
			return
		}
		close(b.through)
	}()
}

func (s *Sluice) first() *boat {
	n := 0
	for n < len(s.boats)-1 && s.boats[n].isThrough() {
		n++
	}
	return s.boats[n]
}

func (b *boat) isThrough() bool {
	select {
	case <-b.through:
		return true
	default:
		return false
	}
}

func (s *Sluice) Wait() {
	for _, b := range s.boats {
		<-b.through
	}
}

// A Dive is waited for only by those who say that it hasn't failed.
type Dive struct {
	sink func() error
	up   chan struct{}
}

func NewDive(sink func() error) *Dive { return &Dive{sink, make(chan struct{})} }

func (d *Dive) Begin() {
	go func() {
		if err := d.sink(); err != nil {
			return
		}
		close(d.up)
	}()
}

func (d *Dive) Surface(isFine bool) {
	if isFine {
		d.wait()
	}
}

func (d *Dive) wait() { <-d.up }

// A Climb writes down how far it has come, for all to read.
type Climb struct {
	notes sync.Map
	climb func() error
	top   chan struct{}
}

func NewClimb(climb func() error) *Climb { return &Climb{climb: climb, top: make(chan struct{})} }

func (c *Climb) Begin() {
	go func() {
		err := c.climb()
		c.notes.Store("error", err)
		if err != nil {
			return
		}
		close(c.top)
	}()
}

func (c *Climb) Note() (any, bool) { return c.notes.Load("error") }
func (c *Climb) Top()              { <-c.top }

// A Sail says how far it has come, so that it may be tried again.
type Sail struct {
	hoist    func() error
	failures chan error
	up       chan struct{}
}

func NewSail(hoist func() error) *Sail {
	return &Sail{hoist, make(chan error, 1), make(chan struct{})}
}

func (s *Sail) Try() {
	go func() {
		if err := s.try(); err != nil {
			return
		}
		close(s.up)
	}()
}

func (s *Sail) try() error {
	err := s.hoist()
	if err != nil {
		select {
		case s.failures <- err:
		default:
		}
	}
	return err
}

func (s *Sail) Failed() bool {
	select {
	case <-s.failures:
		return true
	default:
		return false
	}
}

func (s *Sail) Up() { <-s.up }

// A troop is asked whether all of its goroutines have ended, and whether one has succeeded: another one is begun if none has.
type troop struct {
	running sync.WaitGroup
	dial    func() error
	up      chan struct{}
}

func NewTroop(dial func() error) *troop { return &troop{dial: dial, up: make(chan struct{})} }

func (t *troop) Try() {
	t.running.Add(1)
	go func() {
		defer t.running.Done()
		if err := t.dial(); err != nil {
			return
		}
		close(t.up)
	}()
}

func (t *troop) HaveEnded() { t.running.Wait() }

func (t *troop) Wait() { <-t.up }
