package syncmaps

import "sync"

// A Typed is a sync.Map of known types.
type Typed[K comparable, V any] struct{ m sync.Map }

// Store keeps a value.
func (t *Typed[K, V]) Store(k K, v V) { t.m.Store(k, v) }

// Take gives it back.
func (t *Typed[K, V]) Take(k K) (v V, ok bool) {
	x, ok := t.m.LoadAndDelete(k)
	if !ok {
		return v, false
	}
	return x.(V), true
}

// Right: the goroutine finds what was kept.
func ofTypes() string {
	var waiting Typed[int, chan string]
	answer := make(chan string, 1)
	waiting.Store(1, answer)
	go func() {
		if a, ok := waiting.Take(1); ok {
			a <- "here"
		}
	}()
	return <-answer
}

type visitor func(k, v any) bool

// Right: a function of a type with a name is called as others are.
func visited() int {
	var m sync.Map
	m.Store("a", 1)
	c := make(chan int, 1)
	var visit visitor = func(k, v any) bool {
		c <- 1
		return false
	}
	m.Range(visit)
	return <-c
}
