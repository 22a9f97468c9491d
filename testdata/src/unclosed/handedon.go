package unclosed

import "sync"

// What is closed may be used again, with its goroutine, where Close puts it somewhere.

// A Spare one goes to those that are free, over a channel.
type Spare struct {
	full chan string
	n    int
}

var spares = make(chan *Spare, 10)

// NewSpare takes one, or makes one.
func NewSpare() *Spare {
	select {
	case s := <-spares:
		return s
	default:
	}
	s := &Spare{full: make(chan string, 1)}
	go func() {
		for t := range s.full {
			s.n += len(t)
		}
	}()
	return s
}

// Put adds something.
func (s *Spare) Put(t string) { s.full <- t }

// Close puts it back.
func (s *Spare) Close() {
	select {
	case spares <- s:
	default:
	}
}

// A Kept one is in a map.
type Kept struct {
	name string
	full chan string
	n    int
}

var (
	keeping sync.Mutex
	kept    = map[string]*Kept{}
)

// NewKept takes one from the map, or makes one.
func NewKept(name string) *Kept {
	keeping.Lock()
	defer keeping.Unlock()
	if k := kept[name]; k != nil {
		delete(kept, name)
		return k
	}
	k := &Kept{name: name, full: make(chan string, 1)}
	go func() {
		for t := range k.full {
			k.n += len(t)
		}
	}()
	return k
}

// Put adds something.
func (k *Kept) Put(t string) { k.full <- t }

// Close puts it back.
func (k *Kept) Close() {
	keeping.Lock()
	kept[k.name] = k
	keeping.Unlock()
}

// A Once one is put back by a literal, and a function.
type Once struct {
	full chan string
	once sync.Once
	n    int
}

var onces sync.Pool

// NewOnce takes one, or makes one.
func NewOnce() *Once {
	if o, ok := onces.Get().(*Once); ok {
		return o
	}
	o := &Once{full: make(chan string, 1)}
	go func() {
		for t := range o.full {
			o.n += len(t)
		}
	}()
	return o
}

// Put adds something.
func (o *Once) Put(t string) { o.full <- t }

// Close puts it back.
func (o *Once) Close() {
	o.once.Do(func() { release(o) })
}

func release(o *Once) {
	o.once = sync.Once{}
	onces.Put(o)
}

// A Lent one goes back to its owner, whoever that is.
type Lent struct {
	owner interface{ Back(*Lent) }
	full  chan string
	n     int
}

// NewLent makes one.
func NewLent(owner interface{ Back(*Lent) }) *Lent {
	l := &Lent{owner: owner, full: make(chan string, 1)}
	go func() {
		for t := range l.full {
			l.n += len(t)
		}
	}()
	return l
}

// Put adds something.
func (l *Lent) Put(t string) { l.full <- t }

// Close gives it back.
func (l *Lent) Close() {
	back := l
	defer func() { l.owner.Back(back) }()
	if back = nil; l.n > 0 {
		back = l
	}
}

// A Spent one is put nowhere: what Close calls, and the literal there, only look at it.
type Spent struct {
	full chan string
	once sync.Once
	n    int
}

// NewSpent makes one.
func NewSpent() *Spent {
	s := &Spent{full: make(chan string, 1)}
	go s.run()
	return s
}

func (s *Spent) run() {
	for t := range s.full { // want `receive from s.full blocks forever and leaks the goroutine: nobody is left to send on it, and nothing closes it \(if \(\*Spent\).Close has been called\)`
		s.n += len(t)
	}
}

// Put adds something.
func (s *Spent) Put(t string) { s.full <- t }

// Close forgets what came.
func (s *Spent) Close() {
	last := s
	s.once.Do(func() { forget(last) })
	last = nil
}

func forget(s *Spent) { s.n = 0 }
