// Package extract turns Go functions into systems of communicating automata.
//
// There are two steps. [Slice] reduces the SSA form of each function of a
// package to an [ir.Function], its skeleton: the instructions that can matter to
// communication. Skeletons are plain data and travel between packages as
// facts. [Root.Extract] then evaluates the skeletons that a root function
// runs, on an abstract heap, and yields one automaton for each goroutine.
//
// What Go constructs become:
//
//	construct                         model
//	make(chan), send, receive, close  exact; the capacity is a number, or one of the sizes tried
//	range over a channel, select      exact, with the choice of a default
//	nil channels                      exact: they never fire, closing one panics; not reported if the channel
//	                                  is nil only under an assumption. One in a field that nobody sets is nil where
//	                                  that is waited for alone, or closed
//	go, defer, panic, recover         exact
//	calls, methods, closures          inlined; recursion has a limit. Long functions that only change plain
//	                                  data aren't followed: what they may have changed is in doubt
//	interfaces                        exact where the dynamic type is known. What has a method for printing or
//	                                  sorting that communicates is open once it is in one, unless it is
//	                                  only printed or encoded: then that method is called
//	structs, arrays, slices           exact with known indices; else the elements are open
//	type parameters                   what they stand for is known by where it comes from
//	maps                              exact while it is known which keys are the same: constants, objects of
//	                                  the scope, unknowns that stay the same; an unknown key is asked
//	                                  whether it is one of the constants; a variable of the model if
//	                                  goroutines share them, up to some 30 contents; else what is stored is
//	                                  open, and what is asked is in doubt
//	calls that only compute           carried out with constants; else the same result for the same
//	                                  arguments within a function
//	what was closed before            accepts, reads and writes fail, within a function and its literals
//	variables from outside            keep their values until the goroutine waits for something open; if it
//	                                  has asked before, they are in doubt then
//	booleans, nil                     exact where the program says; else both, consistently
//	errors                            the same; which of its own errors one is, the program says in a way
//	                                  that isn't followed
//	integers                          exact where constant; of others what comparisons tell apart, sizes as far as the code counts
//	enumerated types, and what        it is in doubt that a value is none of the constants, or a result none
//	comparisons return                of -1, 0 and 1 or what the function returns
//	comparisons of two unknowns       fit each other, outside of loops
//	strings that are put together     the same each time; it is known how they begin and end
//	what libraries return             the outside world decides, if it is of that (a file, a connection), or
//	                                  made of what came from there (a scanner of a reader), but in tests;
//	                                  in doubt if the scope made what it is about, other than a context
//	                                  that the outside world may end and that isn't cancelled yet
//	readers, writers                  package io calls them as it does, where their type is seen; else they are
//	                                  open if they communicate. fmt.Fprint calls Write once
//	values of contexts, of panics,    not followed: what they carry is open
//	and what errors carry
//	captured and shared variables     variables of the model, if one goroutine changes what another reads, or
//	                                  what it may get in a message a second time; known to who holds a lock
//	                                  under which all use them;
//	                                  in doubt if a leaf lock protects them, or structs are copied as a whole
//	Mutex, RWMutex, WaitGroup, Once,  exact, except TryLock of an RWMutex (open)
//	Cond
//	semaphore.Weighted                exact for one slot at a time; one of which several are asked for at once,
//	                                  or a number that isn't known, is open
//	singleflight.Group                exact: calls with a key wait for the one that is on its way
//	context                           WithCancel and AfterFunc exact, also of types of the program; deadlines fire
//	                                  sooner or later. That one which the outside world ends hasn't ended is
//	                                  in doubt where goroutines wait for condition variables
//	timers, tickers, signals          fire sooner or later, in tests not before others have done what they have
//	                                  only to do (see patience.go of the module's root); in a select right after it was started, a timer
//	                                  comes after what is ready at once. That nothing comes from one that has been
//	                                  emptied, or stopped, and not been set again is told without data
//	time.AfterFunc                    open; without data a goroutine, if nobody can set the timer again
//	sync.Map                          a map, but in an array, or if CompareAndSwap, CompareAndDelete or
//	                                  LoadOrStore is called: given to a library
//	sync/atomic                       numbers and booleans exact, up to some 30 values that goroutines
//	                                  share, and pointers and values of any type that are only loaded and
//	                                  stored; what depends on others, or on what comes from outside is in doubt
//	data with many values             given up: what depends on it is in doubt. A loop that only counts
//	                                  ends all the same
//	locks under which nobody waits    left out (leaf locks)
//	RunParallel of benchmarks         two goroutines, for which it waits
//	os.Exit, log.Fatal, Goexit,       exact; in doubt for methods of interfaces that say so by their names
//	t.FailNow and the like
//	the end of main                   exact; time passes before it where main waits, in library functions
//	                                  that wait, and in functions of the package that aren't followed
//	package-level variables,          come from outside: channels are open, plain values are unknown at
//	parameters of the root            first, and then what the scope stores there; of parameters is
//	                                  known what the callers pass, if the package makes all calls
//
// An open object is one that code outside of the scope can reach, or whose
// identity isn't certain. An operation on it happens sooner or later. A channel that
// others have as <-chan T or chan<- T is open in one direction: others serve the
// scope if that only does the opposite, and else make no difference to it; if the
// scope sends and receives, the channel is open. A branch in
// doubt is one that the program decides in a way that isn't followed: only what
// comes about either way is found (see model.Transition).
package extract
