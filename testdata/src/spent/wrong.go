// Package spent has timers that are emptied, or stopped, twice without having been set again between.
package spent

import (
	"context"
	"sync"
	"time"
)

// A Delayed thing empties its timer when it has run out already, and was not set again.
type Delayed struct {
	timer *time.Timer
	reset chan struct{}
	quit  chan struct{}
	fired int
}

func NewDelayed() *Delayed {
	d := &Delayed{timer: time.NewTimer(time.Second), reset: make(chan struct{}), quit: make(chan struct{})}
	go d.run()
	return d
}

func (d *Delayed) run() {
	for {
		select {
		case <-d.timer.C:
			d.fired++
		case <-d.reset:
			if !d.timer.Stop() {
				<-d.timer.C // want `receive from d.timer.C blocks forever and leaks the goroutine: d.timer has run out at line \d+ and isn't set again`
			}
			d.timer.Reset(time.Second)
		case <-d.quit:
			d.timer.Stop()
			return
		}
	}
}

func (d *Delayed) Reset() { d.reset <- struct{}{} }

func (d *Delayed) Close() { close(d.quit) }

// Batches stops its timer for each item, also where it is stopped already as the batch is empty.
func Batches(items <-chan int, flush func([]int) error) error {
	var batch []int
	timer := time.NewTimer(time.Minute)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			if err := flush(batch); err != nil {
				return err
			}
		case n, ok := <-items:
			if !ok {
				return flush(batch)
			}
			if !timer.Stop() {
				<-timer.C // want `receive from timer.C blocks forever`
			}
			timer.Reset(time.Minute)
			batch = append(batch, n)
		}
	}
}

// Idle stops a timer that it sets only later, and stops it once more before.
func Idle(ctx context.Context, in <-chan time.Duration) {
	timer := time.NewTimer(time.Hour)
	if !timer.Stop() {
		<-timer.C
	}
	for {
		select {
		case <-timer.C:
			return
		case wait := <-in:
			if !timer.Stop() {
				<-timer.C // want `receive from timer.C blocks forever: timer is stopped at line \d+ and isn't set again`
			}
			timer.Reset(wait)
		case <-ctx.Done():
			return
		}
	}
}

// Ticks takes a timer for a ticker.
func Ticks(work func()) {
	timer := time.NewTimer(time.Second)
	go func() {
		for {
			<-timer.C // want `receive from timer.C blocks forever`
			work()
		}
	}()
}

// A Lazy thing makes the timer when it starts its goroutine.
type Lazy struct {
	timer *time.Timer
	reset chan time.Duration
}

func NewLazy() *Lazy { return &Lazy{reset: make(chan time.Duration)} }

func (l *Lazy) Start(ctx context.Context, work func()) {
	l.timer = time.NewTimer(time.Second)
	loop := func() {
		for {
			select {
			case <-l.timer.C:
				work()
			case wait := <-l.reset:
				if stopped := l.timer.Stop(); !stopped {
					<-l.timer.C // want `receive from l.timer.C blocks forever`
				}
				l.timer.Reset(wait)
			case <-ctx.Done():
				return
			}
		}
	}
	go loop()
}

func (l *Lazy) Reset(ctx context.Context, wait time.Duration) {
	select {
	case l.reset <- wait:
	case <-ctx.Done():
	}
}

// A Debouncer waits for the channel of a timer that runs a function.
type Debouncer struct {
	mu    sync.Mutex
	timer *time.Timer
	f     func()
}

func NewDebouncer(f func()) *Debouncer { return &Debouncer{f: f} }

func (d *Debouncer) Call() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer = time.AfterFunc(time.Second, d.f)
}

func (d *Debouncer) Flush() {
	d.mu.Lock()
	timer := d.timer
	d.timer = nil
	d.mu.Unlock()
	if timer != nil && !timer.Stop() {
		<-timer.C // want `receive from a nil channel \(timer.C\) blocks forever`
	}
}

// Chunks stops its timer whenever there are enough items, also when that has run out since there were.
func Chunks(items <-chan int, most int, flush func([]int)) {
	var chunk []int
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n, ok := <-items:
			if !ok {
				return
			}
			chunk = append(chunk, n)
			if len(chunk) >= most {
				flush(chunk)
				chunk = nil
				if !timer.Stop() {
					<-timer.C // want `receive from timer.C blocks forever: timer has run out at line \d+ and isn't set again`
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			if len(chunk) > 0 {
				flush(chunk)
				chunk = chunk[:0]
			}
		}
	}
}

// A Counter tells how many things there were of late.
type Counter struct {
	most  int
	wait  time.Duration
	ticks chan struct{}
}

func (c *Counter) Run(ctx context.Context, tell func(int)) {
	n := 0
	timer := time.NewTimer(c.wait)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			tell(n)
		case <-c.ticks:
			n++
			if c.most > n {
				continue
			}
			if !timer.Stop() {
				<-timer.C // want `receive from timer.C blocks forever: timer has run out at line \d+ and isn't set again`
			}
			timer.Reset(c.wait)
			n = 0
		}
	}
}

// Each flushes one item after the other, and always comes to an end of that.
func Each(items <-chan int, flush func(int)) {
	var list []int
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case <-timer.C:
			for _, n := range list {
				flush(n)
			}
			list = nil
		case n := <-items:
			list = append(list, n)
			if !timer.Stop() {
				<-timer.C // want `receive from timer.C blocks forever: timer has run out at line \d+ and isn't set again`
			}
			timer.Reset(time.Minute)
		}
	}
}

// Within has what it gathers for its goroutine alone.
func Within(items <-chan int, most int, flush func([]int)) {
	limit := 2 * most
	go func() {
		var chunk []int
		timer := time.NewTimer(time.Minute)
		for {
			select {
			case <-timer.C:
			case n := <-items:
				chunk = append(chunk, n)
				if len(chunk) > limit {
					flush(chunk)
					if !timer.Stop() {
						<-timer.C // want `receive from timer.C blocks forever and leaks the goroutine: timer has run out at line \d+ and isn't set again`
					}
					timer.Reset(time.Minute)
					chunk = nil
				}
			}
		}
	}()
}

// Tens stops its timer for every tenth item.
func Tens(items <-chan int, flush func(int)) {
	n := 0
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case i := <-items:
			flush(i)
			n++
			if n >= 10 {
				if !timer.Stop() {
					<-timer.C // want `receive from timer.C blocks forever: timer has run out at line \d+ and isn't set again`
				}
				timer.Reset(time.Minute)
				n = 0
			}
		case <-timer.C:
			n = 0
		}
	}
}
