package callers

func crowd(members int, waits bool) {
	ch := make(chan int)
	if members > 0 {
		go func() { ch <- members }()
	}
	if waits {
		<-ch
	}
}

// Right: whoever waits has members; the two parameters belong together.
func crowds() {
	crowd(0, false)
	crowd(2, true)
}
