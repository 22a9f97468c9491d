// Package witnesses has functions that are too large to be judged as a whole, as what they call last
// is. What happens before is told all the same.
package witnesses

import (
	"errors"
	"io"
)

type parts struct {
	a, b, c, d, e, f, g, h, i, j *int
}

type service struct {
	slots chan int
	done  chan struct{}
}

// busy asks about ten things, and once more about each of them after it has communicated.
func busy(s *service, p *parts) (int, error) {
	n := 0
	if p.a != nil {
		n += *p.a
	}
	if p.b != nil {
		n += *p.b
	}
	if p.c != nil {
		n += *p.c
	}
	if p.d != nil {
		n += *p.d
	}
	if p.e != nil {
		n += *p.e
	}
	if p.f != nil {
		n += *p.f
	}
	if p.g != nil {
		n += *p.g
	}
	if p.h != nil {
		n += *p.h
	}
	if p.i != nil {
		n += *p.i
	}
	if p.j != nil {
		n += *p.j
	}
	own := make(chan int, 1)
	own <- n
	if p.a == nil {
		<-s.done
	}
	if p.b == nil {
		<-s.done
	}
	if p.c == nil {
		<-s.done
	}
	if p.d == nil {
		<-s.done
	}
	if p.e == nil {
		<-s.done
	}
	if p.f == nil {
		<-s.done
	}
	if p.g == nil {
		<-s.done
	}
	if p.h == nil {
		<-s.done
	}
	if p.i == nil {
		<-s.done
	}
	if p.j == nil {
		<-s.done
	}
	if n > 3 {
		return <-own, nil
	}
	return 0, errors.New("none")
}

func read(r io.Reader) (byte, error) {
	var b [1]byte
	_, err := r.Read(b[:])
	return b[0], err
}
