// Package generics has programs with generic functions.
package generics

func collect[T any](xs []T, f func(T)) {
	done := make(chan struct{})
	for _, x := range xs {
		go func() {
			f(x)
			done <- struct{}{}
		}()
	}
	for range xs {
		<-done
	}
}

// Used with two types.
func use() {
	collect([]int{1, 2}, func(int) {})
	collect([]string{"a"}, func(string) {})
}

func send[T any](ch chan T, x T) {
	ch <- x // want "send on ch blocks forever"
}

// Nobody receives.
func generic() {
	ch := make(chan int)
	send(ch, 1)
}

// The buffer has room.
func genericBuffered() {
	ch := make(chan string, 1)
	send(ch, "a")
	<-ch
}

// The type of the channel is a parameter.
func parametric[C ~chan T, T any](v T) T {
	c := make(C)
	go func() { c <- v }()
	select {
	case w := <-c:
		return w
	}
}

// Nobody sends.
func parametricStuck[C chan int]() {
	c := make(C)
	<-c // want "receive from c blocks forever"
}
