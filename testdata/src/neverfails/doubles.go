package neverfails

import (
	"errors"
	"time"
)

type source interface {
	fetch(index *int) (string, *int, error)
}

var errStopped = errors.New("stopped")

// A stale source is one for tests.
type stale struct{ name string }

func (s *stale) fetch(index *int) (string, *int, error) {
	time.Sleep(time.Millisecond)
	if index == nil {
		index = new(int)
	}
	return "data", index, nil
}

// A stopped source is another one.
type stopped struct{ name string }

func (s *stopped) fetch(index *int) (string, *int, error) { return "", nil, errStopped }

type viewer struct{ from source }

func (v *viewer) fetch(done chan<- struct{}, errs chan<- error) {
	_, _, err := v.from.fetch(nil)
	if err != nil {
		if err != errStopped {
			errs <- err
		}
		return
	}
	close(done)
}

// Right: this source has no errors.
func fetchStale() {
	v := &viewer{&stale{}}
	done, errs := make(chan struct{}), make(chan error)
	go v.fetch(done, errs)
	select {
	case <-done:
	case <-errs:
	}
}

// Wrong: this one has nothing else.
func fetchStopped() {
	v := &viewer{&stopped{}}
	done, errs := make(chan struct{}), make(chan error)
	go v.fetch(done, errs)
	select { // want "select on done, errs blocks forever"
	case <-done:
	case <-errs:
	}
}
