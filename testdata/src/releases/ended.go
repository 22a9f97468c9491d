package releases

import "sync"

type Poller struct {
	mu   sync.Mutex
	n    int
	jobs <-chan int
}

// Wrong: the goroutine ends with the lock where there is no job any more.
func NewPoller(jobs <-chan int) *Poller {
	p := &Poller{jobs: jobs}
	go p.run()
	return p
}

func (p *Poller) run() {
	for {
		p.mu.Lock()
		job, ok := <-p.jobs
		if !ok {
			return
		}
		p.n += job
		p.mu.Unlock()
	}
}

func (p *Poller) Sum() int {
	p.mu.Lock() // want "p.mu.Lock blocks forever: it was locked at .* by the goroutine started at .*, which ended without unlocking it"
	defer p.mu.Unlock()
	return p.n
}

type DeferredPoller struct {
	mu   sync.Mutex
	n    int
	jobs <-chan int
}

// Right: it is released however the goroutine ends.
func NewDeferredPoller(jobs <-chan int) *DeferredPoller {
	p := &DeferredPoller{jobs: jobs}
	go p.run()
	return p
}

func (p *DeferredPoller) run() {
	for p.step() {
	}
}

func (p *DeferredPoller) step() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	job, ok := <-p.jobs
	p.n += job
	return ok
}

func (p *DeferredPoller) Sum() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

type Starter struct {
	mu sync.Mutex
	n  int
}

// Right: the goroutine takes the lock for those who wait until Ready releases it.
func NewStarter() *Starter {
	s := &Starter{}
	go func() { s.mu.Lock() }()
	return s
}

func (s *Starter) Ready() { s.mu.Unlock() }

func (s *Starter) Sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

type Optional struct {
	mu   sync.Mutex
	n    int
	jobs <-chan int
}

// Right: the goroutine remembers whether it has the lock.
func NewOptional(jobs <-chan int) *Optional {
	o := &Optional{jobs: jobs}
	go o.run()
	return o
}

func (o *Optional) run() {
	job := <-o.jobs
	locked := job > 0
	if locked {
		o.mu.Lock()
	}
	o.n++
	if locked {
		o.mu.Unlock()
	}
}

func (o *Optional) Sum() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.n
}

type Handing struct {
	mu   sync.Mutex
	n    int
	jobs <-chan int
}

// Right: another goroutine releases the lock.
func NewHanding(jobs <-chan int) *Handing {
	h := &Handing{jobs: jobs}
	go h.run()
	return h
}

func (h *Handing) run() {
	h.mu.Lock()
	go func() {
		h.n += <-h.jobs
		h.mu.Unlock()
	}()
}

func (h *Handing) Sum() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.n
}
