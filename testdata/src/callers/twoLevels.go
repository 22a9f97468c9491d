package callers

func outerLevel(wait bool) { innerLevel(!wait, 1) }

func innerLevel(skip bool, room int) {
	ch := make(chan int, room)
	ch <- 1
	if !skip {
		ch <- 2 // want "send on ch blocks forever"
	}
	<-ch
}

// Right: the second message isn't sent.
func levelsSkipped() { outerLevel(false) }

// Wrong: there is no room for it.
func levelsWaited() { outerLevel(true) }

func roomFor(n int) {
	ch := make(chan int, n)
	for i := range 3 {
		ch <- i
	}
	for range 3 {
		<-ch
	}
}

// Right: there is room for three.
func roomForThree() { roomFor(3) }

func roomForLess(n int) {
	ch := make(chan int, n)
	for i := range 4 {
		ch <- i // want "send on ch blocks forever"
	}
	for range 4 {
		<-ch
	}
}

// Right: there is room for four. Wrong: here it isn't.
func roomForFour() { roomForLess(4) }

func roomForTwo() { roomForLess(2) }
