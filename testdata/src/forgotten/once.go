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
			return
		}
		p.link.Send(p.key)
		p.mu.Unlock()
	})
}

// SetKey comes too late then.
func (p *Portal) SetKey(key string) {
	p.mu.Lock() // want `p.mu.Lock blocks forever: it was locked at once.go:\d+ by a caller of \(\*Portal\).Open, which never unlocks it \(if p.key == ""\)`
	p.link.Send(key)
	p.key = key
	p.mu.Unlock()
}
