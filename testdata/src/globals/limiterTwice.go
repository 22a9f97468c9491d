package globals

var gate = make(chan struct{}, 1)

func through(f func()) {
	gate <- struct{}{} // want "send on gate blocks forever"
	f()
	<-gate
}

// Wrong: who has the only place wants another one.
func LimitedTwice() {
	through(func() {
		through(func() {})
	})
}
