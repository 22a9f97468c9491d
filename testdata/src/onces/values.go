package onces

import "sync"

// Right: the value is made once, and is the same each time.
func sameChannel() {
	made := sync.OnceValue(func() chan int { return make(chan int, 1) })
	made() <- 1
	<-made()
}

// Wrong: it is the same each time.
func sameChannelTwice() {
	made := sync.OnceValue(func() chan int { return make(chan int, 1) })
	made() <- 1
	made() <- 2 // want `blocks forever: its buffer of 1 is full`
}

// Right: who comes second waits for who makes it.
func madeByOne() {
	made := sync.OnceValues(func() (chan struct{}, error) { return make(chan struct{}), nil })
	go func() {
		c, _ := made()
		close(c)
	}()
	c, _ := made()
	<-c
}

// Wrong: making it takes what comes after it.
func madeTooLate() {
	done := make(chan struct{})
	made := sync.OnceValues(func() (int, error) {
		<-done // want `receive from done blocks forever`
		return 0, nil
	})
	made()
	close(done)
}

// Wrong: the function of a Once waits for its own end.
func withinItself() {
	var once sync.Once
	var start func()
	start = func() {
		once.Do(start) // want `blocks forever`
	}
	once.Do(start)
}

// A service starts once, and starts what it needs.
type service struct {
	start sync.Once
	needs *service
}

func (s *service) run() {
	s.start.Do(func() {
		if s.needs != nil {
			s.needs.run()
		}
	})
}

// Right: each service has a Once of its own.
func chain() {
	s := &service{needs: &service{}}
	s.run()
	s.run()
}

// Right: the function has come to its end before it is called once more.
func afterItself() {
	var once sync.Once
	n := 0
	var start func()
	start = func() {
		if n++; n < 2 {
			once.Do(func() {})
		}
	}
	start()
	once.Do(start)
}
