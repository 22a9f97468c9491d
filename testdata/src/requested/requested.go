// Package requested has a server that a request ends.
package requested

import (
	"net/http"
	"sync"
)

// A Counter serves until it was asked to quit.
type Counter struct {
	mu     sync.Mutex
	server *http.Server
}

func NewCounter(addr string) *Counter {
	return &Counter{server: &http.Server{Addr: addr, Handler: http.HandlerFunc(quit)}}
}

func quit(_ http.ResponseWriter, r *http.Request) {
	server := r.Context().Value(http.ServerContextKey).(*http.Server)
	go server.Close()
}

func (c *Counter) Serve() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.server.ListenAndServe()
}

// Close waits for the end of the server.
func (c *Counter) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.server.Close()
}
