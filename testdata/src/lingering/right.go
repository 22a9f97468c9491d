package lingering

import (
	"context"
	"sync"
)

// A Queue has room for what nobody takes any more.
type Queue struct {
	mu   sync.Mutex
	wait []chan int
}

func (q *Queue) Get(ctx context.Context) int {
	ch := make(chan int, 1)
	q.mu.Lock()
	q.wait = append(q.wait, ch)
	q.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

func (q *Queue) Put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.wait) > 0 {
		ch := q.wait[0]
		q.wait = q.wait[1:]
		ch <- n
	}
}

// A Desk doesn't wait for those who have gone.
type Desk struct {
	mu   sync.Mutex
	wait []chan int
}

func (d *Desk) Get(ctx context.Context) int {
	ch := make(chan int)
	d.mu.Lock()
	d.wait = append(d.wait, ch)
	d.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

func (d *Desk) Put(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.wait) > 0 {
		ch := d.wait[0]
		d.wait = d.wait[1:]
		select {
		case ch <- n:
			return
		default:
		}
	}
}

// A Row hands over with its lock, and who leaves takes himself off with it.
type Row struct {
	mu   sync.Mutex
	wait map[int]chan int
	next int
}

func NewRow() *Row { return &Row{wait: map[int]chan int{}} }

func (r *Row) Get(ctx context.Context) int {
	ch := make(chan int)
	r.mu.Lock()
	r.next++
	id := r.next
	r.wait[id] = ch
	r.mu.Unlock()
	defer r.leave(id, ch)
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

func (r *Row) leave(id int, ch chan int) {
	go func() {
		r.mu.Lock()
		delete(r.wait, id)
		r.mu.Unlock()
	}()
	select {
	case <-ch:
	default:
	}
}

func (r *Row) Put(id, n int) {
	r.mu.Lock()
	ch, ok := r.wait[id]
	r.mu.Unlock()
	if ok {
		ch <- n
	}
}

// A Counter drains what comes late.
type Counter struct {
	mu   sync.Mutex
	wait []chan int
}

func (c *Counter) Get(ctx context.Context) int {
	ch := make(chan int)
	c.mu.Lock()
	c.wait = append(c.wait, ch)
	c.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		go func() { <-ch }()
		return 0
	}
}

func (c *Counter) Put(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.wait) > 0 {
		ch := c.wait[0]
		c.wait = c.wait[1:]
		ch <- n
	}
}

// A Ward marks those who have left, with the lock under which others send.
type Ward struct {
	mu   sync.Mutex
	wait []*bed
}

type bed struct {
	ch   chan int
	left bool
}

func (w *Ward) Get(ctx context.Context) int {
	b := &bed{ch: make(chan int)}
	w.mu.Lock()
	w.wait = append(w.wait, b)
	w.mu.Unlock()
	select {
	case n := <-b.ch:
		return n
	case <-ctx.Done():
		b.leave(w)
		return 0
	}
}

func (b *bed) leave(w *Ward) {
	for {
		if w.mu.TryLock() {
			b.left = true
			w.mu.Unlock()
			return
		}
		select {
		case <-b.ch:
		default:
		}
	}
}

func (w *Ward) Put(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.wait) == 0 {
		return
	}
	b := w.wait[0]
	w.wait = w.wait[1:]
	if !b.left {
		b.ch <- n
	}
}

// An Office closes for those who have left: it sends in a goroutine that a context ends.
type Office struct {
	mu   sync.Mutex
	wait []chan int
}

func (o *Office) Get(ctx context.Context) int {
	ch := make(chan int)
	o.mu.Lock()
	o.wait = append(o.wait, ch)
	o.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		return 0
	}
}

func (o *Office) Put(ctx context.Context, n int) {
	o.mu.Lock()
	if len(o.wait) == 0 {
		o.mu.Unlock()
		return
	}
	ch := o.wait[0]
	o.wait = o.wait[1:]
	o.mu.Unlock()
	select {
	case ch <- n:
	case <-ctx.Done():
	}
}

// A Line counts those who wait, and sends to no more of them.
type Line struct {
	mu    sync.Mutex
	count int
	wait  []chan int
}

func (l *Line) Get(ctx context.Context) int {
	ch := make(chan int)
	l.mu.Lock()
	l.count++
	l.wait = append(l.wait, ch)
	l.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		l.leave(ch)
		return 0
	}
}

func (l *Line) leave(ch chan int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count--
	if l.count == 0 {
		l.count = -1
	}
}

func (l *Line) PutLast(n int) {
	l.mu.Lock()
	count := l.count
	l.mu.Unlock()
	if count == 1 {
		l.wait[0] <- n
	}
}

// An Ending is about a context that never ends.
type Ending struct {
	mu   sync.Mutex
	wait []chan int
}

func (e *Ending) Get() int {
	ch := make(chan int)
	e.mu.Lock()
	e.wait = append(e.wait, ch)
	e.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-context.Background().Done():
		return 0
	}
}

func (e *Ending) Put(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.wait) > 0 {
		ch := e.wait[0]
		e.wait = e.wait[1:]
		ch <- n
	}
}

// A Fatal ends the program when its time is over.
type Fatal struct {
	mu   sync.Mutex
	wait []chan int
}

func (f *Fatal) Get(ctx context.Context) int {
	ch := make(chan int)
	f.mu.Lock()
	f.wait = append(f.wait, ch)
	f.mu.Unlock()
	select {
	case n := <-ch:
		return n
	case <-ctx.Done():
		panic("too late")
	}
}

func (f *Fatal) Put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.wait) > 0 {
		ch := f.wait[0]
		f.wait = f.wait[1:]
		ch <- n
	}
}
