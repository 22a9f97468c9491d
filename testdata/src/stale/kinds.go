package stale

import (
	"context"
	"strings"
	"sync"
)

// Right: notices are told to residents alone, who are never closed.
type guest struct {
	resident bool
	in       chan string
}

type House struct {
	mu     sync.Mutex
	guests map[string]*guest
}

func NewHouse() *House { return &House{guests: map[string]*guest{}} }

func (h *House) Enter(name string, resident bool) <-chan string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if known, ok := h.guests[name]; ok {
		return known.in
	}
	g := &guest{resident, make(chan string, 2)}
	h.guests[name] = g
	return g.in
}

func (h *House) Leave(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if g, ok := h.guests[name]; ok && !g.resident {
		delete(h.guests, name)
		close(g.in)
	}
}

func (h *House) Notice(text string) {
	h.mu.Lock()
	var residents []*guest
	for _, g := range h.guests {
		if g.resident {
			residents = append(residents, g)
		}
	}
	h.mu.Unlock()
	for _, g := range residents {
		select {
		case g.in <- text:
		default:
		}
	}
}

func (h *House) Call(name, text string) {
	h.mu.Lock()
	g, ok := h.guests[name]
	h.mu.Unlock()
	if ok {
		select { // want `panic: send on closed channel \(g\.in\), closed at kinds\.go:\d+ by a call of \(\*House\)\.Leave at the same time`
		case g.in <- text:
		default:
		}
	}
}

// Right: the names of the staff begin with a star, and these stay.
type Staff struct {
	mu  sync.Mutex
	ins map[string]chan string
}

func NewStaff() *Staff { return &Staff{ins: map[string]chan string{}} }

func (s *Staff) Join(name string) <-chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.ins[name]; ok {
		return known
	}
	in := make(chan string, 2)
	s.ins[name] = in
	return in
}

func (s *Staff) Leave(name string) {
	if strings.HasPrefix(name, "*") {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if in, ok := s.ins[name]; ok {
		delete(s.ins, name)
		close(in)
	}
}

func (s *Staff) Cook(text string) {
	s.mu.Lock()
	in, ok := s.ins["*cook"]
	s.mu.Unlock()
	if ok {
		select {
		case in <- text:
		default:
		}
	}
}

func (s *Staff) All(text string) {
	s.mu.Lock()
	var stars []chan string
	for name, in := range s.ins {
		if strings.HasPrefix(name, "*") {
			stars = append(stars, in)
		}
	}
	s.mu.Unlock()
	for _, in := range stars {
		select {
		case in <- text:
		default:
		}
	}
}

// Wrong: who is asked for by any name may leave.
func (s *Staff) Any(name, text string) {
	s.mu.Lock()
	in, ok := s.ins[name]
	s.mu.Unlock()
	if ok {
		select { // want `panic: send on closed channel \(in\), closed at kinds\.go:\d+ by a call of \(\*Staff\)\.Leave at the same time`
		case in <- text:
		default:
		}
	}
}

// Right: one goroutine does all of it.
type roll struct {
	mu  sync.Mutex
	ins map[int]chan int
}

func (r *roll) Join(n int, in chan int) {
	r.mu.Lock()
	r.ins[n] = in
	r.mu.Unlock()
}

func (r *roll) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ins)
}

func (r *roll) Leave(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if in, ok := r.ins[n]; ok {
		delete(r.ins, n)
		close(in)
	}
}

func (r *roll) Tell(v int) {
	r.mu.Lock()
	var all []chan int
	for _, in := range r.ins {
		all = append(all, in)
	}
	r.mu.Unlock()
	for _, in := range all {
		select {
		case in <- v:
		default:
		}
	}
}

type Clerk struct{ r *roll }

