// Package generated has a file that a program has written.
package generated

// Wrong: nobody closes done.
func waitForNobody() {
	done := make(chan struct{})
	wait(done) // want `receive from done at written.go:34 blocks forever: nobody sends on it or closes it`
}

// Right.
func waitForOne() {
	done := make(chan struct{})
	go close(done)
	wait(done)
}
