package steered

import (
	"sync"
	"time"
)

// A pump receives drops and flushes. While somebody with the lock waits for it to take a drop, nobody makes it flush, as both have
// the valve.
type pump struct {
	valve, mu    sync.Mutex
	level        int
	drops, flush chan int
	dry          chan struct{}
}

func NewPump() *pump {
	p := &pump{drops: make(chan int), flush: make(chan int), dry: make(chan struct{})}
	go p.run()
	return p
}

func (p *pump) run() {
	for {
		select {
		case <-p.drops:
		case n := <-p.flush:
			p.mu.Lock()
			p.level = n
			p.mu.Unlock()
			p.dry <- struct{}{}
		}
	}
}

func (p *pump) Drop(n int) {
	p.valve.Lock()
	defer p.valve.Unlock()
	p.mu.Lock()
	p.drops <- n
	p.mu.Unlock()
}

func (p *pump) Flush() {
	p.valve.Lock()
	defer p.valve.Unlock()
	p.flush <- 0
	<-p.dry
}

// A tap is a pump that doesn't say when it is dry: the valve is given back before.
type tap struct {
	valve, mu    sync.Mutex
	level        int
	drops, flush chan int
}

func NewTap() *tap {
	t := &tap{drops: make(chan int), flush: make(chan int)}
	go t.run()
	return t
}

func (t *tap) run() {
	for {
		select {
		case <-t.drops:
		case n := <-t.flush:
			t.mu.Lock()
			t.level = n
			t.mu.Unlock()
		}
	}
}

func (t *tap) Drop(n int) {
	t.valve.Lock()
	defer t.valve.Unlock()
	t.mu.Lock()
	t.drops <- n // want `send on t.drops blocks forever`
	t.mu.Unlock()
}

func (t *tap) Flush() {
	t.valve.Lock()
	defer t.valve.Unlock()
	t.flush <- 0
}

// A library is sorted by its readers and by one who writes: not at once.
type library struct {
	doors sync.RWMutex
	mu    sync.Mutex
	loans int
	books chan int
	sort  chan chan struct{}
}

func NewLibrary() *library {
	l := &library{books: make(chan int), sort: make(chan chan struct{})}
	go l.run()
	return l
}

func (l *library) run() {
	for {
		select {
		case <-l.books:
		case sorted := <-l.sort:
			l.mu.Lock()
			l.loans = 0
			l.mu.Unlock()
			close(sorted)
		}
	}
}

func (l *library) Return(book int) {
	l.doors.RLock()
	defer l.doors.RUnlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books <- book
}

func (l *library) Sort() {
	sorted := make(chan struct{})
	l.doors.Lock()
	defer l.doors.Unlock()
	l.sort <- sorted
	<-sorted
}

// A kiln waits for its turn at a condition, on both ways.
type kiln struct {
	turn  sync.Mutex
	idle  *sync.Cond
	busy  bool
	mu    sync.Mutex
	heat  int
	clay  chan int
	flame chan int
}

func NewKiln() *kiln {
	k := &kiln{clay: make(chan int), flame: make(chan int)}
	k.idle = sync.NewCond(&k.turn)
	go k.run()
	return k
}

func (k *kiln) begin() {
	k.turn.Lock()
	for k.busy {
		k.idle.Wait()
	}
	k.busy = true
	k.turn.Unlock()
}

func (k *kiln) end() {
	k.turn.Lock()
	k.busy = false
	k.turn.Unlock()
	k.idle.Signal()
}

func (k *kiln) run() {
	for {
		select {
		case <-k.clay:
		case n := <-k.flame:
			k.mu.Lock()
			k.heat = n
			k.mu.Unlock()
			k.end()
		}
	}
}

func (k *kiln) Put(n int) {
	k.begin()
	k.mu.Lock()
	k.clay <- n
	k.mu.Unlock()
	k.end()
}

func (k *kiln) Fire(n int) {
	k.begin()
	k.flame <- n
}

// A choir is tuned before anybody has it.
type choir struct {
	mu           sync.Mutex
	pitch        int
	voices, tune chan int
	tuned        chan struct{}
}

func NewChoir() *choir {
	c := &choir{voices: make(chan int), tune: make(chan int), tuned: make(chan struct{})}
	go c.run()
	c.prepare()
	return c
}

func (c *choir) prepare() {
	c.tune <- 440
	<-c.tuned
}

func (c *choir) run() {
	for {
		select {
		case <-c.voices:
		case n := <-c.tune:
			c.mu.Lock()
			c.pitch = n
			c.mu.Unlock()
			c.tuned <- struct{}{}
		}
	}
}

func (c *choir) Sing() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.voices <- c.pitch
}

// A band is handed out before it is tuned.
type band struct {
	mu           sync.Mutex
	pitch        int
	voices, tune chan int
}

func NewBand() *band {
	b := &band{voices: make(chan int), tune: make(chan int)}
	go b.run()
	b.tune <- 440
	return b
}

func (b *band) run() {
	for {
		select {
		case <-b.voices:
		case n := <-b.tune:
			b.mu.Lock()
			b.pitch = n
			b.mu.Unlock()
		}
	}
}

