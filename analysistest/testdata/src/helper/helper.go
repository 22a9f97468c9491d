// want package:`skeletons\(Send\)`

// Package helper is what package smoke calls: its functions are known there
// by their facts only.
package helper

// Send sends a value. Nothing is wrong with that.
func Send(c chan<- int, v int) {
	c <- v
}

// Twice doesn't communicate, and no fact is about it.
func Twice(v int) int { return 2 * v }

// A Box has methods that share a fact.
type Box struct{ c chan int } // want Box:`skeletons\(\(\*Box\)\.Get, \(\*Box\)\.Put\)`

func (b *Box) Put(v int) { Send(b.c, v) }

func (b *Box) Get() int { return <-b.c }
