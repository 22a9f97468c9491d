package parents

import "sync"

// Right: the child releases its lock before it asks the parent.
type Queue struct {
	sync.Mutex
	jobs []*Job
	done int
}

type Job struct {
	sync.Mutex
	queue *Queue
	n     int
}

func (q *Queue) Add() *Job {
	q.Lock()
	defer q.Unlock()
	j := &Job{queue: q}
	q.jobs = append(q.jobs, j)
	return j
}

func (q *Queue) Count() (n int) {
	q.Lock()
	defer q.Unlock()
	for _, j := range q.jobs {
		n += j.count()
	}
	return n
}

func (q *Queue) finished() { q.Lock(); q.done++; q.Unlock() }

func (j *Job) count() int { j.Lock(); defer j.Unlock(); return j.n }

func (j *Job) Do() {
	j.Lock()
	j.n++
	j.Unlock()
	j.queue.finished()
}

// Right: the child leaves it to another goroutine to ask the parent.
type Room struct {
	sync.Mutex
	lamps []*Lamp
	on    int
}

type Lamp struct {
	sync.Mutex
	room *Room
	on   bool
}

func (r *Room) Add() *Lamp {
	r.Lock()
	defer r.Unlock()
	l := &Lamp{room: r}
	r.lamps = append(r.lamps, l)
	return l
}

func (r *Room) Off() {
	r.Lock()
	defer r.Unlock()
	for _, l := range r.lamps {
		l.off()
	}
}

func (r *Room) count() { r.Lock(); r.on++; r.Unlock() }

func (l *Lamp) off() { l.Lock(); l.on = false; l.Unlock() }

func (l *Lamp) On() {
	l.Lock()
	defer l.Unlock()
	l.on = true
	go l.room.count()
}

// Right: another lock of the parent is taken last by all.
type Shop struct {
	sync.Mutex
	till  sync.Mutex
	tills []*Till
	sum   int
}

type Till struct {
	sync.Mutex
	shop *Shop
	n    int
}

func (s *Shop) Open() *Till {
	s.Lock()
	defer s.Unlock()
	t := &Till{shop: s}
	s.tills = append(s.tills, t)
	return t
}

func (s *Shop) Close() {
	s.Lock()
	defer s.Unlock()
	for _, t := range s.tills {
		t.empty()
	}
}

func (s *Shop) earn() { s.till.Lock(); s.sum++; s.till.Unlock() }

func (t *Till) empty() { t.Lock(); t.n = 0; t.Unlock() }

func (t *Till) Sell() {
	t.Lock()
	defer t.Unlock()
	t.shop.earn()
}
