// Package numbers has what is known of numbers and lengths that come from outside.
package numbers

// Octet has no other side.
func Octet(b byte) int {
	c := make(chan int, 1)
	switch {
	case b == 0:
		c <- 0
	case b == 1:
		c <- 1
	case b > 1:
		c <- 2
	}
	return <-c
}

// An Offset is where something begins.
type Offset uint64

// A Segment is there from its offset on.
type Segment struct {
	from Offset
	size uint32
}

// Above is at least one.
func (s *Segment) Above() {
	done := make(chan bool)
	if s.from != 0 && s.from < 1 || s.size <= 0 && s.size != 0 {
		<-done
	}
}

// Widened is what it was.
func Widened(n uint16) int {
	c := make(chan int, 1)
	if n == 0 {
		return 0
	}
	if int(n) > 0 {
		c <- 1
	}
	return <-c
}

// Returned is a number that isn't negative either.
func Returned(size func() uint) {
	done := make(chan bool)
	n := size()
	if n < 1 {
		close(done)
	}
	if n == 0 {
		<-done
	}
}

// Initial looks at the first one of a string that isn't empty.
func Initial(s string) byte {
	if s == "" {
		return 0
	}
	c := make(chan byte, 1)
	if len(s) > 0 {
		c <- s[0]
	}
	return <-c
}

// Nonempty asks the other way round.
func Nonempty(s string) {
	done := make(chan bool)
	if len(s) >= 1 {
		close(done)
	}
	if s != "" {
		<-done
	}
}

// Named is as long as its name.
func Named(s string) {
	done := make(chan bool)
	n := len(s)
	if n == 0 && s == "x" || s == "" && n > 0 {
		<-done
	}
	if len(s) == 2 {
		switch s {
		case "one":
			<-done
		}
	}
}

// Parts has a part that isn't empty in each round.
func Parts(list []string) {
	for _, part := range list {
		if part == "" {
			continue
		}
		c := make(chan byte, 1)
		if len(part) != 0 {
			c <- part[0]
		}
		<-c
	}
}

// Runes are at least one.
func Runes(s string) {
	if s == "" {
		return
	}
	c := make(chan rune, 1)
	for _, r := range s {
		c <- r
		break
	}
	<-c
}
