package serving

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// A Booth lets the lock go before it serves.
type Booth struct {
	mu     sync.Mutex
	server *http.Server
}

// Open serves until the booth is shut.
func (b *Booth) Open() error {
	b.mu.Lock()
	if b.server == nil {
		b.server = &http.Server{}
	}
	b.mu.Unlock()
	return b.server.ListenAndServe()
}

// Shut ends what Open does.
func (b *Booth) Shut(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.server.Shutdown(ctx)
}

// A Stall may be ended without the lock, too.
type Stall struct {
	mu     sync.Mutex
	server *http.Server
}

// Open serves until the stall is shut.
func (s *Stall) Open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = &http.Server{}
	return s.server.ListenAndServe()
}

// Shut waits for the lock.
func (s *Stall) Shut(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server.Shutdown(ctx)
}

// Break doesn't.
func (s *Stall) Break() error { return s.server.Close() }

// A Kiosk hands its server out.
type Kiosk struct {
	mu     sync.Mutex
	server *http.Server
}

// Server is that of the kiosk, which its owner ends.
func (k *Kiosk) Server() *http.Server { return k.server }

// Open serves until somebody ends the server.
func (k *Kiosk) Open() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.server = &http.Server{}
	return k.server.ListenAndServe()
}

// Shut comes when it has ended.
func (k *Kiosk) Shut(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.server.Shutdown(ctx)
}

// A Guest serves with what its owner made, and ends.
type Guest struct {
	mu     sync.Mutex
	server *http.Server
}

// NewGuest is given a server.
func NewGuest(server *http.Server) *Guest { return &Guest{server: server} }

// Open serves until the owner ends the server.
func (g *Guest) Open() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.server.ListenAndServe()
}

// Shut comes when it has ended.
func (g *Guest) Shut(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.server.Shutdown(ctx)
}

// A Hall serves at what its owner listens at, and closes.
type Hall struct {
	mu     sync.Mutex
	server http.Server
}

// Open serves until the listener is closed.
func (h *Hall) Open(l net.Listener) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.server.Serve(l)
}

// Close comes then.
func (h *Hall) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.server.Close()
}

// A Pier has a lock for those who open it, and one for those who shut it; many read, and none writes.
type Pier struct {
	opening, shutting sync.Mutex
	reading           sync.RWMutex
	server            *http.Server
}

// NewPier makes one.
func NewPier() *Pier { return &Pier{server: &http.Server{}} }

// Open serves until the pier is shut.
func (p *Pier) Open() error {
	p.opening.Lock()
	defer p.opening.Unlock()
	p.reading.RLock()
	defer p.reading.RUnlock()
	return p.server.ListenAndServe()
}

// Shut ends what Open does.
func (p *Pier) Shut(ctx context.Context) error {
	p.shutting.Lock()
	defer p.shutting.Unlock()
	p.reading.RLock()
	defer p.reading.RUnlock()
	return p.server.Shutdown(ctx)
}

// A Shop is shut without the lock if there is no time for it.
type Shop struct {
	mu     sync.Mutex
	server *http.Server
}

// Open serves until the shop is shut.
func (s *Shop) Open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = &http.Server{}
	return s.server.ListenAndServe()
}

// Shut ends what Open does.
func (s *Shop) Shut(ctx context.Context, atOnce bool) error {
	if !atOnce {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.server.Shutdown(ctx)
}

// A Tent is shut by what is started where it opens, when its time has come.
type Tent struct {
	mu     sync.Mutex
	server *http.Server
}

// Open serves until the context is done.
func (t *Tent) Open(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.server = &http.Server{}
	go func() {
		<-ctx.Done()
		t.server.Close()
	}()
	err := t.server.ListenAndServe()
	t.server.Close()
	return err
}

// Shut comes when it has ended.
func (t *Tent) Shut(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.server.Shutdown(ctx)
}

// A Fair serves with the lock, but only for as long as its caller lets it: he unlocks it.
type Fair struct {
	mu     sync.Mutex
	server *http.Server
}

// Open serves until the fair is shut.
func (f *Fair) Open() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.server = &http.Server{}
	return f.server.ListenAndServe()
}

// Free unlocks the fair, whoever has locked it, and locks it again when it has been shut.
func (f *Fair) Free(meanwhile func()) {
	f.mu.Unlock()
	meanwhile()
	f.mu.Lock()
}

// Shut ends what Open does.
func (f *Fair) Shut(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.server.Shutdown(ctx)
}

// A stall is closed by who has opened it, once it is closed.
type stall struct {
	mu     sync.Mutex
	server *http.Server
	opened int
}

func (s *stall) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	return s.server.ListenAndServe()
}

func (s *stall) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened--
	return s.server.Close()
}

// OpenStall opens a stall, and closes it if that fails.
func OpenStall(address string) error {
	s := &stall{server: &http.Server{Addr: address}}
	if err := s.open(); err != nil {
		return s.close()
	}
	return nil
}

// A Guarded one isn't closed any more once it serves.
type Guarded struct {
	mu      sync.Mutex
	started atomic.Bool
	server  http.Server
}

// Serve says before that it does.
func (g *Guarded) Serve() error {
	g.started.Store(true)
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.server.ListenAndServe()
}

// Close asks for that before it wants the lock.
func (g *Guarded) Close() error {
	if g.started.Load() {
		return http.ErrServerClosed
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.server.Close()
}
