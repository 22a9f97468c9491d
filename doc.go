// Package chancheck defines an analyzer that finds deadlocks, goroutine leaks
// and orphan messages in code that communicates over channels.
//
// # Analyzer chancheck
//
// chancheck: find deadlocks, goroutine leaks and orphan messages
//
// Goroutines that talk over channels can come to a point from which some of
// them never go on: a send that nobody will ever receive, a receive from a
// channel that nobody will close, a mutex that stays locked. The analyzer
// turns each function that is the smallest scope of a channel, lock or wait
// group into a system of communicating automata, one for each goroutine,
// explores everything that can happen there, and reports
//
//   - deadlock: the function itself can get stuck for good;
//   - leak: a goroutine that it started can get stuck for good;
//   - leak-failed: the same, but only where a test is given up, or has failed (off by default);
//   - orphan: a message is sent that nobody ever receives;
//   - orphan-test: the same in a test (off by default);
//   - orphan-may: a message can be left behind (off by default);
//   - panic: a send on a closed channel, a second close, a negative
//     WaitGroup counter, an unlock of an unlocked mutex.
//
// For example:
//
//	func first(urls []string) string {
//		results := make(chan string)
//		for _, url := range urls {
//			go func() { results <- fetch(url) }() // leaks, but for one
//		}
//		return <-results
//	}
//
// Each report comes with an execution that leads there, as related positions,
// with the assumptions that it makes: "assume err != nil". The scheduler and
// the outside world are fair: timers fire, calls return, and a channel that
// came from outside, or that other code can get at, is served sooner or later.
// Nothing is ever reported about such a channel, about select {}, or about
// goroutines that are idle when main returns, or that this only cuts off.
//
// Numbers that the program doesn't say have every value that it tells apart by
// comparing them. Where one is a capacity, takes part in arithmetic or bounds a
// loop, it is tried: 0, 1 and 2, and further if the code counts further.
// Exploration has limits, all of them counts, so that verdicts don't
// depend on the machine: -states, -local-states, -instances, -processes,
// -depth, -steps and -silent-steps for one function with all that it runs, and
// -package-local-states, -package-steps and -package-states for a package. A
// function past a limit is not judged, but for goroutines of which it is clear
// all the same that nobody frees them. With -verbose, for which the command has -v, diagnostics of the
// categories inconclusive, open and internal say what was not judged and why,
// and one of the category summary has the counts for the package.
//
// With -replay, the execution of each finding is followed step by step by a
// second interpreter before it is told. One that fails is an error of the
// analyzer: it is counted as internal, and not told. So is a system with a finding
// that k-MC calls safe.
//
// With -coverage, diagnostics of the category coverage say of each place where a
// channel, lock, wait group, condition variable or Once is made or declared how
// far it was judged, in JSON: they are for front ends.
//
// Each category has a flag of its name, which turns it off or on.
//
// A comment
//
//	//lint:ignore chancheck reason
//
// on the line before a report, or on the same line, suppresses it. The reason
// is required. Several checks may be named, with commas between. Anywhere in a file,
//
//	//lint:file-ignore chancheck reason
//
// suppresses all reports in that file.
//
// With -details, diagnostics of the categories details and suppressed have, in JSON, who
// does what in the execution of each finding, and findings that are suppressed; those of the
// category unused-ignore and used-ignore say which suppressions suppress nothing, and which do. They
// are for front ends.
package chancheck
