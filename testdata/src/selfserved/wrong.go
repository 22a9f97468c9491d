// Package selfserved has goroutines that send to themselves.
package selfserved

// A Hub tells its members.
type Hub struct {
	joins, leaves chan *Member
	news          chan string
	members       map[*Member]bool
}

// A Member is told.
type Member struct{ in chan string }

// NewHub starts one.
func NewHub() *Hub {
	h := &Hub{joins: make(chan *Member), leaves: make(chan *Member), news: make(chan string), members: map[*Member]bool{}}
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case m := <-h.joins:
			h.members[m] = true
		case m := <-h.leaves:
			delete(h.members, m)
		case n := <-h.news:
			for m := range h.members {
				select {
				case m.in <- n:
				default:
					h.leaves <- m // want `send on h\.leaves blocks forever and leaks the goroutine: no other goroutine receives from it`
				}
			}
		}
	}
}

// Join adds a member.
func (h *Hub) Join() *Member {
	m := &Member{in: make(chan string, 1)}
	h.joins <- m
	return m
}

// Leave takes it away.
func (h *Hub) Leave(m *Member) { h.leaves <- m }

// Tell tells all.
func (h *Hub) Tell(n string) { h.news <- n }

// A Loop runs what it is given.
type Loop struct {
	tasks chan func() error
	fails chan error
	seen  int
}

// NewLoop starts one.
func NewLoop() *Loop {
	l := &Loop{tasks: make(chan func() error), fails: make(chan error)}
	go func() {
		for {
			select {
			case task := <-l.tasks:
				if err := task(); err != nil {
					l.fail(err)
				}
			case <-l.fails:
				l.seen++
			}
		}
	}()
	return l
}

// Do runs a task.
func (l *Loop) Do(task func() error) { l.tasks <- task }

func (l *Loop) fail(err error) { l.fails <- err } // want `send on l\.fails blocks forever and leaks the goroutine: no other goroutine receives from it \(if err != nil from task\)`

// A Counter counts down.
type Counter struct{ steps chan int }

// NewCounter starts one.
func NewCounter() *Counter {
	c := &Counter{steps: make(chan int)}
	go c.run()
	return c
}

func (c *Counter) run() {
	for n := range c.steps {
		if n > 0 {
			c.steps <- n - 1 // want `send on c\.steps blocks forever and leaks the goroutine: no other goroutine receives from it \(if n > 0\)`
		}
	}
}

// Count counts from a number on.
func (c *Counter) Count(n int) { c.steps <- n }

// A Deaf one waits for what nobody sends, and doesn't come to where it would send to itself.
type Deaf struct{ in chan int }

// NewDeaf starts one.
func NewDeaf() *Deaf {
	d := &Deaf{in: make(chan int)}
	go func() {
		for {
			select {
			case n := <-d.in: // want `receive from d\.in blocks forever and leaks the goroutine`
				d.in <- n
			}
		}
	}()
	return d
}

// put is called by nobody.
func (d *Deaf) put(n int) { d.in <- n }
