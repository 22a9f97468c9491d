package lintignore

/*lint:file-ignore chancheck a block comment is prose*/

// lint:file-ignore chancheck so is what has a space

//lint:file-ignore SA1000 another check

func notSuppressedWithItsFile() {
	ch := make(chan int)
	ch <- 1 // want "send on ch blocks forever"
}
