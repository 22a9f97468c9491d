package callers

func descend(depth int, async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	<-ch
	if depth > 0 {
		descend(depth-1, !async)
	}
}

// Wrong: the second time it isn't asynchronous.
func descends() { descend(3, true) }
