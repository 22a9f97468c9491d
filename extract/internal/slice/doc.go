// Package slice takes out of a program what matters for a few of its objects:
// the operations on them, what decides whether and on which of them these
// happen, and nothing else. What is left is small enough to be evaluated and
// explored where the whole isn't.
//
// It is backward program slicing (Weiser, 1981) over the functions that an entry
// reaches, with a criterion that is a set of objects, and interprocedural by the
// call graph and memory of package pointsto, not by contexts. Slices can be run, and
// only grow while they are made: what is kept asks for its operands, these for what
// sets them, a function for its callers (slicer.go, operands.go, control.go), until
// nothing is asked for any more; then what is kept is written down (emit.go).
//
// Three things differ from slices of the literature.
//
// Control dependence is that of places that matter: a branch is kept if its ways
// come to different ones first. Loops in which nothing happens end sooner or
// later, as in slices that don't preserve termination (Ranganath and others, A new
// foundation for control dependence and slicing for modern program structures, 2007),
// unless they wait for what others do: see supergraph.Graph.Spins.
//
// Data is not followed into the conditions of branches, unless asked
// for (Level): a condition that isn't followed is one that nobody decides, if
// it hangs on the world alone, and else one in doubt, whose answer the program
// knows and the slice doesn't. Operations on other objects pass: whoever waits
// there goes on sooner or later. So a coarse slice in which nothing can go wrong,
// however doubts are resolved, is an answer, and else a fine one is asked.
//
// And as operations are known without contexts, a function is kept if one of its callers passes
// an object, but then only the calls are kept that do (about.go).
//
// # Clients
//
// Objects in fields and package-level variables are sliced with the most general client of the
// package (Henzinger, Jhala and Majumdar, Permissive interfaces, 2005): made-up functions that
// make one struct of each type, by a constructor if there is one, and call what others can call
// on it, in any order (clients.go). Package-level variables that only the package uses are
// made and set first (variables.go). The slice tells how much that says of what anybody may do:
// whether something was left out that may concern the objects, and whether what clients have is
// all that there is (complete.go). A method that closes a channel of its receiver whatever happens
// is called by one client, once: that is how such structs are to be used (calledonce.go; a
// typestate: Strom and Yemini 1986). Package outline has the same clients, without data.
package slice
