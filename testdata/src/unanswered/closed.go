package unanswered

import "io"

type wishOfBureau struct {
	text  string
	reply chan string
}

// A Bureau answers whatever comes until nothing comes any more, and has a bell, too.
type Bureau struct {
	wishes chan wishOfBureau
	bell   chan int
}

func NewBureau() *Bureau {
	b := &Bureau{wishes: make(chan wishOfBureau), bell: make(chan int)}
	go b.serve()
	return b
}

func (b *Bureau) serve() {
	rings := 0
	for {
		select {
		case w, ok := <-b.wishes:
			if !ok {
				return
			}
			w.reply <- w.text
		case <-b.bell:
			rings++
		}
	}
}

func (b *Bureau) Wish(text string) string {
	w := wishOfBureau{text, make(chan string)}
	b.wishes <- w
	return <-w.reply
}

func (b *Bureau) Stop() { close(b.wishes) }

type wishOfCounter struct {
	text  string
	reply chan string
}

// A Counter goes on as long as something comes.
type Counter struct{ wishes chan wishOfCounter }

func NewCounter() *Counter {
	c := &Counter{wishes: make(chan wishOfCounter)}
	go c.serve()
	return c
}

func (c *Counter) serve() {
	for {
		if w, ok := <-c.wishes; ok {
			w.reply <- w.text
			continue
		}
		return
	}
}

func (c *Counter) Wish(text string) string {
	w := wishOfCounter{text, make(chan string)}
	c.wishes <- w
	return <-w.reply
}

func (c *Counter) Stop() { close(c.wishes) }

type wishOfLetterbox struct {
	text  string
	reply chan string
}

// A Letterbox closes what it is given; nobody puts nothing in it.
type Letterbox struct {
	wishes chan *wishOfLetterbox
	bell   chan int
}

func NewLetterbox() *Letterbox {
	l := &Letterbox{wishes: make(chan *wishOfLetterbox), bell: make(chan int)}
	go l.serve()
	return l
}

func (l *Letterbox) serve() {
	for {
		select {
		case w, ok := <-l.wishes:
			if !ok || w == nil {
				return
			}
			close(w.reply)
		case <-l.bell:
		}
	}
}

func (l *Letterbox) Wish(text string) {
	w := &wishOfLetterbox{text, make(chan string)}
	l.wishes <- w
	<-w.reply
}

func (l *Letterbox) Stop() { close(l.wishes) }

type wishOfLobby struct {
	text  string
	reply chan string
}

// A Lobby looks for no more wishes when there are none; it asks somebody else whether there are.
type Lobby struct {
	wishes chan wishOfLobby
	bell   chan int
}

func NewLobby() *Lobby {
	l := &Lobby{wishes: make(chan wishOfLobby), bell: make(chan int)}
	go l.serve()
	return l
}

func (l *Lobby) serve() {
	for wishes := l.wishes; wishes != nil; {
		select {
		case w, ok := <-wishes:
			if isNothing(ok) {
				wishes = nil
				break
			}
			w.reply <- w.text
		case <-l.bell:
		}
	}
}

func isNothing(ok bool) bool { return !ok }

func (l *Lobby) Wish(text string) string {
	w := wishOfLobby{text, make(chan string)}
	l.wishes <- w
	return <-w.reply
}

func (l *Lobby) Stop() { close(l.wishes) }

type wishOfChancellery struct {
	text  string
	reply chan string
}

// A Chancellery writes down that nothing has come, and passes that on if it could.
type Chancellery struct {
	wishes chan wishOfChancellery
	bell   chan int
	last   chan wishOfChancellery
	out    io.Writer
}

func NewChancellery(out io.Writer) *Chancellery {
	o := &Chancellery{wishes: make(chan wishOfChancellery), bell: make(chan int), last: make(chan wishOfChancellery, 1), out: out}
	go o.serve()
	return o
}

func (o *Chancellery) serve() {
	for {
		select {
		case w, ok := <-o.wishes:
			if ok {
				w.reply <- w.text
				continue
			}
			if _, err := io.WriteString(o.out, "over"); err != nil {
				return
			}
			o.last <- w
			return
		case <-o.bell:
		}
	}
}

func (o *Chancellery) Wish(text string) string {
	w := wishOfChancellery{text, make(chan string)}
	o.wishes <- w
	return <-w.reply
}

func (o *Chancellery) Stop() { close(o.wishes) }

type wishOfClerk struct {
	text  string
	reply chan string
}

// A Clerk ends when nothing comes any more, and forgets those who wish for nothing.
type Clerk struct {
	wishes chan wishOfClerk
	bell   chan int
}

func NewClerk() *Clerk {
	c := &Clerk{wishes: make(chan wishOfClerk), bell: make(chan int)}
	go c.serve()
	return c
}

func (c *Clerk) serve() {
	for {
		select {
		case w, ok := <-c.wishes:
			if !ok || w.text == "" {
				return
			}
			w.reply <- w.text
		case <-c.bell:
		}
	}
}

func (c *Clerk) Wish(text string) string {
	w := wishOfClerk{text, make(chan string)}
	c.wishes <- w
	return <-w.reply // want `receive from w\.reply blocks forever: the goroutine started at closed\.go:\d+ never sends on it`
}

func (c *Clerk) Stop() { close(c.wishes) }

type wishOfScribe struct {
	text  string
	reply chan string
}

// A Scribe answers only when it can't write.
type Scribe struct {
	wishes chan wishOfScribe
	bell   chan int
	out    io.Writer
}

func NewScribe(out io.Writer) *Scribe {
	s := &Scribe{wishes: make(chan wishOfScribe), bell: make(chan int), out: out}
	go s.serve()
	return s
}

func (s *Scribe) serve() {
	for {
		select {
		case w, ok := <-s.wishes:
			if !ok {
				return
			}
			if _, err := io.WriteString(s.out, w.text); err != nil {
				w.reply <- err.Error()
			}
		case <-s.bell:
		}
	}
}

func (s *Scribe) Wish(text string) string {
	w := wishOfScribe{text, make(chan string)}
	s.wishes <- w
	return <-w.reply // want `receive from w\.reply blocks forever`
}

func (s *Scribe) Stop() { close(s.wishes) }

type wishOfSalon struct {
	text  string
	reply chan string
}

// A Salon remembers that it is closed before it says so.
type Salon struct {
	wishes chan wishOfSalon
	bell   chan int
	shut   bool
}

func NewSalon(shut bool) *Salon {
	s := &Salon{wishes: make(chan wishOfSalon), bell: make(chan int), shut: shut}
	go s.serve()
	return s
}

func (s *Salon) serve() {
	for {
		select {
		case w, ok := <-s.wishes:
			isOver := ok == false
			if isOver {
				break
			}
			if !ok && s.shut {
				return
			}
			w.reply <- w.text
			continue
		case <-s.bell:
			continue
		}
		return
	}
}

func (s *Salon) Wish(text string) string {
	w := wishOfSalon{text, make(chan string)}
	s.wishes <- w
	return <-w.reply
}

func (s *Salon) Stop() { close(s.wishes) }
