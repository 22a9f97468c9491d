package echoes

import "sync"

// An Orphan marks its children before it closes them.
type Orphan struct {
	mu       sync.Mutex
	parent   *Orphan
	orphan   bool
	children map[*Orphan]bool
}

func RootOrphan() *Orphan { return &Orphan{children: map[*Orphan]bool{}} }
func (s *Orphan) Child() *Orphan {
	c := &Orphan{parent: s, children: map[*Orphan]bool{}}
	s.mu.Lock()
	s.children[c] = true
	s.mu.Unlock()
	return c
}
func (s *Orphan) forget(c *Orphan) { s.mu.Lock(); delete(s.children, c); s.mu.Unlock() }
func (s *Orphan) Close() {
	s.mu.Lock()
	for c := range s.children {
		c.orphan = true
		c.Close()
	}
	s.mu.Unlock()
	if s.parent != nil && !s.orphan {
		s.parent.forget(s)
	}
}
