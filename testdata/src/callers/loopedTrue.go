package callers

func spin(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	<-ch
}

// Right: each of them is asynchronous.
func loopedTrue() {
	for _, async := range []bool{true, true} {
		spin(async)
	}
}
