package determined

import _ "unsafe"

// Another package sets it.
//
//go:linkname tuned
var tuned bool

func waitsIfTuned() {
	done := make(chan int)
	go func() {
		if tuned {
			close(done)
		}
	}()
	<-done // want `receive from done blocks forever: the goroutine started at linked\.go:\d+ never closes it after line 13 \(if !tuned\)`
}

// Nobody does.
var untuned bool

func waitsIfUntuned() {
	done := make(chan int)
	go func() {
		if !untuned {
			close(done)
		}
	}()
	<-done
}
