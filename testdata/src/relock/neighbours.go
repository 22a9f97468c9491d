package relock

import (
	"errors"
	"sync"
)

// Account has a field that one of its methods compares, so that there is much to follow.
type Account struct {
	mu      sync.Mutex
	balance int
}

func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func (a *Account) Deposit(n int) {
	a.mu.Lock()
	a.balance += n
	a.mu.Unlock()
}

// Wrong: Balance locks, too.
func (a *Account) Withdraw(n int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Balance() < n { // want `a\.mu\.Lock at neighbours\.go:\d+ blocks forever: this goroutine itself has locked it at neighbours\.go:\d+`
		return errors.New("no funds")
	}
	a.balance -= n
	return nil
}

// Diary starts a goroutine in each call.
type Diary struct {
	mu sync.Mutex
	n  int
}

func (d *Diary) note() {
	d.mu.Lock()
	d.n++
	d.mu.Unlock()
}

func (d *Diary) Later() { go d.note() }

// Wrong: note locks, too.
func (d *Diary) Now() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note() // want `d\.mu\.Lock at neighbours\.go:\d+ blocks forever: this goroutine itself has locked it at neighbours\.go:\d+`
}

// Wallet asks for the balance before it locks, or without.
type Wallet struct {
	mu      sync.Mutex
	balance int
	closed  bool
}

func (w *Wallet) Balance() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sum()
}

func (w *Wallet) sum() int { return w.balance }

func (w *Wallet) Deposit(n int) {
	w.mu.Lock()
	w.balance += n
	w.mu.Unlock()
	go w.Balance()
}

// Right: Balance is asked first.
func (w *Wallet) Withdraw(n int) error {
	if w.Balance() < n {
		return errors.New("no funds")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sum() < n {
		return errors.New("no funds any more")
	}
	w.balance -= n
	return nil
}

// Right: what locks again is called only where nothing is locked.
func (w *Wallet) Empty(locked bool) int {
	if !locked {
		w.mu.Lock()
	}
	n := w.sum()
	w.balance = 0
	if !locked {
		w.mu.Unlock()
		n += w.Balance()
	}
	return n
}

// Relay is a lock that one goroutine takes and another one releases.
type Relay struct {
	mu sync.Mutex
	n  int
}

func (b *Relay) Pass() {
	b.mu.Lock()
	b.n++
	go b.mu.Unlock()
}

// Right: it waits until it is released.
func (b *Relay) PassTwice() int {
	b.mu.Lock()
	go b.run()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func (b *Relay) run() {
	if b.n > 3 {
		b.n = 0
	}
	b.mu.Unlock()
}

// Register has a lock that others can get at.
type Register struct {
	sync.RWMutex
	n int
}

func (r *Register) Get() int {
	r.RLock()
	defer r.RUnlock()
	return r.n
}

// Wrong: Get locks, too.
func (r *Register) Set(n int) {
	r.Lock()
	defer r.Unlock()
	r.n = n + r.Get() // want `r\.RWMutex\.RLock at neighbours\.go:\d+ blocks forever: this goroutine itself has locked it at neighbours\.go:\d+`
}

// Till has a lock that others can get at, too.
type Till struct {
	Mu sync.Mutex
	n  int
}

func (t *Till) Count() int {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	return t.n
}

// Right: the function that it is given may release the lock.
func (t *Till) With(f func()) int {
	t.Mu.Lock()
	f()
	return t.Count()
}

// Right: two of them.
func (t *Till) Move(to *Till) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	to.n += to.Count()
}

// Latch is one that others open.
type Latch struct {
	Mu sync.Mutex
	n  int
}

func (l *Latch) Open() { l.Mu.Unlock() }

// Right: it waits until somebody opens it.
func (l *Latch) Wait() {
	l.Mu.Lock()
	l.n++
	l.Mu.Lock()
	l.Mu.Unlock()
}
