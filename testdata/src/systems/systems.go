// Package systems has programs that are put together like those of real
// modules: several goroutines, several locks and channels in one struct.
package systems

import "sync"

type frame struct{ n int }

type conn struct {
	mu      sync.Mutex
	closed  bool
	pending map[int]chan frame
	out     chan frame
	quit    chan struct{}
	once    sync.Once
	wg      sync.WaitGroup
}

func newConn() *conn {
	c := &conn{pending: map[int]chan frame{}, out: make(chan frame), quit: make(chan struct{})}
	wire := make(chan frame, 1)
	c.wg.Add(2)
	go c.writeLoop(wire)
	go c.readLoop(wire)
	return c
}

func (c *conn) writeLoop(wire chan<- frame) {
	defer c.wg.Done()
	for {
		select {
		case f := <-c.out:
			select {
			case wire <- f:
			case <-c.quit:
				return
			}
		case <-c.quit:
			return
		}
	}
}

func (c *conn) readLoop(wire <-chan frame) {
	defer c.wg.Done()
	for {
		select {
		case f := <-wire:
			c.mu.Lock()
			ch := c.pending[f.n]
			delete(c.pending, f.n)
			c.mu.Unlock()
			if ch != nil {
				ch <- f
			}
		case <-c.quit:
			return
		}
	}
}

func (c *conn) call(n int) (frame, bool) {
	ch := make(chan frame, 1)
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return frame{}, false
	}
	c.pending[n] = ch
	c.mu.Unlock()
	select {
	case c.out <- frame{n}:
	case <-c.quit:
		return frame{}, false
	}
	select {
	case f := <-ch:
		return f, true
	case <-c.quit:
		return frame{}, false
	}
}

func (c *conn) close() {
	c.once.Do(func() {
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
		close(c.quit)
	})
	c.wg.Wait()
}

// Right: all that wait also wait for quit, which is closed once.
func connUsed() {
	c := newConn()
	c.call(1)
	go c.call(2)
	c.close()
	c.call(3)
	c.close()
}

type node struct {
	step  chan int
	tick  chan struct{}
	ready chan []int
	ack   chan struct{}
	stop  chan struct{}
	done  chan struct{}
}

func startNode() *node {
	n := &node{
		step: make(chan int), tick: make(chan struct{}, 8), ready: make(chan []int),
		ack: make(chan struct{}), stop: make(chan struct{}), done: make(chan struct{}),
	}
	go n.run()
	return n
}

func (n *node) run() {
	defer close(n.done)
	var log []int
	var ack chan struct{}
	for {
		var ready chan []int
		if ack == nil && len(log) > 0 {
			ready = n.ready
		}
		select {
		case m := <-n.step:
			log = append(log, m)
		case <-n.tick:
		case ready <- log:
			log, ack = nil, n.ack
		case <-ack:
			ack = nil
		case <-n.stop:
			return
		}
	}
}

func (n *node) propose(m int) bool {
	select {
	case n.step <- m:
		return true
	case <-n.done:
		return false
	}
}

func (n *node) halt() {
	select {
	case n.stop <- struct{}{}:
	case <-n.done:
	}
	<-n.done
}

// Right: ready is offered when there is something, and every wait ends with
// done.
func nodeRun() {
	n := startNode()
	n.tick <- struct{}{}
	n.propose(1)
	select {
	case <-n.ready:
		select {
		case n.ack <- struct{}{}:
		case <-n.done:
		}
	case <-n.done:
	}
	go n.propose(2)
	n.halt()
	n.halt()
}

type raft struct {
	step chan int
	stop chan struct{}
	done chan struct{}
}

func startRaft() *raft {
	r := &raft{step: make(chan int), stop: make(chan struct{}), done: make(chan struct{})}
	go r.run()
	return r
}

func (r *raft) run() {
	defer close(r.done)
	for {
		select {
		case <-r.step:
		case <-r.stop:
			return
		}
	}
}

func (r *raft) propose(m int) bool {
	select {
	case r.step <- m:
		return true
	case <-r.done:
		return false
	}
}

func (r *raft) halt() {
	r.stop <- struct{}{} // want "send on .* blocks forever"
	<-r.done
}

// Wrong: the second halt doesn't look at done.
func raftRun() {
	r := startRaft()
	r.propose(1)
	r.halt()
	r.propose(2)
	r.halt()
}

