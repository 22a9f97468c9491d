package condfields

import (
	"context"
	"sync"
	"time"
)

// A Latch is set, with Broadcast after that.
type Latch struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

func NewLatch() *Latch {
	l := &Latch{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *Latch) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.ready {
		l.cond.Wait()
	}
}

func (l *Latch) Set() {
	l.mu.Lock()
	l.ready = true
	l.mu.Unlock()
	l.cond.Broadcast()
}

// A Queue has two conditions for one lock.
type Queue struct {
	mu       sync.Mutex
	notEmpty sync.Cond
	notFull  sync.Cond
	items    []int
	max      int
	closed   bool
}

func NewQueue(max int) *Queue {
	q := &Queue{max: max}
	q.notEmpty.L = &q.mu
	q.notFull.L = &q.mu
	return q
}

func (q *Queue) Put(x int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.max && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, x)
	q.notEmpty.Signal()
	return true
}

func (q *Queue) Get() (x int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.notEmpty.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	x, q.items = q.items[0], q.items[1:]
	q.notFull.Signal()
	return x, true
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
}

// A Slots is a semaphore: who has a slot gives it back.
type Slots struct {
	mu   sync.Mutex
	cond *sync.Cond
	used int
	max  int
}

func NewSlots(max int) *Slots {
	s := &Slots{max: max}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Slots) Acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.used >= s.max {
		s.cond.Wait()
	}
	s.used++
}

func (s *Slots) Release() {
	s.mu.Lock()
	s.used--
	s.mu.Unlock()
	s.cond.Signal()
}

// A Lease gives back what it has by the function that it returns.
type Lease struct {
	mu    sync.Mutex
	cond  *sync.Cond
	taken bool
}

func NewLease() *Lease {
	l := &Lease{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *Lease) Take() (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.taken {
		l.cond.Wait()
	}
	l.taken = true
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.taken = false
		l.cond.Signal()
	}
}

// A Share gives out tickets, by which others give back what they have.
type Share struct {
	mu    sync.Mutex
	cond  *sync.Cond
	taken bool
}

type Ticket struct{ share *Share }

func NewShare() *Share {
	s := &Share{}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Share) Take() *Ticket {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.taken {
		s.cond.Wait()
	}
	s.taken = true
	return &Ticket{s}
}

func (t *Ticket) Return() {
	t.share.mu.Lock()
	defer t.share.mu.Unlock()
	t.share.taken = false
	t.share.cond.Signal()
}

// An Event may be waited for with a context.
type Event struct {
	mu   sync.Mutex
	cond *sync.Cond
	set  bool
}

func NewEvent() *Event {
	e := &Event{}
	e.cond = sync.NewCond(&e.mu)
	return e
}

func (e *Event) Wait(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cond.Broadcast()
	})
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !e.set {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.cond.Wait()
	}
	return nil
}

func (e *Event) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set = true
	e.cond.Broadcast()
}

// A Phase is closed while nobody may wait any more: who does later has come too late.
type Phase struct {
	mu     sync.Mutex
	cond   *sync.Cond
	n      int
	closed bool
}

func NewPhase() *Phase {
	p := &Phase{}
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *Phase) Next() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.n
	for p.n == n {
		p.cond.Wait()
	}
	return p.n
}

func (p *Phase) Advance() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.n++
	p.cond.Broadcast()
	return true
}

func (p *Phase) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.n++
	p.cond.Broadcast()
}

// A Worker waits for work in a goroutine of its own, and is told of the end.
type Worker struct {
	mu      sync.Mutex
	cond    *sync.Cond
	work    []func()
	stopped bool
}

func NewWorker() *Worker {
	w := &Worker{}
	w.cond = sync.NewCond(&w.mu)
	go w.run()
	return w
}

func (w *Worker) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.work) == 0 && !w.stopped {
			w.cond.Wait()
		}
		if w.stopped {
			return
		}
		f := w.work[0]
		w.work = w.work[1:]
		w.mu.Unlock()
		f()
		w.mu.Lock()
	}
}

func (w *Worker) Do(f func()) {
	w.mu.Lock()
	w.work = append(w.work, f)
	w.mu.Unlock()
	w.cond.Signal()
}

func (w *Worker) Stop() {
	w.mu.Lock()
	w.stopped = true
	w.mu.Unlock()
	w.cond.Broadcast()
}

// A Timed gives up waiting after some time.
type Timed struct {
	mu      sync.Mutex
	cond    *sync.Cond
	ready   bool
	stopped bool
}

func NewTimed() *Timed {
	t := &Timed{}
	t.cond = sync.NewCond(&t.mu)
	return t
}

func (t *Timed) Wait(d time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	late := false
	timer := time.AfterFunc(d, func() {
		t.mu.Lock()
		late = true
		t.mu.Unlock()
		t.cond.Broadcast()
	})
	defer timer.Stop()
	for !t.ready && !late {
		t.cond.Wait()
	}
	return t.ready
}

func (t *Timed) Set() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped {
		return
	}
	t.ready = true
	t.cond.Broadcast()
}

// Stop lets those who wait do so until they are late.
func (t *Timed) Stop() {
	t.mu.Lock()
	t.stopped = true
	t.mu.Unlock()
}

// A Barrier lets all go on when the last one has come.
type Barrier struct {
	mu    sync.Mutex
	cond  *sync.Cond
	count int
	turn  int
}

func NewBarrier() *Barrier {
	b := &Barrier{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *Barrier) Await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	turn := b.turn
	b.count++
	if b.count == 5 {
		b.count = 0
		b.turn++
		b.cond.Broadcast()
		return
	}
	for b.turn == turn {
		b.cond.Wait()
	}
}

// A Once runs a function once; whoever else comes waits till it has returned. It is told by a deferred call, so
// that it is even if the function panics.
type Once struct {
	mu            sync.Mutex
	cond          *sync.Cond
	running, done bool
}

func NewOnce() *Once {
	o := &Once{}
	o.cond = sync.NewCond(&o.mu)
	return o
}

func (o *Once) Do(f func() error) error {
	o.mu.Lock()
	for o.running {
		o.cond.Wait()
	}
	if o.done {
		o.mu.Unlock()
		return nil
	}
	o.running = true
	o.mu.Unlock()
	done := false
	defer func() {
		o.mu.Lock()
		o.running, o.done = false, done
		o.mu.Unlock()
		o.cond.Broadcast()
	}()
	if err := f(); err != nil {
		return err
	}
	done = true
	return nil
}

// A Late is waited for by callers who come after its end, too, who would have to ask first. That is for them to know:
// those who wait already are woken.
type Late struct {
	mu    sync.Mutex
	cond  *sync.Cond
	turns int
	over  bool
}

func NewLate() *Late {
	l := &Late{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *Late) Await() {
	l.mu.Lock()
	l.cond.Wait()
	l.mu.Unlock()
}

func (l *Late) Wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.cond.Broadcast()
	}
}

func (l *Late) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	l.cond.Broadcast()
}
