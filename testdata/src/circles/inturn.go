package circles

import (
	"sync"
	"time"
)

// A Kitchen has a cook, who is told of orders.
type Kitchen struct {
	mu     sync.RWMutex
	orders chan string
	dishes map[string]int
}

func NewKitchen() *Kitchen {
	k := &Kitchen{orders: make(chan string), dishes: map[string]int{}}
	go k.cook()
	return k
}

func (k *Kitchen) cook() {
	var last time.Time
	for dish := range k.orders {
		if time.Since(last) > time.Minute {
			k.serve(dish)
			last = time.Now()
		}
	}
}

func (k *Kitchen) serve(dish string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dishes[dish]++
}

// Wrong: that there is none of it doesn't say that the cook is ready.
func (k *Kitchen) Order(dish string) int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if n, ok := k.dishes[dish]; ok {
		return n
	}
	k.orders <- dish // want `send on k\.orders blocks forever: the goroutine started at inturn\.go:\d+, which could receive from it, needs k\.mu, which this goroutine has read-locked`
	return 0
}

// A Bar is told so by a helper, with room for some.
type Bar struct {
	mu     sync.Mutex
	thirst chan struct{}
	drinks int
}

func NewBar() *Bar {
	b := &Bar{thirst: make(chan struct{}, 4)}
	go b.pour()
	return b
}

func (b *Bar) pour() {
	for range b.thirst {
		b.mu.Lock()
		b.drinks++
		b.mu.Unlock()
	}
}

func (b *Bar) call() { b.thirst <- struct{}{} } // want `send on b\.thirst blocks forever: its buffer of 4 is full and the goroutine started at inturn\.go:\d+, which could receive from it, needs b\.mu`

// Wrong: the barkeeper may need the lock when there is no room.
func (b *Bar) Drink(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n < 0 {
		b.call()
	}
}

// A Cafe has room for all that it counts.
type Cafe struct {
	mu     sync.Mutex
	thirst chan struct{}
	guests int
}

func NewCafe() *Cafe {
	c := &Cafe{thirst: make(chan struct{}, 4)}
	go c.pour()
	return c
}

func (c *Cafe) pour() {
	for range c.thirst {
		c.mu.Lock()
		c.guests--
		c.mu.Unlock()
	}
}

func (c *Cafe) call() { c.thirst <- struct{}{} }

// Right: there is room for four.
func (c *Cafe) Enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guests >= 4 {
		return false
	}
	c.guests++
	c.call()
	return true
}

// A Pub says when it is ready.
type Pub struct {
	mu     sync.Mutex
	thirst chan struct{}
	ready  bool
}

func NewPub() *Pub {
	p := &Pub{thirst: make(chan struct{})}
	go p.pour()
	return p
}

func (p *Pub) pour() {
	for {
		p.mu.Lock()
		p.ready = true
		p.mu.Unlock()
		<-p.thirst
	}
}

func (p *Pub) call() { p.thirst <- struct{}{} }

// Right: who is ready doesn't need the lock.
func (p *Pub) Drink() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ready {
		p.ready = false
		p.call()
	}
}

// A Shop has what it has found by a name of its own when the seller is there.
type Shop struct {
	mu    sync.RWMutex
	wares chan string
	stock map[string]int
	owner *string
}

func NewShop() *Shop {
	s := &Shop{wares: make(chan string), stock: map[string]int{}}
	go s.sell()
	return s
}

func (s *Shop) sell() {
	s.mu.Lock()
	s.stock["open"] = 1
	s.mu.Unlock()
	for range s.wares {
	}
}

// Right: the seller has had the lock then.
func (s *Shop) Buy(ware string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, ok := s.stock["open"]; ok {
		s.wares <- ware
	}
}

// Right: what is nil isn't another one that is nil.
func (s *Shop) Own(owner *string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if owner != nil {
		s.owner = owner
		return
	}
	if s.owner == owner {
		return
	}
	if s.owner == nil {
		s.close()
	}
}

func (s *Shop) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stock, "open")
}

// A Menu has all that it was given.
type Menu struct {
	mu    sync.Mutex
	asked chan string
	all   map[string]bool
	price map[string]int
	slots chan struct{}
}

func NewMenu(dishes []string) *Menu {
	m := &Menu{asked: make(chan string), all: map[string]bool{}, price: map[string]int{}, slots: make(chan struct{}, 1)}
	for _, dish := range dishes {
		m.all[dish] = true
		m.price[dish] = 1
	}
	go m.answer()
	return m
}

func (m *Menu) answer() {
	for dish := range m.asked {
		m.mu.Lock()
		m.price[dish]++
		m.mu.Unlock()
	}
}

// Right: what is on the menu has a price.
func (m *Menu) Ask(dish string) int {
	if !m.all[dish] {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.price[dish]
	if !ok {
		m.asked <- dish
	}
	return n
}

// A Post has one letter on its way, and says when that has come.
type Post struct {
	mu    sync.Mutex
	sent  chan string
	going chan struct{}
	names map[string]int
}

func NewPost() *Post {
	p := &Post{sent: make(chan string), going: make(chan struct{}, 1), names: map[string]int{}}
	go p.deliver()
	return p
}

func (p *Post) deliver() {
	for name := range p.sent {
		p.mu.Lock()
		p.names[name]++
		p.mu.Unlock()
		<-p.going
	}
}

// Right: whoever may send knows that the last one has come.
func (p *Post) Send(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.names[name]; ok {
		return
	}
	select {
	case p.going <- struct{}{}:
		p.sent <- name
	default:
	}
}

// A Stall is told to go on.
type Stall struct {
	mu       sync.Mutex
	ask, ack chan int
	n        int
}

func NewStall() *Stall {
	s := &Stall{ask: make(chan int), ack: make(chan int, 1)}
	s.ack <- 1
	go s.serve()
	return s
}

func (s *Stall) serve() {
	for n := range s.ask {
		s.mu.Lock()
		s.n += n
		s.mu.Unlock()
		s.ack <- n
	}
}

func (s *Stall) heard()     { <-s.ack }
func (s *Stall) tell(n int) { s.ask <- n }

// Right: who has heard of the last one knows that the lock is free.
func (s *Stall) Tell(n int) {
	s.heard()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell(n)
}

// A Hut is told once.
type Hut struct {
	mu   sync.Mutex
	ask  chan int
	n    int
	told bool
}

func NewHut() *Hut {
	h := &Hut{ask: make(chan int)}
	go h.serve()
	return h
}

func (h *Hut) serve() {
	for n := range h.ask {
		h.mu.Lock()
		h.n += n
		h.mu.Unlock()
	}
}

func (h *Hut) tell(n int) {
	h.ask <- n
	h.told = true
}

// Right: nobody has been in the way before.
func (h *Hut) Tell(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.told {
		h.tell(n)
	}
}
