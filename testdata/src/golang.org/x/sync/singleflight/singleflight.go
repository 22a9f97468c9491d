// Package singleflight has the functions of the real one, of which nobody looks at the bodies.
package singleflight

import "sync"

type Group struct {
	mu sync.Mutex
	m  map[string]*call
}

type call struct{}

type Result struct {
	Val    any
	Err    error
	Shared bool
}

func (g *Group) Do(key string, fn func() (any, error)) (v any, err error, shared bool) {
	v, err = fn()
	return v, err, false
}

func (g *Group) DoChan(key string, fn func() (any, error)) <-chan Result { return nil }

func (g *Group) Forget(key string) { delete(g.m, key) }
