// Package listed has locks of what is found in lists and maps, and in loops that go on too early: who goes on
// without releasing a lock leaves it locked, for all who find it there.
package listed

import (
	"errors"
	"io"
	"sync"
)

var errGone = errors.New("gone")

// A Peer is listed in a Group.
type Peer struct {
	mu    sync.Mutex
	alive bool
	fails int
	out   io.Writer
}

func (p *Peer) Die() {
	p.mu.Lock()
	p.alive = false
	p.mu.Unlock()
}

// A Group lists its peers.
type Group struct {
	mu    sync.Mutex
	peers []*Peer
}

func (g *Group) Add(out io.Writer) {
	g.mu.Lock()
	g.peers = append(g.peers, &Peer{alive: true, out: out})
	g.mu.Unlock()
}

func (g *Group) all() []*Peer {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]*Peer(nil), g.peers...)
}

// Ping writes to all peers that are alive.
func (g *Group) Ping(line string) {
	for _, p := range g.all() {
		p.mu.Lock()
		if !p.alive { // want `never unlocks p\.mu, locked at wrong\.go:\d+ \(if !p\.alive\): whoever locks it next blocks forever`
			continue
		}
		if _, err := io.WriteString(p.out, line); err != nil {
			p.fails++
			p.alive = p.fails < 3
		}
		p.mu.Unlock()
	}
}

// A Counter counts words, and skips those that it doesn't know.
type Counter struct {
	mu    sync.Mutex
	words map[string]int
	out   io.Writer
}

func (c *Counter) Count(words []string) {
	for _, w := range words {
		c.mu.Lock() // want `c\.mu\.Lock blocks forever: this goroutine itself has locked it`
		if _, ok := c.words[w]; !ok {
			continue
		}
		io.WriteString(c.out, w)
		c.words[w]++
		c.mu.Unlock()
	}
}

// An Account is found by its name.
type Account struct {
	mu      sync.Mutex
	balance int
	out     io.Writer
}

// A Bank finds accounts.
type Bank struct {
	mu       sync.RWMutex
	accounts map[string]*Account
}

func (b *Bank) Open(name string, out io.Writer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accounts[name] = &Account{out: out}
}

func (b *Bank) find(name string) *Account {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.accounts[name]
}

// Pay takes money from an account.
func (b *Bank) Pay(name string, sum int) error {
	a := b.find(name)
	a.mu.Lock()
	if a.balance < sum {
		return errGone // want `returns without unlocking a\.mu, locked at wrong\.go:\d+ \(if a\.balance < sum\): whoever locks it next blocks forever`
	}
	a.balance -= sum
	_, err := io.WriteString(a.out, name)
	a.mu.Unlock()
	return err
}

// A Node has a term, and steps down if another one has a later one.
type Node struct {
	mu   sync.Mutex
	term uint64
	out  io.Writer
}

func (n *Node) stepDown(term uint64) {
	n.mu.Lock() // want `n\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+ \(if term >= n\.term`
	defer n.mu.Unlock()
	n.term = term
	io.WriteString(n.out, "down")
}

func (n *Node) Handle(term uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case term < n.term:
		return false
	case term > n.term:
		n.stepDown(term)
	}
	return true
}

func (n *Node) Campaign() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.term++
}
