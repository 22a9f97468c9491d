package sizes

import (
	"net/http"
	"testing"
)

// Right: the transport has a default, which the test takes to be large enough.
func TestDefaults(t *testing.T) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	idle := make(chan int, transport.MaxIdleConns)
	idle <- 1
	idle <- 2
	if n := <-idle; n != 1 {
		t.Error(n)
	}
}

type limits struct{ idle int }

func newLimits() *limits { return &limits{idle: 1} }

// Wrong: this default is known.
func TestOwnDefaults(t *testing.T) {
	l := newLimits()
	idle := make(chan int, l.idle)
	idle <- 1
	idle <- 2 // want `send on idle blocks forever: its buffer of 1 is full and nobody receives from it`
}
