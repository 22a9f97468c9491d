// Package boards has notices that are put up, with a lock, for readers who take that when they leave.
package boards

import (
	"context"
	"sync"
)

// A wall keeps the channels of its readers in a map.
type wall struct {
	mu      sync.Mutex
	readers map[int]chan string
	next    int
}

func (w *wall) join() (<-chan string, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ch := make(chan string, 16)
	id := w.next
	w.next++
	w.readers[id] = ch
	return ch, id
}

func (w *wall) leave(id int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.readers, id)
}

func (w *wall) post(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.readers {
		r <- text // want `send on ch \(as r\) blocks forever: its buffer of 16 is full and a call of \(\*School\)\.Read never receives`
	}
}

// A School has a wall, and readers who go when they are told to.
type School struct{ wall *wall }

func NewSchool() *School { return &School{&wall{readers: map[int]chan string{}}} }

func (s *School) Post(text string) { s.wall.post(text) }

func (s *School) Read(ctx context.Context, each func(string)) {
	ch, id := s.wall.join()
	for {
		select {
		case <-ctx.Done():
			s.wall.leave(id)
			return
		case text := <-ch:
			each(text)
		}
	}
}

// A Church goes over its visitors as they are in the map, by value.
type Church struct {
	mu       sync.Mutex
	visitors map[int]visitor
	next     int
}

type visitor struct {
	name  string
	hears chan<- string
}

func NewChurch() *Church { return &Church{visitors: map[int]visitor{}} }

func (c *Church) enter(name string) (<-chan string, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := make(chan string)
	c.next++
	c.visitors[c.next] = visitor{name, ch}
	return ch, c.next
}

func (c *Church) leave(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.visitors, id)
}

func (c *Church) Ring(tune string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.visitors {
		v.hears <- tune // want `blocks forever`
	}
}

func (c *Church) Visit(ctx context.Context, name string, each func(string) error) error {
	ch, id := c.enter(name)
	for {
		select {
		case <-ctx.Done():
			c.leave(id)
			return ctx.Err()
		case tune := <-ch:
			if err := each(tune); err != nil {
				c.leave(id)
				return err
			}
		}
	}
}

// A Post office sorts the letters first.
type Post struct {
	mu    sync.Mutex
	boxes map[int]chan []string
	next  int
}

func NewPost() *Post { return &Post{boxes: map[int]chan []string{}} }

func (p *Post) rent() (chan []string, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	box := make(chan []string, 8)
	p.next++
	p.boxes[p.next] = box
	return box, p.next
}

func (p *Post) giveUp(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.boxes, n)
}

// A Letter is for who has rented a box.
type Letter struct {
	Box  int
	Text string
}

func (p *Post) Deliver(letters []Letter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sorted := map[int][]string{}
	for _, l := range letters {
		if l.Text == "" {
			continue
		}
		sorted[l.Box] = append(sorted[l.Box], l.Text)
	}
	for n, texts := range sorted {
		p.boxes[n] <- texts // want `send on box blocks forever: its buffer of 8 is full`
	}
}

// Express delivers those letters that are urgent.
func (p *Post) Express(letters []Letter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var urgent []Letter
	for _, l := range letters {
		if l.Box > 100 {
			urgent = append(urgent, l)
		}
	}
	for _, l := range urgent {
		p.boxes[l.Box] <- []string{l.Text} // want `send on box blocks forever`
	}
}

func (p *Post) Await(ctx context.Context, each func([]string)) {
	box, n := p.rent()
	for {
		select {
		case <-ctx.Done():
			p.giveUp(n)
			return
		case texts := <-box:
			each(texts)
		}
	}
}