func NewClerk(ctx context.Context, orders <-chan int) *Clerk {
	c := &Clerk{&roll{ins: map[int]chan int{}}}
	go func() {
		for n := 0; ; n++ {
			select {
			case order := <-orders:
				switch order {
				case 0:
					c.r.Join(n, make(chan int, 4))
				case 1:
					c.r.Leave(n)
				default:
					c.r.Tell(order)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

func (c *Clerk) Len() int { return c.r.Len() }

// Right: those who have the list have a lock for it.
type list struct {
	mu  sync.Mutex
	ins map[int]chan int
}

func (l *list) Join(n int, in chan int) {
	l.mu.Lock()
	l.ins[n] = in
	l.mu.Unlock()
}

func (l *list) Leave(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if in, ok := l.ins[n]; ok {
		delete(l.ins, n)
		close(in)
	}
}

func (l *list) Tell(v int) {
	l.mu.Lock()
	var all []chan int
	for _, in := range l.ins {
		all = append(all, in)
	}
	l.mu.Unlock()
	for _, in := range all {
		select {
		case in <- v:
		default:
		}
	}
}

type Keeper struct {
	mu   sync.Mutex
	l    *list
	last int
}

func NewKeeper() *Keeper { return &Keeper{l: &list{ins: map[int]chan int{}}} }

func (k *Keeper) Join() (int, <-chan int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	in := make(chan int, 4)
	k.last++
	k.l.Join(k.last, in)
	return k.last, in
}

func (k *Keeper) Leave(n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.l.Leave(n)
}

func (k *Keeper) Tell(v int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.l.Tell(v)
}

// Right: each waits for his turn.
type Turns struct {
	turn chan struct{}
	mu   sync.Mutex
	ins  map[int]chan int
}

func NewTurns() *Turns { return &Turns{turn: make(chan struct{}, 1), ins: map[int]chan int{}} }

func (t *Turns) Join(n int) <-chan int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.ins[n]; ok {
		return known
	}
	in := make(chan int, 2)
	t.ins[n] = in
	return in
}

func (t *Turns) begin(ctx context.Context) bool {
	select {
	case t.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (t *Turns) end() { <-t.turn }

func (t *Turns) Leave(ctx context.Context, n int) {
	if !t.begin(ctx) {
		return
	}
	defer t.end()
	t.mu.Lock()
	defer t.mu.Unlock()
	if in, ok := t.ins[n]; ok {
		delete(t.ins, n)
		close(in)
	}
}

func (t *Turns) Tell(ctx context.Context, v int) {
	if !t.begin(ctx) {
		return
	}
	defer t.end()
	t.mu.Lock()
	var all []chan int
	for _, in := range t.ins {
		all = append(all, in)
	}
	t.mu.Unlock()
	for _, in := range all {
		select {
		case in <- v:
		default:
		}
	}
}

// Right: the lock is in two functions.
type Valued struct {
	mine        sync.Mutex
	hold, letGo func()
	mu          sync.Mutex
	ins         map[int]chan int
}

func NewValued() *Valued {
	v := &Valued{ins: map[int]chan int{}}
	v.hold, v.letGo = v.mine.Lock, v.mine.Unlock
	return v
}

func (v *Valued) Join(n int) <-chan int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known, ok := v.ins[n]; ok {
		return known
	}
	in := make(chan int, 2)
	v.ins[n] = in
	return in
}

func (v *Valued) Leave(n int) {
	v.hold()
	defer v.letGo()
	v.mu.Lock()
	defer v.mu.Unlock()
	if in, ok := v.ins[n]; ok {
		delete(v.ins, n)
		close(in)
	}
}

func (v *Valued) Tell(word int) {
	v.hold()
	defer v.letGo()
	v.mu.Lock()
	var all []chan int
	for _, in := range v.ins {
		all = append(all, in)
	}
	v.mu.Unlock()
	for _, in := range all {
		select {
		case in <- word:
		default:
		}
	}
}

// Wrong: nobody has a lock for what others can't get at.
type index struct {
	mu  sync.Mutex
	ins map[int]chan int
}

func (x *index) Add(n int, in chan int) {
	x.mu.Lock()
	x.ins[n] = in
	x.mu.Unlock()
}

func (x *index) Drop(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if in, ok := x.ins[n]; ok {
		delete(x.ins, n)
		close(in)
	}
}

func (x *index) Tell(n, v int) {
	x.mu.Lock()
	in, ok := x.ins[n]
	x.mu.Unlock()
	if ok {
		in <- v // want `panic: send on closed channel \(in\), closed at kinds\.go:\d+ by a call of \(\*index\)\.Drop at the same time`
	}
}

type Library struct{ x *index }

func NewLibrary() *Library { return &Library{&index{ins: map[int]chan int{}}} }

func (l *Library) Add(n int) <-chan int {
	in := make(chan int, 4)
	l.x.Add(n, in)
	return in
}

func (l *Library) Drop(n int)    { l.x.Drop(n) }
func (l *Library) Tell(n, v int) { l.x.Tell(n, v) }
