// Package pending has clients who keep the calls to which there is no answer yet in a map or list, where the goroutine that
// reads the answers finds them.
package pending

import (
	"bufio"
	"errors"
	"net"
	"strings"
	"sync"
)

var errGone = errors.New("the line is gone")

// An order is a call to which there is no answer yet.
type order struct {
	ready  chan struct{}
	answer string
}

// A Kitchen tells those who come later that it has closed, but nobody who is waiting.
type Kitchen struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*order
	closed bool
}

func Open(line net.Conn) *Kitchen {
	k := &Kitchen{line: line, orders: map[string]*order{}}
	go k.listen()
	return k
}

func (k *Kitchen) listen() {
	lines := bufio.NewReader(k.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			k.mu.Lock()
			k.closed = true
			k.mu.Unlock()
			return
		}
		name, answer, _ := strings.Cut(text, " ")
		k.mu.Lock()
		o := k.orders[name]
		delete(k.orders, name)
		k.mu.Unlock()
		if o != nil {
			o.answer = answer
			close(o.ready)
		}
	}
}

func (k *Kitchen) Order(name string) (string, error) {
	o := &order{ready: make(chan struct{})}
	k.mu.Lock()
	if k.closed {
		k.mu.Unlock()
		return "", errGone
	}
	k.orders[name] = o
	k.mu.Unlock()
	if _, err := k.line.Write([]byte(name)); err != nil {
		return "", err
	}
	<-o.ready // want `receive from o.ready blocks forever: the goroutine started at wrong.go:31 never closes it after line 39 \(if err != nil from lines.ReadString\)`
	return o.answer, nil
}

type question struct {
	ready  chan struct{}
	answer string
}

// A Desk hands answers out by a function of its own, under its lock.
type Desk struct {
	mu      sync.Mutex
	line    net.Conn
	waiting map[string]*question
}

func newDesk(line net.Conn) *Desk {
	return &Desk{line: line, waiting: map[string]*question{}}
}

func Staff(line net.Conn) *Desk {
	d := newDesk(line)
	go d.serve()
	return d
}

func (d *Desk) serve() {
	defer d.line.Close()
	lines := bufio.NewReader(d.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		d.handOut(text)
	}
}

func (d *Desk) handOut(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	name, answer, _ := strings.Cut(text, " ")
	o, ok := d.waiting[name]
	if !ok {
		return
	}
	delete(d.waiting, name)
	o.finish(answer)
}

func (o *question) finish(answer string) {
	o.answer = answer
	close(o.ready)
}

func (d *Desk) Ask(name string) string {
	o := &question{ready: make(chan struct{})}
	d.mu.Lock()
	d.waiting[name] = o
	d.mu.Unlock()
	<-o.ready // want `receive from o.ready blocks forever: the goroutine started at wrong.go:91 never closes it after line 100 \(if err != nil from lines.ReadString\)`
	return o.answer
}

// A Switchboard has functions that put a channel in and take it out.
type Switchboard struct {
	mu    sync.Mutex
	line  net.Conn
	calls map[string]chan string
	err   error
}

func Plug(line net.Conn) *Switchboard {
	s := &Switchboard{line: line, calls: map[string]chan string{}}
	go s.connect()
	return s
}

func (s *Switchboard) connect() {
	lines := bufio.NewReader(s.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			s.fail(err)
			return
		}
		if c := s.take(text); c != nil {
			c <- text
		}
	}
}

func (s *Switchboard) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *Switchboard) take(name string) chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[name]
	delete(s.calls, name)
	return c
}

func (s *Switchboard) put(name string) (chan string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	c := make(chan string, 1)
	s.calls[name] = c
	return c, nil
}

func (s *Switchboard) Call(name string) (string, error) {
	c, err := s.put(name)
	if err != nil {
		return "", err
	}
	return <-c, nil // want `receive from c blocks forever: the goroutine started at wrong.go:143 never sends on it after line 151, and nothing closes it \(if err != nil from lines.ReadString\)`
}

// A Parcel is made by one function, and delivered by another one that a goroutine calls.
type Parcel struct {
	arrived chan struct{}
	weight  int
}

func newParcel() *Parcel { return &Parcel{arrived: make(chan struct{})} }

func (p *Parcel) deliver(weight int) {
	p.weight = weight
	close(p.arrived)
}

func (p *Parcel) Weight() int {
	<-p.arrived // want `receive from p.arrived blocks forever: the goroutine started at wrong.go:214 never closes it after line 216 \(if err != nil from weigh\)`
	return p.weight
}

func Send(weigh func() (int, error)) *Parcel {
	p := newParcel()
	go func() {
		weight, err := weigh()
		if err != nil {
			return
		}
		p.deliver(weight)
	}()
	return p
}
