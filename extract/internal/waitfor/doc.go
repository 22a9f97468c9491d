// Package waitfor finds out which objects of a program hang on each other, so that those that
// don't can be judged apart: an approximation, for all executions at once, of the wait-for graphs
// by which operating systems look for deadlocks (Holt, Some deadlock properties of computer
// systems, 1972; for communication Chandy, Misra and Haas, Distributed deadlock detection, 1983).
//
// An object hangs on another one if somebody may have to wait for that one before he serves the
// first. Whoever is stuck is stuck because of somebody who is, and so on: the cause is found in a
// strongly connected component, which is what callers get. There are two relations, as there are
// two kinds of questions:
//
//   - Clusters are for slices, where what is left out may order or prevent what is left. They
//     tell kinds of waiters apart, and know no contexts (clusters.go).
//   - Chains are for outlines, in which all branches go either way: a finer relation, between
//     objects (chains.go). It goes by routes: which waits goroutines may have passed, in the
//     contexts in which functions are called (routes.go, waits.go), or while they hold a lock
//     (sections.go).
//
// Of some objects it can be said here that nobody is stuck because of them, as somebody serves them in any case (served.go):
// locks that all give back, which package supergraph knows (discipline.go), channels that are closed (ended.go), or have a
// slot for each message (gathering.go, finding.go), or are for the reply to a request (request.go, replied.go), and wait groups that are counted down (groups.go). That what has to be done is done on all ways is a must-analysis (duty.go); who
// runs it by a sync.Once finds it done if all that this runs is the duty (once.go); who
// waits at a select is to blame for one case (blame.go), and who may wait on a channel that is nil serves nobody (nil.go).
//
// Ours differs from wait-for graphs of the literature in that nodes are objects and not
// processes, of which there is no saying how many there are, and that a circle is no deadlock:
// it is what has to be looked at together. GCatch (Liu and others, ASPLOS 2021) cuts programs up
// in a like way, by channels and what may block before they are served.
//
// Routes take time that grows with circles of calls, and are charged to the Work of the outlines
// that they are for (work.go). Once that is spent, all objects are taken to hang on each other.
package waitfor
