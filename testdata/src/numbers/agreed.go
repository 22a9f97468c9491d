package numbers

import "sync/atomic"

// each closes when the last one is done, which is there as its caller has passed a number.
func each(n int) <-chan int {
	c := make(chan int)
	var left atomic.Int32
	left.Store(int32(n))
	for range n {
		go func() {
			if left.Add(-1) == 0 {
				close(c)
			}
		}()
	}
	return c
}

// Each counts to three.
func Each() (sum int) {
	for n := range Many(3) {
		sum += n
	}
	for n := range each(2) {
		sum += n
	}
	return sum
}

// Many is one that others may call, too.
func Many(n int) <-chan int {
	c := make(chan int)
	var left atomic.Int32
	left.Store(int32(n))
	for range n {
		go func() {
			if left.Add(-1) == 0 {
				close(c)
			}
		}()
	}
	return c
}
