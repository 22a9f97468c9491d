// Package stale has channels that are found in maps with a lock, and used without.
package stale

import (
	"bufio"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
)

// A Desk hands answers to who has asked.
type Desk struct {
	mu      sync.RWMutex
	waiting map[int]chan string
}

func NewDesk() *Desk { return &Desk{waiting: map[int]chan string{}} }

func (d *Desk) Ask(number int, ask func(int)) (string, bool) {
	answer := make(chan string, 1)
	d.mu.Lock()
	d.waiting[number] = answer
	d.mu.Unlock()
	ask(number)
	s, ok := <-answer
	return s, ok
}

func (d *Desk) Answer(number int, s string) {
	d.mu.RLock()
	answer, ok := d.waiting[number]
	d.mu.RUnlock()
	if !ok {
		return
	}
	answer <- s // want `panic: send on closed channel \(answer\), closed at wrong\.go:\d+ by a call of \(\*Desk\)\.Shut at the same time \(if ok from d\.waiting\[number\]\)`
	d.mu.Lock()
	delete(d.waiting, number)
	d.mu.Unlock()
}

func (d *Desk) Shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, answer := range d.waiting {
		close(answer)
	}
	d.waiting = map[int]chan string{}
}

// A Room has members who leave, one by one.
type Room struct {
	mu      sync.Mutex
	members map[string]*member
}

type member struct{ inbox chan string }

func NewRoom() *Room { return &Room{members: map[string]*member{}} }

func (r *Room) Enter(name string) <-chan string {
	m := &member{make(chan string, 4)}
	r.mu.Lock()
	r.members[name] = m
	r.mu.Unlock()
	return m.inbox
}

func (r *Room) Tell(name, text string) bool {
	r.mu.Lock()
	m := r.members[name]
	r.mu.Unlock()
	if m == nil {
		return false
	}
	select { // want `panic: send on closed channel \(m.inbox\), closed at wrong\.go:\d+ by a call of \(\*Room\)\.Leave at the same time`
	case m.inbox <- text:
		return true
	default:
		return false
	}
}

func (r *Room) Leave(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m, ok := r.members[name]; ok {
		delete(r.members, name)
		close(m.inbox)
	}
}

type letter struct {
	To   string
	Text string
}

// A Post delivers what it reads, until it is closed, once.
type Post struct {
	mu     sync.Mutex
	boxes  map[string]chan string
	closed atomic.Bool
}

func NewPost(from io.Reader) *Post {
	p := &Post{boxes: map[string]chan string{}}
	go p.read(from)
	return p
}

func (p *Post) Box(name string) <-chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	box := make(chan string, 4)
	p.boxes[name] = box
	return box
}

func (p *Post) read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		p.deliver(lines.Bytes())
	}
}

func (p *Post) deliver(line []byte) {
	var l letter
	if err := json.Unmarshal(line, &l); err != nil {
		return
	}
	p.mu.Lock()
	box, ok := p.boxes[l.To]
	p.mu.Unlock()
	if ok {
		box <- l.Text // want `panic: send on closed channel \(box\)`
	}
}

func (p *Post) Close() {
	if !p.closed.CompareAndSwap(false, true) {
		return
	}
	p.mu.Lock()
	for _, box := range p.boxes {
		close(box)
	}
	p.boxes = nil
	p.mu.Unlock()
}

// A Pool forgets what it has closed, but too late.
type Pool struct {
	mu    sync.Mutex
	lines map[string]*line
}

type line struct{ end chan struct{} }

func (l *line) hangUp() {
	close(l.end) // want `panic: close of closed channel \(l.end\), closed at wrong\.go:\d+ by another call of \(\*Pool\)\.HangUp at the same time \(if ok from p\.lines\[to\]\)`
}

func NewPool() *Pool { return &Pool{lines: map[string]*line{}} }

func (p *Pool) Dial(to string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	l, ok := p.lines[to]
	if !ok {
		l = &line{make(chan struct{})}
		p.lines[to] = l
	}
	return l.end
}

func (p *Pool) HangUp(to string) {
	p.mu.Lock()
	l, ok := p.lines[to]
	p.mu.Unlock()
	if !ok {
		return
	}
	l.hangUp()
	p.mu.Lock()
	delete(p.lines, to)
	p.mu.Unlock()
}

// Alarms are cancelled by their number.
type Alarms struct {
	mu   sync.RWMutex
	next int
	list map[int]chan struct{}
}

func NewAlarms() *Alarms { return &Alarms{list: map[int]chan struct{}{}} }

func (a *Alarms) Set(ring func()) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	off := make(chan struct{})
	a.next++
	a.list[a.next] = off
	return a.next
}

func (a *Alarms) Off(number int) {
	a.mu.RLock()
	off := a.list[number]
	a.mu.RUnlock()
	if off != nil {
		close(off) // want `panic: close of closed channel \(off\), closed at wrong\.go:\d+ by another call of \(\*Alarms\)\.Off at the same time`
		a.forget(number)
	}
}

func (a *Alarms) forget(number int) {
	a.mu.Lock()
	delete(a.list, number)
	a.mu.Unlock()
}
