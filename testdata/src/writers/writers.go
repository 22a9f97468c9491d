// Package writers has programs that call long functions which change plain data
// and do nothing else: they are not followed.
package writers

type settings struct {
	retries, burst, delay, limit, size int
	ready                              bool
	next                               *settings
}

// normalize is too long to be followed.
func (s *settings) normalize(strict bool) {
	if s.retries == 0 {
		s.retries = 3
	}
	if s.burst == 0 {
		s.burst = 10
	}
	if s.delay == 0 {
		s.delay = 100
	}
	if s.limit == 0 {
		s.limit = 1000
	}
	if strict && s.size == 0 {
		s.size = 1
	}
	s.ready = true
	if s.next != nil {
		s.next.ready = true
	}
}

// The flag is set after the call, whatever it was before.
func flagIsSet() {
	s := &settings{}
	s.normalize(true)
	done := make(chan int)
	if !s.ready {
		<-done
	}
}

func flagOfParameterIsSet(s *settings) {
	s.ready = false
	s.normalize(true)
	done := make(chan int)
	if !s.ready {
		<-done
	}
}

func flagBehindPointerIsSet() {
	next := &settings{}
	s := &settings{next: next}
	s.normalize(true)
	done := make(chan int)
	if !next.ready {
		<-done
	}
}

func prepare(s *settings, c chan int) {
	s.normalize(false)
	c <- 1
}

// It is not the function itself that calls normalize.
func flagIsSetFurtherDown() {
	s := &settings{}
	c := make(chan int, 1)
	prepare(s, c)
	done := make(chan int)
	if !s.ready {
		<-done
	}
	<-c
}

// Whatever the flag is, somebody waits.
func flagDoesNotMatter() {
	s := &settings{}
	s.normalize(true)
	done := make(chan int)
	if s.ready {
		println("ready")
		close(make(chan int))
	}
	<-done // want "receive from done blocks forever"
}

type job struct {
	settings
	done chan int
}

// The channel is still there after the call.
func channelIsKept() {
	j := &job{done: make(chan int)}
	j.settings.normalize(true)
	<-j.done // want "receive from j.done blocks forever"
}

// Other goroutines see the change, too.
func flagIsSetElsewhere() {
	s := &settings{}
	set := make(chan int)
	go func() {
		s.normalize(true)
		set <- 1
	}()
	<-set
	done := make(chan int)
	if !s.ready {
		<-done
	}
}

func (s *settings) enable() { s.ready = true }

// A short function is followed.
func flagIsSetByShortFunction() {
	s := &settings{}
	s.enable()
	done := make(chan int)
	if !s.ready {
		<-done
	}
	if s.ready {
		<-done // want "receive from done blocks forever"
	}
}