func (b *band) Play() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.voices <- b.pitch // want `send on b.voices blocks forever`
}

// A race has entries before the start, and laps after it.
type race struct {
	mu            sync.Mutex
	started       bool
	entries, laps chan int
}

func NewRace() *race {
	r := &race{entries: make(chan int), laps: make(chan int)}
	go r.run()
	return r
}

func (r *race) run() {
	for {
		select {
		case <-r.entries:
		case <-r.laps:
			r.mu.Lock()
			r.mu.Unlock()
		}
	}
}

func (r *race) Enter(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.started {
		r.entries <- n
	}
}

func (r *race) Start() {
	r.mu.Lock()
	r.started = true
	r.mu.Unlock()
}

func (r *race) Lap(n int) {
	r.mu.Lock()
	started := r.started
	r.mu.Unlock()
	if started {
		r.laps <- n
	}
}

// A rally has both after the start.
type rally struct {
	mu            sync.Mutex
	started       bool
	entries, laps chan int
}

func NewRally() *rally {
	r := &rally{entries: make(chan int), laps: make(chan int)}
	go r.run()
	return r
}

func (r *rally) run() {
	for {
		select {
		case <-r.entries:
		case <-r.laps:
			r.mu.Lock()
			r.mu.Unlock()
		}
	}
}

func (r *rally) Enter(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.started {
		r.entries <- n // want `send on r.entries blocks forever`
	}
}

func (r *rally) Start() {
	r.mu.Lock()
	r.started = true
	r.mu.Unlock()
}

func (r *rally) Lap(n int) {
	r.mu.Lock()
	started := r.started
	r.mu.Unlock()
	if started {
		r.laps <- n
	}
}

// A relay tries again some time after it has failed, and takes nothing until then.
type relay struct {
	mu       sync.Mutex
	isBroken bool
	parcels  chan int
	failures chan struct{}
}

func NewRelay() *relay {
	r := &relay{parcels: make(chan int), failures: make(chan struct{}, 1)}
	go r.run()
	return r
}

func (r *relay) run() {
	var again <-chan time.Time
	for {
		select {
		case <-r.parcels:
		case <-r.failures:
			again = time.After(time.Second)
		case <-again:
			again = nil
			r.mu.Lock()
			r.isBroken = false
			r.mu.Unlock()
		}
	}
}

func (r *relay) Send(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isBroken {
		r.parcels <- n
	}
}

func (r *relay) Fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isBroken {
		r.isBroken = true
		r.failures <- struct{}{}
	}
}

// A bundler ties up what has come when some time is over since.
type bundler struct {
	mu     sync.Mutex
	bundle []int
	straws chan int
}

func NewBundler() *bundler {
	b := &bundler{straws: make(chan int)}
	go b.run()
	return b
}

func (b *bundler) run() {
	var late <-chan time.Time
	for {
		select {
		case <-b.straws:
			late = time.After(time.Second)
		case <-late:
			late = nil
			b.mu.Lock()
			b.bundle = nil
			b.mu.Unlock()
		}
	}
}

func (b *bundler) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bundle = append(b.bundle, n)
	b.straws <- n // want `send on b.straws blocks forever`
}

// A buoy calls for help when it is adrift, which is known to those who pull at it.
type buoy struct {
	mu     sync.Mutex
	adrift map[string]bool
	sea    string
	pulls  chan int
	loose  chan struct{}
	help   <-chan time.Time
}

func NewBuoy(sea string) *buoy {
	b := &buoy{sea: sea, adrift: map[string]bool{}, pulls: make(chan int), loose: make(chan struct{}, 1)}
	go b.run()
	return b
}

func (b *buoy) run() {
	for {
		select {
		case <-b.pulls:
		case <-b.loose:
			b.help = time.After(time.Second)
		case <-b.help:
			b.help = nil
			b.mu.Lock()
			delete(b.adrift, b.sea)
			b.mu.Unlock()
		}
	}
}

func (b *buoy) Pull(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.adrift[b.sea] {
		b.pulls <- n
	}
}

func (b *buoy) Loosen() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.adrift[b.sea] {
		b.adrift[b.sea] = true
		b.loose <- struct{}{}
	}
}

// A float does the same, with a variable.
type float struct {
	mu     sync.Mutex
	adrift map[string]bool
	sea    string
	pulls  chan int
	loose  chan struct{}
}

func NewFloat(sea string) *float {
	f := &float{sea: sea, adrift: map[string]bool{}, pulls: make(chan int), loose: make(chan struct{}, 1)}
	go f.run()
	return f
}

func (f *float) run() {
	var help <-chan time.Time
	for {
		select {
		case <-f.pulls:
		case <-f.loose:
			help = time.After(time.Second)
		case <-help:
			help = nil
			f.mu.Lock()
			delete(f.adrift, f.sea)
			f.mu.Unlock()
		}
	}
}

func (f *float) Pull(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.adrift[f.sea] {
		f.pulls <- n
	}
}

func (f *float) Loosen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.adrift[f.sea] {
		f.adrift[f.sea] = true
		f.loose <- struct{}{}
	}
}