type bounded struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	notFull  *sync.Cond
	items    []int
	closed   bool
}

func newBounded() *bounded {
	b := &bounded{}
	b.notEmpty, b.notFull = sync.NewCond(&b.mu), sync.NewCond(&b.mu)
	return b
}

func (b *bounded) put(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 2 && !b.closed {
		b.notFull.Wait()
	}
	if b.closed {
		return false
	}
	b.items = append(b.items, n)
	b.notEmpty.Signal()
	return true
}

func (b *bounded) get() (int, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 && !b.closed {
		b.notEmpty.Wait()
	}
	if len(b.items) == 0 {
		return 0, false
	}
	n := b.items[0]
	b.items = b.items[1:]
	b.notFull.Signal()
	return n, true
}

func (b *bounded) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.notEmpty.Broadcast()
	b.notFull.Broadcast()
}

// Right: close wakes all who wait.
func boundedUsed() (sum int) {
	b := newBounded()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			n, ok := b.get()
			if !ok {
				return
			}
			sum += n
		}
	}()
	for i := range 5 {
		b.put(i)
	}
	b.close()
	<-done
	return sum
}

type resource struct{ id int }

type pool struct {
	mu      sync.Mutex
	free    []*resource
	waiting []chan *resource
}

func (p *pool) get() *resource {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		r := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return r
	}
	ch := make(chan *resource, 1)
	p.waiting = append(p.waiting, ch)
	p.mu.Unlock()
	return <-ch
}

func (p *pool) put(r *resource) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) > 0 {
		ch := p.waiting[0]
		p.waiting = p.waiting[1:]
		ch <- r
		return
	}
	p.free = append(p.free, r)
}

// Right: whoever waits is given what is put back, and there is room for it.
func poolUsed() {
	p := &pool{free: []*resource{{1}}}
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.put(p.get())
		}()
	}
	wg.Wait()
}

type supervisor struct {
	wg    sync.WaitGroup
	fails chan int
	quit  chan struct{}
}

func (s *supervisor) start(id int) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		if id == 0 {
			select {
			case s.fails <- id:
			case <-s.quit:
			}
			return
		}
		<-s.quit
	}()
}

// Right: what fails is started anew, and all end with quit.
func supervised() {
	s := &supervisor{fails: make(chan int), quit: make(chan struct{})}
	for id := range 2 {
		s.start(id)
	}
	s.start(<-s.fails + 1)
	close(s.quit)
	s.wg.Wait()
}

type foreman struct {
	wg    sync.WaitGroup
	fails chan int
	quit  chan struct{}
}

func (f *foreman) start(id int) {
	f.wg.Add(1)
	go func() {
		defer f.wg.Done()
		if id == 0 {
			f.fails <- id
			return
		}
		<-f.quit
	}()
}

// Wrong: those who fail after the first one wait for somebody to take note.
func abandoned() {
	f := &foreman{fails: make(chan int), quit: make(chan struct{})}
	f.start(0)
	f.start(0)
	<-f.fails
	close(f.quit)
	f.wg.Wait() // want "wg.Wait blocks forever"
}

type service struct {
	mu      sync.Mutex
	open    int
	idle    chan struct{}
	closing bool
}

func (s *service) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return false
	}
	s.open++
	return true
}

func (s *service) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.closing && s.open == 0 {
		close(s.idle)
	}
}

func (s *service) shutdown() {
	s.mu.Lock()
	s.closing = true
	if s.open == 0 {
		close(s.idle)
	}
	s.mu.Unlock()
	<-s.idle
}

// Right: the last one who leaves, or nobody, lets shutdown go on.
func shutDown() {
	s := &service{idle: make(chan struct{})}
	for range 2 {
		go func() {
			if s.enter() {
				s.leave()
			}
		}()
	}
	s.shutdown()
}

func emit(wg *sync.WaitGroup, out chan<- int, quit <-chan struct{}, n int) {
	defer wg.Done()
	for i := range n {
		select {
		case out <- i:
		case <-quit:
			return
		}
	}
}

