// Package nilfields has channels in fields that nobody ever makes.
package nilfields

// A Printer was to tell when it has printed.
type Printer struct {
	printed chan struct{}
	pages   int
}

func NewPrinter(pages int) *Printer { return &Printer{pages: pages} }

func (p *Printer) Print(page func(int)) {
	go func() {
		for i := range p.pages {
			page(i)
		}
	}()
	<-p.printed // want `receive from a nil channel \(p.printed\) blocks forever`
}

// A scale has a queue that it forgets to make, which its goroutine and those who put something on it share.
type scale struct {
	weights chan int
	total   int
}

// A Shop has one by value.
type Shop struct {
	scale
	open bool
}

func NewShop() *Shop {
	s := &Shop{open: true}
	go s.weigh()
	return s
}

func (s *scale) weigh() {
	for w := range s.weights { // want "receive from a nil channel blocks forever"
		s.total += w
	}
}

func (s *Shop) Put(weight int) {
	s.weights <- weight // want `send on a nil channel \(s.weights\) blocks forever`
}

// A Box of something is closed, but was never made.
type Box[T any] struct {
	content T
	closed  chan struct{}
}

func NewBox[T any](content T) *Box[T] { return &Box[T]{content: content} }

func (b *Box[T]) Close() {
	close(b.closed) // want `close of nil channel`
}

// A courier is put into an interface, but somebody else sends what he waits for, so that it was meant to come.
type courier struct{ parcels chan string }

type carrier interface{ next() string }

func newCarrier() carrier { return &courier{} }

func (c *courier) next() string {
	return <-c.parcels // want `receive from a nil channel \(c.parcels\) blocks forever`
}

func (c *courier) offer(parcel string) bool {
	select {
	case c.parcels <- parcel:
		return true
	default:
		return false
	}
}

func Deliver(parcel string) string {
	c := newCarrier()
	c.(*courier).offer(parcel)
	return c.next()
}

// So are those for whom others send, or close, alone.
type barge struct {
	hold   chan string
	docked chan struct{}
}

func NewBarge() carrier { return &barge{} }

func WaitFor(c carrier) { c.(*barge).wait() }

func (b *barge) next() string {
	return <-b.hold // want `receive from a nil channel \(b.hold\) blocks forever`
}

func (b *barge) Load(s string) {
	b.hold <- s // want `send on a nil channel \(b.hold\) blocks forever`
}

func (b *barge) wait() {
	<-b.docked // want `receive from a nil channel \(b.docked\) blocks forever`
}

func (b *barge) Dock() {
	close(b.docked) // want `close of nil channel`
}
