package left

import (
	"io"
	"log"
)

// A Follower is stopped by a message, which it may have gone before.
type Follower struct {
	from io.Reader
	stop chan bool
	show func([]byte)
}

// Follow starts it, if it isn't.
func (f *Follower) Follow() {
	if f.stop != nil {
		return
	}
	f.stop = make(chan bool)
	go func(stop <-chan bool) {
		for {
			select {
			case <-stop:
				return
			default:
			}
			b := make([]byte, 8)
			if _, err := io.ReadFull(f.from, b); err != nil {
				log.Println(err)
				return
			}
			f.show(b)
		}
	}(f.stop)
}

// Stop stops it, if it was started.
func (f *Follower) Stop() {
	if f.stop != nil {
		f.stop <- true // want `send on f\.stop blocks forever: the goroutine started at stopped\.go:21 never receives from it after line 29 \(if err != nil from io\.ReadFull\)`
		f.stop = nil
	}
}

// A Listener is right: its stop has room.
type Listener struct {
	from io.Reader
	stop chan bool
	show func([]byte)
}

// Listen starts it, if it isn't.
func (l *Listener) Listen() {
	if l.stop != nil {
		return
	}
	l.stop = make(chan bool, 1)
	go func(stop <-chan bool) {
		for {
			select {
			case <-stop:
				return
			default:
			}
			b := make([]byte, 8)
			if _, err := io.ReadFull(l.from, b); err != nil {
				log.Println(err)
				return
			}
			l.show(b)
		}
	}(l.stop)
}

// Stop stops it, if it was started.
func (l *Listener) Stop() {
	if l.stop != nil {
		l.stop <- true
		l.stop = nil
	}
}

// A Guard is right, too: who has gone takes the channel away.
type Guard struct {
	from io.Reader
	stop chan bool
	show func([]byte)
}

// Watch starts it, if it isn't.
func (g *Guard) Watch() {
	if g.stop != nil {
		return
	}
	g.stop = make(chan bool)
	go func(stop <-chan bool) {
		for {
			select {
			case <-stop:
				return
			default:
			}
			b := make([]byte, 8)
			if _, err := io.ReadFull(g.from, b); err != nil {
				g.stop = nil
				return
			}
			g.show(b)
		}
	}(g.stop)
}

// Stop stops it, if it was started, and hasn't gone.
func (g *Guard) Stop() {
	if g.stop != nil {
		g.stop <- true
		g.stop = nil
	}
}
