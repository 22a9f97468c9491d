package heard

// A walk says that it has begun, which isn't what it asks for then.
type walk struct {
	begun chan struct{}
	ended chan struct{}
}

func stroll(step func() error) *walk {
	w := &walk{begun: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		err := step()
		w.begun <- struct{}{}
		if err != nil {
			return
		}
		close(w.ended)
	}()
	return w
}

// Walk knows that it has begun.
func Walk(step func() error) {
	w := stroll(step)
	<-w.begun
	<-w.ended // want `receive from w\.ended blocks forever: the goroutine started at wrong\.go:11 never closes it after line 14 \(if err != nil from step\)`
}

// A climb says of one error, and returns on the next one as well.
type climb struct {
	rope chan error
	top  chan struct{}
}

func ascend(tie, step func() error) *climb {
	c := &climb{rope: make(chan error, 1), top: make(chan struct{})}
	go func() {
		c.rope <- tie()
		if err := step(); err != nil {
			return
		}
		close(c.top)
	}()
	return c
}

// Climb has heard of the rope.
func Climb(tie, step func() error) error {
	c := ascend(tie, step)
	if err := <-c.rope; err != nil {
		return err
	}
	<-c.top // want `receive from c\.top blocks forever: the goroutine started at wrong\.go:37 never closes it after line 39 \(if err != nil from step\)`
	return nil
}

// A swim says how it went, but who waits asks only when he has waited.
type swim struct {
	in    chan error
	shore chan struct{}
}

func dive(jump func() error) *swim {
	s := &swim{in: make(chan error, 1), shore: make(chan struct{})}
	go func() {
		err := jump()
		s.in <- err
		if err != nil {
			return
		}
		close(s.shore)
	}()
	return s
}

// Swim asks too late.
func Swim(jump func() error) error {
	s := dive(jump)
	<-s.shore // want `receive from s\.shore blocks forever: the goroutine started at wrong\.go:65 never closes it after line 67`
	return <-s.in
}

// A Tour passes on what it finds on its way; who takes that doesn't hear why it ends.
type Tour struct {
	sights chan int
	home   chan struct{}
}

// Begin begins a tour.
func Begin(next func() (int, error)) *Tour {
	t := &Tour{sights: make(chan int, 100), home: make(chan struct{})}
	go func() {
		for {
			sight, err := next()
			if err != nil {
				return
			}
			if sight < 0 {
				break
			}
			t.sights <- sight
		}
		close(t.home)
	}()
	return t
}

// Sight takes one.
func (t *Tour) Sight() int { return <-t.sights } // want `receive from t\.sights blocks forever: the goroutine started at wrong\.go:92 never sends on it after line 95, and nothing closes it \(if err != nil from next\)`

// Wait waits for the end.
func (t *Tour) Wait() { <-t.home }
