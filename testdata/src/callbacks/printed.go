package callbacks

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"sync"
)

// What prints a value calls its method, with the locks that are held.
type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprint(a.balance)
}

func (a *account) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
	fmt.Printf("%d more for %v\n", n, a) // want `a\.mu\.Lock at printed\.go:\d+ blocks forever: this goroutine itself has locked it at printed\.go:\d+`
}

type settings struct {
	mu     sync.Mutex
	values map[string]string
}

func (s *settings) MarshalJSON() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return json.Marshal(s.values)
}

func (s *settings) Save(write func([]byte) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := json.Marshal(s) // want `s\.mu\.Lock at printed\.go:\d+ blocks forever: this goroutine itself has locked it at printed\.go:\d+`
	if err != nil {
		return err
	}
	return write(data)
}

type told struct {
	mu    *sync.Mutex
	count int
}

func (f told) Error() string {
	f.mu.Lock() // want `mu.Lock blocks forever: this goroutine itself has locked it at printed.go:64`
	defer f.mu.Unlock()
	return fmt.Sprint(f.count)
}

func tellingUnderLock() {
	f := told{mu: new(sync.Mutex)}
	f.mu.Lock()
	fmt.Println("again:", f)
	f.mu.Unlock()
}

// It is printed without the lock.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.n)
}

func (c *counter) Add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	fmt.Println(c)
}

// What is printed is something else: an address, a number of it, its syntax in Go, its type.
type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return fmt.Sprint(g.n)
}

func (g *gauge) Set(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n = n
	log.Printf("%p %T 100%% %s", g, g, "done")
	log.Printf("%s %d", "gauge", g.n)
}

// Format comes before String.
type shown struct {
	mu sync.Mutex
	n  int
}

func (s *shown) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.n)
}

func (s *shown) Format(f fmt.State, verb rune) { fmt.Fprint(f, s.n) }

func (s *shown) Show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Println(s)
}

// An error that is wrapped isn't asked what it says, if one of its own kind is.
type wrapped struct {
	mu  sync.Mutex
	err error
}

func (w *wrapped) Fail(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = fmt.Errorf("failed: %w", errors.New(text))
	return w.err
}

// A method by the same name that isn't one for printing isn't called.
type report struct {
	mu    sync.Mutex
	lines []string
}

func (r *report) String(separator string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprint(r.lines, separator)
}

func (r *report) Show() {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Println(r)
}

// What is logged is put into words, as long as nobody has the log discarded.
func (g *gauge) Log() {
	g.mu.Lock()
	defer g.mu.Unlock()
	log.Println(g) // want `g.mu.Lock at printed.go:95 blocks forever`
}
