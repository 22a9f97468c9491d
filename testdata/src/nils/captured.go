package nils

// Wrong: who sends waits for ever, and so does who waits for him.
func captured() {
	var c chan int = nil
	done := make(chan int)
	go func() {
		c <- 1
		done <- 1
	}()
	<-done // want "receive from done blocks forever"
}
