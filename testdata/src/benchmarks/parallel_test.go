package benchmarks

import (
	"sync"
	"testing"
)

func BenchmarkNobodyReceives(b *testing.B) {
	ch := make(chan int)
	b.RunParallel(func(pb *testing.PB) { // want "RunParallel blocks forever: goroutine 1 started at parallel_test.go:\\d+, for which it waits, is blocked, too"
		for pb.Next() {
			ch <- 1
		}
	})
}

func BenchmarkSomebodyReceives(b *testing.B) {
	ch := make(chan int)
	go func() {
		for range ch {
		}
	}()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			ch <- 1
		}
	})
	close(ch)
}

// Without the close the one who receives is left.
func BenchmarkNobodyCloses(b *testing.B) {
	ch := make(chan int)
	go func() {
		for range ch { // want "receive from ch blocks forever and leaks the goroutine"
		}
	}()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			ch <- 1
		}
	})
}

// Each body has a channel of its own.
func BenchmarkOwnChannels(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		ch := make(chan int, 1)
		for pb.Next() {
			ch <- 1
			<-ch
		}
	})
}

func BenchmarkLocked(b *testing.B) {
	var mu sync.Mutex
	n := make(chan int, 1)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			mu.Lock()
			n <- 1
			<-n
			mu.Unlock()
		}
	})
}

// Two bodies take the locks in different orders.
func BenchmarkBothOrders(b *testing.B) {
	var x, y sync.Mutex
	n := make(chan int, 1)
	turn := 0
	b.RunParallel(func(pb *testing.PB) { // want "RunParallel blocks forever"
		first, second := &x, &y
		if turn++; turn > 1 {
			first, second = second, first
		}
		for pb.Next() {
			first.Lock()
			second.Lock()
			n <- 1
			<-n
			second.Unlock()
			first.Unlock()
		}
	})
}

// BenchmarkSomebodyCounts has one who counts the turns of all.
func BenchmarkSomebodyCounts(b *testing.B) {
	ch, all := make(chan int, 8), make(chan struct{})
	go func() {
		defer close(all)
		n := 0
		for range ch {
			if n++; n == b.N {
				return
			}
		}
	}()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			ch <- 1
		}
	})
	<-all
}
