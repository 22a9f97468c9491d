package stranded

import "sync"

type tidyQuestion struct {
	name   string
	answer chan int
}

// A Tidy one answers what is left when it ends.
type Tidy struct {
	questions chan *tidyQuestion
	quit      chan struct{}
}

// NewTidy starts one.
func NewTidy() *Tidy {
	t := &Tidy{questions: make(chan *tidyQuestion, 8), quit: make(chan struct{})}
	go t.run()
	return t
}

func (t *Tidy) run() {
	for {
		select {
		case q := <-t.questions:
			q.answer <- 1
		case <-t.quit:
			for {
				select {
				case q := <-t.questions:
					q.answer <- 0
				default:
					return
				}
			}
		}
	}
}

// Ask asks, unless it has ended.
func (t *Tidy) Ask(name string) int {
	q := &tidyQuestion{name, make(chan int, 1)}
	t.questions <- q
	return <-q.answer
}

// Stop ends it.
func (t *Tidy) Stop() { close(t.quit) }

type waryQuestion struct {
	name   string
	answer chan int
}

// A Wary one looks at the end where it waits for the answer, too.
type Wary struct {
	questions chan *waryQuestion
	quit      chan struct{}
}

// NewWary starts one.
func NewWary() *Wary {
	w := &Wary{questions: make(chan *waryQuestion, 8), quit: make(chan struct{})}
	go w.run()
	return w
}

func (w *Wary) run() {
	for {
		select {
		case q := <-w.questions:
			q.answer <- 1
		case <-w.quit:
			return
		}
	}
}

// Ask asks.
func (w *Wary) Ask(name string) int {
	q := &waryQuestion{name, make(chan int, 1)}
	select {
	case w.questions <- q:
	case <-w.quit:
		return 0
	}
	select {
	case n := <-q.answer:
		return n
	case <-w.quit:
		return 0
	}
}

// Stop ends it.
func (w *Wary) Stop() { close(w.quit) }

type directQuestion struct {
	name   string
	answer chan int
}

// A Direct one has no room for questions: what it has got it answers.
type Direct struct {
	questions chan *directQuestion
	quit      chan struct{}
}

// NewDirect starts one.
func NewDirect() *Direct {
	d := &Direct{questions: make(chan *directQuestion), quit: make(chan struct{})}
	go d.run()
	return d
}

func (d *Direct) run() {
	for {
		select {
		case q := <-d.questions:
			q.answer <- 1
		case <-d.quit:
			return
		}
	}
}

// Ask asks.
func (d *Direct) Ask(name string) int {
	q := &directQuestion{name, make(chan int, 1)}
	select {
	case d.questions <- q:
		return <-q.answer
	case <-d.quit:
		return 0
	}
}

// Stop ends it.
func (d *Direct) Stop() { close(d.quit) }

type countedQuestion struct {
	name   string
	answer chan int
}

// A Counted one is stopped when nobody waits any more.
type Counted struct {
	questions chan *countedQuestion
	quit      chan struct{}
	asking    sync.WaitGroup
}

// NewCounted starts one.
func NewCounted() *Counted {
	c := &Counted{questions: make(chan *countedQuestion, 8), quit: make(chan struct{})}
	go c.run()
	return c
}

func (c *Counted) run() {
	for {
		select {
		case q := <-c.questions:
			q.answer <- 1
		case <-c.quit:
			return
		}
	}
}

// Ask asks. It isn't to be called after Stop.
func (c *Counted) Ask(name string) int {
	c.asking.Add(1)
	defer c.asking.Done()
	q := &countedQuestion{name, make(chan int, 1)}
	c.questions <- q
	return <-q.answer
}

// Stop waits for all who ask.
func (c *Counted) Stop() {
	c.asking.Wait()
	close(c.quit)
}

type drainedQuestion struct {
	name   string
	answer chan int
}

// A Drained one is emptied by who stops it, when it has ended.
type Drained struct {
	questions chan *drainedQuestion
	quit      chan struct{}
	ended     chan struct{}
}

// NewDrained starts one.
func NewDrained() *Drained {
	d := &Drained{questions: make(chan *drainedQuestion, 8), quit: make(chan struct{}), ended: make(chan struct{})}
	go d.run()
	return d
}

func (d *Drained) run() {
	defer close(d.ended)
	for {
		select {
		case q := <-d.questions:
			q.answer <- 1
		case <-d.quit:
			return
		}
	}
}

// Ask asks.
func (d *Drained) Ask(name string) int {
	q := &drainedQuestion{name, make(chan int, 1)}
	d.questions <- q
	return <-q.answer
}

// Stop answers what is left.
func (d *Drained) Stop() {
	close(d.quit)
	<-d.ended
	for {
		select {
		case q := <-d.questions:
			q.answer <- 0
		default:
			return
		}
	}
}

type guardedQuestion struct {
	name   string
	answer chan int
}

// A Guarded one is asked with the lock of who stops it, so that nobody waits then.
type Guarded struct {
	mu        sync.Mutex
	stopped   bool
	questions chan *guardedQuestion
	quit      chan struct{}
}

// NewGuarded starts one.
func NewGuarded() *Guarded {
	g := &Guarded{questions: make(chan *guardedQuestion, 8), quit: make(chan struct{})}
	go g.run()
	return g
}

func (g *Guarded) run() {
	for {
		select {
		case q := <-g.questions:
			q.answer <- 1
		case <-g.quit:
			return
		}
	}
}

// Ask asks.
func (g *Guarded) Ask(name string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopped {
		return 0
	}
	q := &guardedQuestion{name, make(chan int, 1)}
	g.questions <- q
	return <-q.answer
}

// Stop ends it.
func (g *Guarded) Stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.stopped {
		g.stopped = true
		close(g.quit)
	}
}
