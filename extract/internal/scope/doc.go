// Package scope cuts a package into questions that are small enough to be
// answered: for each root, and for each group of objects that live in fields or
// package-level variables, the part of the program that matters for it.
//
// # Parts of roots
//
// The objects of a root are grouped by which kinds of waiters hang on which (package waitfor). Each
// group is asked about without data first (package outline), and, if that doesn't show it clean, in a
// slice (package slice), coarse and then fine. Since a part leaves out what other objects may order
// or prevent, what is found in one is told only if the slice with all objects and all data finds it.
//
// # Clients
//
// What outlives a function is judged with the most general client (clients.go): the questions are
// what can go wrong for callers, two of them or as many as a circle takes; for one of them, whom
// nobody ever lets past a place (Subject); for one who calls what he must not call with his own lock
// (Relocks); for two or three who call one function each with a new object, and nobody else (Meetings),
// who are followed as a program is; and where callers may come at all, with all that the question leaves
// out (Attained).
//
// # Whose program
//
// Production code is looked at without the tests of its package: what they pass is nothing that
// others do; nor is it left out where the tests are too much for the points-to analysis. Each test is
// looked at alone (tests.go): it is a program of its own, and an analysis that begins with one entry
// doesn't confuse what tests pass to the same functions (Smaragdakis and Balatsouras, Pointer
// analysis, 2015), and takes milliseconds. The rest of the package counts as having run before:
// variables that it changes hold what comes from outside, too; but nobody else gets at what the test
// stores there, a hook for example, if it runs all that uses the variable.
//
// Of what a test makes itself it is also asked, by such an analysis, for whom nobody waits in that test (alone.go): this takes no data,
// and no limits but that of the analysis. What others may have from package-level variables is left out.
//
// Where even one test is too much, what test files make is looked at with these alone (testfiles.go),
// and all else as code that isn't seen: a fragment of a program with the most general assumptions on
// the rest (Rountev, Ryder and Landi, Data-flow analysis of program fragments, 1999), but for the one
// that it comes back. Such places are bounded.
//
// # Apart
//
// Where the objects of a circle are too much for one outline, each is looked at apart (apart.go), and
// with each one that it may be a circle of two with, on the assumption that the others come:
// assume-guarantee reasoning (Misra and Chandy, Proofs of networks of processes, 1981), which is no
// proof here, as the assumptions are in a circle; GCatch (Liu and others, ASPLOS 2021) leaves out what
// has a larger scope for the same reason. Such places are bounded, too.
package scope
