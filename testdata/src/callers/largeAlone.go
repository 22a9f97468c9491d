package callers

func pace(tick chan int, forward bool) {
	if forward {
		tick <- 1
		<-tick
	}
}

func paces(tick chan int, a, b, c bool) {
	pace(tick, a)
	pace(tick, b)
	pace(tick, c)
}

// march takes many paces.
func march(tick chan int, a, b, c bool) {
	paces(tick, a, b, c)
	paces(tick, a, b, c)
	paces(tick, a, b, c)
	paces(tick, a, b, c)
	paces(tick, a, b, c)
	paces(tick, a, b, c)
}

func largeAlone(a, b, c, d bool) chan int {
	ch, tick := make(chan int, 1), make(chan int, 1)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	if d {
		ch <- 1
	}
	return ch
}

// Wrong: there are too many ways through largeAlone, but this one is short.
func largeUsed() int {
	return <-largeAlone(false, false, false, false) // want "receive from .* blocks forever"
}

// Right: as short, and something is sent.
func largeUsedWell() int { return <-largeAlone(false, false, true, true) }

func largeInside(a, b, c, d bool) {
	ch, tick := make(chan int, 1), make(chan int, 1)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	if d {
		ch <- 1
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: nothing is sent the second time.
func largeTwice() {
	largeInside(false, true, true, true)
	largeInside(true, false, false, false)
}

func largeRight(a, b, c, d bool) {
	ch, tick := make(chan int, 1), make(chan int, 1)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	march(tick, a, b, c)
	if d {
		ch <- 1
	}
	<-ch
}

// Right: something is sent each time.
func largeTwiceRight() {
	largeRight(false, true, true, true)
	largeRight(true, false, false, true)
}
