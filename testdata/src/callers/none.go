package callers

func runCrew(workers int) {
	done := make(chan struct{})
	if workers > 0 {
		go close(done)
	}
	<-done // want "receive from done blocks forever"
}

// Right: there is somebody to close the channel.
func crewOfThree() { runCrew(3) }

// Wrong: here nobody is.
func crewOfNone() { runCrew(0) }
