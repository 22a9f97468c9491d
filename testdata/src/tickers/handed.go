package tickers

import (
	"sync"
	"time"
)

// A Rota has a ticker for each task, and stops them all.
type Rota struct {
	mu      sync.Mutex
	running map[string]*time.Ticker
}

func NewRota() *Rota { return &Rota{running: make(map[string]*time.Ticker)} }

func (r *Rota) Start(name string, task func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	tick := time.NewTicker(time.Second)
	r.run(tick, task)
	r.running[name] = tick
}

func (r *Rota) run(tick *time.Ticker, task func()) {
	go func() {
		for range tick.C { // want `receive from tick\.C blocks forever and leaks the goroutine: nothing comes from it after tick\.Stop at line \d+, which doesn't close it`
			task()
		}
	}()
}

func (r *Rota) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, tick := range r.running {
		tick.Stop()
	}
	r.running = make(map[string]*time.Ticker)
}

// Right: each may be set going again.
type Paused struct {
	mu      sync.Mutex
	running map[string]*time.Ticker
}

func NewPaused() *Paused { return &Paused{running: make(map[string]*time.Ticker)} }

func (p *Paused) Start(name string, task func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tick := time.NewTicker(time.Second)
	p.run(tick, task)
	p.running[name] = tick
}

func (p *Paused) run(tick *time.Ticker, task func()) {
	go func() {
		for range tick.C {
			task()
		}
	}()
}

func (p *Paused) Pause(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tick, ok := p.running[name]; ok {
		tick.Stop()
	}
}

func (p *Paused) Resume(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tick, ok := p.running[name]; ok {
		tick.Reset(time.Second)
	}
}

// Right: who sees the map may do what he likes to them.
type Listed struct{ running map[string]*time.Ticker }

func NewListed() *Listed { return &Listed{running: make(map[string]*time.Ticker)} }

func (l *Listed) Start(name string, task func()) {
	tick := time.NewTicker(time.Second)
	l.run(tick, task)
	l.running[name] = tick
}

func (l *Listed) run(tick *time.Ticker, task func()) {
	go func() {
		for range tick.C {
			task()
		}
	}()
}

func (l *Listed) All() map[string]*time.Ticker { return l.running }

func (l *Listed) Stop() {
	for _, tick := range l.running {
		tick.Stop()
	}
}

// Pulse beats until it is stopped by who has started it: by what start returns.
func Pulse(task, during func()) {
	tick, err := start(task)
	if err != nil {
		return
	}
	during()
	tick.Stop()
}

func start(task func()) (*time.Ticker, error) {
	tick := time.NewTicker(time.Second)
	go func() {
		for range tick.C { // want `receive from tick\.C blocks forever and leaks the goroutine: nothing comes from it after tick\.Stop at line \d+, which doesn't close it`
			task()
		}
	}()
	return tick, nil
}

// Right: a hand is stopped, too, but its function is used elsewhere, by whoever likes.
func Hand(task, during func(), use func(func(func()) *time.Ticker)) {
	use(begin)
	tick := begin(task)
	during()
	tick.Stop()
}

func begin(task func()) *time.Ticker {
	tick := time.NewTicker(time.Second)
	go func() {
		for range tick.C {
			task()
		}
	}()
	return tick
}

// Right: a beat is given its ticker by others as well, whose they stay.
func Beat(tick *time.Ticker, task func()) {
	go func() {
		for range tick.C {
			task()
		}
	}()
}

func Beaten(task, during func()) {
	tick := time.NewTicker(time.Second)
	Beat(tick, task)
	during()
	tick.Stop()
}

// Right: it is stopped only before anybody ranges over it.
type dial struct{ tick *time.Ticker }

func Dial(check func() error, task func()) (*dial, error) {
	d := &dial{tick: time.NewTicker(time.Second)}
	if err := check(); err != nil {
		d.drop()
		return nil, err
	}
	go func() {
		for range d.tick.C {
			task()
		}
	}()
	return d, nil
}

func (d *dial) drop() { d.tick.Stop() }

// Right: who ranges over it has it stopped when he leaves.
func Watch(look func() error) {
	tick := time.NewTicker(time.Second)
	drop := func() { tick.Stop() }
	go func() {
		for range tick.C {
			if look() != nil {
				drop()
				return
			}
		}
	}()
}

// Right: in each turn it is either stopped, or ranged over.
func Turns(kinds []bool, task func()) {
	for _, lasts := range kinds {
		tick := time.NewTicker(time.Second)
		if lasts {
			rangeOver(tick, task)
			continue
		}
		<-tick.C
		task()
		tick.Stop()
	}
}

func rangeOver(tick *time.Ticker, task func()) {
	go func() {
		for range tick.C {
			task()
		}
	}()
}
