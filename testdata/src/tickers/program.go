package tickers

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"time"
)

// A Heart beats as long as the program runs.
type Heart struct {
	beats *time.Ticker
	n     int
}

func NewHeart(d time.Duration) *Heart {
	p := &Heart{beats: time.NewTicker(d)}
	go p.beat()
	return p
}

// Right: who stops the ticker ends the program.
func (p *Heart) beat() {
	for range p.beats.C {
		p.n++
	}
}

func (p *Heart) Exit(code int) {
	p.beats.Stop()
	os.Exit(code)
}

func (p *Heart) stop() { p.beats.Stop() }

func (p *Heart) Fail(err error) {
	p.stop()
	fail(err)
}

func fail(err error) {
	if err == nil {
		os.Exit(0)
	}
	log.Fatal(err)
}

// A Clock is the same, but one who stops its ticker goes on, in some cases.
type Clock struct {
	ticks *time.Ticker
	n     int
}

func NewClock(d time.Duration) *Clock {
	c := &Clock{ticks: time.NewTicker(d)}
	go c.tick()
	return c
}

// Wrong: Fail may return.
func (c *Clock) tick() {
	for range c.ticks.C { // want "receive from c.ticks.C blocks forever and leaks the goroutine"
		c.n++
	}
}

func (c *Clock) Fail(err error) {
	c.ticks.Stop()
	if err != nil {
		log.Fatal(err)
	}
}

// A Meter is the same, but who stops its ticker serves others for ever.
type Meter struct {
	ticks *time.Ticker
	n     int
}

func NewMeter(d time.Duration) *Meter {
	m := &Meter{ticks: time.NewTicker(d)}
	go m.tick()
	return m
}

// Wrong: the program goes on.
func (m *Meter) tick() {
	for range m.ticks.C { // want "receive from m.ticks.C blocks forever and leaks the goroutine"
		m.n++
	}
}

func (m *Meter) Serve(lines <-chan string) {
	m.ticks.Stop()
	for {
		fmt.Println(<-lines)
	}
}

// A Prober polls, or waits for some ticks.
type Prober struct{ ticks *time.Ticker }

func newProber(d time.Duration) *Prober { return &Prober{ticks: time.NewTicker(d)} }

// Right: the one that polls isn't stopped.
func (p *Prober) run(poll func()) {
	for range p.ticks.C {
		poll()
	}
}

func (p *Prober) stop() { p.ticks.Stop() }

func Poll(d time.Duration, poll func()) {
	p := newProber(d)
	go p.run(poll)
}

func Sample(d time.Duration, n int, poll func()) {
	p := newProber(d)
	defer p.stop()
	for range n {
		<-p.ticks.C
		poll()
	}
}

// A Sampler is the same, but the one that polls is stopped.
type Sampler struct{ ticks *time.Ticker }

func newSampler(d time.Duration) *Sampler { return &Sampler{ticks: time.NewTicker(d)} }

// Wrong: Sample stops what it has started.
func (s *Sampler) run(poll func()) {
	for range s.ticks.C { // want "receive from s.ticks.C blocks forever and leaks the goroutine"
		poll()
	}
}

func (s *Sampler) stop() { s.ticks.Stop() }

func (s *Sampler) Run(d time.Duration, poll func()) {
	s = newSampler(d)
	go s.run(poll)
	<-s.ticks.C
	s.stop()
}

// A Guard ends when there is nothing to guard any more.
type Guard struct{ ticks *time.Ticker }

func leave(done chan<- struct{}) {
	close(done)
	runtime.Goexit()
}

// Right: it has left when the ticker is stopped.
func NewGuard(d time.Duration, more func() bool) *Guard {
	g := &Guard{time.NewTicker(d)}
	done := make(chan struct{})
	go func() {
		for range g.ticks.C {
			if !more() {
				leave(done)
			}
		}
	}()
	go func() {
		<-done
		g.ticks.Stop()
	}()
	return g
}
