package abandoned

import "context"

// A desk has a goroutine that files what is agreed, until it is closed.
type desk struct {
	*session
	ctx   context.Context
	close context.CancelFunc
}

// NewDesk makes one.
func NewDesk(s *session) *desk {
	d := &desk{session: s}
	d.ctx, d.close = context.WithCancel(context.Background())
	return d
}

// Close closes it.
func (d *desk) Close() { d.close() }

// File starts the goroutine, and sends to it whether or not it has gone.
func (d *desk) File() error {
	papers := make(chan int)
	d.clerk(papers)
	return d.bring(papers)
}

func (d *desk) clerk(papers <-chan int) {
	go func() {
		for {
			select {
			case <-d.ctx.Done():
				return
			case n := <-papers:
				d.offered.o1 += n
			}
		}
	}()
}

func (d *desk) bring(papers chan<- int) error {
	for {
		n, err := d.negotiate()
		if err != nil {
			return err
		}
		switch {
		case n > 3:
			d.wanted.o1++
		case d.ctx.Err() != nil:
			return d.ctx.Err()
		}
		papers <- n // want `send on papers blocks forever`
	}
}

// Note does so with a context that it is given.
func (s *session) Note(ctx context.Context) {
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
		notes <- n // want `send on notes blocks forever`
	}
}
