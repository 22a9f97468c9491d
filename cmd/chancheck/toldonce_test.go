package main

import (
	"strings"
	"testing"
)

// TestToldWhereItIs: what goes wrong in a package whoever calls it is told there, and not at the calls in other
// packages. What only a caller brings about is told at the call.
func TestToldWhereItIs(t *testing.T) {
	t.Parallel()
	module := files{"q/q.go": `package q

import "sync"

type Service struct {
	mu   sync.Mutex
	done chan bool
}

func Start() *Service {
	s := &Service{done: make(chan bool)}
	go func() {
		s.mu.Lock()
		s.mu.Unlock()
		close(s.done)
	}()
	return s
}

func (s *Service) Stop() {
	s.mu.Lock()
	<-s.done
	s.mu.Unlock()
}

func New() chan bool { return make(chan bool) }
`, "main.go": `package main

import "p/q"

func main() {
	s := q.Start()
	s.Stop()
}

func stuck() { <-q.New() }
`}
	status, stdout, _ := run(t, module, "./...")
	for _, want := range []string{"q/q.go:22:2: in (*Service).Stop: receive from s.done", "main.go:10:16: in stuck: receive from"} {
		if status != statusFindings || !strings.Contains(stdout, want) {
			t.Errorf("no %q: status %d, %s", want, status, stdout)
		}
	}
	if strings.Contains(stdout, "main.go:7") {
		t.Errorf("it is told at the call as well:\n%s", stdout)
	}
}
