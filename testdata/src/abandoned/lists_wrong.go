package abandoned

import (
	"context"
	"errors"
	"log"
	"regexp"
	"strings"
	"time"
)

var hosts = regexp.MustCompile(`[a-z.]+`)

// DialNamed leaves those whom a text names when the context ends.
func (s *session) DialNamed(ctx context.Context, text string) (err error) {
	answers := make(chan error)
	for _, host := range strings.Split(text, ",") {
		if host == "" {
			continue
		}
		go func() {
			answers <- s.dial(host) // want `send on answers blocks forever and leaks the goroutine`
		}()
	}
	for range strings.Split(text, ",") {
		select {
		case err = <-answers:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// DialFound leaves those that it has found when time is over.
func (s *session) DialFound(page []byte, limit int) error {
	if len(page) > 1<<20 {
		log.Print("large")
	}
	return s.dialFound(page, limit)
}

func (s *session) dialFound(page []byte, limit int) (err error) {
	answers := make(chan error)
	started := 0
	for _, host := range hosts.FindAll(page, limit) {
		started++
		go func() {
			answers <- s.dial(string(host)) // want `send on answers blocks forever and leaks the goroutine`
		}()
	}
	late := time.After(time.Second)
	for range started {
		select {
		case err = <-answers:
		case <-late:
			return errors.New("late")
		}
	}
	return err
}
