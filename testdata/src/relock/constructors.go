package relock

import "sync"

// session is one of several, all of which are known.
type session struct {
	mu sync.Mutex
	n  int
}

var (
	sessionsMu sync.Mutex
	sessions   []*session
)

// newSession takes the lock of the package, which fork has already.
func newSession() *session {
	sessionsMu.Lock()
	defer sessionsMu.Unlock()
	s := &session{}
	s.mu.Lock()
	s.n = len(sessions)
	s.mu.Unlock()
	sessions = append(sessions, s)
	return s
}

// Wrong: the constructor needs the lock, too.
func (s *session) Fork() *session {
	sessionsMu.Lock()
	defer sessionsMu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return newSession() // want `sessionsMu\.Lock at constructors\.go:\d+ blocks forever: this goroutine itself has locked it at constructors\.go:\d+`
}

// Right: the lock is released first.
func (s *session) Sibling() *session {
	sessionsMu.Lock()
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	sessionsMu.Unlock()
	return newSession()
}
