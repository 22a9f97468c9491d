package forgotten

import (
	"errors"
	"log"
	"sync"
	"time"
)

// Functions that are too much to follow with all their data: they call what isn't known. Where one side
// of a branch never unlocks what is locked on all ways there, that is known all the same.

// A Link is known by interfaces only.
type Link interface{ Send(string) error }

var errIdle = errors.New("idle")

// A Hub has peers.
type Hub struct {
	mu    sync.Mutex
	state int
	link  Link
	peers map[string]*Peer
}

// A Peer is one of a hub.
type Peer struct {
	mu     sync.RWMutex
	labels []string
	gone   bool
	link   Link
}

// NewHub makes one.
func NewHub(l Link) *Hub { return &Hub{link: l, peers: map[string]*Peer{}} }

// Join adds a peer.
func (h *Hub) Join(name string) {
	p := &Peer{link: h.link}
	h.mu.Lock()
	h.peers[name] = p
	h.link.Send(name)
	h.mu.Unlock()
}

// Rest forgets the lock if the hub isn't active.
func (h *Hub) Rest() error {
	h.mu.Lock()
	if h.peers == nil {
		h.mu.Unlock()
		return errIdle
	}
	if h.state != 1 {
		return nil // want `returns without unlocking h\.mu, locked at sides\.go:\d+ \(if h\.state != 1\): whoever locks it next blocks forever`
	}
	err := h.link.Send("rest")
	h.state = 2
	h.mu.Unlock()
	return err
}

// Leave says that a peer has gone.
func (h *Hub) Leave(name string) {
	h.mu.Lock()
	h.peers[name].gone = true
	h.link.Send(name)
	h.mu.Unlock()
}

// Remove starts a timer whose function forgets the lock.
func (h *Hub) Remove(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.peers[name]
	if h.link.Send(name) != nil {
		return
	}
	time.AfterFunc(time.Minute, func() {
		h.mu.Lock()
		if p.gone {
			return // want `returns without unlocking h\.mu, locked at sides\.go:\d+ \(if p\.gone\): whoever locks it next blocks forever`
		}
		delete(h.peers, name)
		h.link.Send(name)
		h.mu.Unlock()
	})
}

// Each goes on to the next peer with the lock of the last one.
func (h *Hub) Each(texts []string) {
	var wg sync.WaitGroup
	for name, p := range h.peers {
		p.mu.RLock()
		list := texts
		if len(p.labels) > 0 {
			if list = only(list, p.labels); len(list) == 0 { // want `never unlocks p\.mu, read-locked at sides\.go:\d+ \(if len\(list\) == 0\): whoever locks it next blocks forever`
				continue
			}
		}
		text := name + list[0]
		wg.Go(func() { p.link.Send(text) })
		p.mu.RUnlock()
	}
	wg.Wait()
}

func only(list, labels []string) []string { return append(list[:0:0], labels...) }

// Label waits for what Each has forgotten.
func (p *Peer) Label(labels []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.labels = labels
	p.link.Send("labels")
}

// A Desk is right in all that follows, however it looks.
type Desk struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	state int
	link  Link
	forms map[string]*Form
}

// A Form is one of a desk.
type Form struct {
	mu   sync.Mutex
	link Link
	bad  bool
}

// NewDesk makes one.
func NewDesk(l Link) *Desk { return &Desk{link: l, forms: map[string]*Form{}} }

// Perhaps locks only if it unlocks, which is known by a variable.
func (d *Desk) Perhaps(locks bool) error {
	locked := false
	if locks {
		d.mu.Lock()
		locked = true
	}
	err := d.link.Send("perhaps")
	if locked {
		d.mu.Unlock()
	}
	return err
}

// Deferred unlocks at the end, whatever comes before.
func (d *Desk) Deferred() error {
	d.mu.Lock()
	if d.state == 0 {
		d.mu.Unlock()
		return errIdle
	}
	defer d.mu.Unlock()
	if d.state == 1 {
		return d.link.Send("deferred")
	}
	return nil
}

// Waits lets go of the lock while it waits, and unlocks in the end.
func (d *Desk) Waits(done <-chan struct{}) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.link.Send("waits") != nil {
		d.mu.Unlock()
		<-done
		d.mu.Lock()
		if d.state == 3 {
			return errIdle
		}
	}
	return nil
}

// Fatal doesn't return on the one side.
func (d *Desk) Fatal() {
	d.mu.Lock()
	if d.link.Send("fatal") != nil {
		d.giveUp("fatal")
		return
	}
	d.mu.Unlock()
}

func (d *Desk) giveUp(why string) {
	d.link.Send(why)
	log.Fatal(why)
}

// Panics doesn't, either.
func (d *Desk) Panics() {
	d.mu.Lock()
	if d.link.Send("panics") != nil {
		panic("no link")
	}
	d.mu.Unlock()
}

// Turns unlocks in each turn of a loop, or before it.
func (d *Desk) Turns(names []string) {
	d.rw.RLock()
	for _, name := range names {
		if d.link.Send(name) != nil {
			break
		}
	}
	d.rw.RUnlock()
	for _, name := range names {
		d.rw.Lock()
		if name == "" {
			d.rw.Unlock()
			continue
		}
		d.link.Send(name)
		d.rw.Unlock()
	}
}

// Add drops a form that is locked: nobody else has it.
func (d *Desk) Add(name string) error {
	f := &Form{link: d.link}
	f.mu.Lock()
	if err := f.link.Send(name); err != nil {
		return err
	}
	f.mu.Unlock()
	d.forms[name] = f
	return nil
}

// Drop throws away a form that is locked: whoever comes later doesn't find it.
func (d *Desk) Drop(name string) {
	f := d.forms[name]
	f.mu.Lock()
	if f.bad {
		delete(d.forms, name)
		return
	}
	f.link.Send(name)
	f.mu.Unlock()
}

// Fill waits for a form.
func (f *Form) Fill() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.link.Send("fill")
}

// A Slot is taken by one method and given back by another one, on purpose.
type Slot struct {
	mu   sync.Mutex
	link Link
	n    int
}

// NewSlot makes one.
func NewSlot(l Link) *Slot { return &Slot{link: l} }

// Take returns with the lock if it says so.
func (s *Slot) Take() bool {
	s.mu.Lock()
	if s.n == 0 {
		return true
	}
	s.link.Send("taken")
	s.mu.Unlock()
	return false
}

// Give is for who has taken it.
func (s *Slot) Give() {
	s.n++
	s.mu.Unlock()
}

// An Open has a lock that others can unlock.
type Open struct {
	sync.Mutex
	link Link
	n    int
}

// NewOpen makes one.
func NewOpen(l Link) *Open { return &Open{link: l} }

// Enter returns with the lock if it says so: who calls it unlocks it then.
func (o *Open) Enter() bool {
	o.Lock()
	if o.n > 0 {
		return true
	}
	o.link.Send("enter")
	o.Unlock()
	return false
}
