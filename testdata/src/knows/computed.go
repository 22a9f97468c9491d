package knows

func double(n int) int { return 2 * n }

func capOf(kind string) int {
	switch kind {
	case "small":
		return 1
	case "large":
		return 2
	}
	return 0
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func sum(ns ...int) int {
	s := 0
	for _, n := range ns {
		s += n
	}
	return s
}

// Right: twice one is two.
func computed() {
	c := make(chan int, double(1))
	c <- 1
	c <- 2
	for range 2 {
		<-c
	}
}

// Right: a large one has room for two.
func computedBySwitch() {
	c := make(chan int, capOf("large"))
	c <- 1
	c <- 2
	for range 2 {
		<-c
	}
}

// Right: the fourth number is three.
func computedFib() {
	c := make(chan int, fib(4))
	c <- 1
	c <- 2
	c <- 3
	for range 3 {
		<-c
	}
}

// Right: one and one are two.
func computedSum() {
	c := make(chan int, sum(1, 1))
	c <- 1
	c <- 2
	for range 2 {
		<-c
	}
}

// Wrong: one too many.
func computedTooSmall() {
	c := make(chan int, double(1))
	c <- 1
	c <- 2
	c <- 3 // want "send on c blocks forever"
}

// Wrong: one too many.
func computedBySwitchTooSmall() {
	c := make(chan int, capOf("small"))
	c <- 1
	c <- 2 // want "send on c blocks forever"
}

// Wrong: one too many.
func computedFibSmall() {
	c := make(chan int, fib(3))
	c <- 1
	c <- 2
	c <- 3 // want "send on c blocks forever"
}

// Wrong: one too many.
func computedSumSmall() {
	c := make(chan int, sum(1, 1))
	c <- 1
	c <- 2
	c <- 3 // want "send on c blocks forever"
}

func divided(n int) int { return 4 / n }

func endless(n int) int {
	for n > 0 {
	}
	return n
}

// Right: nobody knows what these compute, if they do at all.
func notComputed() {
	c, d := make(chan int, divided(0)), make(chan int, endless(1))
	c <- 1
	d <- 1
	<-c
	<-d
}

const width = 200

func narrow(n uint8) uint8 { return n + 100 }

// Right: 200 and 100 are 44 in eight bits.
func overflows() {
	c := make(chan int, 44)
	for range narrow(width) {
		c <- 1
	}
	for range narrow(width) {
		<-c
	}
}

// An array is more than its first element.
func copied(n int) int {
	a := [3]int{1, 2, 2}
	b := a
	b[0] = 9
	return b[n]
}

func roomForTheSecond() {
	c := make(chan int, copied(1))
	c <- 1
	c <- 2
	<-c
	<-c
}

func areDifferent(n int) bool {
	a := [2]int{0, n}
	b := [2]int{0, 5}
	return a != b
}

func sendsIfDifferent() {
	c := make(chan int)
	if areDifferent(4) {
		go func() { c <- 1 }()
	}
	<-c
}

// What doubles with each turn isn't computed to its end, nor is what prints.
func doubled(n int) int {
	s := "ab"
	for range n {
		s += s
	}
	return len(s)
}

func hasMuchRoom() {
	c := make(chan int, doubled(33))
	c <- 1
	<-c
}

func printsNothing(n int) int {
	println()
	return n
}

func hasRoomAsPrinted() {
	c := make(chan int, printsNothing(1))
	c <- 1
	<-c
}
