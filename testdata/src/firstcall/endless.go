package firstcall

// A summer adds up its jobs, unless the first one says that only a request is to be served.
type summer struct {
	request chan int
	sum     int
	jobs    <-chan int
}

// NewSummer starts a goroutine that nobody serves where another one never comes to it.
func NewSummer(jobs <-chan int) *summer {
	s := &summer{request: make(chan int), jobs: jobs}
	go func() { s.request <- 1 }() // want "send on s\\.request blocks forever and leaks the goroutine: .* \\(if <-s.jobs != 1\\)"
	go s.run()
	return s
}

func (s *summer) run() {
	if <-s.jobs == 1 {
		<-s.request
		return
	}
	for {
		s.sum += <-s.jobs
	}
}

// A server does the same, but serves requests all the time.
type server struct {
	request chan int
	sum     int
	jobs    <-chan int
}

func NewServer(jobs <-chan int) *server {
	s := &server{request: make(chan int), jobs: jobs}
	go func() { s.request <- 1 }()
	go s.run()
	return s
}

func (s *server) run() {
	if <-s.jobs == 1 {
		<-s.request
		return
	}
	for {
		select {
		case job := <-s.jobs:
			s.sum += job
		case <-s.request:
		}
	}
}
