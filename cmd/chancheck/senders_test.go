package main

import (
	"strings"
	"testing"
)

// TestWhoStartsTheSender: a goroutine that sends to one which has ended was started by whoever calls that function,
// and not by the one that started the receiver.
func TestWhoStartsTheSender(t *testing.T) {
	t.Parallel()
	module := files{"p.go": `package p

type Stream struct {
	gone chan int
	quit chan bool
	list []int
}

func New() *Stream {
	s := &Stream{gone: make(chan int), quit: make(chan bool)}
	go s.run()
	return s
}

func (s *Stream) run() {
	for {
		select {
		case n := <-s.gone:
			s.list = append(s.list, n)
		case <-s.quit:
			return
		}
	}
}

func (s *Stream) Close() { close(s.quit) }

func (s *Stream) Serve(done <-chan bool) {
	go func() {
		<-done
		s.leave(1)
	}()
}

func (s *Stream) Leave() {
	select {
	case s.gone <- 2:
	case <-s.quit:
	}
}

func (s *Stream) leave(n int) { s.gone <- n }
`}
	status, stdout, _ := run(t, module)
	if status != statusFindings || !strings.Contains(stdout, "a call of (*Stream).Serve starts a goroutine") || strings.Contains(stdout, "New starts a goroutine\n\tp.go:28") {
		t.Errorf("status %d, %s", status, stdout)
	}
}
