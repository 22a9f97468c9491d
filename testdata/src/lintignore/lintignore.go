// Package lintignore has reports that are suppressed.
package lintignore

func suppressed() {
	ch := make(chan int)
	//lint:ignore chancheck an example
	ch <- 1
}

func suppressedInLine() {
	ch := make(chan int)
	ch <- 1 //lint:ignore chancheck,SA1000 an example
}

func otherCheck() {
	ch := make(chan int)
	//lint:ignore SA1000 an example
	ch <- 1 // want "send on ch blocks forever"
}
