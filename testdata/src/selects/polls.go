package selects

// asksUntilItComes never ends if it comes too early: then nobody sends any more.
func asksUntilItComes() {
	c, d := make(chan int), make(chan int)
	go func() {
		for came := false; !came; {
			select {
			case <-c:
				came = true
			default:
			}
		}
		d <- 1
	}()
	select {
	case c <- 1:
	default:
	}
	<-d // want "receive from d blocks forever"
}

// asksForWhatIsKept finds it some time.
func asksForWhatIsKept() {
	c, d := make(chan int, 1), make(chan int)
	go func() {
		for came := false; !came; {
			select {
			case <-c:
				came = true
			default:
			}
		}
		d <- 1
	}()
	c <- 1
	<-d
}
