package abandoned

import (
	"context"
	"log"
	"time"
)

// Buffered has room for the answer.
func (s *session) Buffered(ctx context.Context) int {
	answer := make(chan int, 1)
	go func() { n, _ := s.negotiate(); answer <- n }()
	select {
	case n := <-answer:
		return n
	case <-ctx.Done():
		return 0
	}
}

// Patient stops the other side, and waits.
func (s *session) Patient(ctx context.Context) int {
	answer := make(chan int)
	go func() { n, _ := s.negotiate(); answer <- n }()
	select {
	case n := <-answer:
		return n
	case <-ctx.Done():
		s.Refuse(1)
		return <-answer
	}
}

// Drained has somebody to receive it.
func (s *session) Drained(ctx context.Context) int {
	answer := make(chan int)
	go func() { n, _ := s.negotiate(); answer <- n }()
	select {
	case n := <-answer:
		return n
	case <-ctx.Done():
		go func() { log.Print(<-answer) }()
		return 0
	}
}

// Both give up.
func (s *session) Both(ctx context.Context) int {
	answer := make(chan int)
	go func() {
		n, _ := s.negotiate()
		select {
		case answer <- n:
		case <-ctx.Done():
		}
	}()
	select {
	case n := <-answer:
		return n
	case <-ctx.Done():
		return 0
	}
}

// Asked has no answer if none is wanted.
func (s *session) Asked(ctx context.Context, wanted bool) int {
	answer := make(chan int)
	go func() {
		n, _ := s.negotiate()
		if wanted {
			answer <- n
		}
	}()
	if !wanted {
		return 0
	}
	select {
	case n := <-answer:
		return n
	case <-time.After(time.Second):
		log.Print("still waiting")
		return <-answer
	}
}

// Slow says so, and goes on waiting.
func (s *session) Slow(d time.Duration) int {
	answer := make(chan int)
	go func() { n, _ := s.negotiate(); answer <- n }()
	for {
		select {
		case n := <-answer:
			return n
		case <-time.After(d):
			log.Print("still waiting")
		}
	}
}

// Must ends the program.
func (s *session) Must(d time.Duration) int {
	answer := make(chan int)
	go func() { n, _ := s.negotiate(); answer <- n }()
	select {
	case n := <-answer:
		return n
	case <-time.After(d):
		log.Fatal("too late")
		return 0
	}
}

// Ended is told by the goroutine that there will be no answer.
func (s *session) Ended() int {
	answer, refused := make(chan int), make(chan struct{})
	go func() {
		n, err := s.negotiate()
		if err != nil {
			close(refused)
			return
		}
		answer <- n
	}()
	select {
	case n := <-answer:
		return n
	case <-refused:
		return 0
	}
}
