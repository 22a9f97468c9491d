// Package slice takes out of a program what matters for a few of its objects:
// the operations on them, what decides whether and on which of them these
// happen, and nothing else. What is left is small enough to be evaluated and
// explored where the whole isn't.
//
// It is backward program slicing (Weiser, 1981) over the functions that an entry
// reaches, with a criterion that is a set of objects, and interprocedural by the
// call graph and memory of package pointsto, not by contexts. Two things differ.
// Control dependence is that of places that matter: a branch is kept if its ways
// come to different ones first; loops in which nothing happens end sooner or
// later. And data is not followed into the conditions of branches, unless asked
// for (Level): a condition that isn't followed is one that nobody decides, if
// it hangs on the world alone, and else one in doubt, whose answer the program
// knows and the slice doesn't. Operations on other objects pass: whoever waits
// there goes on sooner or later.
package slice
