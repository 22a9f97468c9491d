// Package constructed has programs that are set up with what constructors of another package make: that package
// decides what is in there, and not the outside world.
package constructed

import "constructed/settings"

func usual() *settings.Settings { return settings.New() }

// There is room for 256.
func sendsTwice() {
	s := usual()
	c := make(chan int, s.Buffer)
	c <- 1
	c <- 2
	<-c
	<-c
}

func asksForTheBuffer() {
	s := settings.New()
	done := make(chan int)
	if s.Buffer == 0 {
		<-done
	}
}

// A caller may choose another one.
func isGiven(s *settings.Settings) {
	done := make(chan int)
	if s.Buffer == 0 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func waitsInAnyCase() {
	s := settings.New()
	done := make(chan int)
	if s.Buffer == 0 {
		println("none")
	}
	<-done // want "receive from done blocks forever: nobody sends on it or closes it"
}
