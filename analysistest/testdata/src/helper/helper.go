// Package helper is what package smoke calls: its functions are known there
// by their facts only.
package helper

// Send sends a value. Nothing is wrong with that.
func Send(c chan<- int, v int) { // want Send:`skeletons\(Send\)`
	c <- v
}

// Twice doesn't communicate, and has no fact.
func Twice(v int) int { return 2 * v }
