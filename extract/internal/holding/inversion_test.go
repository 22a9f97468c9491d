package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// family has a parent and its children. In most tests, Sum takes the lock of the parent and then those of its
// children, and Inc that of a child and then the parent's.
const family = `
import "sync"
var mu sync.Mutex
type P struct { mu, gate sync.Mutex; rw sync.RWMutex; cs []*C; m map[int]*C; c *C; token chan int; n int; b bool }
type C struct { mu sync.Mutex; rw sync.RWMutex; p *P; Q *P; n int; b bool }
func (p *P) inc() { p.mu.Lock(); p.n++; p.mu.Unlock() }
func (p *P) get() int { p.rw.RLock(); defer p.rw.RUnlock(); return p.n }
func (p *P) Set() { p.mu.Lock(); p.n++; p.mu.Unlock(); p.gate.Lock(); p.n++; p.gate.Unlock(); p.rw.Lock(); p.b = !p.b; p.rw.Unlock() }
func (c *C) inc() { c.mu.Lock(); c.n++; c.mu.Unlock() }
func (c *C) get() int { c.rw.RLock(); defer c.rw.RUnlock(); return c.n }
func (c *C) Set() { c.mu.Lock(); c.n++; c.mu.Unlock(); c.rw.Lock(); c.b = !c.b; c.rw.Unlock() }
func locks() { mu.Lock(); mu.Unlock() }
`

const (
	add  = "func (p *P) Add() *C { c := &C{p: p}; p.mu.Lock(); p.cs = append(p.cs, c); p.mu.Unlock(); return c }; "
	sum  = "func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock() }; "
	incC = "func (c *C) Inc() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }; "
)

func inversions(t *testing.T, source string) []holding.Inversion {
	w := supergraphtest.Build(t, family+source)
	a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
	var open []*supergraph.Function
	for _, f := range w.Order {
		if f.Exported {
			open = append(open, f)
		}
	}
	return a.Inversions(open)
}

