package shared

type tally struct {
	n    int
	next *tally
}

// Right: the goroutine starts in one of two states, but it is one goroutine, and
// nobody else uses the variable.
func oneOfTwo(early bool) {
	done := make(chan struct{})
	t := &tally{n: 5}
	if early {
		t.n = 2
	}
	go func() {
		t.n = t.n + 1
		if t.n > 2 {
			close(done)
		}
	}()
	<-done
}

// Right: what is sent is known once the channel is looked at.
func learntLater() {
	first := make(chan int, 1)
	first <- 5
	done := make(chan struct{})
	t := &tally{n: <-first}
	go func() {
		t.n = t.n + 1
		if t.n != 5 {
			close(done)
		}
	}()
	<-done
}

// Wrong: for one of the two the goroutine doesn't close.
func oneOfTwoWrong(early bool) {
	done := make(chan struct{})
	t := &tally{n: 5}
	if early {
		t.n = 2
	}
	go func() {
		t.n = t.n + 1
		if t.n > 3 {
			close(done)
		}
	}()
	<-done // want "receive from done blocks forever"
}

// Right: two goroutines use the variable, which may be 2 in each of them.
func twoStarted() {
	done := make(chan struct{}, 2)
	t := &tally{}
	for range 2 {
		go func() {
			t.n = t.n + 1
			if t.n == 2 {
				done <- struct{}{}
			}
		}()
	}
	if t.n == 2 {
		<-done
	}
}

// Right: each of the three finds what the last one has left.
func oneAfterTheOther() {
	t := &tally{}
	all := make(chan struct{})
	step := make(chan struct{})
	for range 3 {
		go func() {
			t.n = t.n + 1
			if t.n == 3 {
				close(all)
			}
			step <- struct{}{}
		}()
		<-step
	}
	<-all
}

// Wrong: there is no fourth one.
func oneTooFew() {
	t := &tally{}
	all := make(chan struct{})
	step := make(chan struct{})
	for range 3 {
		go func() {
			t.n = t.n + 1
			if t.n == 4 {
				close(all)
			}
			step <- struct{}{}
		}()
		<-step
	}
	<-all // want "receive from all blocks forever"
}

// Right: each of the three has a struct of its own.
func eachItsOwn() {
	step := make(chan bool)
	for range 3 {
		go func() {
			t := &tally{}
			t.n = t.n + 1
			step <- t.n == 1
		}()
		if !<-step {
			<-step
		}
	}
}
