package recovered

// Right: the runtime panics beyond the last one, and the deferred call says so.
func beyondTheLast(list []int) {
	ended := make(chan int)
	go func() {
		defer close(ended)
		defer func() { recover() }()
		for i := 0; ; i++ {
			_ = list[i]
		}
	}()
	<-ended
}

func beyondArray(list [3]int, i int) {
	ended := make(chan int)
	go func() {
		defer close(ended)
		defer func() { recover() }()
		if i > 2 {
			_ = list[i]
			select {}
		}
	}()
	<-ended
}

// Right: there is nothing below zero.
func belowZero(list []int, i int) {
	ended := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				ended <- 1
			}
		}()
		if i < 0 {
			_ = list[i]
			return
		}
		ended <- 2
	}()
	<-ended
}

// Right: nobody divides by nothing.
func divides(by int) {
	ended := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				ended <- 1
			}
		}()
		if by == 0 {
			_ = 5 / by
			return
		}
		ended <- 2
	}()
	<-ended
}

// Right: it is no number.
func asserts() {
	ended := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				ended <- 1
			}
		}()
		var x any = "text"
		_ = x.(int)
	}()
	<-ended
}

// Right: there is nothing less than nothing.
func makes(n int) {
	ended := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				ended <- 1
			}
		}()
		if n < 0 {
			_ = make([]int, n)
		} else {
			ended <- 2
		}
	}()
	<-ended
}

func converts(list []int) {
	ended := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				ended <- 1
			}
		}()
		if len(list) < 4 {
			_ = [4]int(list)
		} else {
			ended <- 2
		}
	}()
	<-ended
}

type link struct{ n int }

func followsNothing() {
	ended := make(chan int)
	go func() {
		defer func() {
			recover()
			ended <- 1
		}()
		var l *link
		l.n = 1
		ended <- 2
	}()
	<-ended
}

// Wrong: nobody recovers, so that it goes on.
func goesOn(list []int, i int) {
	lost := make(chan int)
	go func() {
		lost <- list[i] // want "send on lost blocks forever and leaks the goroutine"
	}()
}

// Wrong: nothing can panic here.
func cannotPanic(list []int) {
	said := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				said <- 1
			}
		}()
		for i := range list {
			_ = list[i]
		}
		var three [3]int
		_ = three[2]
	}()
	<-said // want "receive from said blocks forever"
}

// Wrong: nobody hears of the answer that comes late, whatever else may go wrong.
func asksFirst(parts []string, ask func(string) int, late chan int) int {
	answers := make(chan int)
	go func() {
		defer func() { recover() }()
		answers <- ask(parts[0]) // want "send on answers blocks forever and leaks the goroutine"
	}()
	select {
	case n := <-answers:
		return n
	case <-late:
		return 0
	}
}

// Wrong: what has been asked for rules out that it panics.
func average(sum int, list []int, late chan int) int {
	answers := make(chan int)
	go func() {
		defer func() { recover() }()
		if len(list) == 0 {
			return
		}
		answers <- sum/len(list) + list[0] // want "send on answers blocks forever and leaks the goroutine"
	}()
	select {
	case n := <-answers:
		return n
	case <-late:
		return 0
	}
}

// Wrong: who waits in each turn doesn't wait for a panic.
func sendsInTurns(list []int, i int) {
	lost := make(chan int)
	go func() {
		defer func() { recover() }()
		for {
			lost <- list[i] // want "send on lost blocks forever and leaks the goroutine"
		}
	}()
}

func receivesInTurns(list []int, i int) {
	never, sum := make(chan int), 0
	go func() {
		defer func() { recover() }()
		for {
			sum += list[i]
			sum += <-never // want "receive from never blocks forever and leaks the goroutine"
		}
	}()
}

func callsInTurns(list []int, i int) {
	lost := make(chan int)
	go func() {
		defer func() { recover() }()
		for {
			passesOn(lost, list[i])
		}
	}()
}

func passesOn(to chan int, n int) {
	to <- n // want "send on lost \\(as to\\) blocks forever and leaks the goroutine"
}
