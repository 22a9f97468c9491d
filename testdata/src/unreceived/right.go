package unreceived

import (
	"reflect"
	"unsafe"
)

// Shown has a channel that others get.
type Shown struct{ errs chan error }

// Start tells how it has ended.
func (s *Shown) Start(serve func() error) {
	s.errs = make(chan error)
	go func() { s.errs <- serve() }()
}

// Errs is where it tells that.
func (s *Shown) Errs() <-chan error { return s.errs }

// Open has one by its name.
type Open struct{ Errs chan error }

// Start tells how it has ended.
func (o *Open) Start(serve func() error) {
	o.Errs = make(chan error)
	go func() { o.Errs <- serve() }()
}

// Roomy has room for it.
type Roomy struct{ errs chan error }

// Start tells how it has ended.
func (r *Roomy) Start(serve func() error) {
	r.errs = make(chan error, 1)
	go func() { r.errs <- serve() }()
}

// Light drops what nobody wants.
type Light struct{ errs chan error }

// Start tells how it has ended.
func (l *Light) Start(serve func() error) {
	l.errs = make(chan error)
	go func() {
		select {
		case l.errs <- serve():
		default:
		}
	}()
}

// Given is told where to send.
type Given struct{ errs chan error }

// Notify says where.
func (g *Given) Notify(errs chan error) { g.errs = errs }

// Start tells how it has ended, if somebody wants to know.
func (g *Given) Start(serve func() error) {
	go func() {
		if err := serve(); g.errs != nil {
			g.errs <- err
		}
	}()
}

// Any is received from by whoever is ready first.
type Any struct{ errs chan error }

// Start tells how it has ended.
func (a *Any) Start(serve func() error) {
	a.errs = make(chan error)
	go func() { a.errs <- serve() }()
}

// Wait waits for one of several.
func Wait(list []*Any) any {
	var cases []reflect.SelectCase
	for _, a := range list {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a.errs)})
	}
	_, v, _ := reflect.Select(cases)
	return v.Interface()
}

// Never doesn't come to where it would send.
type Never struct {
	errs chan error
	on   bool
}

// Start tells if it is on, which it never is.
func (n *Never) Start(serve func() error) {
	n.errs = make(chan error)
	go func() {
		if err := serve(); n.on {
			n.errs <- err
		}
	}()
}

// Passed is given to another one.
type Passed struct{ errs chan error }

type sink struct{ from chan error }

func (s *sink) next() error { return <-s.from }

// Start gives it to a sink.
func (p *Passed) Start(serve func() error) error {
	p.errs = make(chan error)
	go func() { p.errs <- serve() }()
	return (&sink{p.errs}).next()
}

// A Hooked one tells its tests.
type Hooked struct{ hook chan int }

// NewHooked makes one that tells nobody.
func NewHooked() *Hooked { return &Hooked{} }

// newTold makes one that does.
func newTold() *Hooked { return &Hooked{hook: make(chan int)} }

// Step tells.
func (h *Hooked) Step() {
	if h.hook != nil {
		h.hook <- 1
	}
}

// Renamed is received from by another name.
type Renamed struct{ in chan int }

type renamed Renamed

func (r renamed) run() { <-r.in }

// NewRenamed starts that.
func NewRenamed() *Renamed {
	r := &Renamed{in: make(chan int)}
	go renamed(*r).run()
	return r
}

// Put sends once.
func (r *Renamed) Put(n int) { r.in <- n }

// A Result is waited for.
type Result interface{ Done() <-chan error }

type result struct{ done chan error }

func (r *result) Done() <-chan error {
	if r.done == nil {
		r.done = make(chan error)
	}
	return r.done
}

// Results are those that aren't there yet.
type Results struct{ list []*result }

// Add is one more.
func (r *Results) Add() Result {
	one := &result{}
	r.list = append(r.list, one)
	return one
}

// Fail tells all.
func (r *Results) Fail(err error) {
	for _, one := range r.list {
		if one.done != nil {
			one.done <- err
		}
	}
}

// A Choosy one never comes past the first of two sends.
type Choosy struct{ out, quit chan int }

// NewChoosy makes one.
func NewChoosy() *Choosy { return &Choosy{out: make(chan int), quit: make(chan int)} }

// Run sends until it is told to end.
func (c *Choosy) Run() {
	select {
	case c.out <- 1:
		c.out <- 2
	case <-c.quit:
	}
}

// Close ends it.
func (c *Choosy) Close() { close(c.quit) }

// A Quiet one notes what it does if it is told to, which nobody does.
type Quiet struct {
	in, log chan int
	verbose bool
}

// NewQuiet makes one.
func NewQuiet() *Quiet { return newQuiet(false) }

func newQuiet(verbose bool) *Quiet {
	q := &Quiet{in: make(chan int), log: make(chan int), verbose: verbose}
	go q.run()
	return q
}

func (q *Quiet) run() {
	for n := range q.in {
		if q.verbose {
			q.log <- n
		}
	}
}

// Put is what it does.
func (q *Quiet) Put(n int) { q.in <- n }

// A Told one is told where it starts.
type Told struct{ in, log chan int }

// NewTold makes one.
func NewTold() *Told {
	t := &Told{in: make(chan int), log: make(chan int)}
	go t.run(false)
	return t
}

func (t *Told) run(verbose bool) {
	for n := range t.in {
		t.tell(n, verbose)
	}
}

func (t *Told) tell(n int, verbose bool) {
	if verbose {
		t.log <- n
	}
}

// Put is what it does.
func (t *Told) Put(n int) { t.in <- n }

// A Negative one hands on to itself what isn't negative.
type Negative struct{ in, quit chan int }

// NewNegative makes one.
func NewNegative() *Negative {
	n := &Negative{in: make(chan int), quit: make(chan int)}
	go n.run()
	return n
}

func (n *Negative) run() {
	for {
		select {
		case v := <-n.in:
			if v > 0 {
				n.handle(-v)
			}
		case <-n.quit:
			return
		}
	}
}

func (n *Negative) handle(v int) {
	if v > 0 {
		n.in <- v
	}
}

// Put is what it does.
func (n *Negative) Put(v int) {
	select {
	case n.in <- v:
	case <-n.quit:
	}
}

// Close ends it.
func (n *Negative) Close() { close(n.quit) }

// A Bare one is known by its first field.
type Bare struct{ in chan int }

// NewBare makes one.
func NewBare() *Bare {
	b := &Bare{in: make(chan int)}
	go drain((*chan int)(unsafe.Pointer(b)))
	return b
}

func drain(in *chan int) {
	for range *in {
	}
}

// Put sends to who knows it so.
func (b *Bare) Put(n int) { b.in <- n }
