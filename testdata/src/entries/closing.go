package entries

import "sync"

const (
	opened = iota
	ending
)

type stream struct {
	state int
	done  chan struct{}
}

type Streams struct {
	mu   sync.Mutex
	next int
	all  map[int]*stream
}

func NewStreams() *Streams { return &Streams{all: map[int]*stream{}} }

func (s *Streams) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	s.all[s.next] = &stream{done: make(chan struct{})}
	return s.next
}

// End is called once for each stream.
func (s *Streams) End(id int) {
	s.mu.Lock()
	st := s.all[id]
	st.state = ending
	s.mu.Unlock()
	close(st.done)
}

// Reap takes out those that end.
func (s *Streams) Reap() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, st := range s.all {
		if st.state != ending {
			continue
		}
		<-st.done
		delete(s.all, id)
	}
}
