package echoes

import "sync"

// A Node has children that know the root.
type Node struct {
	mu   sync.Mutex
	root *Node
	kids []*Node
	n    int
}

func NewNode() *Node { n := &Node{}; return n }
func (n *Node) Add() *Node {
	r := n.root
	if r == nil {
		r = n
	}
	k := &Node{root: r}
	n.kids = append(n.kids, k)
	return k
}
func (n *Node) up() {
	if n.root != nil {
		n.root.inc()
	}
}
func (n *Node) inc() { n.mu.Lock(); n.n++; n.mu.Unlock() }
func (n *Node) Walk() {
	n.mu.Lock()
	for _, k := range n.kids {
		k.inc()
	}
	n.mu.Unlock()
	for _, k := range n.kids {
		k.up()
	}
}
