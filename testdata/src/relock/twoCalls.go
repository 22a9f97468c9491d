package relock

import "sync"

type ledger struct {
	mu   sync.Mutex
	open bool
}

func (l *ledger) set(open bool) {
	l.mu.Lock() // want "l.mu.Lock blocks forever"
	l.open = open
	l.mu.Unlock()
}

func (l *ledger) reset() { l.set(false) }

func (l *ledger) finish() { l.reset() }

// Wrong: the second lock is three calls down.
func (l *ledger) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.finish()
}
