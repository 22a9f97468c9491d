package numbers

// atLeastZero is a number that isn't negative.
func atLeastZero(n int) int {
	if n < 0 {
		return 0
	}
	return n
}

// percent is cut off at both ends.
func percent(n int) int {
	if n < 0 {
		n = 0
	} else if n > 100 {
		n = 100
	}
	return n
}

// Cut is never below, nor above.
func Cut(n, m int) {
	c := make(chan int, 2)
	if atLeastZero(n) >= 0 {
		c <- 1
	}
	if percent(m) <= 100 {
		c <- 2
	}
	<-c
	<-c
}

// Sorted are two numbers, the smaller one first.
func Sorted(a, b int) {
	c := make(chan int, 1)
	first, last := min(a, b), max(a, b, 10)
	if first <= last {
		c <- last
	}
	<-c
}

// Extended has a text that is longer than what was added.
func Extended(name string) {
	c := make(chan int, 1)
	if len("<"+name+">") > 1 {
		c <- 1
	}
	<-c
}

// Area is that of a small square.
func Area(side int8) {
	c := make(chan int, 1)
	if int(side)*int(side) >= -16_256 && max(int(side), 3)+1 > 3 {
		c <- 1
	}
	<-c
}

// Kept is asked for by a goroutine, as it was cut.
func Kept(n int) {
	c := make(chan int)
	kept := atLeastZero(n)
	go func() {
		if kept < 0 {
			return
		}
		c <- kept
	}()
	<-c
}

// Changed is another one when the goroutine asks.
func Changed(n int) {
	c := make(chan int)
	kept := atLeastZero(n)
	kept = n
	go func() {
		if kept < 0 {
			return
		}
		c <- kept
	}()
	<-c // want "receive from c blocks forever"
}
