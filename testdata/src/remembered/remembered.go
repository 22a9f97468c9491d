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
	c.mu.Lock() // want `^c\.mu\.Lock blocks forever: this goroutine itself has locked it at remembered.go:32 \(if ok from c\.expires\[key\] and time.Now\(\).After\(at\)\) \[`
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
		c.Delete(key)
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
	a.mu.Lock() // want `^a.mu.Lock blocks forever: it was locked at remembered.go:59 by a caller of \(\*Account\).Withdraw, which never unlocks it \(if a.balance < n\) \[`
	a.balance += n
	a.mu.Unlock()
}

// Wrong: the lock is kept.
func (a *Account) Withdraw(n int) error {
	a.mu.Lock()
	if a.balance < n {
		return errors.New("overdrawn")
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
	c.mu.Lock() // want `^c.mu.Lock blocks forever: it was locked at remembered.go:82 by a caller of \(\*Counter\).Down, which never unlocks it \(if c.n == 0\) \[`
	c.n++
	c.mu.Unlock()
}

// Wrong.
func (c *Counter) Down() bool {
	c.mu.Lock()
	if c.n == 0 {
		return false
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
	s.ordering.Lock() // want `^s\.ordering\.Lock blocks forever: a caller of \(\*Stock\).Cancel has locked it at remembered.go:118 and waits for s\.counting at remembered.go:121, which this goroutine has locked at remembered.go:106 \(if s.orders\[item\] != 0 and s.count\[item\] != 0\) \[`
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
