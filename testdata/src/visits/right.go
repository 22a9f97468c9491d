package visits

import "sync"

// A Drawer has socks.
type Drawer struct {
	mu     sync.RWMutex
	socks  map[string]int
	closed bool
}

// NewDrawer makes an empty one.
func NewDrawer() *Drawer { return &Drawer{socks: map[string]int{}} }

// Put adds a sock.
func (d *Drawer) Put(sock string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.socks[sock]++
}

// Drop takes one away.
func (d *Drawer) Drop(sock string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.socks, sock)
}

// Each shows all with the lock.
func (d *Drawer) Each(show func(string)) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for sock := range d.socks {
		show(sock)
	}
}

// Copies shows all without it.
func (d *Drawer) Copies(show func(string)) {
	d.mu.RLock()
	var list []string
	for sock := range d.socks {
		list = append(list, sock)
	}
	d.mu.RUnlock()
	for _, sock := range list {
		show(sock)
	}
}

// Later shows all in goroutines.
func (d *Drawer) Later(show func(string)) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for sock := range d.socks {
		go show(sock)
	}
}

// Sort drops what it has found when it has looked at all.
func (d *Drawer) Sort(old func(string) bool) {
	var list []string
	d.Each(func(sock string) {
		if old(sock) {
			list = append(list, sock)
		}
	})
	for _, sock := range list {
		d.Drop(sock)
	}
}

// Empty drops from the copy.
func (d *Drawer) Empty() { d.Copies(func(sock string) { d.Drop(sock) }) }

// Burn drops in goroutines.
func (d *Drawer) Burn() { d.Later(func(sock string) { d.Drop(sock) }) }

// Move drops from this one, and puts into another one.
func (d *Drawer) Move(other *Drawer) {
	d.Each(func(sock string) { other.Put(sock) })
}

// Fresh puts all into a new one.
func (d *Drawer) Fresh() *Drawer {
	n := NewDrawer()
	d.Each(func(sock string) { n.Put(sock) })
	return n
}

// Pause gives the lock back while it does something.
func (d *Drawer) Pause(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mu.Unlock()
	do()
	d.mu.Lock()
}

// Rest uses the time.
func (d *Drawer) Rest() { d.Pause(func() { d.Drop("old") }) }

// Try puts it in only if nobody has the lock.
func (d *Drawer) Try(sock string) bool {
	if !d.mu.TryLock() {
		return false
	}
	defer d.mu.Unlock()
	d.socks[sock]++
	return true
}

// Attempt tries with the lock.
func (d *Drawer) Attempt() { d.Each(func(sock string) { d.Try(sock) }) }

// Close says that it is closed, and calls.
func (d *Drawer) Close(last func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	last()
}

// Shut calls with something that does nothing with a closed one.
func (d *Drawer) Shut() {
	d.Close(func() {
		if !d.closed {
			d.Drop("last")
		}
	})
}

// Maybe calls with the lock if it is told to.
func (d *Drawer) Maybe(locks bool, do func()) {
	if locks {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	do()
}

// Freely is called without it.
func (d *Drawer) Freely() { d.Maybe(false, func() { d.Drop("free") }) }
