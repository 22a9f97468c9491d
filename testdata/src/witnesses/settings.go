package witnesses

import (
	"context"
	"io"
)

type limits struct {
	a, b, c, d, e, f, g, h, i, j int
}

// Nobody receives the answer if the context ends first. The ten settings decide nothing about that.
func dialWithSettings(ctx context.Context, s *service, p *parts, l *limits, r io.Reader) (int, error) {
	if p.a != nil {
		l.a = *p.a
	}
	if p.b != nil {
		l.b = *p.b
	}
	if p.c != nil {
		l.c = *p.c
	}
	if p.d != nil {
		l.d = *p.d
	}
	if p.e != nil {
		l.e = *p.e
	}
	if p.f != nil {
		l.f = *p.f
	}
	if p.g != nil {
		l.g = *p.g
	}
	if p.h != nil {
		l.h = *p.h
	}
	if p.i != nil {
		l.i = *p.i
	}
	if p.j != nil {
		l.j = *p.j
	}
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err // want "send on errs blocks forever and leaks the goroutine: dialWithSettings never receives from it after line 50"
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}

// There is room for the answer.
func dialWithSettingsAndRoom(ctx context.Context, s *service, p *parts, l *limits, r io.Reader) (int, error) {
	if p.a != nil {
		l.a = *p.a
	}
	if p.b != nil {
		l.b = *p.b
	}
	if p.c != nil {
		l.c = *p.c
	}
	if p.d != nil {
		l.d = *p.d
	}
	if p.e != nil {
		l.e = *p.e
	}
	if p.f != nil {
		l.f = *p.f
	}
	if p.g != nil {
		l.g = *p.g
	}
	if p.h != nil {
		l.h = *p.h
	}
	if p.i != nil {
		l.i = *p.i
	}
	if p.j != nil {
		l.j = *p.j
	}
	errs := make(chan error, 1)
	go func() {
		_, err := read(r)
		errs <- err
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}
