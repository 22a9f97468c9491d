package numbers

// A Set has members.
type Set map[string]struct{}

func (s Set) has(name string) bool { _, ok := s[name]; return ok }

// Members are asked about twice.
func Members(s Set, names []string) (n int) {
	c := make(chan int, len(names))
	for _, name := range names {
		if s.has(name) {
			c <- 1
		}
	}
	for _, name := range names {
		if s.has(name) {
			n += <-c
		}
	}
	return n
}

// Known is there, or isn't.
func Known(m map[string]int, name string) int {
	c := make(chan int, 1)
	if n, ok := m[name]; ok {
		c <- n
	}
	if _, ok := m[name]; !ok {
		return 0
	}
	return <-c
}

// A Place has two numbers.
type Place struct{ x, y int }

// Taken is a place.
func Taken(m map[Place]bool, p Place) {
	done := make(chan bool)
	if m[p] {
		close(done)
	}
	if m[p] {
		<-done
	}
}

// Drawn are other names each time.
func Drawn(m map[string]bool, next func() string, list []int) {
	for range list {
		name := next()
		c := make(chan bool, 1)
		if m[name] {
			c <- true
		}
		if m[name] {
			<-c
		}
	}
}

// Another is another name.
func Another(m map[string]int, name, other string) int {
	c := make(chan int, 1)
	if n, ok := m[name]; ok {
		c <- n
	}
	if _, found := m[other]; !found {
		return 0
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if !ok from m\[name\] and found from m\[other\]\)`
}

// Elsewhere is another map.
func Elsewhere(m, n map[string]int, name string) {
	done := make(chan bool)
	if _, ok := m[name]; ok {
		close(done)
	}
	if _, ok := n[name]; ok {
		<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it`
	}
}

// Next has another answer each time.
func Next(next func() (int, bool)) int {
	c := make(chan int, 1)
	if n, ok := next(); ok {
		c <- n
	}
	if _, ok := next(); !ok {
		return 0
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if !ok from next at line 90 and ok from next at line 93\)`
}
