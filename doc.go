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
//   - orphan: a message is sent that nobody ever receives;
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
// with the assumptions that it makes. Whatever can't be known for certain is
// assumed to cooperate: an operation on a channel that came from outside, or
// that other code can get at, is never reported.
//
// A comment
//
//	//lint:ignore chancheck reason
//
// on the line before a report, or on the same line, suppresses it.
package chancheck
