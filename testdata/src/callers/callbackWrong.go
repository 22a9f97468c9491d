package callers

func try(f func(chan struct{})) {
	done := make(chan struct{})
	go f(done)
	<-done // want "receive from done blocks forever"
}

func finishIt(done chan struct{}) { close(done) }

func ignoreIt(chan struct{}) {}

// Wrong: the second function does nothing.
func ignoring() {
	try(finishIt)
	try(ignoreIt)
}
