package abandoned

import "context"

// NoteBoth looks at what ends the goroutine.
func (s *session) NoteBoth(ctx context.Context) {
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				return
			}
		}
	}()
	for range 10 {
		n, _ := s.negotiate()
		select {
		case notes <- n:
		case <-ctx.Done():
			return
		}
	}
}

// NoteOwn ends the goroutine itself, when it has sent all.
func (s *session) NoteOwn() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				return
			}
		}
	}()
	for range 10 {
		n, _ := s.negotiate()
		notes <- n
	}
}

// NoteRest has the goroutine receive what is left.
func (s *session) NoteRest(ctx context.Context) {
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				for n := <-notes; n > 0; n = <-notes {
					s.offered.o3 += n
				}
				return
			}
		}
	}()
	for range 10 {
		n, _ := s.negotiate()
		notes <- n * n
	}
	notes <- 0
}

// NoteTwo has somebody else who receives.
func (s *session) NoteTwo(ctx context.Context) {
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for n := range notes {
			s.offered.o3 += n
		}
	}()
	for range 10 {
		n, _ := s.negotiate()
		notes <- n
	}
	close(notes)
}

// NoteTold is told when the goroutine is there, and when it isn't any more.
func (s *session) NoteTold(ctx context.Context) {
	notes, ready := make(chan int), make(chan bool)
	go func() {
		for {
			select {
			case ready <- true:
				s.offered.o2 += <-notes
			case n := <-notes:
				s.offered.o3 += n
			case <-ctx.Done():
				close(ready)
				return
			}
		}
	}()
	for <-ready {
		n, _ := s.negotiate()
		notes <- n
	}
}

// A board is closed by who writes there, at the end.
type board struct {
	*session
	done chan struct{}
}

// NewBoard makes one.
func NewBoard(s *session) *board { return &board{s, make(chan struct{})} }

// Finish closes it.
func (b *board) Finish() { close(b.done) }

// Fill ends the goroutine when it has sent all.
func (b *board) Fill() {
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				b.offered.o2 += n
			case <-b.done:
				return
			}
		}
	}()
	for range 10 {
		n, _ := b.negotiate()
		notes <- n
	}
	b.Finish()
}

// NoteFew has room for all.
func (s *session) NoteFew(ctx context.Context) {
	notes := make(chan int, 2)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				return
			}
		}
	}()
	n, _ := s.negotiate()
	notes <- n
}

// NoteAll sends nothing, as its only caller doesn't ask for it.
func (s *session) NoteAll(ctx context.Context) { s.noteIf(ctx, false) }

func (s *session) noteIf(ctx context.Context, wanted bool) {
	notes := make(chan int)
	go func() {
		for {
			select {
			case n := <-notes:
				s.offered.o2 += n
			case <-ctx.Done():
				return
			}
		}
	}()
	n, _ := s.negotiate()
	if wanted {
		notes <- n
	}
}
