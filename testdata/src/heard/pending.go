package heard

import (
	"bufio"
	"net"
	"sync"
)

// A Bureau has orders to which there is no answer yet, and says first of each whether there will be one; who asks when it has gone isn't
// told even that.
type Bureau struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*order
}

type order struct {
	known chan error
	ready chan struct{}
}

func Found(line net.Conn) *Bureau {
	b := &Bureau{line: line, orders: map[string]*order{}}
	go b.listen()
	return b
}

func (b *Bureau) listen() {
	lines := bufio.NewReader(b.line)
	for {
		name, err := lines.ReadString('\n')
		b.mu.Lock()
		for _, o := range b.orders {
			o.known <- err
		}
		o := b.orders[name]
		b.mu.Unlock()
		if err != nil {
			return
		}
		if o != nil {
			close(o.ready)
		}
	}
}

// Ask asks for one.
func (b *Bureau) Ask(name string) error {
	o := &order{known: make(chan error, 100), ready: make(chan struct{})}
	b.mu.Lock()
	b.orders[name] = o
	b.mu.Unlock()
	if err := <-o.known; err != nil { // want `receive from o\.known blocks forever: the goroutine started at pending\.go:24 never sends on it after line 38, and nothing closes it \(if err != nil from lines\.ReadString\)`
		return err
	}
	<-o.ready
	return nil
}
