package departing

import (
	"context"
	"sync"
)

type member struct {
	mail chan string
	left chan struct{}
}

// A Club looks at what says that a member has left.
type Club struct {
	mu      sync.Mutex
	members map[*member]bool
}

func NewClub() *Club { return &Club{members: map[*member]bool{}} }

func (c *Club) Tell(news string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for m := range c.members {
		select {
		case m.mail <- news:
		case <-m.left:
		}
	}
}

func (c *Club) Attend(ctx context.Context, hear func(string)) {
	m := &member{mail: make(chan string), left: make(chan struct{})}
	c.mu.Lock()
	c.members[m] = true
	c.mu.Unlock()
	defer func() {
		close(m.left)
		c.mu.Lock()
		delete(c.members, m)
		c.mu.Unlock()
	}()
	for {
		select {
		case news := <-m.mail:
			hear(news)
		case <-ctx.Done():
			return
		}
	}
}

type patient struct{ mail chan string }

// A Ward goes on receiving in a goroutine until the member is off the list.
type Ward struct {
	mu      sync.Mutex
	members map[*patient]bool
}

func NewWard() *Ward { return &Ward{members: map[*patient]bool{}} }

func (w *Ward) Tell(news string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for m := range w.members {
		m.mail <- news
	}
}

func (w *Ward) leave(m *patient) {
	left := make(chan struct{})
	go func() {
		for {
			select {
			case <-m.mail:
			case <-left:
				return
			}
		}
	}()
	w.mu.Lock()
	delete(w.members, m)
	w.mu.Unlock()
	close(left)
}

func (w *Ward) Attend(ctx context.Context, hear func(string)) {
	m := &patient{mail: make(chan string)}
	w.mu.Lock()
	w.members[m] = true
	w.mu.Unlock()
	defer w.leave(m)
	for {
		select {
		case news := <-m.mail:
			hear(news)
		case <-ctx.Done():
			return
		}
	}
}

// A Wing has somebody receive before the member gets off the list, as that is deferred later.
type Wing struct {
	mu   sync.Mutex
	beds map[*bed]bool
}

type bed struct{ mail chan string }

func NewWing() *Wing { return &Wing{beds: map[*bed]bool{}} }

func (w *Wing) Tell(news string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for b := range w.beds {
		b.mail <- news
	}
}

func (w *Wing) leave(b *bed) {
	w.mu.Lock()
	delete(w.beds, b)
	w.mu.Unlock()
	close(b.mail)
}

func (b *bed) empty() {
	for range b.mail {
	}
}

func (w *Wing) Attend(ctx context.Context, hear func(string)) {
	b := &bed{mail: make(chan string)}
	w.mu.Lock()
	w.beds[b] = true
	w.mu.Unlock()
	defer w.leave(b)
	defer func() { go b.empty() }()
	for {
		select {
		case news := <-b.mail:
			hear(news)
		case <-ctx.Done():
			return
		}
	}
}

// A Tap has each channel in a list and in a struct by which somebody receives on.
type Tap struct {
	mu   sync.Mutex
	ends []chan string
	last *end
}

type end struct{ mail chan string }

func (t *Tap) Tell(news string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, mail := range t.ends {
		mail <- news
	}
}

func (t *Tap) Attend(ctx context.Context, hear func(string)) {
	mail := make(chan string)
	e := &end{mail}
	go e.empty()
	t.mu.Lock()
	t.ends = append(t.ends, mail)
	t.last = e
	t.mu.Unlock()
	for {
		select {
		case news := <-mail:
			hear(news)
		case <-ctx.Done():
			t.mu.Lock()
			defer t.mu.Unlock()
			return
		}
	}
}

func (e *end) empty() {
	for range e.mail {
	}
}

type client struct{ mail chan string }

// A Desk answers everybody who waits once: there is room for that.
type Desk struct {
	mu      sync.Mutex
	waiting map[int]*client
	next    int
}

func NewDesk() *Desk { return &Desk{waiting: map[int]*client{}} }

func (d *Desk) Ask(ctx context.Context) string {
	m := &client{mail: make(chan string, 1)}
	d.mu.Lock()
	n := d.next
	d.next++
	d.waiting[n] = m
	d.mu.Unlock()
	select {
	case answer := <-m.mail:
		return answer
	case <-ctx.Done():
		d.mu.Lock()
		delete(d.waiting, n)
		d.mu.Unlock()
		return ""
	}
}

func (d *Desk) Answer(n int, answer string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if m, ok := d.waiting[n]; ok {
		delete(d.waiting, n)
		m.mail <- answer
	}
}

func (d *Desk) AnswerAll(answer string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for n, m := range d.waiting {
		m.mail <- answer
		delete(d.waiting, n)
	}
}

type caller struct{ mail chan string }

// An Echo tells itself, and nobody else does.
type Echo struct {
	mu      sync.Mutex
	members map[*caller]bool
}

func NewEcho() *Echo { return &Echo{members: map[*caller]bool{}} }

func (e *Echo) tell(news string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for m := range e.members {
		m.mail <- news
	}
}

func (e *Echo) Once(ctx context.Context, news string) string {
	m := &caller{mail: make(chan string, 1)}
	e.mu.Lock()
	e.members[m] = true
	e.mu.Unlock()
	e.tell(news)
	select {
	case heard := <-m.mail:
		return heard
	case <-ctx.Done():
		e.mu.Lock()
		delete(e.members, m)
		e.mu.Unlock()
		return ""
	}
}

// A Count that is undone when the lock is free again.
func (c *Count) Twice(use func()) {
	c.mu.Lock()
	undo := c.up()
	c.mu.Unlock()
	defer undo()
	use()
}
