package callers

func finish(err error) {
	done := make(chan struct{})
	go func() {
		if err == nil {
			close(done)
		}
	}()
	<-done
}

// Right: there is never an error.
func finished() { finish(nil) }
