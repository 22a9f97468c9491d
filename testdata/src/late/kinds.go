package late

import "sync"

// A seat is taken for good, or for a while.
type seat struct {
	forGood bool
	news    chan string
}

func (s *seat) stays() bool { return s.forGood }

// A Hall has seats of both kinds.
type Hall struct {
	mu    sync.Mutex
	seats map[int]*seat
}

func NewHall() *Hall { return &Hall{seats: map[int]*seat{}} }

func (h *Hall) Take(n int, forGood bool) <-chan string {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := &seat{forGood: forGood, news: make(chan string, 1)}
	h.seats[n] = s
	return s.news
}

// Right: only those that aren't taken for good are left.
func (h *Hall) Leave(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[n]
	if s == nil || s.stays() {
		return
	}
	delete(h.seats, n)
	close(s.news)
}

func (h *Hall) Tell(n int, text string) {
	h.mu.Lock()
	s, ok := h.seats[n]
	h.mu.Unlock()
	if !ok || !s.stays() {
		return
	}
	select {
	case s.news <- text:
	default:
	}
}

// A bench is one that may be free.
type bench struct {
	forGood, isFree bool
	news            chan string
}

func (b *bench) stays() bool { return b.forGood }

func (b *bench) isTaken() bool { return !b.isFree }

// A Yard is the same, but who tells asks for something else.
type Yard struct {
	mu      sync.Mutex
	benches map[int]*bench
}

func NewYard() *Yard { return &Yard{benches: map[int]*bench{}} }

func (y *Yard) Take(n int, forGood bool) <-chan string {
	y.mu.Lock()
	defer y.mu.Unlock()
	s := &bench{forGood: forGood, news: make(chan string, 1)}
	y.benches[n] = s
	return s.news
}

func (y *Yard) Leave(n int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	s := y.benches[n]
	if s == nil || s.stays() {
		return
	}
	delete(y.benches, n)
	close(s.news)
}

func (y *Yard) Empty(n int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if s := y.benches[n]; s != nil {
		s.isFree = true
	}
}

// Wrong: a bench may be left in between.
func (y *Yard) Tell(n int, text string) {
	y.mu.Lock()
	s, ok := y.benches[n]
	y.mu.Unlock()
	if !ok || !s.isTaken() {
		return
	}
	select { // want "send on closed channel .s.news., closed at kinds.go:.* by a call of .*Yard..Leave"
	case s.news <- text:
	default:
	}
}
