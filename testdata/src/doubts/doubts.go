// Package doubts has programs that ask for data which isn't followed: atomic
// variables, the content of maps, the number of messages in a channel. What
// goes wrong whatever the answer is a finding, what depends on it is not.
package doubts

import "sync/atomic"

// Nobody receives, whatever the counter says.
func eitherWay(n *atomic.Int64) {
	done := make(chan struct{})
	go func() {
		if n.Add(1) > 10 {
			n.Store(0)
		}
		done <- struct{}{} // want "send on done blocks forever"
	}()
}

// The flag says whether somebody is going to send.
func flagged() {
	var started atomic.Bool
	ch := make(chan int, 1)
	if started.CompareAndSwap(false, true) {
		ch <- 1
	}
	if started.Load() {
		<-ch
	}
}

// One of two goroutines closes the channel, the other one finds it closed.
func once() {
	var closed atomic.Bool
	done := make(chan struct{})
	stop := func() {
		if closed.CompareAndSwap(false, true) {
			close(done)
		}
	}
	go stop()
	go stop()
	<-done
}

// The last one closes the channel, if there is one.
func last(n int) {
	var left atomic.Int64
	left.Store(int64(n))
	done := make(chan struct{})
	for range n {
		go func() {
			if left.Add(-1) == 0 {
				close(done)
			}
		}()
	}
	<-done // want "receive from done blocks forever: nobody is left to close it .if n == 0."
}

// Only those who are in the map are waited for.
func registered(names []string) {
	waiting := map[string]chan struct{}{}
	for _, name := range names {
		ch := make(chan struct{}, 1)
		waiting[name] = ch
		ch <- struct{}{}
	}
	if ch, ok := waiting["a"]; ok {
		<-ch
	}
}

// A map decides which way to go, but there is no way out.
func sorted(seen map[string]bool, names []string) {
	known := map[string]bool{}
	for _, name := range names {
		known[name] = seen[name]
	}
	results := make(chan string)
	name := "b"
	if known["a"] {
		name = "a"
	}
	results <- name // want "send on results blocks forever"
}

// The message is a flag for those who look at the length.
func counted(work func()) bool {
	late := make(chan bool, 1)
	go func() {
		work()
		late <- true
	}()
	work()
	if len(late) == 0 {
		println("early")
	}
	return true
}

// A semaphore that is only looked at.
func busy(work func()) {
	slots := make(chan struct{}, 2)
	for {
		if len(slots) == cap(slots) {
			continue
		}
		slots <- struct{}{}
		go func() {
			work()
			<-slots
		}()
	}
}
