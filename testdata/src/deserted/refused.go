package deserted

import (
	"strings"
	"sync"
)

// EachWhile has workers that a function tells whether to go on.
func EachWhile(all []string, f func(string) bool) {
	keys := make(chan string)
	for range 4 {
		go func() {
			for k := range keys {
				if !f(k) {
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k // want `send on keys blocks forever.*: goroutine 2 started at refused\.go:12 never receives from it after line 14 \(if !f\(k\)\)`
	}
	close(keys)
}

// A Filter says what to go on with.
type Filter interface {
	Accept(key string) (int, bool)
}

// SumWhile asks a filter, which has two answers.
func SumWhile(all []string, f Filter) (sum int) {
	keys := make(chan string)
	var mu sync.Mutex
	go func() {
		for k := range keys {
			n, ok := f.Accept(k)
			if !ok {
				return
			}
			mu.Lock()
			sum += n
			mu.Unlock()
		}
	}()
	for _, k := range all {
		keys <- k // want `send on keys blocks forever.*: the goroutine started at refused\.go:35 never receives from it after line 38`
	}
	close(keys)
	return sum
}

// copied reports whether something was copied.
func copied(s Store, k string) bool {
	if err := s.Copy(k); err != nil {
		return false
	}
	return true
}

// CopyWhile asks a function of its own, which asks for an error.
func CopyWhile(s Store, all []string) {
	keys := make(chan string)
	for range 4 {
		go func() {
			for k := range keys {
				if !copied(s, k) {
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k // want `send on keys blocks forever.*: goroutine 2 started at refused\.go:65 never receives from it after line 67`
	}
	close(keys)
}

// A Pill says itself whether it is the last one.
type Pill interface{ Last() bool }

// Pills end the workers: who sends knows how many of them are among all.
func Pills(all []Pill, f func(Pill)) {
	pills := make(chan Pill)
	for range 4 {
		go func() {
			for p := range pills {
				if p.Last() {
					return
				}
				f(p)
			}
		}()
	}
	for _, p := range all {
		pills <- p
	}
	close(pills)
}

// Words end the workers likewise.
func Words(all []string, f func(string)) {
	keys := make(chan string)
	for range 4 {
		go func() {
			for k := range keys {
				if strings.HasPrefix(k, "end") {
					return
				}
				f(k)
			}
		}()
	}
	for _, k := range all {
		keys <- k
	}
	close(keys)
}

// Skipping goes on with the next one.
func Skipping(all []string, f func(string) bool, g func(string)) {
	keys := make(chan string)
	for range 4 {
		go func() {
			for k := range keys {
				if !f(k) {
					continue
				}
				g(k)
			}
		}()
	}
	for _, k := range all {
		keys <- k
	}
	close(keys)
}

// Telling closes what the one who sends looks at.
func Telling(all []string, f func(string) bool) {
	keys, done := make(chan string), make(chan struct{})
	var once sync.Once
	for range 4 {
		go func() {
			for k := range keys {
				if !f(k) {
					once.Do(func() { close(done) })
					return
				}
			}
		}()
	}
	for _, k := range all {
		select {
		case keys <- k:
		case <-done:
			close(keys)
			return
		}
	}
	close(keys)
}

// Asking asks the same function before it sends: that may have another answer then.
func Asking(all []string, f func() bool, g func(string)) {
	keys := make(chan string)
	for range 4 {
		go func() {
			for k := range keys {
				g(k)
				if !f() {
					return
				}
			}
		}()
	}
	for _, k := range all {
		if !f() {
			break
		}
		keys <- k // want `send on keys blocks forever.*: goroutine 2 started at refused\.go:168 never receives from it after line 171`
	}
	close(keys)
}

// Emptying ends by receiving what is left.
func Emptying(all []string, f func(string) bool) {
	keys := make(chan string)
	for range 4 {
		go func() {
			defer func() {
				for range keys {
				}
			}()
			for k := range keys {
				if !f(k) {
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k
	}
	close(keys)
}
