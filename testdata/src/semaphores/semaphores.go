// Package semaphores takes slots of weighted semaphores and gives them back, or not.
package semaphores

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

func takenTwice() {
	sem := semaphore.NewWeighted(1)
	_ = sem.Acquire(context.Background(), 1)
	_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: its only slot is taken and nobody is left to call Release"
	sem.Release(1)
}

func takenAndGivenBack() {
	sem := semaphore.NewWeighted(1)
	_ = sem.Acquire(context.Background(), 1)
	sem.Release(1)
	_ = sem.Acquire(context.Background(), 1)
	sem.Release(1)
}

// Nobody gives any back.
func threeOfTwo() {
	sem := semaphore.NewWeighted(2)
	for range 3 {
		_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: all its 2 slots are taken and nobody calls Release"
	}
}

func twoOfTwo() {
	sem := semaphore.NewWeighted(2)
	for range 2 {
		_ = sem.Acquire(context.Background(), 1)
	}
}

// What fails keeps its slot.
func keptOnFailure(work func() error) error {
	sem := semaphore.NewWeighted(1)
	for range 3 {
		if err := sem.Acquire(context.Background(), 1); err != nil { // want "sem.Acquire blocks forever: its only slot is taken"
			return err
		}
		if err := work(); err != nil {
			continue
		}
		sem.Release(1)
	}
	return nil
}

func givenBackOnFailure(work func() error) error {
	sem := semaphore.NewWeighted(1)
	for range 3 {
		if err := sem.Acquire(context.Background(), 1); err != nil {
			return err
		}
		err := work()
		sem.Release(1)
		if err != nil {
			continue
		}
	}
	return nil
}

// A context that ends lets who waits go.
func untilCancelled() error {
	ctx, cancel := context.WithCancel(context.Background())
	sem := semaphore.NewWeighted(1)
	_ = sem.Acquire(ctx, 1)
	go cancel()
	return sem.Acquire(ctx, 1)
}

// One that has ended gives no slot.
func afterTheEnd() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sem := semaphore.NewWeighted(1)
	stop := make(chan int)
	if sem.Acquire(ctx, 1) == nil {
		<-stop
	}
}

func beforeTheEnd() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sem := semaphore.NewWeighted(1)
	stop := make(chan int)
	if sem.Acquire(ctx, 1) == nil {
		<-stop // want "receive from stop blocks forever"
	}
}

// Of a bounded number of workers each gives back its slot when it is done.
func workers(jobs []int, results chan<- int) {
	sem := semaphore.NewWeighted(2)
	var wg sync.WaitGroup
	for range jobs {
		if sem.Acquire(context.Background(), 1) != nil {
			break
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer sem.Release(1)
			results <- 1
		}()
	}
	wg.Wait()
}

// A worker waits for another one, which has no slot.
func workersThatWait() {
	sem := semaphore.NewWeighted(1)
	ch := make(chan int)
	for i := range 2 {
		_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: its only slot is taken and the goroutine started at semaphores.go:\\d+, which could call Release, is blocked, too"
		go func() {
			defer sem.Release(1)
			if i == 0 {
				ch <- i
			} else {
				<-ch
			}
		}()
	}
}

// The slot and the lock are taken in different orders.
type both struct {
	mu  sync.Mutex
	sem *semaphore.Weighted
}

func (b *both) lockFirst(ch chan<- int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.sem.Acquire(context.Background(), 1)
	b.sem.Release(1)
}

func (b *both) slotFirst() {
	_ = b.sem.Acquire(context.Background(), 1)
	b.mu.Lock() // want "b.mu.Lock blocks forever: the goroutine started at semaphores.go:\\d+, which has locked it at semaphores.go:\\d+, is blocked, too: b\\.sem\\.Acquire at"
	b.mu.Unlock()
	b.sem.Release(1)
}

func bothOrders(ch chan<- int) {
	b := &both{sem: semaphore.NewWeighted(1)}
	go b.lockFirst(ch)
	b.slotFirst()
}

func oneOrder() {
	b := &both{sem: semaphore.NewWeighted(1)}
	go b.slotFirst()
	b.slotFirst()
}

// Whoever finds no slot goes on without.
func tries() {
	sem := semaphore.NewWeighted(1)
	if sem.TryAcquire(1) {
		defer sem.Release(1)
	}
	if sem.TryAcquire(1) {
		sem.Release(1)
	}
}

func triesAndKeeps() {
	sem := semaphore.NewWeighted(1)
	if sem.TryAcquire(1) && sem.TryAcquire(1) {
		return
	}
	_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: its only slot is taken"
}

// The error of Acquire is not looked at.
func givenBackWithout(ctx context.Context) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sem := semaphore.NewWeighted(1)
	_ = sem.Acquire(ctx, 1)
	sem.Release(1) // want "panic: semaphore: released more than held"
}

func givenBackOnlyIfTaken(ctx context.Context) {
	sem := semaphore.NewWeighted(1)
	if sem.Acquire(ctx, 1) != nil {
		return
	}
	defer sem.Release(1)
}

// Who takes several slots at once, or an unknown number, isn't followed.
func several(n int64) {
	all := semaphore.NewWeighted(2)
	_ = all.Acquire(context.Background(), 2)
	all.Release(2)
	_ = all.Acquire(context.Background(), 1)
	some := semaphore.NewWeighted(2)
	_ = some.Acquire(context.Background(), n)
	_ = some.Acquire(context.Background(), 1)
}

// As a value a method is the same one.
func asValue() {
	sem := semaphore.NewWeighted(1)
	take := sem.Acquire
	_ = take(context.Background(), 1)
	_ = take(context.Background(), 1) // want "sem.Acquire blocks forever: its only slot is taken and nobody calls Release"
}

// A number that isn't known is tried.
func unknownSize(n int) {
	sem := semaphore.NewWeighted(int64(n))
	for range n + 1 {
		_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: it has no slots"
	}
}

func oneTooMany(n int) {
	if n < 2 {
		return
	}
	sem := semaphore.NewWeighted(int64(n))
	for range n + 1 {
		_ = sem.Acquire(context.Background(), 1) // want "sem.Acquire blocks forever: all its 2 slots are taken and nobody calls Release \\(if n == 2\\)"
	}
}

func slotForEach(n int) {
	sem := semaphore.NewWeighted(int64(n))
	for range n {
		_ = sem.Acquire(context.Background(), 1)
	}
}
