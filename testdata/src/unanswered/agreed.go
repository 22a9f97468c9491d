package unanswered

import "strings"

type order struct {
	name  string
	wait  bool
	reply chan int
}

// A Shop answers those who wait, and has asked for no names without letters.
type Shop struct {
	orders chan order
	stock  map[string]int
}

func NewShop() *Shop {
	s := &Shop{orders: make(chan order), stock: map[string]int{}}
	go s.serve()
	return s
}

func (s *Shop) serve() {
	for o := range s.orders {
		s.stock[o.name]--
		if !o.wait {
			continue
		}
		o.reply <- s.stock[o.name]
	}
}

// Order waits for an answer only if it has asked for one.
func (s *Shop) Order(name string, wait bool) int {
	o := order{name, wait, make(chan int)}
	s.orders <- o
	if !wait {
		return 0
	}
	return <-o.reply
}

// A Library has looked at names before it asks for them.
type Library struct {
	orders chan order
	stock  map[string]int
}

func NewLibrary() *Library {
	l := &Library{orders: make(chan order), stock: map[string]int{}}
	go l.serve()
	return l
}

func (l *Library) serve() {
	for o := range l.orders {
		_, title, ok := strings.Cut(o.name, "/")
		if !ok {
			continue
		}
		o.reply <- l.stock[title]
	}
}

func (l *Library) Order(name string) int {
	if !strings.Contains(name, "/") {
		return 0
	}
	o := order{name: name, reply: make(chan int, 1)}
	l.orders <- o
	return <-o.reply
}

type claim struct {
	n        int
	accepted chan bool
	paid     chan int
}

// An Office says first whether it accepts a claim; who isn't accepted doesn't wait for more.
type Office struct{ claims chan claim }

func NewOffice() *Office {
	o := &Office{make(chan claim)}
	go o.serve()
	return o
}

func (o *Office) serve() {
	for c := range o.claims {
		if c.n > 100 {
			c.accepted <- false
			continue
		}
		c.accepted <- true
		c.paid <- c.n
	}
}

func (o *Office) Claim(n int) int {
	c := claim{n, make(chan bool, 1), make(chan int, 1)}
	o.claims <- c
	if !<-c.accepted {
		return 0
	}
	return <-c.paid
}
