// Package maps has programs with maps.
package maps

// The entries are known.
func known() {
	ch := make(chan int)
	numbers := map[string]int{"a": 1, "b": 2}
	for _, n := range numbers {
		go func() { ch <- n }()
	}
	<-ch
	<-ch
}

// One receive too few.
func knownTooFew() {
	ch := make(chan int)
	numbers := map[string]int{"a": 1, "b": 2}
	for _, n := range numbers {
		go func() { ch <- n }() // want "send on ch blocks forever and leaks"
	}
	<-ch
}

// A channel found by its key.
func byKey() {
	chans := map[string]chan int{"a": make(chan int, 1)}
	chans["a"] <- 1
	<-chans["a"]
}
