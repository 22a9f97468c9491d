package lintignore

//lint:file-ignore chancheck,SA1000 all of this file is an example

func suppressedWithItsFile() {
	ch := make(chan int)
	ch <- 1
}

func alsoSuppressed() {
	ch := make(chan int)
	//lint:ignore chancheck has one of its own
	<-ch
}
