// Package knows has programs that go wrong only for who doesn't know what the program knows.
package knows

// Right: entries that are deleted while they are ranged over are not skipped.
func deleteWhileRanging() {
	c := make(chan int)
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	go func() {
		for range 3 {
			<-c
		}
	}()
	for k, v := range m {
		delete(m, k)
		c <- v
	}
}

// Wrong: the third one waits.
func deleteWhileRangingTooFew() {
	c := make(chan int)
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	go func() {
		<-c
		<-c
	}()
	for k := range m {
		c <- m[k] // want "send on c blocks forever"
		delete(m, k)
	}
}

// Right: each buffer is filled and emptied once.
func lookUpWhileRanging() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int, 1)}
	for k := range m {
		m[k] <- k
	}
	for k := range m {
		<-m[k]
	}
}

// Wrong: each buffer is full the second time.
func lookUpWhileRangingTwice() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int, 1)}
	for k := range m {
		m[k] <- k
	}
	for k := range m {
		m[k] <- k // want "send on"
	}
}

func closeAll(subs map[string]chan int) {
	for k, ch := range subs {
		close(ch)
		delete(subs, k)
	}
}

// Right: both are closed.
func allClosed() {
	a, b := make(chan int), make(chan int)
	subs := map[string]chan int{"a": a, "b": b}
	closeAll(subs)
	<-a
	<-b
}

// Wrong: b is deleted before.
func oneNotClosed() {
	a, b := make(chan int), make(chan int)
	subs := map[string]chan int{"a": a, "b": b}
	delete(subs, "b")
	closeAll(subs)
	<-a
	<-b // want "receive from b blocks forever"
}

// Right: nothing is left.
func lenAfterDeletes() {
	m := map[int]bool{1: true, 2: true}
	for k := range m {
		delete(m, k)
	}
	c := make(chan int)
	if len(m) > 0 {
		<-c
	}
}

// Right: the map has the keys that a range over it gives.
func paramMapLooked(m map[string]chan int) {
	c := make(chan int)
	n := 0
	for k := range m {
		if _, ok := m[k]; !ok {
			<-c
		}
		n++
	}
}

// Right: as many as there are keys.
func paramMapCounted(m map[string]int) {
	c := make(chan int, len(m))
	for k := range m {
		go func() { c <- m[k] }()
	}
	for range m {
		<-c
	}
}

// Wrong: one more.
func paramMapCountedTooOften(m map[string]int) {
	c := make(chan int)
	for k := range m {
		go func() { c <- len(k) }()
	}
	for range m {
		<-c
	}
	<-c // want "receive from c blocks forever"
}

// Right: whether a range comes to an entry that it makes itself, nobody knows.
func grows() {
	c := make(chan int)
	m := map[string]int{"a": 1}
	go func() {
		for range 2 {
			<-c
		}
	}()
	for k, v := range m {
		m["b"] = v
		if k == "a" {
			c <- v
		}
	}
	c <- len(m)
}
