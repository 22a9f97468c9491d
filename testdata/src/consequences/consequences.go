// Package consequences has mistakes of which several goroutines, or operations, suffer.
package consequences

import (
	"context"
	"sync"
)

var do func() error

// One report: who waits for the workers waits for those that are stuck.
func pool(tasks []int) error {
	results := make(chan error)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- do() // want `send on results blocks forever and leaks the goroutine`
		}()
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for err := range results {
		if err != nil {
			return err
		}
	}
	return nil
}

// Two reports: who waits for the worker would wait if that weren't stuck, too.
func poolUndone() {
	results := make(chan error)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		results <- do() // want `send on results blocks forever and leaks the goroutine`
	}()
	go func() {
		wg.Wait() // want `wg.Wait blocks forever and leaks the goroutine`
	}()
}

// One report: whoever waits for the lock waits for the one who has it.
func locked() {
	var mu sync.Mutex
	ready := make(chan bool)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		<-ready // want `receive from ready blocks forever and leaks the goroutine`
	}()
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
}

// One report that names both places: nobody receives what the goroutine sends, be it this or that.
func either(ctx context.Context) error {
	done := make(chan error)
	go func() {
		if err := do(); err != nil {
			done <- err
			return
		}
		done <- nil // want `send on done blocks forever here or at line 68 and leaks the goroutine`
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Two reports: what each of them hangs on is something else.
func eachForItself(isQuick bool) {
	quick, slow := make(chan bool), make(chan bool)
	go func() {
		quick <- true // want `send on quick blocks forever and leaks the goroutine`
	}()
	go func() {
		slow <- true // want `send on slow blocks forever and leaks the goroutine`
	}()
	if isQuick {
		<-quick
	} else {
		<-slow
	}
}
