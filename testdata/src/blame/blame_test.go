package blame

import "testing"

// TestServed is right.
func TestServed(t *testing.T) {
	done := make(chan int)
	go Serve(done)
	<-done
}

// TestForgets is wrong, and not Serve.
func TestForgets(t *testing.T) {
	done := make(chan int)
	go Serve(done) // want `send on done at blame.go:45 blocks forever and leaks`
}