func TestLocksOfParentsAndChildrenInBothOrders(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         bool
	}{
		{"in a slice", add + sum + incC, true},
		{"in a map", "func (p *P) Add(i int) *C { c := &C{p: p}; p.mu.Lock(); p.m[i] = c; p.mu.Unlock(); return c }; func New() *P { return &P{m: map[int]*C{}} }; func (p *P) Sum() { p.mu.Lock(); for _, c := range p.m { c.inc() }; p.mu.Unlock() }; " + incC, true},
		{"looked up", "func (p *P) Add(i int) *C { c := &C{p: p}; p.mu.Lock(); p.m[i] = c; p.mu.Unlock(); return c }; func New() *P { return &P{m: map[int]*C{}} }; func (p *P) Sum(i int) { p.mu.Lock(); c, ok := p.m[i]; if ok { c.inc() }; p.mu.Unlock() }; " + incC, true},
		{"by itself", "func New() *P { p := &P{}; p.c = &C{p: p}; return p }; func (p *P) Child() *C { return p.c }; func (p *P) Sum() { p.mu.Lock(); p.c.inc(); p.mu.Unlock() }; " + incC, true},
		{"without calls", add + "func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.mu.Lock(); c.n++; c.mu.Unlock() }; p.mu.Unlock() }; func (c *C) Inc() { c.mu.Lock(); c.p.mu.Lock(); c.p.n++; c.p.mu.Unlock(); c.mu.Unlock() }; ", true},
		{"by calls of calls", add + "func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.more() }; p.mu.Unlock() }; func (c *C) more() { c.inc() }; func (c *C) Inc() { c.mu.Lock(); c.moreOfP(); c.mu.Unlock() }; func (c *C) moreOfP() { c.p.inc() }; ", true},
		{"on a condition of one", add + sum + "func (c *C) Inc() { c.mu.Lock(); if c.b { c.p.inc() }; c.mu.Unlock() }; ", true},
		{"on a condition of what one calls", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.perhaps(); c.mu.Unlock() }; func (c *C) perhaps() { if c.b { c.p.inc() } }; ", true},
		{"readers and a writer", add + "func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.get() }; p.mu.Unlock() }; func (c *C) Inc() { c.rw.Lock(); c.p.inc(); c.rw.Unlock() }; ", true},
		{"made in a loop", "func New(n int) (*P, *C) { p := &P{}; for range n { c := &C{p: p}; p.cs = append(p.cs, c) }; return p, p.cs[0] }; " + sum + incC, true},
		{"taken out again by others", add + sum + incC + "func (p *P) Drop() { p.mu.Lock(); p.cs = p.cs[1:]; p.mu.Unlock() }; ", false},
		{"taken out again with both locks", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.p.drop(); c.mu.Unlock() }; func (p *P) drop() { p.mu.Lock(); p.cs = p.cs[1:]; p.mu.Unlock() }; ", true},
		{"of what nobody calls", "func (p *P) Add() { c := &C{p: p}; p.mu.Lock(); p.cs = append(p.cs, c); p.mu.Unlock() }; " + sum + incC, true},

		{"taken out again, on a condition", add + sum + "func (c *C) Inc() { c.mu.Lock(); if c.b { c.p.inc() }; c.mu.Unlock() }; func (p *P) Drop() { p.mu.Lock(); p.cs = p.cs[1:]; p.mu.Unlock() }; ", false},
		{"deleted, on a condition", "func (p *P) Add(i int) *C { c := &C{p: p}; p.mu.Lock(); p.m[i] = c; p.mu.Unlock(); return c }; func New() *P { return &P{m: map[int]*C{}} }; func (p *P) Drop(i int) { delete(p.m, i) }; func (p *P) Sum() { p.mu.Lock(); for _, c := range p.m { c.inc() }; p.mu.Unlock() }; func (c *C) Inc() { c.mu.Lock(); if c.b { c.p.inc() }; c.mu.Unlock() }; ", false},
		{"on conditions of both", add + "func (p *P) Sum() { p.mu.Lock(); if p.b { for _, c := range p.cs { c.inc() } }; p.mu.Unlock() }; func (c *C) Inc() { c.mu.Lock(); if c.b { c.p.inc() }; c.mu.Unlock() }; ", false},
		{"in one order", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.n++; c.mu.Unlock(); c.p.inc() }; ", false},
		{"in one order, where it may be released", add + sum + "func (c *C) Inc() { c.mu.Lock(); if c.b { c.mu.Unlock() }; c.p.inc(); if !c.b { c.mu.Unlock() } }; ", false},
		{"by a goroutine", add + sum + "func (c *C) Inc() { c.mu.Lock(); go c.p.inc(); c.mu.Unlock() }; ", false},
		{"on a condition of what one calls, and of the other one", add + "func (p *P) Sum() { p.mu.Lock(); if p.b { for _, c := range p.cs { c.inc() } }; p.mu.Unlock() }; func (c *C) Inc() { c.mu.Lock(); c.perhaps(); c.mu.Unlock() }; func (c *C) perhaps() { if c.b { c.p.inc() } }; ", false},
		{"on a condition that is settled before a call", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.b = false; c.perhaps(); c.mu.Unlock() }; func (c *C) perhaps() { if c.b { c.p.inc() } }; func (c *C) Other() { c.perhaps() }; ", false},
		{"on a condition that is asked before a call", add + sum + "func (c *C) Inc() { c.mu.Lock(); if !c.b { c.perhaps() }; c.mu.Unlock() }; func (c *C) perhaps() { if c.b { c.p.inc() } }; func (c *C) Other() { c.perhaps() }; ", false},
		{"on a condition that one passes", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.perhaps(false); c.mu.Unlock() }; func (c *C) perhaps(really bool) { if really { c.p.inc() } }; func (c *C) Other(really bool) { c.perhaps(really) }; ", false},
		{"on a condition that the other one sets", add + "func (p *P) Sum() { p.mu.Lock(); p.b = true; for _, c := range p.cs { c.inc() }; p.b = false; p.mu.Unlock() }; func (c *C) Inc() { c.mu.Lock(); c.perhaps(); c.mu.Unlock() }; func (c *C) perhaps() { if !c.p.b { c.p.inc() } }; ", false},
		{"of what one calls, where it may be released", add + sum + "func (c *C) Inc() { c.mu.Lock(); c.perhaps(); c.mu.Unlock() }; func (c *C) perhaps() { if c.b { c.mu.Unlock(); c.p.inc(); c.mu.Lock() } }; ", false},
		{"readers", add + "func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.get() }; p.mu.Unlock() }; func (c *C) Inc() { c.rw.RLock(); c.p.inc(); c.rw.RUnlock() }; ", false},
		{"under a lock of the parent", add + "func (p *P) Sum() { p.gate.Lock(); p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock(); p.gate.Unlock() }; func (c *C) Inc() { c.p.gate.Lock(); c.mu.Lock(); c.p.inc(); c.mu.Unlock(); c.p.gate.Unlock() }; ", false},
		{"under a lock of the package, taken by a call", add + "func enter() { mu.Lock() }; func leave() { mu.Unlock() }; func (p *P) Sum() { enter(); p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock(); leave() }; func (c *C) Inc() { enter(); c.mu.Lock(); c.p.inc(); c.mu.Unlock(); leave() }; ", false},
		{"under a lock that both try", add + "func (p *P) Sum() { if !p.gate.TryLock() { return }; p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock(); p.gate.Unlock() }; func (c *C) Inc() { if !c.p.gate.TryLock() { return }; c.mu.Lock(); c.p.inc(); c.mu.Unlock(); c.p.gate.Unlock() }; ", false},
		{"with a token", add + "func New() *P { return &P{token: make(chan int, 1)} }; func (p *P) Sum() { p.token <- 1; p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock(); <-p.token }; func (c *C) Inc() { c.p.token <- 1; c.mu.Lock(); c.p.inc(); c.mu.Unlock(); <-c.p.token }; ", false},
		{"of another parent", "func (p *P) Add(q *P) *C { c := &C{p: q}; p.mu.Lock(); p.cs = append(p.cs, c); p.mu.Unlock(); return c }; " + sum + incC, false},
		{"of another parent, too", add + "func (p *P) Take(c *C) { p.mu.Lock(); p.cs = append(p.cs, c); p.mu.Unlock() }; " + sum + incC, false},
		{"of another parent, in its list", add + "func (p *P) Steal(q *P) { p.mu.Lock(); p.cs = q.cs; p.mu.Unlock() }; " + sum + incC, false},
		{"of another parent, at an index", add + "func (p *P) Swap(c *C) { p.mu.Lock(); p.cs[0] = c; p.mu.Unlock() }; " + sum + incC, false},
		{"of another parent, copied", add + "func (p *P) Swap(q *P) { p.mu.Lock(); copy(p.cs, q.cs); p.mu.Unlock() }; " + sum + incC, false},
		{"of another parent, in a map", "func (p *P) Add(i int, q *P) *C { c := &C{p: p}; p.mu.Lock(); q.m[i] = c; p.mu.Unlock(); return c }; func New() *P { return &P{m: map[int]*C{}} }; func (p *P) Sum() { p.mu.Lock(); for _, c := range p.m { c.inc() }; p.mu.Unlock() }; " + incC, false},
		{"of a parent that changes", add + "func (c *C) Move(p *P) { c.mu.Lock(); c.p = p; c.mu.Unlock() }; " + sum + incC, false},
		{"of a parent that others may change", "func (p *P) Add() *C { c := &C{Q: p}; p.mu.Lock(); p.cs = append(p.cs, c); p.mu.Unlock(); return c }; " + sum + "func (c *C) Inc() { c.mu.Lock(); c.Q.inc(); c.mu.Unlock() }; ", false},
		{"of a parent that is copied", add + "func (c *C) Reset(d *C) { *c = *d }; " + sum + incC, false},
		{"of two parents", add + "func (p *P) Sum(q *P) { p.mu.Lock(); for _, c := range q.cs { c.inc() }; p.mu.Unlock() }; " + incC, false},
		{"which only the package has", "func New() *P { p := &P{}; p.cs = append(p.cs, &C{p: p}); return p }; " + sum + incC + "func (p *P) each() { for _, c := range p.cs { c.Inc() } }; func (p *P) Run() { p.each() }; ", false},
		{"which only the package has, beside a variable that others get", "var shared P; func Shared() *P { return &shared }; func New() *P { p := &P{}; p.cs = append(p.cs, &C{p: p}); return nil }; " + sum + incC + "func (p *P) each() { for _, c := range p.cs { c.Inc() } }; func (p *P) Run() { p.each() }; ", false},
	} {
		if got := len(inversions(t, test.source)); got != map[bool]int{true: 1}[test.want] {
			t.Errorf("%s: %d, want %v", test.name, got, test.want)
		}
	}
}

