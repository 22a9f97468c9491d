package boards

import (
	"context"
	"sync"
)

// A Radio lets nobody wait who leaves.
type Radio struct {
	mu        sync.Mutex
	listeners map[int]chan string
	next      int
}

func NewRadio() *Radio { return &Radio{listeners: map[int]chan string{}} }

func (r *Radio) tune() (chan string, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ch := make(chan string, 4)
	r.next++
	r.listeners[r.next] = ch
	return ch, r.next
}

func (r *Radio) off(id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.listeners, id)
}

func (r *Radio) Play(song string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.listeners {
		select {
		case l <- song:
		default: // it is missed
		}
	}
}

func (r *Radio) Listen(ctx context.Context, each func(string)) {
	ch, id := r.tune()
	for {
		select {
		case <-ctx.Done():
			r.off(id)
			return
		case song := <-ch:
			each(song)
		}
	}
}

// A Market has criers who go on hearing until they are gone.
type Market struct {
	mu     sync.Mutex
	criers map[int]crier
	next   int
}

type crier struct {
	name  string
	hears chan string
}

func NewMarket() *Market { return &Market{criers: map[int]crier{}} }

func (m *Market) come(name string) (chan string, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ch := make(chan string)
	m.next++
	m.criers[m.next] = crier{name, ch}
	return ch, m.next
}

func (m *Market) Shout(price string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.criers {
		c.hears <- price
	}
}

func (m *Market) leave(id int, ch chan string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.criers, id)
	close(ch)
}

func (m *Market) Hear(ctx context.Context, name string, each func(string)) {
	ch, id := m.come(name)
	go func() {
		<-ctx.Done()
		m.leave(id, ch)
	}()
	for price := range ch {
		each(price)
	}
}

// A Depot never has anything to deliver with the lock.
type Depot struct {
	mu    sync.Mutex
	doors map[int]chan int
	next  int
}

func NewDepot() *Depot { return &Depot{doors: map[int]chan int{}} }

func (d *Depot) open() (chan int, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	door := make(chan int)
	d.next++
	d.doors[d.next] = door
	return door, d.next
}

func (d *Depot) shut(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.doors, n)
}

// Bring takes parcels, and sorts them if there may be many: then it hands out none.
func (d *Depot) Bring(parcels []int, most int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	sorted := map[int]int{}
	for n, parcel := range parcels {
		if most > 10 {
			sorted[n] = parcel
		}
	}
	if most > 10 {
		return
	}
	for n, parcel := range sorted {
		d.doors[n] <- parcel
	}
}

// Remember hands out what it has seen before, which is nothing yet.
func (d *Depot) Remember(parcels []int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	seen := map[int]int{}
	for n, parcel := range seen {
		d.doors[n] <- parcel
	}
	for n, parcel := range parcels {
		seen[n] = parcel
	}
}

func (d *Depot) Count(parcels []int) int { return d.sort(parcels, false) }

// sort hands out parcels if it is told to, which it never is.
func (d *Depot) sort(parcels []int, handsOut bool) (sum int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	heavy := map[int]int{}
	for n, parcel := range parcels {
		if sum += parcel; handsOut {
			heavy[n] = parcel
		}
	}
	for n, parcel := range heavy {
		d.doors[n] <- parcel
	}
	return sum
}

func (d *Depot) Wait(ctx context.Context, each func(int)) {
	door, n := d.open()
	for {
		select {
		case <-ctx.Done():
			d.shut(n)
			return
		case parcel := <-door:
			each(parcel)
		}
	}
}
