// Package outline makes outlines of programs: systems of automata that follow no data at all.
//
// The outline of a program is what is left then: which operations on some objects come after
// which, in each goroutine, and where others are started. Which object an operation is on, the
// points-to analysis says; every branch that doesn't ask how an operation ended is free, if the
// world alone decides it, or in doubt. So a function does the same whoever calls it, but for the
// objects and functions that it is given as arguments, and its automaton can be worked out once,
// made small, and put where it is called: a summary (Sharir and Pnueli, Two approaches to
// interprocedural data flow analysis, 1981; the functional one). Outlines are for one answer
// only: that nothing can go wrong, whatever the program does where it is in doubt. What has none
// is looked at in slices.
//
// It is an abstraction of programs by their communication, as behavioural types are (Lange, Ng,
// Toninho and Yoshida, A static verification framework for message passing in Go using behavioural
// types, 2018). Ours differs in three ways. Automata are made of functions and contexts, not of
// types, and made small by what they can do (contract.go, merge.go), so that thousands of functions
// come to a few places. Objects are told apart by the points-to analysis, and only where one
// location is one object for certain. And doubts are kept in the system, for the explorer to
// resolve: free branches are taken fairly, those in doubt may always go the same way. Before that,
// what can't matter to the answer is left out of the system (reduce.go): goroutines that do nothing
// anybody notices, waiting for what is closed in any case, and ways to end the program, which make
// nobody stuck.
//
// # Circles
//
// There is one outline for each group of objects that hang on each other in a circle: package
// waitfor finds these. Operations on other objects pass, as whoever waits there goes on sooner or
// later, or the reason is found in another outline. Where a circle is too much for one, its objects
// are looked at apart, on a budget of their own (Outlines.Apart), on the assumption that the others
// come. As the assumptions are in a circle, that is no proof; such places are bounded.
//
// # Regions
//
// What a function makes, or a turn of a loop, stands for many objects, but mostly nobody sees more
// than one of them. The outline is one of a region (region.go; Tofte and Talpin 1997): a call of a
// function, or a turn of a loop from where the objects are made, the smallest in which they are made
// once and captured (captured.go; Choi and others 1999). Nothing of another run of the region can
// come in, so that the outline is for all runs, whichever root is asked; each is made once.
//
// # Clients
//
// Objects in fields and package-level variables have no region. They are judged with the most
// general client (clients.go; see package slice, whose clients call the same functions, with
// data): goroutines that call the functions of the package again and again, in any order, on one
// struct of each type, made by one of the functions that make such structs. What two structs of
// one type do to each other isn't looked at: a call about a struct that was taken out of memory is
// left to clients, who make it on theirs (outliner.isForeign), but with a lock held it is carried out
// as well if it is about a struct of another type, which may be theirs; if it is about another one of the same
// type, the outline says that it is about one of each (held.go). So a worker that waits for the next
// job isn't stuck, as somebody always comes. A method that closes a channel of its receiver whatever
// happens is called by one client, once.
//
// Code that was given functions is a client of these, too, in the region where it was given
// them (world.go). Functions of the standard library call what they are given before they return, as
// often as they like, where the caller may hold locks; of those that don't, nothing is known without
// data.
//
// # Who declines
//
// A client may decline what he would wait for first in a call, as if he had not called yet: he
// holds nothing then, and is not to blame for having called what waits for another call. But locks
// he waits for as all others do, and what is called once, is called. And if nobody can ever do what
// he waits for, whoever calls is stuck there: then there is no outline (outliner.ifServed). What can
// ever be done, a monotone abstraction of the system says (model.Attained).
//
// # Slots and bounds
//
// How many clients there are at a time, who asks decides: two, or one more than locks may be taken
// in a circle, or one more than a channel has slots of which a call may hold one while it waits. Of
// what loops start there are a few goroutines at first, and more if the explorer finds that it makes
// a difference (Outline.Grow). Beyond a limit for slots, a place is bounded: nothing goes wrong with
// as many as there were. Limits of steps and places end in a Problem, never in an answer, and the
// outlines of a package have a budget (waitfor.Work).
//
// # Data after all
//
// A parameter that is given one of several objects makes one call of each (binding.go). How an
// operation ended is kept as long as somebody may ask (select.go). What is added to a wait group for
// goroutines that a loop is about to start is added in its turns (installments.go). Whether a
// variable may hold nil, is asked of who sets it before it is published (assigned.go). And if
// nothing shows an outline clean, a second one follows flags: boolean fields and variables that are
// set to constants, with the locks around (flags.go).
//
// # Files
//
//   - outline.go: outlines of regions, and who keeps them
//   - outliner.go: which functions are part of one, and what an object is
//   - held.go: which locks may be held where
//   - clients.go, world.go: goroutines that call what is there to be called
//   - region.go, captured.go: regions, and what others get at
//   - summary.go, select.go, recursion.go, binding.go, assigned.go, installments.go, flags.go: the
//     automaton of a function
//   - contract.go, merge.go: automata made small, by partition refinement
//   - reduce.go, system.go: from automata to a model.System, without what makes no difference
//   - unwaited.go: channels that need no outline, as nobody waits for them alone
package outline