func TestOtherLocksInBothOrders(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         bool
	}{
		{"of one struct", "func (p *P) One() { p.mu.Lock(); p.get(); p.mu.Unlock() }; func (p *P) Two() { p.rw.Lock(); p.inc(); p.rw.Unlock() }; ", true},
		{"of the package and a struct", "func (p *P) One() { p.mu.Lock(); locks(); p.mu.Unlock() }; func (p *P) Two() { mu.Lock(); p.inc(); mu.Unlock() }; ", true},
		{"of the package", "var other sync.Mutex; func One() { other.Lock(); locks(); other.Unlock() }; func Two() { mu.Lock(); other.Lock(); other.Unlock(); mu.Unlock() }; ", true},
		{"of a struct and what is always in it", "func (p *P) Add() *C { return &C{p: p} }; func (c *C) One() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }; func (c *C) Two() { c.p.mu.Lock(); c.inc(); c.p.mu.Unlock() }; ", true},

		{"of a struct and what is in it for now", "func (p *P) Add() *C { return &C{p: p} }; func (c *C) Move(p *P) { c.p = p }; func (c *C) One() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }; func (c *C) Two() { c.p.mu.Lock(); c.inc(); c.p.mu.Unlock() }; ", false},
		{"of two structs", "func One(p, q *P) { p.mu.Lock(); q.get(); p.mu.Unlock() }; func Two(p, q *P) { p.rw.Lock(); q.inc(); p.rw.Unlock() }; ", false},
		{"of structs of two types", "func (p *P) One() { p.mu.Lock(); p.get(); p.mu.Unlock() }; func (c *C) Two() { c.rw.Lock(); c.inc(); c.rw.Unlock() }; ", false},
	} {
		if got := len(inversions(t, test.source)); got != map[bool]int{true: 1}[test.want] {
			t.Errorf("%s: %d, want %v", test.name, got, test.want)
		}
	}
}
