package callers

func exceptThree(n int) {
	c := make(chan int)
	go func() { c <- n }() // want "send on c blocks forever"
	if n != 3 {
		<-c
	}
}

// Wrong: 3 is passed, too.
func twoAndThree() {
	exceptThree(2)
	exceptThree(3)
}

func exceptFour(n int) {
	c := make(chan int)
	go func() { c <- n }()
	if n != 4 {
		<-c
	}
}

// Right: there is no 4, nor anything else between those that are passed.
func noFour() {
	exceptFour(2)
	exceptFour(3)
	exceptFour(100)
}

func fromThree(n int) {
	c := make(chan int)
	go func() { c <- n }() // want "send on c blocks forever"
	if n < 3 {
		<-c
	}
}

// Wrong: the same with an order.
func upToThree() {
	fromThree(1)
	fromThree(3)
}

func unlessSmall(n int) {
	c := make(chan int)
	go func() { c <- n }() // want "send on c blocks forever"
	if n < 3 {
		if n < 1 {
			return
		}
	}
	<-c
}

// Wrong: 0 is passed, which isn't tried unless somebody asks.
func noneAndThree() {
	unlessSmall(0)
	unlessSmall(3)
}

// Right: as many are received as are sent, be it two or three.
func asManyAs(n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }()
	}
	for i := 0; i < n; i++ {
		<-c
	}
}

func asManyAsTwoOrThree() {
	asManyAs(2)
	asManyAs(3)
}

func atMostTwo(n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- i }() // want "send on c blocks forever"
	}
	for i := 0; i < n && i < 2; i++ {
		<-c
	}
}

// Wrong: with three one is left over.
func atMostTwoOfThree() {
	atMostTwo(2)
	atMostTwo(3)
}

func buffered(n int) {
	c := make(chan int, n)
	for range n {
		c <- 1
	}
	for range n {
		<-c
	}
}

// Right: so many that not all are tried.
func bufferedMany(k int) {
	buffered(1)
	buffered(1000)
	if k > 3 && k < 2000 {
		buffered(k)
	}
}

func guardedUpTo(n int) {
	c := make(chan int)
	go func() { c <- n }() // want "send on c blocks forever"
	if n < 5 {
		<-c
	}
}

// Wrong: the guard lets 5 through.
func guardedCaller(k int) {
	if k > 0 && k <= 5 {
		guardedUpTo(k)
	}
}

func guardedRight(n int) {
	c := make(chan int)
	go func() { c <- n }()
	if n < 6 {
		<-c
	}
}

// Right: it doesn't let 6 through.
func guardedRightCaller(k int) {
	if k > 0 && k <= 5 {
		guardedRight(k)
	}
}
