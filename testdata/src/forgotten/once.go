package forgotten

import "sync"

// A Portal is opened once.
type Portal struct {
	opening sync.Once
	mu      sync.Mutex
	link    Link
	key     string
}

// NewPortal makes one.
func NewPortal(l Link) *Portal { return &Portal{link: l} }

// Open forgets the lock if there is no key. Nobody can call the literal that does, but Open.
func (p *Portal) Open() {
	p.opening.Do(func() {
		p.mu.Lock()
		if p.key == "" {
			return // want `returns without unlocking p\.mu, locked at once\.go:\d+ \(if p\.key == ""\): whoever locks it next blocks forever`
		}
		p.link.Send(p.key)
		p.mu.Unlock()
	})
}

// SetKey comes too late then.
func (p *Portal) SetKey(key string) {
	p.mu.Lock()
	p.link.Send(key)
	p.key = key
	p.mu.Unlock()
}
