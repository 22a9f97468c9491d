package callers

func exceptOdd(n int) {
	c := make(chan int)
	go func() { c <- n }()
	if n != 5 {
		<-c
	}
}

// Right: there is no 5, but too many others to look at each.
func noFive() {
	exceptOdd(2)
	exceptOdd(3)
	exceptOdd(4)
	exceptOdd(6)
	exceptOdd(7)
	exceptOdd(8)
	exceptOdd(9)
	exceptOdd(10)
	exceptOdd(11)
	exceptOdd(100)
}

func always(n int) {
	c := make(chan int)
	go func() { c <- n }() // want "send on c blocks forever"
	if n < 0 {
		n = -n
	}
}

// Wrong: whatever is passed.
func alwaysMany() {
	always(2)
	always(3)
	always(4)
	always(6)
	always(7)
	always(8)
	always(9)
	always(10)
	always(11)
	always(100)
}

// Right: two goroutines agree on a number that isn't tried otherwise.
func agree(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	for i := 0; i < n; i++ {
		<-c
	}
}

func agreeOnThree(n int) {
	if n > 2 && n <= 5 {
		agree(n)
	}
}

func disagree(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i // want "send on c blocks forever"
		}
	}()
	for i := 0; i < n; i++ {
		if n < 3 || i > 0 {
			<-c
		}
	}
}

// Wrong: with three, one isn't received.
func disagreeOnThree(n int) {
	if n <= 3 {
		disagree(n)
	}
}
