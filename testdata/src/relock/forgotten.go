package relock

import "sync"

type link struct {
	mu sync.Mutex
	up bool
}

func (l *link) try(err error) error {
	l.mu.Lock() // want "l.mu.Lock blocks forever"
	if err != nil {
		return err
	}
	l.up = true
	l.mu.Unlock()
	return nil
}

// Wrong: a try that fails keeps the lock, and the next one waits for it.
func (l *link) Dial(err error) error {
	if l.try(err) == nil {
		return nil
	}
	return l.try(err)
}
