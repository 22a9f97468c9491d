package relock

import "sync"

type sealed struct {
	sync.Mutex
	shut bool
}

func (s *sealed) seal() {
	s.Lock() // want "Lock blocks forever"
	defer s.Unlock()
	s.shut = true
}

type parcel struct {
	sealed
	to string
}

// Wrong: the lock of the parcel is that of the struct within.
func (p *parcel) Ship() {
	p.Lock()
	defer p.Unlock()
	p.seal()
}
