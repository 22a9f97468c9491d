package parents

import "sync"

// Right: the lock that a clerk takes is that of his first office, and those who ask the clerks are
// of other offices: an office that has clerks of others has no clerks that others have.
type Office struct {
	sync.Mutex
	clerks []*Clerk
	n      int
}

type Clerk struct {
	sync.Mutex
	first *Office
	n     int
}

func NewOffice() (*Office, *Clerk) {
	first, o := &Office{}, &Office{}
	c := &Clerk{first: first}
	o.clerks = append(o.clerks, c)
	return o, c
}

func (o *Office) Sum() (n int) {
	o.Lock()
	defer o.Unlock()
	for _, c := range o.clerks {
		n += c.get()
	}
	return n
}

func (o *Office) inc() { o.Lock(); o.n++; o.Unlock() }

func (c *Clerk) get() int { c.Lock(); defer c.Unlock(); return c.n }

func (c *Clerk) Inc() {
	c.Lock()
	defer c.Unlock()
	c.first.inc()
}
