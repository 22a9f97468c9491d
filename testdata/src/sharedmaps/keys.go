package sharedmaps

// A client has something to be told over.
type client struct{ send chan int }

// Right: clients are keys.
func clientsAreKeys() {
	a, b := &client{make(chan int)}, &client{make(chan int)}
	clients := map[*client]bool{a: true, b: true}
	delete(clients, b)
	go func() { <-a.send }()
	for c := range clients {
		c.send <- 1
	}
}

// Wrong: the other one is gone.
func wrongClient() {
	a, b := &client{make(chan int)}, &client{make(chan int)}
	clients := map[*client]bool{a: true, b: true}
	delete(clients, a)
	go func() { <-a.send }()
	for c := range clients {
		c.send <- 1 // want `send on b\.send blocks forever`
	}
}

// Right: what is deleted meanwhile doesn't come, and everything else does.
func deletedMeanwhile() {
	done := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
	first, second := done["a"], done["b"]
	go func() {
		for name, c := range done {
			close(c)
			delete(done, name)
		}
	}()
	<-first
	<-second
}

// Wrong: two are closed, and a third one is waited for.
func oneTooMany() {
	done := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
	other := make(chan struct{})
	for name, c := range done {
		close(c)
		delete(done, name)
	}
	<-other // want `receive from other blocks forever`
}

// Right: an entry without a value is gone once it is deleted.
func setOfNames() {
	names := map[string]struct{}{"a": {}}
	delete(names, "a")
	done := make(chan struct{}, 1)
	if _, ok := names["a"]; !ok {
		done <- struct{}{}
	}
	<-done
}

// Wrong: it is still there.
func setOfOthers() {
	names := map[string]struct{}{"a": {}}
	delete(names, "b")
	done := make(chan struct{}, 1)
	if _, ok := names["a"]; !ok {
		done <- struct{}{}
	}
	<-done // want `receive from done blocks forever`
}

// Right: the same key finds the same channel.
func sameKey(key string) {
	m := map[string]chan int{}
	m[key] = make(chan int)
	go func() { m[key] <- 1 }()
	<-m[key]
}

// Wrong: nobody sends.
func nobodySends(key string) {
	m := map[string]chan int{}
	m[key] = make(chan int)
	<-m[key] // want `blocks forever`
}

// Right for one who may be called with two keys that are the same: nothing is known.
func perhapsTheSame(a, b string) {
	m := map[string]chan int{}
	m[a] = make(chan int, 1)
	m[b] = make(chan int, 1)
	m[a] <- 1
	<-m[b]
}

// Right: the key turns out to be a constant.
func turnsOut(key string) {
	m := map[string]chan int{}
	m[key] = make(chan int, 1)
	if key != "a" {
		return
	}
	m["a"] <- 1
	<-m[key]
}

// Right: the key is another one in each round.
func anotherEachTime(keys chan string) {
	m := map[string]chan int{}
	for key := range keys {
		if m[key] == nil {
			m[key] = make(chan int, 1)
			m[key] <- 1
		}
	}
}

// Right: keys of type bool.
func answers() {
	m := map[bool]chan int{true: make(chan int, 1), false: make(chan int)}
	for yes, c := range m {
		if yes {
			c <- 1
			<-c
		}
	}
}
