package callers

func poll(sync bool) {
	async := !sync
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	<-ch
}

// Right: not synchronous, each time.
func negatedTwice() {
	poll(false)
	poll(false)
}
