package selfserved

import (
	"os"
	"os/signal"
	"time"
)

// Interrupted tells itself to end when a signal comes.
func Interrupted(step func() error, steps map[int]bool) (failed error) {
	signals, end := make(chan os.Signal, 1), make(chan bool)
	signal.Notify(signals, os.Interrupt)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for len(steps) > 0 {
		select {
		case <-end:
			return failed
		case <-signals:
			end <- true // want `send on end blocks forever: no other goroutine receives from it`
		case <-tick.C:
			for n := range steps {
				if failed = step(); failed == nil {
					delete(steps, n)
				}
			}
		}
	}
	return nil
}

// Unsignalled waits for signals of which nobody is told.
func Unsignalled(step func() error, steps map[int]bool) (failed error) {
	signals, end := make(chan os.Signal, 1), make(chan bool)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for len(steps) > 0 {
		select {
		case <-end:
			return failed
		case <-signals:
			end <- true
		case <-tick.C:
			for n := range steps {
				if failed = step(); failed == nil {
					delete(steps, n)
				}
			}
		}
	}
	return nil
}

// InterruptedLater has room for that.
func InterruptedLater(step func() error, steps map[int]bool) (failed error) {
	signals, end := make(chan os.Signal, 1), make(chan bool, 1)
	signal.Notify(signals, os.Interrupt)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for len(steps) > 0 {
		select {
		case <-end:
			return failed
		case <-signals:
			signal.Stop(signals)
			end <- true
		case <-tick.C:
			for n := range steps {
				if failed = step(); failed == nil {
					delete(steps, n)
				}
			}
		}
	}
	return nil
}
