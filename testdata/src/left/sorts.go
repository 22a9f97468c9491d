package left

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"strings"
	"sync"
	"time"
)

// A Station is what is listened to.
type Station interface {
	Tune(ctx context.Context) (io.ReadCloser, error)
	Close() error
}

type receiver struct{ station Station }

func (r *receiver) Close() error {
	if r.station == nil {
		return nil
	}
	return r.station.Close()
}

// A Radio goes on after errors that it knows, but not after others.
type Radio struct {
	receiver *receiver
	off      chan bool
	play     func([]byte)
}

// NewRadio makes one.
func NewRadio(s Station, play func([]byte)) *Radio { return &Radio{receiver: &receiver{s}, play: play} }

// On turns it on, if it isn't.
func (r *Radio) On(ctx context.Context) {
	if r.off != nil {
		return
	}
	r.off = make(chan bool)
	go func(off <-chan bool) {
		ctx, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		defer r.receiver.Close()
		from, err := r.receiver.station.Tune(ctx)
		if err != nil {
			panic(err)
		}
		for {
			select {
			case <-off:
				return
			default:
			}
			head := make([]byte, 4)
			if _, err := io.ReadFull(from, head); err != nil {
				if strings.Contains(err.Error(), "noise") {
					continue
				}
				if errors.Is(err, os.ErrDeadlineExceeded) {
					continue
				}
				log.Println(err)
				return
			}
			body := make([]byte, 8)
			if _, err := io.ReadFull(from, body); err != nil {
				if errors.Is(err, os.ErrDeadlineExceeded) {
					continue
				}
				return
			}
			r.play(body)
		}
	}(r.off)
}

// Off turns it off, if it was on.
func (r *Radio) Off() {
	if r.off != nil {
		r.off <- true // want `send on r\.off blocks forever: the goroutine started at sorts\.go:45 never receives from it after line 64 \(if !\(errors\.Is\(err, os\.ErrDeadlineExceeded\)\)\)`
		r.off = nil
	}
}

// A Plain one returns on all errors but one.
type Plain struct {
	lines chan string
	out   io.Writer
}

// NewPlain starts one.
func NewPlain(out io.Writer) *Plain {
	p := &Plain{make(chan string), out}
	go p.run()
	return p
}

func (p *Plain) run() {
	for line := range p.lines {
		_, err := io.WriteString(p.out, line)
		if err != nil {
			if err == io.ErrShortWrite {
				continue
			}
			return
		}
	}
}

// Log has to wait.
func (p *Plain) Log(line string) {
	p.lines <- line // want `send on p\.lines blocks forever: the goroutine started at sorts\.go:99 never receives from it after line 107 \(if err != io\.ErrShortWrite from io\.WriteString\)`
}

// An Ended one returns just on the error by which it knows that its users have ended it.
type Ended struct {
	lines chan string
	out   io.Writer
}

// NewEnded starts one.
func NewEnded(out io.Writer) *Ended {
	e := &Ended{make(chan string), out}
	go e.run()
	return e
}

func (e *Ended) run() {
	for line := range e.lines {
		if _, err := io.WriteString(e.out, line); err != nil {
			if errors.Is(err, os.ErrClosed) {
				return
			}
			log.Println(err)
		}
	}
}

// Log is right.
func (e *Ended) Log(line string) { e.lines <- line }

// A Single one writes one line, as often as it takes.
type Single struct {
	lines chan string
	out   io.Writer
}

// NewSingle starts one.
func NewSingle(out io.Writer) *Single {
	s := &Single{make(chan string), out}
	go s.run()
	return s
}

func (s *Single) run() {
	for line := range s.lines {
		_, err := io.WriteString(s.out, line)
		if err == io.ErrShortWrite {
			continue
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			continue
		}
		return
	}
}

// Log is right: who has logged knows that this was it.
func (s *Single) Log(line string) { s.lines <- line }

// A Supervised one is started again when it ends.
type Supervised struct {
	lines chan string
	out   io.Writer
}

// NewSupervised starts one.
func NewSupervised(out io.Writer) *Supervised {
	s := &Supervised{make(chan string), out}
	s.start()
	return s
}

func (s *Supervised) start() { go s.run() }

func (s *Supervised) run() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go s.watch(ctx)
	for line := range s.lines {
		if _, err := io.WriteString(s.out, line); err != nil {
			return
		}
	}
}

func (s *Supervised) watch(ctx context.Context) {
	<-ctx.Done()
	s.start()
}

// Log is right.
func (s *Supervised) Log(line string) { s.lines <- line }

type tap struct {
	lock sync.Mutex
	shut bool
}

func (t *tap) Close() error {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.shut = true
	return nil
}

func (t *tap) isShut() bool {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.shut
}

// A Tapped one closes what its users look at, who needn't be quick.
type Tapped struct {
	lines chan string
	out   io.Writer
	tap   tap
}

// NewTapped starts one.
func NewTapped(out io.Writer) *Tapped {
	t := &Tapped{lines: make(chan string), out: out}
	go t.run()
	return t
}

func (t *Tapped) run() {
	defer t.tap.Close()
	for line := range t.lines {
		if _, err := io.WriteString(t.out, line); err != nil {
			return
		}
	}
}

// IsShut is for those who want to log.
func (t *Tapped) IsShut() bool { return t.tap.isShut() }

// Log is right.
func (t *Tapped) Log(line string) { t.lines <- line }

// A Polled one has a context in a field, for which its users ask.
type Polled struct {
	lock  sync.Mutex
	ctx   context.Context
	lines chan string
	out   io.Writer
}

// NewPolled starts one.
func NewPolled(out io.Writer) *Polled {
	p := &Polled{lines: make(chan string), out: out}
	go p.run()
	return p
}

func (p *Polled) run() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p.lock.Lock()
	p.ctx = ctx
	p.lock.Unlock()
	for line := range p.lines {
		if _, err := io.WriteString(p.out, line); err != nil {
			return
		}
	}
}

// IsOn is for those who want to log.
func (p *Polled) IsOn() bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.ctx != nil && p.ctx.Err() == nil
}

// Log is right.
func (p *Polled) Log(line string) { p.lines <- line }
