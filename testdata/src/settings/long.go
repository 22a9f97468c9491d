package settings

type settings struct {
	name, addr   string
	size, cap    int
	quick, quiet bool
	tags         []string
	limits       map[string]int
}

type server struct {
	settings
	stop chan struct{}
}

func newServer(s settings) *server {
	if s.name == "" {
		s.name = "server"
	}
	if s.addr == "" {
		s.addr = ":80"
	}
	if s.size == 0 || s.quick {
		s.size = 64
	}
	if s.cap < s.size {
		s.cap = 2 * s.size
	}
	for i, tag := range s.tags {
		if tag == "" {
			s.tags[i] = s.name
		}
	}
	if s.limits == nil {
		s.limits = map[string]int{s.name: s.cap}
	}
	return &server{settings: s, stop: make(chan struct{})}
}

func (s *server) start() {
	go s.run()
}

func (s *server) run() {
	if !s.quiet {
		s.size++
	}
	<-s.stop // want "receive from .* blocks forever and leaks"
}

// Wrong: there are many settings, but nobody stops the server.
func serverLeft(s settings) {
	newServer(s).start()
}
