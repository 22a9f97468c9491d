// Package remembered has branches that ask for what other calls have stored: they go either way.
package remembered

import (
	"errors"
	"sync"
	"time"
)

// A Cache forgets what is too old.
type Cache struct {
	mu      sync.Mutex
	expires map[string]time.Time
}

func NewCache() *Cache { return &Cache{expires: map[string]time.Time{}} }

func (c *Cache) Set(key string, life time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expires[key] = time.Now().Add(life)
}

func (c *Cache) Delete(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.expires, key)
}

// Wrong: Delete locks, too.
func (c *Cache) Has(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.expires[key]
	if !ok {
		return false
	}
	if time.Now().After(at) {
		c.Delete(key) // want `^c\.mu\.Lock at remembered\.go:\d+ blocks forever: this goroutine itself has locked it at remembered\.go:\d+ \(if ok from c\.expires\[key\] and time\.Now\(\)\.After\(at\)\) \[`
		return false
	}
	return true
}

// An Account must not be overdrawn.
type Account struct {
	mu      sync.Mutex
	balance int
}

func (a *Account) Deposit(n int) {
	a.mu.Lock()
	a.balance += n
	a.mu.Unlock()
}

// Wrong: the lock is kept.
func (a *Account) Withdraw(n int) error {
	a.mu.Lock()
	if a.balance < n {
		return errors.New("overdrawn") // want `^returns without unlocking a\.mu, locked at remembered\.go:\d+ \(if a\.balance < n\): whoever locks it next blocks forever \[`
	}
	a.balance -= n
	a.mu.Unlock()
	return nil
}

// A Counter doesn't go below zero.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Up() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Wrong.
func (c *Counter) Down() bool {
	c.mu.Lock()
	if c.n == 0 {
		return false // want `^returns without unlocking c\.mu, locked at remembered\.go:\d+ \(if c\.n == 0\): whoever locks it next blocks forever \[`
	}
	c.n--
	c.mu.Unlock()
	return true
}

// A Stock has two locks.
type Stock struct {
	ordering, counting sync.Mutex
	orders, count      map[string]int
}

func NewStock() *Stock { return &Stock{orders: map[string]int{}, count: map[string]int{}} }

func (s *Stock) Add(item string, n int) {
	s.counting.Lock()
	s.count[item] += n
	s.counting.Unlock()
}

func (s *Stock) Order(item string) {
	s.counting.Lock()
	defer s.counting.Unlock()
	if s.count[item] == 0 {
		return
	}
	s.ordering.Lock() // want `^s\.ordering\.Lock blocks forever: a call of \(\*Stock\)\.Cancel takes it and s\.counting in the other order, at remembered\.go:\d+ and at remembered\.go:\d+ \(if s\.orders\[item\] != 0 and s\.count\[item\] != 0\) \[`
	s.orders[item]++
	s.ordering.Unlock()
}

// Wrong: in the other order.
func (s *Stock) Cancel(item string) {
	s.ordering.Lock()
	defer s.ordering.Unlock()
	if s.orders[item] != 0 {
		s.counting.Lock()
		s.count[item]++
		s.counting.Unlock()
	}
}
