package leftover

import (
	"context"
	"io"
	"net"
	"runtime"
	"sync"
	"time"
)

// A Loop runs until it is told to end.
type Loop struct {
	quit chan struct{}
}

func (l *Loop) run() { <-l.quit }

// Close ends it.
func (l *Loop) Close() { close(l.quit) }

// NewLoop closes what it has started.
func NewLoop(dial func() error) (*Loop, error) {
	l := &Loop{quit: make(chan struct{})}
	go l.run()
	if err := dial(); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// A Tidy is closed at last.
type Tidy struct {
	quit chan struct{}
}

func (t *Tidy) run() { <-t.quit }

// Close ends it.
func (t *Tidy) Close() { close(t.quit) }

// NewTidy does so whatever has failed.
func NewTidy(dial func() error) (t *Tidy, err error) {
	t = &Tidy{quit: make(chan struct{})}
	go t.run()
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	if err := dial(); err != nil {
		return t, err
	}
	return t, nil
}

// A Both is returned with an error.
type Both struct {
	quit chan struct{}
}

func (b *Both) run() { <-b.quit }

// Close ends it.
func (b *Both) Close() { close(b.quit) }

// NewBoth returns it for whoever wants to close it.
func NewBoth(dial func() error) (*Both, error) {
	b := &Both{quit: make(chan struct{})}
	go b.run()
	if err := dial(); err != nil {
		return b, err
	}
	return b, nil
}

// A Listed is known elsewhere.
type Listed struct {
	quit chan struct{}
}

func (l *Listed) run() { <-l.quit }

// Close ends it.
func (l *Listed) Close() { close(l.quit) }

var (
	mu   sync.Mutex
	list []*Listed
)

// CloseAll closes all that there are.
func CloseAll() {
	mu.Lock()
	defer mu.Unlock()
	for _, l := range list {
		l.Close()
	}
}

// NewListed lists it.
func NewListed(dial func() error) (*Listed, error) {
	l := &Listed{quit: make(chan struct{})}
	mu.Lock()
	list = append(list, l)
	mu.Unlock()
	go l.run()
	if err := dial(); err != nil {
		return nil, err
	}
	return l, nil
}

// A Door calls those who have asked for that when it closes.
type Door interface {
	OnClose(func())
	Keep(io.Closer)
	Open() error
}

// A Room is closed with its door.
type Room struct {
	quit chan struct{}
}

func (r *Room) run() { <-r.quit }

// Close ends it.
func (r *Room) Close() { close(r.quit) }

// NewRoom asks for that.
func NewRoom(door Door) (*Room, error) {
	r := &Room{quit: make(chan struct{})}
	go r.run()
	door.OnClose(r.Close)
	if err := door.Open(); err != nil {
		return nil, err
	}
	return r, nil
}

// A Chest is closed with its door.
type Chest struct {
	quit chan struct{}
	once sync.Once
}

func (c *Chest) run() { <-c.quit }

// Close ends it.
func (c *Chest) Close() error {
	c.once.Do(func() { close(c.quit) })
	return nil
}

// NewChest has the door keep it.
func NewChest(door Door) (*Chest, error) {
	c := &Chest{quit: make(chan struct{})}
	go c.run()
	door.Keep(c)
	if err := door.Open(); err != nil {
		return nil, err
	}
	return c, nil
}

// A Shed is closed when nobody has it any more.
type Shed struct {
	quit chan struct{}
}

func (s *Shed) run() { <-s.quit }

// Close ends it.
func (s *Shed) Close() { close(s.quit) }

// NewShed asks for that.
func NewShed(dial func() error) (*Shed, error) {
	s := &Shed{quit: make(chan struct{})}
	quit := s.quit
	go func() { <-quit }()
	runtime.SetFinalizer(s, (*Shed).Close)
	if err := dial(); err != nil {
		return nil, err
	}
	return s, nil
}

// A Timed is closed after a while.
type Timed struct {
	quit chan struct{}
}

func (t *Timed) run() { <-t.quit }

// Close ends it.
func (t *Timed) Close() { close(t.quit) }

// NewTimed says when.
func NewTimed(dial func() error) (*Timed, error) {
	t := &Timed{quit: make(chan struct{})}
	go t.run()
	time.AfterFunc(time.Minute, t.Close)
	if err := dial(); err != nil {
		return nil, err
	}
	return t, nil
}

// A Watched is closed by another goroutine.
type Watched struct {
	quit chan struct{}
	once sync.Once
}

func (w *Watched) run() { <-w.quit }

// Close ends it.
func (w *Watched) Close() { w.once.Do(func() { close(w.quit) }) }

// NewWatched starts both.
func NewWatched(ctx context.Context, dial func() error) (*Watched, error) {
	w := &Watched{quit: make(chan struct{})}
	go w.run()
	go func() {
		<-ctx.Done()
		w.Close()
	}()
	if err := dial(); err != nil {
		return nil, err
	}
	return w, nil
}

// A Reader ends with its connection.
type Reader struct {
	conn net.Conn
	done chan struct{}
}

// NewReader closes the connection, and with it ends the goroutine.
func NewReader(conn net.Conn, greet func(net.Conn) error) (*Reader, error) {
	r := &Reader{conn: conn, done: make(chan struct{})}
	go r.read()
	if err := greet(conn); err != nil {
		conn.Close()
		return nil, err
	}
	return r, nil
}

func (r *Reader) read() {
	var b [1]byte
	for {
		if _, err := r.conn.Read(b[:]); err != nil {
			return
		}
		select {
		case <-r.done:
			return
		default:
		}
	}
}

// Close ends both.
func (r *Reader) Close() { close(r.done) }

// A Sitter has a context that ends with that of whoever calls.
type Sitter struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// NewSitter derives it.
func NewSitter(ctx context.Context, find func() error) (*Sitter, error) {
	s := &Sitter{}
	s.ctx, s.cancel = context.WithCancel(ctx)
	go s.sit()
	if err := find(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Sitter) sit() { <-s.ctx.Done() }

// Leave ends it.
func (s *Sitter) Leave() { s.cancel() }

// A Porter has its end kept elsewhere.
type Porter struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// NewPorter gives it away.
func NewPorter(keep func(stop func()), find func() error) (*Porter, error) {
	p := &Porter{}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	keep(p.cancel)
	go p.wait()
	if err := find(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Porter) wait() { <-p.ctx.Done() }

// Leave ends it.
func (p *Porter) Leave() { p.cancel() }

// A Lamp is kept in a house.
type Lamp struct {
	quit chan struct{}
}

func (l *Lamp) run() { <-l.quit }

// Close ends it.
func (l *Lamp) Close() { close(l.quit) }

// A House keeps its lamp.
type House struct{ lamp *Lamp }

// Light keeps it before something fails.
func (h *House) Light(dial func() error) error {
	h.lamp = &Lamp{quit: make(chan struct{})}
	go h.lamp.run()
	if err := dial(); err != nil {
		return err
	}
	return nil
}

// Dark ends it.
func (h *House) Dark() { h.lamp.Close() }

// A Late is started when nothing can fail any more.
type Late struct {
	quit chan struct{}
}

func (l *Late) run() { <-l.quit }

// Close ends it.
func (l *Late) Close() { close(l.quit) }

// NewLate asks first.
func NewLate(dial func() error) (*Late, error) {
	l := &Late{quit: make(chan struct{})}
	if err := dial(); err != nil {
		return nil, err
	}
	go l.run()
	return l, nil
}

// A Twice fails to be started, or isn't.
type Twice struct {
	quit chan struct{}
}

func (t *Twice) run() { <-t.quit }

// Close ends it.
func (t *Twice) Close() { close(t.quit) }

func startTwice(dial func() error) (*Twice, error) {
	if err := dial(); err != nil {
		return nil, err
	}
	t := &Twice{quit: make(chan struct{})}
	go t.run()
	return t, nil
}

// NewTwice fails if that does.
func NewTwice(dial func() error) (*Twice, error) {
	t, err := startTwice(dial)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// A Lodger ends when whoever has sent it says so.
type Lodger struct{ quit chan struct{} }

func newLodger(quit chan struct{}, dial func() error) (*Lodger, error) {
	l := &Lodger{quit: quit}
	go l.run()
	if err := dial(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Lodger) run() { <-l.quit }

// Lodge ends it in any case.
func Lodge(dial func() error, live func(*Lodger)) {
	quit := make(chan struct{})
	defer close(quit)
	if l, err := newLodger(quit, dial); err == nil {
		live(l)
	}
}

// A Tenant is begun by whoever has it.
type Tenant struct{ quit chan struct{} }

func (t *Tenant) begin(dial func() error) error {
	t.quit = make(chan struct{})
	go t.run()
	if err := dial(); err != nil {
		return err
	}
	return nil
}

func (t *Tenant) run() { <-t.quit }

// Rent ends it if it hasn't begun well.
func Rent(dial func() error) *Tenant {
	t := &Tenant{}
	if err := t.begin(dial); err != nil {
		close(t.quit)
		return nil
	}
	return t
}

// Leave ends it.
func (t *Tenant) Leave() { close(t.quit) }

// A Calm never fails.
type Calm struct{ quit chan struct{} }

func (c *Calm) prepare() error { return nil }

// NewCalm asks all the same.
func NewCalm() (*Calm, error) {
	c := &Calm{quit: make(chan struct{})}
	go c.run()
	if err := c.prepare(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Calm) run() { <-c.quit }

// Close ends it.
func (c *Calm) Close() { close(c.quit) }

var hooks []func()

// AtEnd has something called at the end.
func AtEnd(hook func()) { hooks = append(hooks, hook) }

// End calls all that.
func End() {
	for _, hook := range hooks {
		hook()
	}
}

// A Hooked is closed at the end.
type Hooked struct {
	quit chan struct{}
	once sync.Once
}

func (h *Hooked) run() { <-h.quit }

// Close ends it.
func (h *Hooked) Close() { h.once.Do(func() { close(h.quit) }) }

// NewHooked asks for that.
func NewHooked(dial func() error) (*Hooked, error) {
	h := &Hooked{quit: make(chan struct{})}
	go h.run()
	AtEnd(h.Close)
	if err := dial(); err != nil {
		return nil, err
	}
	return h, nil
}

type half struct {
	whole *Whole
	stop  chan struct{}
}

// A Whole has a half that has it.
type Whole struct {
	half *half
	wake chan int
}

var last *Whole

// OpenWhole keeps the last one where others find it.
func OpenWhole(address string) (*Whole, error) {
	w := &Whole{wake: make(chan int), half: &half{stop: make(chan struct{})}}
	w.half.whole = w
	last = w
	go w.run()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	conn.Close()
	return w, nil
}

func (w *Whole) run() {
	for {
		select {
		case n := <-w.wake:
			println(n)
		case <-w.half.stop:
			return
		}
	}
}

// StopLast ends the last one.
func StopLast() {
	if last != nil {
		close(last.half.stop)
	}
}

// Settings are made by whoever likes.
type Settings struct {
	size int
	stop chan struct{}
}

// NewSettings are the usual ones.
func NewSettings() *Settings { return &Settings{size: 4, stop: make(chan struct{})} }

// Stop ends all that is set so.
func (s *Settings) Stop() { close(s.stop) }

// A Set thing ends with its settings.
type Set struct{ settings *Settings }

// NewSet looks what is usual.
func NewSet(settings *Settings, dial func() error) (*Set, error) {
	if settings.size == 0 {
		settings.size = NewSettings().size
	}
	s := &Set{settings}
	go s.run()
	if err := dial(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Set) run() { <-s.settings.stop }
