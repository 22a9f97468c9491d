package callers

func serve(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	<-ch
}

// Right: it is asynchronous at all times.
func serveAlways() {
	serve(true)
	serve(true)
}
