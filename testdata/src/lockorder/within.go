package lockorder

import "sync"

// A queue and a tally are parts of a Plan, and of nothing else.
type queue struct {
	mu sync.Mutex
	n  int
}

type tally struct {
	mu sync.Mutex
	n  int
}

type Plan struct {
	queue queue
	tally tally
}

func (p *Plan) Add() {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	p.tally.mu.Lock() // want `^p\.tally\.mu\.Lock blocks forever: a call of \(\*Plan\)\.Sum takes it and p\.queue\.mu in the other order, at within\.go:\d+ and at within\.go:\d+ \[`
	p.tally.n++
	p.tally.mu.Unlock()
	p.queue.n++
}

// Wrong: in the other order.
func (p *Plan) Sum() int {
	p.tally.mu.Lock()
	defer p.tally.mu.Unlock()
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	return p.tally.n + p.queue.n
}

// A drawer and a label are parts of a Rack, which has several drawers.
type drawer struct {
	mu sync.Mutex
	n  int
}

type label struct {
	mu sync.Mutex
	n  int
}

type Rack struct {
	drawers [2]drawer
	label   label
}

func (r *Rack) First() {
	r.drawers[0].mu.Lock()
	r.label.mu.Lock()
	r.label.n++
	r.label.mu.Unlock()
	r.drawers[0].mu.Unlock()
}

func (r *Rack) Second() {
	r.label.mu.Lock()
	r.drawers[1].mu.Lock()
	r.drawers[1].n++
	r.drawers[1].mu.Unlock()
	r.label.mu.Unlock()
}

// A slip is part of a Ledger, and others are given to it.
type slip struct {
	mu sync.Mutex
	n  int
}

type page struct {
	mu sync.Mutex
	n  int
}

type Ledger struct {
	own  slip
	last *slip
	page page
}

func (l *Ledger) Give(s *slip) { l.last = s }

func (l *Ledger) Turn() {
	l.own.mu.Lock()
	l.page.mu.Lock()
	l.page.n++
	l.page.mu.Unlock()
	l.own.mu.Unlock()
}

func (l *Ledger) Read() {
	l.page.mu.Lock()
	if l.last != nil {
		l.last.mu.Lock()
		l.last.n++
		l.last.mu.Unlock()
	}
	l.page.mu.Unlock()
}
