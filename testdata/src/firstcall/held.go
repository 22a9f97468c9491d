package firstcall

import "sync"

// A Group counts what is done at once.
type Group struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	done map[int]bool
}

func NewGroup() *Group { return &Group{done: map[int]bool{}} }

func (g *Group) Go(i int) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		g.mu.Lock()
		g.done[i] = true
		g.mu.Unlock()
	}()
}

// Wrong: what was started needs the lock.
func (g *Group) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wg.Wait() // want `g\.wg\.Wait blocks forever: the goroutine started at held\.go:\d+, which could call Done, needs g\.mu, which this goroutine has locked at held\.go:\d+`
}

// Right: nobody has the lock.
func (g *Group) Done() int {
	g.wg.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.done)
}

// A Pipe hands over.
type Pipe struct {
	mu sync.Mutex
	c  chan int
}

func NewPipe() *Pipe { return &Pipe{c: make(chan int)} }

// Wrong: who takes needs the lock, too.
func (p *Pipe) Put(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.c <- n // want "send on p.c blocks forever"
}

func (p *Pipe) Take() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return <-p.c // want "receive from p.c blocks forever"
}

// A Tube does without for one side.
type Tube struct {
	mu sync.Mutex
	c  chan int
}

func NewTube() *Tube { return &Tube{c: make(chan int)} }

// Right: one puts at a time.
func (t *Tube) Put(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.c <- n
}

func (t *Tube) Take() int { return <-t.c }

// A Feed tells its readers.
type Feed struct {
	mu     sync.RWMutex
	events chan int
	seen   int
}

func NewFeed() *Feed {
	f := &Feed{events: make(chan int)}
	go f.loop()
	return f
}

func (f *Feed) loop() {
	for e := range f.events {
		f.mu.Lock()
		f.seen += e
		f.mu.Unlock()
	}
}

// Wrong: the loop may be about to write.
func (f *Feed) Tell(n int) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	f.events <- n // want `send on f\.events blocks forever: the goroutine started at held\.go:\d+, which could receive from it, needs f\.mu, which this goroutine has read-locked at held\.go:\d+`
}

// A Paper tells them, too.
type Paper struct {
	mu     sync.RWMutex
	events chan int
	seen   int
}

func NewPaper() *Paper {
	p := &Paper{events: make(chan int)}
	go p.loop()
	return p
}

func (p *Paper) loop() {
	for e := range p.events {
		p.mu.Lock()
		p.seen += e
		p.mu.Unlock()
	}
}

// Right: it has no lock.
func (p *Paper) Tell(n int) {
	p.mu.RLock()
	more := p.seen < n
	p.mu.RUnlock()
	if more {
		p.events <- n
	}
}

// A Job is begun and ended.
type Job struct {
	mu   sync.Mutex
	quit chan struct{}
	done chan struct{}
}

func NewJob() *Job { return &Job{quit: make(chan struct{}), done: make(chan struct{})} }

func (j *Job) Begin() {
	j.mu.Lock()
	defer j.mu.Unlock()
	go func() {
		<-j.quit
		close(j.done)
	}()
}

// Right: once it has begun.
func (j *Job) End() {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.quit)
	<-j.done
}
