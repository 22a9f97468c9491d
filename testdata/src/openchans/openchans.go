// Package openchans has programs over channels that other code can reach.
package openchans

var global = make(chan int)

// Anybody can receive from a package-level channel.
func toGlobal() {
	global <- 1
}

// The caller can receive.
func toParameter(ch chan int) {
	ch <- 1
}

// The caller gets the channel.
func returned() chan int {
	ch := make(chan int)
	go func() { ch <- 1 }()
	return ch
}

var registry = map[string]chan int{}

// Whoever looks into the registry can receive.
func registered(name string) {
	ch := make(chan int)
	registry[name] = ch
	ch <- 1
}

// The function that is called may receive.
func passed(use func(chan int)) {
	ch := make(chan int)
	go use(ch)
	ch <- 1
}

type holder struct{ ch chan int }

// The struct belongs to somebody else.
func stored(h *holder) {
	h.ch = make(chan int)
	h.ch <- 1
}

// A server that waits for its clients.
func server(requests chan int) {
	done := make(chan struct{})
	go func() {
		for range requests {
		}
		close(done)
	}()
	<-done
}
