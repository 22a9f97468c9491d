package lingering

import (
	"context"
	"sync"
)

// A Link reads answers, and sends each to who has asked, who may have left when he is found already.
type Link struct {
	mu      sync.Mutex
	waiting map[int]chan []byte
	read    func() (int, []byte, error)
}

func NewLink(read func() (int, []byte, error)) *Link {
	l := &Link{waiting: map[int]chan []byte{}, read: read}
	go l.run()
	return l
}

func (l *Link) run() {
	for {
		id, answer, err := l.read()
		if err != nil {
			return
		}
		l.mu.Lock()
		waiting := l.waiting[id]
		delete(l.waiting, id)
		l.mu.Unlock()
		if waiting != nil {
			waiting <- answer // want `send on answer \(as waiting\) blocks forever and leaks the goroutine: a call of \(\*Link\)\.Ask never receives from it after line \d+`
		}
	}
}

func (l *Link) Ask(ctx context.Context, id int) ([]byte, error) {
	answer := make(chan []byte)
	l.mu.Lock()
	l.waiting[id] = answer
	l.mu.Unlock()
	select {
	case a := <-answer:
		return a, nil
	case <-ctx.Done():
		l.mu.Lock()
		delete(l.waiting, id)
		l.mu.Unlock()
		return nil, ctx.Err()
	}
}

// An Exchange hands over by callers.
type Exchange struct {
	mu      sync.RWMutex
	waiting map[string]*request
}

type request struct{ answer chan string }

func NewExchange() *Exchange { return &Exchange{waiting: map[string]*request{}} }

func (e *Exchange) Ask(ctx context.Context, name string) string {
	r := &request{make(chan string)}
	e.mu.Lock()
	e.waiting[name] = r
	e.mu.Unlock()
	defer func() {
		e.mu.Lock()
		delete(e.waiting, name)
		e.mu.Unlock()
	}()
	select {
	case s := <-r.answer:
		return s
	case <-ctx.Done():
		return ""
	}
}

func (e *Exchange) Answer(name, s string) bool {
	e.mu.RLock()
	r, ok := e.waiting[name]
	e.mu.RUnlock()
	if !ok {
		return false
	}
	r.answer <- s // want `send on r\.answer blocks forever: a call of \(\*Exchange\)\.Ask never receives from it after line \d+`
	return true
}

// A Roomy link has room for one answer.
type Roomy struct {
	mu      sync.Mutex
	waiting map[int]chan []byte
	read    func() (int, []byte, error)
}

func NewRoomy(read func() (int, []byte, error)) *Roomy {
	r := &Roomy{waiting: map[int]chan []byte{}, read: read}
	go r.run()
	return r
}

func (r *Roomy) run() {
	for {
		id, answer, err := r.read()
		if err != nil {
			return
		}
		r.mu.Lock()
		waiting := r.waiting[id]
		delete(r.waiting, id)
		r.mu.Unlock()
		if waiting != nil {
			waiting <- answer
		}
	}
}

func (r *Roomy) Ask(ctx context.Context, id int) []byte {
	answer := make(chan []byte, 1)
	r.mu.Lock()
	r.waiting[id] = answer
	r.mu.Unlock()
	select {
	case a := <-answer:
		return a
	case <-ctx.Done():
		r.mu.Lock()
		delete(r.waiting, id)
		r.mu.Unlock()
		return nil
	}
}

// A Careful link lets those go who have gone.
type Careful struct {
	mu      sync.Mutex
	waiting map[int]*asker
	read    func() (int, []byte, error)
}

type asker struct {
	answer chan []byte
	gone   <-chan struct{}
}

func NewCareful(read func() (int, []byte, error)) *Careful {
	c := &Careful{waiting: map[int]*asker{}, read: read}
	go c.run()
	return c
}

func (c *Careful) run() {
	for {
		id, answer, err := c.read()
		if err != nil {
			return
		}
		c.mu.Lock()
		a := c.waiting[id]
		delete(c.waiting, id)
		c.mu.Unlock()
		if a != nil {
			select {
			case a.answer <- answer:
			case <-a.gone:
			}
		}
	}
}

func (c *Careful) Ask(ctx context.Context, id int) []byte {
	a := &asker{make(chan []byte), ctx.Done()}
	c.mu.Lock()
	c.waiting[id] = a
	c.mu.Unlock()
	select {
	case answer := <-a.answer:
		return answer
	case <-ctx.Done():
		return nil
	}
}

// Whoever leaves a Kind link takes the answer if it is on its way.
type Kind struct {
	mu      sync.Mutex
	waiting map[int]chan []byte
}

func NewKind() *Kind { return &Kind{waiting: map[int]chan []byte{}} }

func (k *Kind) Answer(id int, answer []byte) {
	k.mu.Lock()
	waiting, ok := k.waiting[id]
	delete(k.waiting, id)
	k.mu.Unlock()
	if ok {
		waiting <- answer
	}
}

func (k *Kind) Ask(ctx context.Context, id int) []byte {
	answer := make(chan []byte)
	k.mu.Lock()
	k.waiting[id] = answer
	k.mu.Unlock()
	select {
	case a := <-answer:
		return a
	case <-ctx.Done():
	}
	k.mu.Lock()
	_, isThere := k.waiting[id]
	delete(k.waiting, id)
	k.mu.Unlock()
	if !isThere {
		return <-answer
	}
	return nil
}
