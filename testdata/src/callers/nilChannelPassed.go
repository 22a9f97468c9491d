package callers

func toil(log chan string) {
	log <- "done" // want `send on a nil channel \(log\) blocks forever`
}

// Wrong: nil is passed.
func unlogged() {
	toil(nil)
}
