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

// Right: who calls it knows that there is none at i.
func saysIfPanics(list []int, i int) {
	said := make(chan int)
	go func() {
		defer func() {
			if recover() != nil {
				said <- 1
			}
		}()
		_ = list[i]
	}()
	<-said
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
