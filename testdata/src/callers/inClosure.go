package callers

func fetch(async bool) int {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	return <-ch
}

// Right: the closure passes true as well.
func eachAsync() (sum int) {
	f := func() { sum += fetch(true) }
	f()
	f()
	return sum
}
