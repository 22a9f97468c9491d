package askedtwice

// A courier says once that it is over, whatever became of it: each answer has a branch of its own.
type courier struct{ over chan struct{} }

func newCourier() *courier { return &courier{make(chan struct{})} }

func (c *courier) Deliver(ride func() error) {
	err := ride()
	if err == nil {
		close(c.over)
	}
	println("delivered")
	if err != nil {
		close(c.over)
	}
}

func (c *courier) Wait() { <-c.over }

// A postman has a goroutine, and an answer that is one of two things at most.
type postman struct{ over chan struct{} }

func newPostman(walk func() int) *postman {
	p := &postman{make(chan struct{})}
	go func() {
		steps := walk()
		if steps < 10 {
			close(p.over)
		}
		println(steps)
		if steps > 10 || steps == 10 {
			close(p.over)
		}
	}()
	return p
}

func (p *postman) Wait() { <-p.over }

// A carrier says it twice if it had luck.
type carrier struct{ over chan struct{} }

func NewCarrier() *carrier { return &carrier{make(chan struct{})} }

func (c *carrier) Deliver(ride func() error) {
	err := ride()
	if err == nil {
		close(c.over)
	}
	println("delivered")
	if err == nil {
		close(c.over) // want `close of closed channel \(c\.over\), closed at fields\.go:49 by this goroutine`
	}
}

func (c *carrier) Wait() { <-c.over }
