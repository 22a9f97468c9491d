// Package serving has servers that nobody can end, as they serve with a lock that everybody takes before.
package serving

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"

	"google.golang.org/grpc"
)

// A Desk makes its server when it opens, if it wasn't given one.
type Desk struct {
	mu     sync.RWMutex
	server *http.Server
}

// With gives the desk a server.
func (d *Desk) With(server *http.Server) *Desk {
	d.server = server
	return d
}

// Open serves until the desk is shut.
func (d *Desk) Open(at string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.server == nil {
		d.server = &http.Server{Addr: at}
	} else if d.server.Addr != at {
		return fmt.Errorf("opened at %s", d.server.Addr)
	}
	return d.server.ListenAndServe() // want `receive from the end of d\.server blocks forever: a call of \(\*Desk\)\.Shut, which could close it, needs d\.mu, which this goroutine has locked at wrong\.go:28`
}

// Shut ends what Open does.
func (d *Desk) Shut(ctx context.Context, visitors *sync.Map) error {
	d.mu.RLock()
	server := d.server
	d.mu.RUnlock()
	if server == nil {
		return nil
	}
	visitors.Range(func(key, _ any) bool {
		fmt.Println(key, d.server == nil)
		return true
	})
	return server.Shutdown(ctx)
}

// A Counter has its server in place, and is closed under the lock.
type Counter struct {
	sync   sync.Mutex
	server http.Server
}

// Open serves until the counter is closed.
func (c *Counter) Open() error {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return err
	}
	c.sync.Lock()
	fmt.Println("at", l.Addr())
	err = c.server.Serve(l) // want `receive from the end of c\.server blocks forever: a call of \(\*Counter\)\.Close, which could close it, needs c\.sync`
	c.sync.Unlock()
	return err
}

// Close ends what Open does.
func (c *Counter) Close() {
	c.sync.Lock()
	defer c.sync.Unlock()
	c.server.Close()
}

// An Exchange answers calls.
type Exchange struct {
	mu     sync.Mutex
	server *grpc.Server
}

// NewExchange makes one with its service.
func NewExchange() *Exchange {
	e := &Exchange{server: grpc.NewServer()}
	register(e.server)
	return e
}

func register(at grpc.ServiceRegistrar) { at.RegisterService(nil, nil) }

// Open serves until somebody calls Close or Halt.
func (e *Exchange) Open(at string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	l, err := net.Listen("tcp", at)
	if err != nil {
		return err
	}
	return e.server.Serve(l) // want `receive from the end of e\.server blocks forever: a call of \(\*Exchange\)\.Close, which could close it, needs e\.mu`
}

// Close ends what Open does.
func (e *Exchange) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.server.GracefulStop()
}

// Halt does so at once.
func (e *Exchange) Halt() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.server.Stop()
}
