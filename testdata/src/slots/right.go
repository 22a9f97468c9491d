package slots

import (
	"context"
	"sync"
)

// Kiln gives its slot back on both sides.
type Kiln struct {
	doors chan struct{}
	fire  func() error
}

func NewKiln(fire func() error) *Kiln { return &Kiln{make(chan struct{}, 1), fire} }

func (k *Kiln) Bake() error {
	k.doors <- struct{}{}
	if err := k.fire(); err != nil {
		<-k.doors
		return err
	}
	<-k.doors
	return nil
}

// Of a Wharf callers give back what they have got, with an error or not.
type Wharf struct {
	berths chan struct{}
	moor   func() error
}

func NewWharf(moor func() error) *Wharf { return &Wharf{make(chan struct{}, 1), moor} }

func (w *Wharf) Enter() error {
	w.berths <- struct{}{}
	if err := w.moor(); err != nil {
		return err
	}
	<-w.berths
	w.berths <- struct{}{}
	return nil
}

func (w *Wharf) Leave() { <-w.berths }

// A Mill hands its slot to a goroutine, which gives it back in the end.
type Mill struct {
	stones chan struct{}
	grind  func() error
}

func NewMill(grind func() error) *Mill { return &Mill{make(chan struct{}, 2), grind} }

func (m *Mill) Work(later bool) {
	m.stones <- struct{}{}
	if later {
		go m.work()
		return
	}
	m.grind()
	<-m.stones
}

func (m *Mill) work() {
	defer func() { <-m.stones }()
	m.grind()
}

// A Depot returns what gives the slot back, or does so itself.
type Depot struct {
	docks  chan struct{}
	unload func() error
}

func NewDepot(unload func() error) *Depot { return &Depot{make(chan struct{}, 1), unload} }

func (d *Depot) Claim() (release func(), err error) {
	d.docks <- struct{}{}
	release = func() { <-d.docks }
	if err = d.unload(); err != nil {
		return release, err
	}
	release()
	return nil, nil
}

// A Shelf of spare parts is no semaphore: who finds none makes one.
type Shelf struct {
	spare chan []byte
	check func([]byte) error
}

func NewShelf(check func([]byte) error) *Shelf { return &Shelf{make(chan []byte, 1), check} }

func (s *Shelf) Use(part []byte) error {
	select {
	case s.spare <- part:
	default:
		return nil
	}
	if err := s.check(part); err != nil {
		return err
	}
	<-s.spare
	return nil
}

// A Ferry's next passenger doesn't wait for ever.
type Ferry struct {
	seats chan struct{}
	cross func() error
}

func NewFerry(cross func() error) *Ferry { return &Ferry{make(chan struct{}, 1), cross} }

func (f *Ferry) Ride(ctx context.Context) error {
	select {
	case f.seats <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := f.cross(); err != nil {
		return err
	}
	<-f.seats
	return nil
}

// A Tunnel is made anew for each train.
type Tunnel struct{ tracks chan struct{} }

func Pass(train func() error) error {
	t := Tunnel{make(chan struct{}, 1)}
	t.tracks <- struct{}{}
	if err := train(); err != nil {
		return err
	}
	<-t.tracks
	return nil
}

// Who gets through the Gate and can't pay has the program ended.
type Gate struct {
	bars chan struct{}
	pay  func() error
}

func NewGate(pay func() error) *Gate { return &Gate{make(chan struct{}, 1), pay} }

func (g *Gate) Pass() {
	g.bars <- struct{}{}
	if err := g.pay(); err != nil {
		panic(err)
	}
	<-g.bars
}

// A hall has more seats than anybody says, of which one is for the usher.
type Hall struct {
	mu     sync.Mutex
	seats  chan struct{}
	ushers bool
}

func NewHall(rows int) *Hall { return &Hall{seats: make(chan struct{}, rows*rows+8)} }

func (h *Hall) Enter() {
	h.seats <- struct{}{}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ushers {
		h.ushers = true
		return
	}
	<-h.seats
}

// Through a Parcel's channel callers send, which is nil until somebody has made one.
type Parcel struct{ weight int }

func (p Parcel) Send(to chan<- Parcel, sign func() error) error {
	to <- p
	if err := sign(); err != nil {
		return err
	}
	return nil
}

func Dispatch(parcels []Parcel, by chan Parcel, sign func() error) {
	var out chan Parcel
	choose := func() {
		if len(parcels) > 3 {
			out = by
		}
	}
	choose()
	for _, p := range parcels {
		if out != nil {
			p.Send(out, sign)
		}
	}
}

// A Shaft has more slots than anybody is likely to use up.
type Shaft struct {
	carts chan struct{}
	dig   func() error
}

func newShaft(carts int, dig func() error) *Shaft {
	return &Shaft{make(chan struct{}, carts), dig}
}

func NewShaft(dig func() error) *Shaft { return newShaft(10_000, dig) }

func (q *Shaft) Dig() error {
	q.carts <- struct{}{}
	if err := q.dig(); err != nil {
		return err
	}
	<-q.carts
	return nil
}

// An Archive gives its only key back on both sides.
type Archive struct {
	key   chan struct{}
	names map[string]int
}

func NewArchive() *Archive {
	a := &Archive{make(chan struct{}, 1), map[string]int{}}
	a.key <- struct{}{}
	return a
}

func (a *Archive) Rename(old, name string) bool {
	<-a.key
	defer func() { a.key <- struct{}{} }()
	n, ok := a.names[old]
	if !ok {
		return false
	}
	delete(a.names, old)
	a.names[name] = n
	return true
}

// A Garage never has a place for nothing.
type Garage struct {
	cars chan *car
	wash func() error
}

type car struct{ seats int }

func NewGarage(wash func() error) *Garage {
	g := &Garage{make(chan *car, 2), wash}
	g.cars <- &car{seats: 2}
	g.cars <- &car{seats: 4}
	return g
}

func (g *Garage) Drive() error {
	c := <-g.cars
	if c == nil {
		return nil
	}
	defer func() { g.cars <- c }()
	return g.wash()
}

// A Dairy has bottles that are broken replaced by others.
type Dairy struct {
	bottles chan []byte
	fill    func([]byte) error
}

func NewDairy(fill func([]byte) error) *Dairy {
	d := &Dairy{make(chan []byte, 1), fill}
	d.bottles <- make([]byte, 8)
	return d
}

func (d *Dairy) Milk() error {
	b := <-d.bottles
	if err := d.fill(b); err != nil {
		d.Replace()
		return err
	}
	d.bottles <- b
	return nil
}

func (d *Dairy) Replace() { d.bottles <- make([]byte, 8) }
