package numbers

import "math/rand/v2"

// Flip has two sides.
func Flip(heads, tails func() int) int {
	c := make(chan int, 1)
	switch rand.IntN(2) {
	case 0:
		c <- heads()
	case 1:
		c <- tails()
	}
	return <-c
}

// Die is drawn of a generator by type.
func Die(r *rand.Rand) {
	done := make(chan bool)
	if n := rand.N(uint8(6)); n > 5 {
		<-done
	}
	if n := r.Int64N(6) + 1; n == 0 {
		<-done
	}
	if r.IntN(6) < 0 {
		<-done
	}
}

// Some is a number below another one.
func Some(n int) {
	done := make(chan bool)
	if rand.IntN(n) < 0 {
		<-done
	}
}

// Loaded leaves out one side.
func Loaded(heads func() int) int {
	c := make(chan int, 1)
	if rand.IntN(2) == 0 {
		c <- heads()
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if rand\.IntN\(2\) != 0\)`
}

// Three has three sides.
func Three(heads, tails func() int) int {
	c := make(chan int, 1)
	switch rand.IntN(3) {
	case 0:
		c <- heads()
	case 1:
		c <- tails()
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it`
}

// Back gets its own number back.
func Back(id int) int {
	c, seen := make(chan int, 1), make(chan int, 1)
	c <- id
	if n := <-c; n <= id {
		seen <- id
	}
	return <-seen
}

// Mine gets another number back.
func Mine(id, other int) int {
	c, seen := make(chan int, 1), make(chan int, 1)
	c <- other
	if n := <-c; n <= id {
		seen <- id
	}
	return <-seen // want `receive from seen blocks forever: no other goroutine sends on it or closes it \(if n > id\)`
}

// Circle can't be.
func Circle(a, b, c int) {
	done := make(chan bool)
	if a > b && b > c && c > a {
		<-done
	}
}

// Chain may well be.
func Chain(a, b, c int) {
	done := make(chan bool)
	if a > b && b > c {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it`
	}
}

// Rising compares the same numbers in each round.
func Rising(a, b int, list []int) {
	for range list {
		c := make(chan bool, 1)
		if a < b {
			c <- true
		}
		if b > a {
			<-c
		}
	}
}

// Count is held by whoever has the message.
func Count(n int, read func()) {
	writer, count := make(chan bool, 1), make(chan int, 1)
	count <- 0
	for range n {
		held := <-count + 1
		if held == 1 {
			writer <- true
		}
		count <- held
		read()
		held = <-count - 1
		if held == 0 {
			<-writer
		}
		count <- held
	}
}
