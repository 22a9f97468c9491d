// Package compared has structs that are compared as a whole.
package compared

func otherAndLeft() {
	p, done := point{x: 1}, make(chan int)
	go func() { done <- 1 }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	if p == (point{x: 2}) {
		<-done
	}
}

func sameAndLeft() {
	p, done := point{x: 1}, make(chan int)
	go func() { done <- 1 }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	if p == (point{x: 1}) {
		return
	}
	<-done
}

func zeroAndLeft() {
	var p point
	done := make(chan int)
	go func() { done <- 1 }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	if p != (point{}) {
		<-done
	}
}

func Wrong() {
	otherAndLeft()
	sameAndLeft()
	zeroAndLeft()
}
