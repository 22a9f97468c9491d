package promises

import "sync"

// A flight is under way: whoever finds it waits for its end.
type flight[V any] struct {
	wg  sync.WaitGroup
	val V
	err error
}

// Flights lets one call run for all that want the same, and forgets those who wait if it fails.
type Flights[V any] struct {
	mu sync.Mutex
	m  map[string]*flight[V]
}

func (g *Flights[V]) Do(key string, fn func() (V, error)) (V, error) {
	g.mu.Lock()
	if g.m == nil {
		g.m = make(map[string]*flight[V])
	}
	if c, ok := g.m[key]; ok {
		g.mu.Unlock()
		c.wg.Wait() // want `c\.wg\.Wait blocks forever: another call of \(\*Flights\[V\]\)\.Do never calls Done after line 34 \(if c\.err != nil\)`
		return c.val, c.err
	}
	c := new(flight[V])
	c.wg.Add(1)
	g.m[key] = c
	g.mu.Unlock()

	c.val, c.err = fn()
	if c.err != nil {
		g.forget(key)
		return c.val, c.err
	}
	c.wg.Done()
	g.forget(key)
	return c.val, nil
}

func (g *Flights[V]) forget(key string) {
	g.mu.Lock()
	delete(g.m, key)
	g.mu.Unlock()
}

// A job is waited for by those who have found it in the queue.
type job struct{ ended sync.WaitGroup }

type Jobs struct {
	mu   sync.Mutex
	list map[int]*job
}

func NewJobs() *Jobs { return &Jobs{list: map[int]*job{}} }

func (j *Jobs) Run(n int, f func() bool) {
	one := &job{}
	one.ended.Add(1)
	j.mu.Lock()
	j.list[n] = one
	j.mu.Unlock()
	if !f() {
		return
	}
	one.ended.Done()
}

func (j *Jobs) Wait(n int) {
	j.mu.Lock()
	one := j.list[n]
	j.mu.Unlock()
	if one != nil {
		one.ended.Wait() // want `one\.ended\.Wait blocks forever: a call of \(\*Jobs\)\.Run never calls Done after line 65 \(if !f\(\)\)`
	}
}

// A trip ends in any case.
type trip struct {
	wg  sync.WaitGroup
	err error
}

// Trips defers it.
type Trips struct {
	mu sync.Mutex
	m  map[string]*trip
}

func NewTrips() *Trips { return &Trips{m: map[string]*trip{}} }

func (t *Trips) Do(key string, fn func() error) error {
	t.mu.Lock()
	if c, ok := t.m[key]; ok {
		t.mu.Unlock()
		c.wg.Wait()
		return c.err
	}
	c := &trip{}
	c.wg.Add(1)
	t.m[key] = c
	t.mu.Unlock()
	defer c.wg.Done()
	if c.err = fn(); c.err != nil {
		return c.err
	}
	return nil
}

// A ride ends by a helper, and is shown to others only when it has begun.
type ride struct {
	wg  sync.WaitGroup
	err error
}

type Rides struct {
	mu sync.Mutex
	m  map[string]*ride
}

func NewRides() *Rides { return &Rides{m: map[string]*ride{}} }

func (r *Rides) Do(key string, begin, fn func() error) error {
	r.mu.Lock()
	if c, ok := r.m[key]; ok {
		r.mu.Unlock()
		c.wg.Wait()
		return c.err
	}
	c := &ride{}
	c.wg.Add(1)
	if err := begin(); err != nil {
		r.mu.Unlock()
		return err
	}
	r.m[key] = c
	r.mu.Unlock()
	if err := fn(); err != nil {
		r.end(key, c, err)
		return err
	}
	r.end(key, c, nil)
	return nil
}

func (r *Rides) end(key string, c *ride, err error) {
	c.err = err
	c.wg.Done()
	r.mu.Lock()
	delete(r.m, key)
	r.mu.Unlock()
}

// A walk is taken away with the lock with which it was shown, if there is nothing to it.
type walk struct{ wg sync.WaitGroup }

type Walks struct {
	mu sync.Mutex
	m  map[string]*walk
}

func NewWalks() *Walks { return &Walks{m: map[string]*walk{}} }

func (w *Walks) Do(key string, has func(string) bool, fn func()) {
	w.mu.Lock()
	if c, ok := w.m[key]; ok {
		w.mu.Unlock()
		c.wg.Wait()
		return
	}
	c := &walk{}
	c.wg.Add(1)
	w.m[key] = c
	if !has(key) {
		delete(w.m, key)
		w.mu.Unlock()
		return
	}
	w.mu.Unlock()
	fn()
	c.wg.Done()
}

// A tour is counted by its guide alone: nobody waits for what one of several has forgotten.
type tour struct{ wg sync.WaitGroup }

type Tours struct {
	mu sync.Mutex
	m  map[string]*tour
}

func NewTours() *Tours { return &Tours{m: map[string]*tour{}} }

func (t *Tours) Join(key string, fn func() bool) {
	c := &tour{}
	c.wg.Add(1)
	t.mu.Lock()
	t.m[key] = c
	t.mu.Unlock()
	if !fn() {
		go t.leave(c)
		return
	}
	c.wg.Done()
}

func (t *Tours) leave(c *tour) { c.wg.Done() }

func (t *Tours) Wait(key string) {
	t.mu.Lock()
	c := t.m[key]
	t.mu.Unlock()
	if c != nil {
		c.wg.Wait()
	}
}
