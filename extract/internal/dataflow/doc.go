// Package dataflow has what iterative analyses of graphs run on: an order in which to visit the
// nodes, a list of those that have to be visited again, sets of numbers to propagate, and what
// is reached from where.
//
// An analysis propagates facts along edges until nothing changes (Kildall, A unified approach to
// global program optimization, 1973). It comes to the same end in any order, but soonest in
// postorder, or in its reverse, depending on which way facts go (Kam and Ullman, Global data flow
// analysis and iterative algorithms, 1976). The lattices here are all powersets, joined by union,
// and a fact is a number: what it stands for, whoever propagates it knows.
//
//   - order.go: postorder, and worklists that keep to it
//   - set.go: sets of numbers, as vectors of bits
//   - reachable.go: what is reached in a graph
package dataflow
