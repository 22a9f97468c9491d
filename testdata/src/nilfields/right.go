package nilfields

import "context"

// A Nozzle waits for its hook only if there is one.
type Nozzle struct{ hook chan struct{} }

func (n *Nozzle) Spray() {
	if n.hook != nil {
		<-n.hook
	}
}

func NewNozzle() *Nozzle { return &Nozzle{} }

// It is asked for elsewhere, so that who is called may have been told.
func (n *Nozzle) HasHook() bool { return n.hook != nil }

func (n *Nozzle) Wait() { <-n.hook }

// A Ferry has a case that never comes.
type Ferry struct {
	storm chan struct{}
	left  bool
}

func (f *Ferry) Sail(ctx context.Context) {
	select {
	case <-f.storm:
	case <-ctx.Done():
	}
	f.left = true
}

// A Lamp gets its channel by the address of the field.
type Lamp struct{ lit chan struct{} }

func NewLamp() *Lamp {
	l := &Lamp{}
	fill(&l.lit)
	return l
}

func fill(c *chan struct{}) { *c = make(chan struct{}) }

func (l *Lamp) Light() { close(l.lit) }

func (l *Lamp) Wait() { <-l.lit }

// A Sketch is made as a draft, which has the same fields.
type Sketch struct{ drawn chan struct{} }

type draft struct{ drawn chan struct{} }

func NewSketch() *Sketch {
	s := Sketch(draft{drawn: make(chan struct{})})
	return &s
}

func (s *Sketch) Draw() { close(s.drawn) }

func (s *Sketch) Wait() { <-s.drawn }

// A Mask is used as what it looks like.
type Mask struct{ lifted chan struct{} }

type face Mask

func NewMask() *Mask {
	f := &face{}
	f.make()
	return (*Mask)(f)
}

func (f *face) make() { f.lifted = make(chan struct{}) }

func (m *Mask) Lift() { close(m.lifted) }

func (m *Mask) Wait() { <-m.lifted }

// A calm never tells of anything, and waits for ever on purpose.
type calm struct{ news chan string }

type teller interface{ Next() string }

func NewCalm() teller { return calm{} }

func (c calm) Next() string { return <-c.news }

// So does a lull, which is handled by its address.
type lull struct{ news chan string }

func NewLull() teller { return &lull{} }

func (l *lull) Next() string { return <-l.news }

// A Kite's channel is made late, in a literal, by who has copied it.
type Kite struct{ up chan struct{} }

func NewKite() *Kite {
	k := &Kite{}
	func() {
		other := Kite{up: make(chan struct{})}
		*k = other
	}()
	return k
}

func (k *Kite) Fly() { close(k.up) }

func (k *Kite) Wait() { <-k.up }

// Anybody may set the channel of a Gate.
type Gate struct{ Opened chan struct{} }

func NewGate() *Gate { return &Gate{} }

func (g *Gate) Open() { close(g.Opened) }

func (g *Gate) Pass() { <-g.Opened }

// A Reel of something is made in a variable.
type Reel[T any] struct{ wound chan T }

var reel = &Reel[int]{wound: make(chan int, 1)}

func Wind(n int) { reel.wound <- n }

func Unwind() int { return <-reel.wound }

// A Mill is made by nobody yet.
type Mill struct{ flour chan int }

func (m *Mill) Grind() { m.flour <- 1 }

func (m *Mill) Take() int { return <-m.flour }

// A Bell asks, in another function, whether it has a channel.
type Bell struct{ rung chan struct{} }

func NewBell() *Bell { return &Bell{} }

func (b *Bell) Ring() {
	if isThere(b.rung) {
		close(b.rung)
	}
}

func isThere(c chan struct{}) bool { return c != nil }
