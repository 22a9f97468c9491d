package sizes

import "time"

// Wrong: who passes less leaves the sender alone.
func AtLeastThree(n int) int {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks the goroutine: AtLeastThree never receives from it after line 9 .if n < 3."
	if n >= 3 {
		return <-ch
	}
	return 0
}

func atLeastThree(n int) int {
	ch := make(chan int)
	go func() { ch <- 1 }()
	if n >= 3 {
		return <-ch
	}
	return 0
}

// Right: all callers pass more.
func PassFive() int { return atLeastThree(5) + atLeastThree(7) }

// Wrong: it may be negative.
func Positive(n int) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks .*.if n <= 0."
	if n > 0 {
		<-ch
	}
}

// Wrong: there may be nothing.
func Something(s []int) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks .*len.s. <= 0"
	if len(s) > 0 {
		<-ch
	}
}

// Wrong: there may be no time.
func Soon(d time.Duration) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks .*d <= 0"
	if d > 0 {
		<-ch
	}
}

// Right: lengths aren't negative.
func Lengths(s []int, m map[int]int, text string) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	if len(s) >= 0 && len(m) > -1 && !(len(text) < 0) {
		<-ch
	}
}

// Right: whatever it is, somebody receives.
func Regions(n int) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	switch {
	case n < 0:
		<-ch
	case n == 0:
		<-ch
	case n < 10:
		<-ch
	default:
		<-ch
	}
}

// Right: it is asked twice, in two ways.
func AskedTwice(n int) {
	ch := make(chan int)
	if n > 5 {
		go func() { ch <- 1 }()
	}
	if n >= 6 {
		<-ch
	}
}

// Wrong: the two questions differ in one number.
func AskedOtherwise(n int) {
	ch := make(chan int)
	if n > 5 {
		go func() { ch <- 1 }()
	}
	if n >= 5 {
		<-ch // want "receive from ch blocks forever: .*n <= 5 .* n >= 5"
	}
}

// Wrong: from the fourth on nobody receives.
func CountsToThree(n int) {
	ch := make(chan int)
	for i := 0; i < n; i++ {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks .*.if n == 4."
	}
	for i := 0; i < n; i++ {
		if i > 2 {
			return
		}
		<-ch
	}
}

// Right: what comes later takes out what was put in.
func TakesTurns(n int) {
	ch := make(chan int, 3)
	for i := 0; i < n; i++ {
		if i > 2 {
			<-ch
		}
		ch <- i
	}
	for i := 0; i < min(n, 3); i++ {
		<-ch
	}
}

// Wrong: the third has no room.
func TakesTurnsTooLate(n int) {
	ch := make(chan int, 2)
	for i := 0; i < n; i++ {
		if i > 2 {
			<-ch
		}
		ch <- i // want "send on ch blocks forever: its buffer of 2 is full"
	}
	for i := 0; i < min(n, 2); i++ {
		<-ch
	}
}

// Right: there is at least one.
func AtLeastOne(n int) {
	jobs := make(chan int)
	for range max(n, 1) {
		go func() {
			for range jobs {
			}
		}()
	}
	jobs <- 1
	close(jobs)
}

// Wrong: there may be none.
func PerhapsNone(n int) {
	jobs := make(chan int)
	for range n {
		go func() {
			for range jobs {
			}
		}()
	}
	jobs <- 1 // want "send on jobs blocks forever: .*n <= 0"
	close(jobs)
}

type pool struct{ workers int }

// NewPool sets what isn't set.
func NewPool(workers int) *pool {
	if workers <= 0 {
		workers = 4
	}
	return &pool{workers}
}

// Right: whoever makes a pool sees to it that there are workers.
func (p *pool) Run() {
	jobs := make(chan int)
	for range p.workers {
		go func() {
			for range jobs {
			}
		}()
	}
	jobs <- 1
	close(jobs)
}

// Right: goroutines that agree on a number that is asked about.
func Agree(n int) {
	ch := make(chan int)
	go func() {
		for i := range n {
			if n < 5 {
				ch <- i
			}
		}
	}()
	if n < 5 {
		for range n {
			<-ch
		}
	}
}
