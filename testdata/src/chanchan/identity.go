package chanchan

type demand struct {
	reply chan int
	last  bool
	next  *demand
}

// Right: two requests are two, though both are made at one place.
func two() {
	c := make(chan *demand, 2)
	for i := 0; i < 2; i++ {
		c <- &demand{reply: make(chan int, 1)}
	}
	a := <-c
	b := <-c
	a.reply <- 1
	b.reply <- 1
	<-a.reply
	<-b.reply
}

// Right: the same with another goroutine.
func twoFromAnother() {
	c := make(chan *demand)
	go func() {
		for i := 0; i < 2; i++ {
			c <- &demand{reply: make(chan int)}
		}
	}()
	a := <-c
	b := <-c
	close(a.reply)
	close(b.reply)
}

// Right: whoever waits for a reply gets one.
func twoThatWait() {
	c := make(chan *demand)
	go func() {
		for i := 0; i < 2; i++ {
			r := &demand{reply: make(chan int, 1)}
			c <- r
			go func() { <-r.reply }()
		}
	}()
	a := <-c
	b := <-c
	a.reply <- 1
	b.reply <- 1
}

// Wrong: what is said of them differs.
func twoThatDiffer() {
	c := make(chan *demand, 2)
	for i := 0; i < 2; i++ {
		c <- &demand{last: i == 1}
	}
	a := <-c
	b := <-c
	done := make(chan int)
	if !a.last && b.last {
		<-done // want "receive from done blocks forever"
	}
	close(done)
}

// Right: they come in order.
func inOrder() {
	c := make(chan *demand, 2)
	for i := 0; i < 2; i++ {
		c <- &demand{last: i == 1}
	}
	a := <-c
	b := <-c
	done := make(chan int)
	if a.last || !b.last {
		<-done
	}
	close(done)
}

// Right: they are kept in a list.
func listed() {
	c := make(chan *demand)
	go func() {
		for i := 0; i < 3; i++ {
			c <- &demand{reply: make(chan int)}
		}
		close(c)
	}()
	var list *demand
	for r := range c {
		r.next = list
		list = r
	}
	for r := list; r != nil; r = r.next {
		close(r.reply)
	}
}

// Wrong: it is one demand that is sent twice.
func sentTwice() {
	c := make(chan *demand, 2)
	for i := 0; i < 2; i++ {
		r := &demand{reply: make(chan int)}
		c <- r
		c <- r
		a := <-c
		b := <-c
		close(a.reply)
		close(b.reply) // want "close of closed channel"
	}
}

// Right: a goroutine makes each of them.
func fromEach() {
	c := make(chan *demand)
	for i := 0; i < 2; i++ {
		go func() { c <- &demand{} }()
	}
	a := <-c
	b := <-c
	a.last = true
	done := make(chan int)
	if b.last {
		<-done
	}
	close(done)
}

// Right: the same, one after the other.
func fromEachInTurn() {
	c := make(chan *demand)
	var list *demand
	for i := 0; i < 3; i++ {
		go func() { c <- &demand{reply: make(chan int)} }()
		r := <-c
		r.next = list
		list = r
	}
	for r := list; r != nil; r = r.next {
		close(r.reply)
	}
}

// Right: the same, when the goroutine before has ended.
func fromEachEnded() {
	c := make(chan *demand, 1)
	ended := make(chan bool)
	var first *demand
	for i := 0; i < 2; i++ {
		go func() { c <- &demand{}; ended <- true }()
		r := <-c
		<-ended
		if i == 0 {
			first = r
		} else {
			r.last = true
		}
	}
	done := make(chan int)
	if first.last {
		<-done
	}
	close(done)
}

// Wrong: who closes the second hasn't closed the first.
func inTurnWrong() {
	c := make(chan *demand)
	go func() {
		for i := 0; i < 2; i++ {
			c <- &demand{reply: make(chan int)}
		}
	}()
	a := <-c
	b := <-c
	close(b.reply)
	<-a.reply // want "receive from reply blocks forever"
}

// Right: the old one comes back when there is a new one already.
func back() {
	there, again := make(chan *demand), make(chan *demand)
	go func() {
		r := <-there
		r.last = true
		again <- r
		close(again)
	}()
	var r *demand
	for i := 0; i < 2; i++ {
		r = &demand{}
		if i == 0 {
			there <- r
		}
	}
	old := <-again
	done := make(chan int)
	if r.last || r == old {
		<-done
	}
	close(done)
}

// Right: another pointer is another object.
func compared() {
	c := make(chan *demand, 2)
	for i := 0; i < 2; i++ {
		c <- &demand{}
	}
	done := make(chan int)
	if <-c == <-c {
		<-done
	}
	close(done)
}

// Right: a variable holds one after the other.
func inVariable() {
	set, got := make(chan int), make(chan int)
	var r *demand
	go func() {
		for i := 0; i < 2; i++ {
			r = &demand{last: i == 1}
			set <- i
			<-got
		}
	}()
	<-set
	a := r
	got <- 1
	<-set
	b := r
	got <- 1
	done := make(chan int)
	if a.last || !b.last {
		<-done
	}
	close(done)
}
