package timers

import (
	"sync"
	"time"
)

// Nobody closes the channel of a ticker, nor does Stop: the loop never ends.
func waitsForTicking(d time.Duration, tick func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t := time.NewTicker(d)
		defer t.Stop()
		for range t.C {
			tick()
		}
	}()
	wg.Wait() // want `wg.Wait blocks forever: the goroutine started at endless.go:12, which could call Done, goes on for ever`
}

// Sweeper has a loop that nobody ends.
type Sweeper struct {
	stop    chan struct{}
	running sync.WaitGroup
}

func NewSweeper(d time.Duration, sweep func()) *Sweeper {
	s := &Sweeper{stop: make(chan struct{})}
	s.running.Add(1)
	go s.run(d, sweep)
	return s
}

func (s *Sweeper) run(d time.Duration, sweep func()) {
	defer s.running.Done()
	for range time.Tick(d) {
		sweep()
	}
}

func (s *Sweeper) Stop() {
	close(s.stop)
	s.running.Wait() // want `s.running.Wait blocks forever: the goroutine started at endless.go:32, which could call Done, goes on for ever`
}

func stopsWhileOthersRange(d time.Duration) {
	t := time.NewTicker(d)
	done := make(chan bool)
	go func() {
		for range t.C {
		}
		close(done)
	}()
	t.Stop()
	<-done // want `receive from done blocks forever`
}

// The loop has another way out.
func waitsForTickingUntil(d time.Duration, isEnough func() bool) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t := time.NewTicker(d)
		defer t.Stop()
		for range t.C {
			if isEnough() {
				return
			}
		}
	}()
	wg.Wait()
}

// A channel of times of the program's own may be closed.
func rangesOverOwnTimes(times []time.Time) (last time.Time) {
	own := make(chan time.Time)
	go func() {
		for _, t := range times {
			own <- t
		}
		close(own)
	}()
	for last = range own {
	}
	return last
}

// What ranges over a ticker may go on for ever: nobody waits for it.
func ticksForEver(d time.Duration, tick func()) {
	started := make(chan struct{})
	go func() {
		close(started)
		for range time.NewTicker(d).C {
			tick()
		}
	}()
	<-started
}
