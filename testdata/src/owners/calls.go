package owners

// A Starter is started, and stopped, and stops itself after a job that says so.
type Starter struct {
	done chan struct{}
	jobs <-chan int
}

func NewStarter(jobs <-chan int) *Starter { return &Starter{make(chan struct{}), jobs} }

func (s *Starter) Start() { go s.run() }

func (s *Starter) run() {
	for {
		select {
		case j := <-s.jobs:
			if j < 0 {
				s.shutdown()
				return
			}
		case <-s.done:
			return
		}
	}
}

// Wrong: it may have stopped itself.
func (s *Starter) shutdown() {
	close(s.done) // want `panic: close of closed channel \(s\.done\), closed at calls\.go:\d+ by a call of \(\*Starter\)\.Stop \(if j < 0\)`
}

func (s *Starter) Stop() { s.shutdown() }

// A Runner can be run here or in a goroutine, once.
type Runner struct {
	done chan struct{}
	jobs <-chan int
}

func NewRunner(jobs <-chan int) *Runner { return &Runner{make(chan struct{}), jobs} }

// Right: who calls both Start and Run runs it twice.
func (r *Runner) Start() { go r.Run() }

func (r *Runner) Run() {
	defer close(r.done)
	for j := range r.jobs {
		if j < 0 {
			return
		}
	}
}

func (r *Runner) Wait() { <-r.done }

// A Running one is run from the start.
type Running struct {
	done chan struct{}
	jobs <-chan int
}

func NewRunning(jobs <-chan int) *Running {
	r := &Running{make(chan struct{}), jobs}
	go r.Run()
	return r
}

// Right: it runs already.
func (r *Running) Run() {
	defer close(r.done)
	for j := range r.jobs {
		if j < 0 {
			return
		}
	}
}

func (r *Running) Wait() { <-r.done }

// An Ending has two ends: who calls both ends it twice.
type Ending struct {
	quit chan struct{}
	done chan struct{}
}

func NewEnding() *Ending {
	e := &Ending{quit: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		<-e.quit
		close(e.done)
	}()
	return e
}

// Right: it is closed sooner or later.
func (e *Ending) Finish() { e.quit <- struct{}{} }

func (e *Ending) Abort() { close(e.done) }

func (e *Ending) Wait() { <-e.done }

// A Lazy one makes its channel when it is started: who stops it before makes a mistake.
type Lazy struct {
	jobs <-chan int
	done chan struct{}
}

func NewLazy(jobs <-chan int) *Lazy { return &Lazy{jobs: jobs} }

func (l *Lazy) Start() {
	l.done = make(chan struct{})
	go func() {
		for {
			select {
			case <-l.jobs:
			case <-l.done:
				return
			}
		}
	}()
}

func (l *Lazy) Stop() { close(l.done) }

// A twice one isn't to be had outside: how it is used, the package knows.
type twice struct{ done chan struct{} }

func newTwice(ok func() bool) *twice {
	t := &twice{make(chan struct{})}
	go func() {
		if ok() {
			t.close()
		}
	}()
	return t
}

func (t *twice) close() { close(t.done) }

// Use doesn't close it.
func Use(ok func() bool) {
	t := newTwice(ok)
	select {
	case <-t.done:
	default:
	}
}
