package requests

// A Porter forgets those who ask for what is too heavy.
type Porter struct {
	loads chan load
	done  chan struct{}
}

type load struct {
	weight int
	reply  chan int
}

func NewPorter() *Porter {
	p := &Porter{make(chan load), make(chan struct{})}
	go p.carry()
	return p
}

func (p *Porter) carry() {
	for {
		select {
		case l := <-p.loads:
			if l.weight > 50 {
				continue
			}
			l.reply <- l.weight
		case <-p.done:
			return
		}
	}
}

func (p *Porter) Carry(weight int) int {
	reply := make(chan int)
	select {
	case p.loads <- load{weight, reply}:
		return <-reply // want `blocks forever: the goroutine started at wrong.go:16, which could send on it, is blocked, too \(if l.weight > 50\)`
	case <-p.done:
		return 0
	}
}

// A Clerk calls whatever it is handed, but what it is handed says nothing if there is nothing to say.
type Clerk struct {
	tasks chan func(int)
	done  chan struct{}
}

func NewClerk() *Clerk {
	c := &Clerk{make(chan func(int)), make(chan struct{})}
	go c.work()
	return c
}

func (c *Clerk) work() {
	for n := 0; ; n++ {
		select {
		case task := <-c.tasks:
			task(n)
		case <-c.done:
			return
		}
	}
}

func (c *Clerk) Close() { close(c.done) }

func (c *Clerk) Count(most int) int {
	counted := make(chan int)
	select {
	case c.tasks <- func(n int) {
		if most > 0 {
			counted <- min(n, most)
		}
	}:
		return <-counted // want `blocks forever`
	case <-c.done:
		return 0
	}
}

// A Guide waits for the reply or the end: who replies then stays where it does.
type Guide struct {
	questions chan question
	end       chan struct{}
}

type question struct{ way chan string }

func NewGuide() *Guide {
	g := &Guide{make(chan question), make(chan struct{})}
	go g.lead()
	return g
}

func (g *Guide) lead() {
	for {
		select {
		case q := <-g.questions:
			q.way <- "left" // want `blocks forever`
		case <-g.end:
			return
		}
	}
}

func (g *Guide) End() { close(g.end) }

func (g *Guide) Ask() string {
	q := question{make(chan string)}
	select {
	case g.questions <- q:
	case <-g.end:
		return ""
	}
	select {
	case way := <-q.way:
		return way
	case <-g.end:
		return ""
	}
}