// Right: the reader that has enough tells the others, and waits for them.
func merged() (sum int) {
	var wg sync.WaitGroup
	out, quit := make(chan int), make(chan struct{})
	for n := range 3 {
		wg.Add(1)
		go emit(&wg, out, quit, n+3)
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	for n := range out {
		if sum += n; sum > 3 {
			break
		}
	}
	close(quit)
	wg.Wait()
	return sum
}

type side struct {
	in, out chan int
	quit    chan struct{}
}

func (s *side) loop(wg *sync.WaitGroup, first bool) {
	defer wg.Done()
	if first {
		s.out <- 0
	}
	for {
		select {
		case n := <-s.in:
			if n == 3 {
				close(s.quit)
				return
			}
			select {
			case s.out <- n + 1:
			case <-s.quit:
				return
			}
		case <-s.quit:
			return
		}
	}
}

// Right: one of the two comes to three, and ends both.
func exchange() {
	var wg sync.WaitGroup
	a, b, quit := make(chan int), make(chan int), make(chan struct{})
	wg.Add(2)
	go (&side{a, b, quit}).loop(&wg, true)
	go (&side{b, a, quit}).loop(&wg, false)
	wg.Wait()
}

type batcher struct {
	mu    sync.Mutex
	batch []int
	full  chan []int
	done  chan struct{}
}

func newBatcher() *batcher {
	b := &batcher{full: make(chan []int), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for range b.full {
		}
	}()
	return b
}

func (b *batcher) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.batch = append(b.batch, n)
	if len(b.batch) == 2 {
		b.flush()
	}
}

func (b *batcher) flush() {
	b.full <- b.batch
	b.batch = nil
}

func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.batch) > 0 {
		b.flush()
	}
	close(b.full)
	<-b.done
}

// Right: it sends and waits under the lock, but for one who doesn't need it.
func batched() {
	b := newBatcher()
	for i := range 3 {
		b.add(i)
	}
	b.close()
}

type buncher struct {
	mu    sync.Mutex
	bunch []int
	full  chan []int
	total int
}

func newBuncher() *buncher {
	b := &buncher{full: make(chan []int)}
	go b.loop()
	return b
}

func (b *buncher) loop() {
	for list := range b.full {
		b.mu.Lock()
		b.total += len(list)
		b.mu.Unlock()
	}
}

func (b *buncher) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bunch = append(b.bunch, n)
	b.full <- b.bunch // want "send on .* blocks forever"
}

// Wrong: the loop needs the lock under which the second bunch is sent.
func bunched() {
	b := newBuncher()
	b.add(1)
	b.add(2)
	close(b.full)
}

type election struct {
	once   sync.Once
	leader int
	over   chan struct{}
}

func (e *election) stand(id int) int {
	e.once.Do(func() {
		e.leader = id
		close(e.over)
	})
	<-e.over
	return e.leader
}

// Right: whoever is first ends the election for all.
func elected() {
	e := &election{over: make(chan struct{})}
	var wg sync.WaitGroup
	for id := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			e.stand(id)
		}()
	}
	wg.Wait()
}

type database struct {
	mu   sync.RWMutex
	rows map[string]int
	wal  chan string
	done chan struct{}
}

func (d *database) logLoop() {
	defer close(d.done)
	for entry := range d.wal {
		d.mu.RLock()
		_ = d.rows[entry]
		d.mu.RUnlock()
	}
}

func (d *database) set(key string, n int) {
	d.mu.Lock()
	d.rows[key] = n
	d.mu.Unlock()
	d.wal <- key
}

// Right: what is written is logged without the lock.
func databaseUsed() {
	d := &database{rows: map[string]int{}, wal: make(chan string), done: make(chan struct{})}
	go d.logLoop()
	d.set("a", 1)
	d.set("b", 2)
	close(d.wal)
	<-d.done
}

type archive struct {
	mu   sync.RWMutex
	rows map[string]int
	wal  chan string
	done chan struct{}
}

func (a *archive) logLoop() {
	defer close(a.done)
	for entry := range a.wal {
		a.mu.RLock()
		_ = a.rows[entry]
		a.mu.RUnlock()
	}
}

func (a *archive) set(key string, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rows[key] = n
	a.wal <- key // want "send on .* blocks forever"
}

// Wrong: the reader of the log needs the lock under which is written.
func archiveUsed() {
	a := &archive{rows: map[string]int{}, wal: make(chan string), done: make(chan struct{})}
	go a.logLoop()
	a.set("a", 1)
	a.set("b", 2)
	close(a.wal)
	<-a.done
}
