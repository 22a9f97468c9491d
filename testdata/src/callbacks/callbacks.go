// Package callbacks has programs that wait for functions which the standard
// library calls.
package callbacks

import (
	"io"
	"sort"
	"strings"
	"sync"
	"testing"
)

// Right: the value is made by the first who asks, and the channel closed.
func onceValue() int {
	done := make(chan struct{})
	value := sync.OnceValue(func() int {
		close(done)
		return 1
	})
	go value()
	<-done
	return value()
}

// Right: the same with an error.
func onceValues() error {
	done := make(chan struct{})
	value := sync.OnceValues(func() (int, error) {
		close(done)
		return 1, nil
	})
	_, err := value()
	<-done
	return err
}

// Wrong: the function is made, but never called.
func onceFuncWrong() {
	done := make(chan struct{})
	stop := sync.OnceFunc(func() { close(done) })
	_ = stop
	<-done // want "receive from done blocks forever"
}

// Wrong: the function takes the lock that its caller holds.
func onceFuncLocked() {
	var mu sync.Mutex
	count := sync.OnceFunc(func() {
		mu.Lock() // want "mu.Lock blocks forever: this goroutine itself has locked it"
		mu.Unlock()
	})
	mu.Lock()
	count()
	mu.Unlock()
}

// Right: Range calls the function for what is in the map.
func mapRange() {
	var m sync.Map
	m.Store("a", 1)
	done := make(chan struct{}, 1)
	m.Range(func(_, _ any) bool {
		done <- struct{}{}
		return false
	})
	<-done
}

// Right: the comparison is called as long as it takes.
func sortSlice(list []int) {
	seen := make(chan int)
	go func() {
		for range seen {
		}
	}()
	sort.Slice(list, func(i, j int) bool {
		seen <- i
		return list[i] < list[j]
	})
	close(seen)
}

// Right: New is called when the pool is empty.
func poolNew() {
	made := make(chan struct{}, 1)
	pool := sync.Pool{New: func() any {
		made <- struct{}{}
		return 1
	}}
	pool.Get()
	<-made
}

// Right: what is registered is called at the end of the test.
func TestCleanup(t *testing.T) {
	done := make(chan struct{})
	t.Cleanup(func() { close(done) })
	go func() { <-done }()
}

// Wrong: the end of the test comes after it has waited.
func TestCleanupWrong(t *testing.T) {
	var group sync.WaitGroup
	quit := make(chan struct{})
	group.Add(1)
	go func() {
		<-quit
		group.Done()
	}()
	t.Cleanup(func() { close(quit) })
	group.Wait() // want "group.Wait blocks forever"
}

// Wrong: what is needed meanwhile is given back at the end of the test.
func TestCleanupOfLockWrong(t *testing.T) {
	var mu sync.Mutex
	served := make(chan struct{})
	mu.Lock()
	t.Cleanup(func() { mu.Unlock() })
	go func() {
		mu.Lock()
		mu.Unlock()
		close(served)
	}()
	<-served // want "receive from served blocks forever"
}

// Right: the subtest runs when it is called.
func TestSub(t *testing.T) {
	done := make(chan struct{})
	t.Run("closes", func(t *testing.T) { close(done) })
	<-done
}

// Right: the function is called for each letter.
func mapFunc() {
	letters := make(chan rune, 2)
	strings.Map(func(r rune) rune {
		letters <- r
		return r
	}, "ab")
	<-letters
	<-letters
}

type door struct {
	sync.Mutex
	open bool
}

// Right: the struct is its own Locker.
func condLocker() {
	d := &door{}
	c := sync.NewCond(d)
	go func() {
		d.Lock()
		d.open = true
		d.Unlock()
		c.Signal()
	}()
	d.Lock()
	for !d.open {
		c.Wait()
	}
	d.Unlock()
}

// Right: the reader takes what the writer writes.
func pipe() string {
	r, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.WriteString(w, "a")
		w.Close()
	}()
	b, _ := io.ReadAll(r)
	<-done
	return string(b)
}

type source struct{ data chan byte }

func (s *source) Read(p []byte) (int, error) {
	b, ok := <-s.data
	if !ok {
		return 0, io.EOF
	}
	p[0] = b
	return 1, nil
}

// Right: ReadAll reads until the channel is closed.
func reader() string {
	s := &source{data: make(chan byte)}
	go func() {
		s.data <- 'a'
		s.data <- 'b'
		close(s.data)
	}()
	b, _ := io.ReadAll(s)
	return string(b)
}

// Right: Go adds, runs, and is done.
func group() {
	var wg sync.WaitGroup
	ch := make(chan int)
	wg.Go(func() { ch <- 1 })
	wg.Go(func() { <-ch })
	wg.Wait()
}

// Wrong: one of the two waits for nobody.
func groupWrong() {
	var wg sync.WaitGroup
	ch := make(chan int)
	wg.Go(func() { ch <- 1 })
	wg.Go(func() {})
	wg.Wait() // want "wg.Wait blocks forever"
}
