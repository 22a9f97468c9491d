package selfserved

// A Pair has two goroutines that send to each other.
type Pair struct{ steps chan int }

// NewPair starts one.
func NewPair() *Pair {
	p := &Pair{steps: make(chan int)}
	for range 2 {
		go p.run()
	}
	return p
}

func (p *Pair) run() {
	for n := range p.steps {
		if n > 0 {
			p.steps <- n - 1
		}
	}
}

// Count counts from a number on.
func (p *Pair) Count(n int) { p.steps <- n }

// A Handover lets another goroutine send.
type Handover struct{ steps chan int }

// NewHandover starts one.
func NewHandover() *Handover {
	h := &Handover{steps: make(chan int)}
	go func() {
		for n := range h.steps {
			if n > 0 {
				go func() { h.steps <- n - 1 }()
			}
		}
	}()
	return h
}

// Count counts from a number on.
func (h *Handover) Count(n int) { h.steps <- n }

// A Gentle one drops what nobody takes.
type Gentle struct{ steps, drops chan int }

// NewGentle starts one.
func NewGentle() *Gentle {
	g := &Gentle{steps: make(chan int), drops: make(chan int)}
	go func() {
		for {
			select {
			case n := <-g.steps:
				select {
				case g.drops <- n:
				default:
				}
			case <-g.drops:
			}
		}
	}()
	return g
}

// Count counts a number.
func (g *Gentle) Count(n int) { g.steps <- n }

// A Served one has another receiver.
type Served struct{ steps, rest chan int }

// NewServed starts one.
func NewServed() *Served {
	s := &Served{steps: make(chan int), rest: make(chan int)}
	go s.run()
	return s
}

func (s *Served) run() {
	for {
		select {
		case n := <-s.steps:
			if n > 0 {
				s.rest <- n - 1
			}
		case <-s.rest:
		}
	}
}

// Count counts a number.
func (s *Served) Count(n int) { s.steps <- n }

// Rest is what was left.
func (s *Served) Rest() int { return <-s.rest }

// A Chain gives to the next one.
type Chain struct {
	in   chan int
	next *Chain
}

// NewChain starts one that gives to another.
func NewChain(next *Chain) *Chain {
	c := &Chain{in: make(chan int), next: next}
	go func() {
		for n := range c.in {
			c.next.in <- n
		}
	}()
	return c
}

// Give begins.
func (c *Chain) Give(n int) { c.in <- n }

// A Restarted one may have two goroutines.
type Restarted struct{ steps chan int }

// NewRestarted makes one.
func NewRestarted() *Restarted { return &Restarted{steps: make(chan int)} }

// Start starts a goroutine each time.
func (r *Restarted) Start() {
	go func() {
		for n := range r.steps {
			if n > 0 {
				r.steps <- n - 1
			}
		}
	}()
}

// Count counts from a number on.
func (r *Restarted) Count(n int) { r.steps <- n }

// A Never one doesn't come to where it would send.
type Never struct {
	steps chan int
	again bool
}

// NewNever starts one.
func NewNever() *Never {
	v := &Never{steps: make(chan int)}
	go func() {
		for n := range v.steps {
			if v.again {
				v.steps <- n
			}
		}
	}()
	return v
}

// Count counts a number.
func (v *Never) Count(n int) { v.steps <- n }
