package embedded

import "sync"

// A Feed waits for its goroutine with the lock only after others have had the chance to give it back.
type Feed struct {
	sync.Mutex
	pulses chan struct{}
	quit   chan struct{}
	before func(*Feed)
	ends   sync.WaitGroup
	n      int
}

func NewFeed(pulses chan struct{}, before func(*Feed)) *Feed {
	f := &Feed{pulses: pulses, quit: make(chan struct{}), before: before}
	f.ends.Add(1)
	go f.run()
	return f
}

func (f *Feed) run() {
	defer f.ends.Done()
	for {
		select {
		case <-f.pulses:
			f.Lock()
			f.n++
			f.Unlock()
		case <-f.quit:
			return
		}
	}
}

// Close lets others unlock the feed and lock it again: they have its lock by name.
func (f *Feed) Close() {
	f.Lock()
	defer f.Unlock()
	close(f.quit)
	f.before(f)
	f.ends.Wait()
}

// Drop does so by a helper.
func (f *Feed) Drop() {
	f.Lock()
	defer f.Unlock()
	f.prepare()
	f.ends.Wait()
}

func (f *Feed) prepare() { f.before(f) }

// Stop waits without the lock.
func (f *Feed) Stop() {
	f.Lock()
	close(f.quit)
	f.Unlock()
	f.ends.Wait()
	f.Lock()
	f.before(f)
	f.Unlock()
}

// A Ledger is locked by its callers for several calls in a row.
type Ledger struct {
	sync.Mutex
	sums map[string]int
	told func(*Ledger)
}

func NewLedger(told func(*Ledger)) *Ledger { return &Ledger{sums: map[string]int{}, told: told} }

// Add wants to be called with the lock.
func (l *Ledger) Add(name string, n int) { l.sums[name] += n }

// Pause wants to be called with the lock, too, and gives it away for a while.
func (l *Ledger) Pause() {
	l.Unlock()
	l.told(l)
	l.Lock()
}

// Book takes the lock, and what it calls gives it away.
func (l *Ledger) Book(name string) int {
	l.Lock()
	defer l.Unlock()
	l.Add(name, 1)
	l.Pause()
	return l.sums[name]
}

// Sum takes the lock by itself.
func (l *Ledger) Sum(name string) int {
	l.Lock()
	defer l.Unlock()
	return l.sums[name]
}

// Twice takes the lock again after others may have given it back.
func (l *Ledger) Twice(name string) int {
	l.Lock()
	l.told(l)
	n := l.Sum(name)
	l.Unlock()
	return n
}

// Later comes to others by way of the loop, before it takes the lock again.
func (l *Ledger) Later(names []string) {
	l.Lock()
	for i, name := range names {
		if i == 1 {
			l.Sum(name)
		}
		l.told(l)
	}
	l.Unlock()
}

// Deep comes to others in what it calls.
func (l *Ledger) Deep(name string) int {
	l.Lock()
	defer l.Unlock()
	return l.checked(name)
}

func (l *Ledger) checked(name string) int {
	l.told(l)
	return l.Sum(name)
}
