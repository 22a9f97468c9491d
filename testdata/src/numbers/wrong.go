package numbers

// Fewer leaves out one.
func Fewer(b byte) int {
	c := make(chan int, 1)
	switch {
	case b == 0:
		c <- 0
	case b > 1:
		c <- 2
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it`
}

// Negative numbers are there.
func Negative(n int) int {
	c := make(chan int, 1)
	switch {
	case n == 0:
		c <- 0
	case n > 0:
		c <- 1
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n != 0 at line 19 and n <= 0 at line 21\)`
}

// Converted was negative before.
func Converted(n int) {
	done := make(chan bool)
	if uint(n) > 7 {
		n--
	}
	if n < 0 {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it`
	}
}

// Blank isn't empty.
func Blank(s string) byte {
	if s == " " {
		return 0
	}
	c := make(chan byte, 1)
	if len(s) > 0 {
		c <- s[0]
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if .*len\(s\) <= 0.*\)`
}

// Short may be as long as that.
func Short(s string) {
	done := make(chan bool)
	if len(s) == 3 && s == "one" {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it`
	}
}

// Before compares by the alphabet.
func Before(s string) {
	done := make(chan bool)
	if len(s) == 5 && s < "one" {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it`
	}
}

// Other strings have other lengths.
func Other(s, t string) byte {
	if s == "" {
		return 0
	}
	c := make(chan byte, 1)
	if len(t) > 0 {
		c <- t[0]
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it`
}
