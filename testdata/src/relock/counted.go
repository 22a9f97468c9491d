package relock

import "sync"

// Locks that are taken again if there is more of something than a number says, by functions that do too much
// else to be followed.

// A Sender is known by its interface only.
type Sender interface{ Send(string) error }

var (
	namesMu sync.Mutex
	names   = map[string]int{}
	sender  Sender
)

// Note takes the lock of the package again, once there are many names.
func Note(name string) {
	namesMu.Lock()
	defer namesMu.Unlock()
	names[name] = len(name)
	if len(names) > 10 {
		Forget() // want `namesMu\.Lock at counted\.go:\d+ blocks forever: this goroutine itself has locked it at counted\.go:\d+ \(if len\(names\) > 10\)`
	}
}

// Forget is right, but for who calls it.
func Forget() {
	namesMu.Lock()
	defer namesMu.Unlock()
	clear(names)
	sender.Send("all")
}

// A Tally counts.
type Tally struct {
	mu     sync.Mutex
	n      int
	seen   map[string]bool
	sender Sender
}

// Add sends what it has at the third time.
func (t *Tally) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	t.sender.Send(name)
	if t.n >= 3 {
		t.flush() // want `t\.mu\.Lock at counted\.go:\d+ blocks forever: this goroutine itself has locked it at counted\.go:\d+ \(if t\.n >= 3\)`
	}
}

func (t *Tally) flush() {
	t.mu.Lock()
	t.n = 0
	t.sender.Send("")
	t.mu.Unlock()
}

// See is right: there is always one.
func (t *Tally) See(name string) {
	t.mu.Lock()
	t.seen[name] = true
	t.sender.Send(name)
	if len(t.seen) == 0 || len(t.seen) < 1 {
		t.flush()
	}
	t.mu.Unlock()
}

// Once is right: the map that it makes never has so many.
func (t *Tally) Once(name string) {
	t.mu.Lock()
	seen := map[string]bool{}
	seen[name] = true
	t.sender.Send(name)
	if len(seen) > 10 {
		t.flush()
	}
	t.mu.Unlock()
}

// Rest is right: it lets go of the lock first.
func (t *Tally) Rest(name string) {
	t.mu.Lock()
	t.n++
	t.sender.Send(name)
	if t.n > 10 {
		t.mu.Unlock()
		t.flush()
		return
	}
	t.mu.Unlock()
}

// Start is right: nothing has been counted before.
func (t *Tally) Start(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 0
	t.n++
	t.sender.Send(name)
	if t.n > 10 {
		t.flush()
	}
}
