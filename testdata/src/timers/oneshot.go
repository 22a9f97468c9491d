package timers

import "time"

// Right: the timer is set again only by who empties the buffer, so that nothing comes from it before.
func Again(quit chan struct{}, pause time.Duration) {
	resets := make(chan time.Duration, 1)
	t := time.NewTimer(pause)
	go func() {
		for {
			select {
			case pause := <-resets:
				t.Reset(pause)
			case <-t.C:
				resets <- pause
			case <-quit:
				return
			}
		}
	}()
	<-quit
}

// Wrong: it is set again at once.
func AtOnce(quit chan struct{}, pause time.Duration) {
	resets := make(chan time.Duration, 1)
	t := time.NewTimer(pause)
	go func() {
		for {
			select {
			case <-resets:
			case <-t.C:
				resets <- pause // want `send on resets blocks forever and leaks the goroutine: its buffer of 1 is full and no other goroutine receives from it`
				t.Reset(pause)
			case <-quit:
				return
			}
		}
	}()
	<-quit
}

// Wrong: it is set again by somebody else.
func ByOthers(quit, again chan struct{}, pause time.Duration) {
	resets := make(chan time.Duration, 1)
	t := time.NewTimer(pause)
	go func() {
		for range again {
			t.Reset(pause)
		}
	}()
	go func() {
		for {
			select {
			case <-resets:
			case <-t.C:
				resets <- pause // want `send on resets blocks forever and leaks the goroutine: its buffer of 1 is full and no other goroutine receives from it`
			case <-quit:
				return
			}
		}
	}()
	<-quit
}

// A backoff is kept in a struct.
type backoff struct {
	timer  *time.Timer
	pauses chan time.Duration
	quit   chan struct{}
}

// Right: as above.
func Backoff(pause time.Duration) func() {
	b := &backoff{timer: time.NewTimer(pause), pauses: make(chan time.Duration, 1), quit: make(chan struct{})}
	go b.loop()
	return func() { close(b.quit) }
}

func (b *backoff) loop() {
	for {
		select {
		case pause := <-b.pauses:
			b.timer.Reset(pause)
		case <-b.timer.C:
			b.pauses <- time.Second
		case <-b.quit:
			return
		}
	}
}

// Right: once it has come, nobody waits for the second one.
func Once(pause time.Duration) {
	t, full := time.NewTimer(pause), make(chan struct{}, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 3 {
			select {
			case <-t.C:
				full <- struct{}{}
			case <-time.After(time.Second):
			}
		}
	}()
	<-done
	select {
	case <-full:
	default:
	}
}
