// Package supergraph is the supergraph of a package, on which the analyses in slice, waitfor and
// outline work: the control-flow graphs of all functions that were reached, with the edges from
// calls to what they may run (Reps, Horwitz and Sagiv, Precise interprocedural dataflow analysis
// via graph reachability, 1995).
//
// The functions are those of the IR, and which of them a call may run, and what an operand may
// be, is known from package pointsto. What this package adds is what can be said of a program
// without asking about some of its objects: where registers are defined, who calls whom, who
// stores where, which instructions operate on channels, locks and the like, which branches only
// the world outside decides, and which loops come to an end by themselves. It differs from a
// supergraph of the literature in that nothing leads back from callees: analyses of it either
// don't look at contexts, or go down from callers with a Context.
//
// All is worked out once, some of it when it is asked for first. What a graph answers only
// RunsOnly changes, before all questions, so that several analyses can share it.
//
//   - graph.go: the graph, and what is stored where
//   - function.go: functions, instructions, where registers are defined
//   - calls.go: who calls whom, and with what
//   - context.go: what the parameters of a function are bound to
//   - operations.go, locks.go: what is done to objects
//   - held.go, holdings.go, asked.go: what of a lock is held on all ways
//   - typestate.go: what may be held, and whether it is given back
//   - selects.go: which case of a select is the reason if somebody is stuck there
//   - loops.go, counted.go, endless.go: loops that wait for others, that count, and that never come to an end
//   - tally.go, longest.go: how often something happens at most
//   - deadcases.go: branches of which one way is for what nobody ever does
//   - choices.go: branches that nobody decides
//   - liveness.go: live registers
//   - initializer.go: what runs before all else
//   - world.go: what others than the program do
package supergraph
