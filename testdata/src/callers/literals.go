package callers

func attempt(f func(chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch
}

// Right: each function sends.
func attempted(n int) int {
	return attempt(func(ch chan int) { ch <- n }) + attempt(func(ch chan int) {
		if n > 0 {
			ch <- n
			return
		}
		close(ch)
	})
}

func attemptLost(f func(chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch // want "receive from ch blocks forever"
}

// Wrong: the function only counts.
func attemptsLost() (n int) {
	attemptLost(func(ch chan int) { ch <- n })
	attemptLost(func(ch chan int) { n++ })
	return n
}

func attemptKnown(f func(chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch
}

// Right: whoever calls it sees to it that something is sent.
func attemptsKnown() int {
	sends := true
	return attemptKnown(func(ch chan int) {
		if sends {
			ch <- 1
		}
	})
}

type porter struct{ n int }

func (p *porter) bring(ch chan int) { ch <- p.n }

func (p *porter) keep(ch chan int) { p.n = cap(ch) }

func fetchBy(f func(chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch
}

// Right: the method sends.
func fetchedBy(p *porter) int { return fetchBy(p.bring) }

func missBy(f func(chan int)) int {
	ch := make(chan int)
	go f(ch)
	return <-ch // want "receive from ch blocks forever"
}

// Wrong: the method doesn't.
func missedBy(p *porter) int { return missBy(p.keep) }
