// Package holding finds what functions hold on all their ways, and what goes wrong by that alone.
//
// Whether a function takes a way hangs on its data, and following that is too much for many. But
// where a lock is held on all ways to a branch, and one of its sides never releases it while the other
// one does, who takes that side returns with the lock, whatever led there (kept.go); or with a slot of a semaphore, be it a message that its maker has put there (slots.go). And where a lock
// is held on all ways to a call, and the callee takes it on all of its own, who calls waits for himself
// (relock.go), as he does if it takes it for each of something, or is never called without it, or is deferred until then (entered.go). And where two functions that others call take two locks, each while it has the other one, on
// all ways, they wait for each other (inversion.go), if it is certain which locks these are: of one struct,
// or of a parent and its child (place.go, children.go). Who calls what is found in a struct with the lock of that, calls
// one that may know the struct, and want the lock, too (kin.go), or gives it to another function. Who has a lock in a program, and
// who wants it then, is known where some function hands the struct to both (meet.go).
//
// What a function owes others is found in the same way: that it is done, to those who wait for a wait group (undone.go);
// the answer to a message (unanswered.go); what it has promised (unfulfilled.go), or has found and was to fulfil
// (forsaken.go), be it for many who wait in a map or list (pending.go), unless they have heard that it fails (heard.go), also if others may call for that again (begun.go). So is what it leaves: a channel from which it no longer receives (left.go), be it one of several workers
// who all return (deserted.go), or the only one, who is told to (forlorn.go); an answer for which it no longer waits (abandoned.go, walkout.go,
// vacated.go), or those of many (crowd.go), be the channel in a struct that nobody keeps (unkept.go); a goroutine that nobody
// ends any more (unended.go), that never ends (endless.go, rounds.go, unclosed.go), or that nobody has when the function fails that has started it (leftover.go), a message that nobody receives any more (stranded.go); or that sends to those whom it doesn't see leave (streams.go), or whom time takes (outlived.go), waits for its own end
// (selfawaited.go), be it in what a sync.Once runs (once.go), or sends to itself, be it into a buffer that is full (selfserved.go), or by a channel of its own (ownserved.go). A send may not look at what ends its receiver, though another one does (unguarded.go), or look too early
// whether the channel is closed (late.go), or whether it is among those that are open (entries.go), as who closes it may (atonce.go).
// He may do so again and again, as he is told (again.go), or called (vain.go). Who is woken before he waits isn't woken (missed.go),
// nor is who waits in a new struct (firstway.go) that is closed without a wakeup, or with one for several (unwoken.go).
//
// Who waits with a lock waits for ever if those who could end that want the lock first (circle.go, steered.go, within.go, hooks.go), however
// many they are (workers.go), unless
// they never do so meanwhile (apart.go, enabled.go, otherwise.go), or
// go away and want it for that (departs.go); so does who empties one channel of a goroutine
// while that sends on another one (crossed.go). Nobody may release a lock twice (twice.go).
//
// For most of that no two conditions have to be true at once, so that none can rule out the other: the one assumption is
// that the side, or the call, isn't dead code. Whoever wrote it took it that it isn't. Where several have to be (circle.go,
// departs.go, late.go), each goes either way by itself, and no two of different functions ask for the same memory.
// Cases of one switch don't rule each other out (tested.go), nor do comparisons that some numbers take together (compared.go). And where others may bring about what goes wrong whenever they like, as they
// end a context or close a channel, no branch need be free: they may do so just before what isn't dead code (mayComeTo in free.go).
//
// It is what RacerX does (Engler and Ashcraft, RacerX: effective, static detection of race conditions
// and deadlocks, SOSP 2003), with must- instead of may-analyses: a forward and a backward bit-vector
// problem for each place where a lock is taken, and summaries of what a function takes of what it
// is given (Sharir and Pnueli 1981). That locks are the same in two places is known by access paths:
// a parameter, or what is captured, and the fields that lead from there to the lock. Nothing is said of
// locks that somebody releases who hasn't taken them (supergraph.Graph.ReleasesOthers), unless
// these were handed over to him (handed.go). What a function has asked before it takes a lock, it may be told otherwise then
// (anew.go), and what it remembers it may have found (remembered.go). What it goes over it may have
// collected itself (collected.go).
package holding
