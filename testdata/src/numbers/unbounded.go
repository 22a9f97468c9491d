package numbers

// atMostTen may be negative.
func atMostTen(n int) int {
	if n > 10 {
		return 10
	}
	return n
}

func mayBeNegative(n int) {
	c := make(chan int, 2)
	if atMostTen(n) >= 0 {
		c <- 1
	}
	<-c // want `receive from c blocks forever`
}

// They may be the same.
func unsorted(a, b int) {
	c := make(chan int, 1)
	first, last := min(a, b), max(a, b)
	if first < last {
		c <- last
	}
	<-c // want `receive from c blocks forever`
}

// Sums of 64 bits may be too large, and are negative then.
func overflows(n int) {
	c := make(chan int, 1)
	if atLeastZero(n)+1 > 0 {
		c <- 1
	}
	<-c // want `receive from c blocks forever`
}

// What is empty has only what was added.
func short(name string) {
	c := make(chan int, 1)
	if len("<"+name+">") > 2 {
		c <- 1
	}
	<-c // want `receive from c blocks forever`
}
