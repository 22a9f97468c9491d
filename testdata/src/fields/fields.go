// Package fields has programs with channels in structs.
package fields

type service struct {
	in   chan int
	quit chan struct{}
}

func newService() *service {
	return &service{in: make(chan int), quit: make(chan struct{})}
}

func (s *service) loop() {
	for {
		select {
		case <-s.in:
		case <-s.quit:
			return
		}
	}
}

func (s *service) stop() { close(s.quit) }

// Started and stopped.
func stopped() {
	s := newService()
	go s.loop()
	s.in <- 1
	s.stop()
}

// Started and never stopped.
func running() {
	s := newService()
	go s.loop() // want "select on s.in, s.quit at fields.go:15 blocks forever and leaks"
	s.in <- 1
}

// A service within another struct.
type server struct{ inner service }

func nested() {
	s := server{inner: service{in: make(chan int, 1), quit: make(chan struct{})}}
	s.inner.in <- 1
	<-s.inner.in
}

// Nobody is there to receive from the field.
func nestedFull() {
	s := server{}
	s.inner.in = make(chan int)
	s.inner.in <- 1 // want "send on s.inner.in blocks forever"
}
