package callers

type line struct{ async bool }

func newLine(async bool) *line { return &line{async: async} }

func (l *line) ask() int {
	ch := make(chan int)
	if l.async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	return <-ch
}

// Right: each caller of the constructor makes it asynchronous.
func asked() int { return newLine(true).ask() + newLine(true).ask() }

type wire struct{ async bool }

func (w *wire) ask() int {
	ch := make(chan int)
	if w.async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	return <-ch
}

func wireAsked() int { return (&wire{async: true}).ask() }

// Wrong: a new one isn't asynchronous.
func newWireAsked() int { return new(wire).ask() }

type cord struct{ async bool }

func (c *cord) ask() int {
	ch := make(chan int)
	if c.async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	return <-ch
}

func cordAsked() int { return (&cord{async: true}).ask() }

// Wrong: there are cords in a slice, and nobody sets them.
func cordsAsked() int {
	cords := make([]cord, 2)
	return cords[0].ask()
}

type string2 struct {
	async bool
	next  *string2
}

func (s *string2) ask() int {
	ch := make(chan int)
	if s.async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	return <-ch
}

// Wrong: it is asked before it is set.
func stringAsked() int {
	s := &string2{}
	n := s.ask()
	s.async = true
	return n
}

type rope struct {
	finish func(chan struct{})
	length int
}

func newRope(length int) *rope { return &rope{finish: endRope, length: length} }

func endRope(done chan struct{}) { close(done) }

func (r *rope) pull() {
	done := make(chan struct{}, r.length)
	go r.finish(done)
	<-done
}

// Right: what it is finished with is always the same.
func pulled() { newRope(3).pull() }

type chain struct{ finish func(chan struct{}) }

func newChain() *chain { return &chain{finish: keepChain} }

func keepChain(chan struct{}) {}

func (c *chain) pull() {
	done := make(chan struct{})
	go c.finish(done)
	<-done // want "receive from done blocks forever"
}

// Wrong: it is never finished.
func chainPulled() { newChain().pull() }
