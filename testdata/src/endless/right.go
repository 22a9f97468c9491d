package endless

import (
	"context"
	"sync"
	"time"
)

// A fan is switched off by who waits for it.
type Fan struct {
	cancel context.CancelFunc
	still  chan struct{}
}

func NewFan() *Fan {
	ctx, cancel := context.WithCancel(context.Background())
	f := &Fan{cancel: cancel, still: make(chan struct{})}
	go f.turn(ctx)
	return f
}

func (f *Fan) turn(ctx context.Context) {
	defer close(f.still)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func (f *Fan) Close() {
	f.cancel()
	<-f.still
}

// A boat is called back by whoever has sent it out, whose context it is.
type Boat struct {
	cancel context.CancelFunc
	back   sync.WaitGroup
}

func NewBoat(ctx context.Context) *Boat {
	own, cancel := context.WithCancel(ctx)
	b := &Boat{cancel: cancel}
	b.back.Add(1)
	go func() {
		defer b.back.Done()
		<-own.Done()
	}()
	return b
}

func (b *Boat) Close() { b.back.Wait() }

// A kite has its string in the hand of others, who may cut it.
type Kite struct {
	Cut    context.CancelFunc
	landed sync.WaitGroup
}

func NewKite() *Kite {
	ctx, cancel := context.WithCancel(context.Background())
	k := &Kite{Cut: cancel}
	k.landed.Add(1)
	go func() {
		defer k.landed.Done()
		<-ctx.Done()
	}()
	return k
}

func (k *Kite) Close() { k.landed.Wait() }

// A clock strikes some times, and ends by itself.
type Clock struct {
	quit   chan struct{}
	struck sync.WaitGroup
}

func NewClock() *Clock {
	c := &Clock{quit: make(chan struct{})}
	c.struck.Add(1)
	go c.strike()
	return c
}

func (c *Clock) strike() {
	defer c.struck.Done()
	for range 12 {
		select {
		case <-c.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

func (c *Clock) Close() { c.struck.Wait() }

// A tram breaks off its loop, by its name.
type Tram struct {
	stops chan int
	quit  chan struct{}
	home  sync.WaitGroup
}

func NewTram() *Tram {
	t := &Tram{stops: make(chan int), quit: make(chan struct{})}
	t.home.Add(1)
	go t.drive()
	return t
}

func (t *Tram) drive() {
	defer t.home.Done()
loop:
	for {
		select {
		case stop := <-t.stops:
			println(stop)
		case <-t.quit:
			break loop
		}
	}
}

func (t *Tram) Send(stop int) {
	select {
	case t.stops <- stop:
	case <-t.quit:
	}
}

func (t *Tram) Close() {
	close(t.quit)
	t.home.Wait()
}

// A mine is for as long as the program: who waits for it wants to stay.
type Mine struct{ dug sync.WaitGroup }

func NewMine() *Mine {
	m := &Mine{}
	m.dug.Add(1)
	go func() {
		defer m.dug.Done()
		for range time.Tick(time.Second) {
			println("coal")
		}
	}()
	return m
}

func (m *Mine) Wait() { m.dug.Wait() }

// A door is watched by a goroutine that ends when a message says so.
type Door struct {
	knocks chan bool
	shut   chan struct{}
}

func NewDoor() *Door {
	d := &Door{knocks: make(chan bool, 1), shut: make(chan struct{})}
	go func() {
		defer close(d.shut)
		for isLast := range d.knocks {
			if isLast {
				return
			}
		}
	}()
	return d
}

func (d *Door) Close() {
	d.knocks <- true
	<-d.shut
}

// A Beacon says that it is lit, not that it is out.
type Beacon struct {
	lit   chan struct{}
	turns int
}

func NewBeacon() *Beacon {
	b := &Beacon{lit: make(chan struct{})}
	go b.shine()
	return b
}

func (b *Beacon) shine() {
	b.turns = 1
	close(b.lit)
	for range time.Tick(time.Second) {
		println("turn")
	}
}

func (b *Beacon) Close() { <-b.lit }

// A Tower with a lamp that burns for ever isn't waited for.
type Tower struct {
	eternal bool
	wg      sync.WaitGroup
}

func NewTower(eternal bool) *Tower {
	t := &Tower{eternal: eternal}
	t.wg.Add(1)
	if eternal {
		go t.burn()
	} else {
		go t.flash()
	}
	return t
}

func (t *Tower) burn() {
	defer t.wg.Done()
	for {
		time.Sleep(time.Second)
	}
}

func (t *Tower) flash() {
	defer t.wg.Done()
	time.Sleep(time.Second)
}

func (t *Tower) Close() {
	if t.eternal {
		return
	}
	t.wg.Wait()
}

// What a Barge does is up to callers; the one that goes for ever isn't counted.
type Barge struct {
	cross func()
	wg    sync.WaitGroup
}

func NewBarge(cross func()) *Barge {
	f := &Barge{cross: cross}
	f.wg.Add(1)
	go func() {
		defer f.wg.Done()
		f.cross()
	}()
	return f
}

func NewShuttle() *Barge {
	f := &Barge{cross: shuttle}
	go f.cross()
	return f
}

func shuttle() {
	for {
		time.Sleep(time.Second)
	}
}

func (f *Barge) Close() { f.wg.Wait() }
