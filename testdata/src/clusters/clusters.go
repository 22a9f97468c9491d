// Package clusters has functions with several small systems in them, some
// independent of each other, some tied together.
package clusters

import "sync"

// Wrong: the first system is fine, the second one has no receiver.
func oneOfTwo() {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1 }()
	go func() { b <- 1 }() // want "send on b blocks forever and leaks"
	<-a
}

// Right: three systems that have nothing to do with each other.
func three() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	done := make(chan struct{})
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		n++
		mu.Unlock()
	}()
	go close(done)
	mu.Lock()
	n++
	mu.Unlock()
	<-done
	wg.Wait()
}

// Wrong, twice: two independent goroutines stay behind.
func twoWrong() {
	a, b := make(chan int), make(chan int)
	var mu sync.Mutex
	go func() {
		<-a // want "receive from a blocks forever and leaks"
	}()
	mu.Lock()
	go func() {
		b <- 1 // want "send on b blocks forever and leaks"
	}()
	mu.Unlock()
}

// Right: each link waits for the one before.
func chain() {
	start, a, b := make(chan int), make(chan int), make(chan int)
	go func() { <-start; a <- 1 }()
	go func() { <-a; close(b) }()
	close(start)
	<-b
}

// Wrong: the chain has no beginning.
func cycle() {
	a, b := make(chan int), make(chan int)
	go func() { <-a; close(b) }()
	<-b // want "receive from b blocks forever"
	close(a)
}

// Right: the lock ties sender and receiver together, but nobody waits under it.
func tied() {
	var mu sync.Mutex
	ch := make(chan int)
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
		ch <- n
	}()
	mu.Lock()
	n++
	mu.Unlock()
	<-ch
}

// Wrong: the worker that is waited for needs the lock.
func heldOverWait() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		mu.Unlock()
	}()
	mu.Lock()
	wg.Wait() // want "wg.Wait blocks forever"
	mu.Unlock()
}

// Right: the worker needs another lock than the one that is held.
func heldOverOther() {
	var mu, other sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		other.Lock()
		other.Unlock()
	}()
	mu.Lock()
	wg.Wait()
	mu.Unlock()
}

// Right: all have sent when the channel is closed.
func ordered() (sum int) {
	var wg sync.WaitGroup
	results := make(chan int, 2)
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- i
		}()
	}
	wg.Wait()
	close(results)
	for n := range results {
		sum += n
	}
	return sum
}

// Right: after Wait the message is there, so that the default isn't taken.
func orderedPoll() {
	var wg sync.WaitGroup
	never, ready := make(chan int), make(chan int, 1)
	wg.Add(1)
	go func() {
		ready <- 1
		wg.Done()
	}()
	wg.Wait()
	select {
	case <-ready:
	default:
		<-never
	}
}

// Wrong: without Wait nobody knows whether the message is there.
func unorderedPoll() {
	never, ready := make(chan int), make(chan int, 1)
	go func() { ready <- 1 }()
	select {
	case <-ready:
	default:
		<-never // want "receive from never blocks forever"
	}
}

// Right: the lock is free when everybody is done.
func orderedTry() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	never := make(chan int)
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		mu.Unlock()
	}()
	wg.Wait()
	if !mu.TryLock() {
		<-never
	}
	mu.Unlock()
}

// Right: the flag is set before the channel is closed.
func orderedFlag() {
	ready := false
	first, second := make(chan int), make(chan int)
	go func() {
		ready = true
		close(first)
	}()
	go func() {
		<-first
		if ready {
			close(second)
		}
	}()
	<-second
}

// Right: the message is in the buffer when the other one looks.
func orderedLength() {
	var mu sync.Mutex
	full, done := make(chan int, 1), make(chan int)
	go func() {
		for {
			mu.Lock()
			n := len(full)
			mu.Unlock()
			if n > 0 {
				close(done)
				return
			}
		}
	}()
	mu.Lock()
	full <- 1
	mu.Unlock()
	<-done
	<-full
}

// Right: the third channel carries the one that the others meet at.
func messenger() {
	post := make(chan chan int)
	go func() {
		reply := <-post
		reply <- 1
	}()
	reply := make(chan int)
	post <- reply
	<-reply
}

// Wrong: the reply goes to another channel than the one that is waited for.
func messengerWrong() {
	post := make(chan chan int)
	go func() {
		reply := <-post
		close(reply)
	}()
	reply, other := make(chan int), make(chan int)
	post <- other
	<-reply // want "receive from reply blocks forever"
}

// Right: both arrive before both go on.
func barrier() {
	var arrived, left sync.WaitGroup
	arrived.Add(2)
	left.Add(2)
	for range 2 {
		go func() {
			arrived.Done()
			arrived.Wait()
			left.Done()
		}()
	}
	left.Wait()
}

// Wrong: three are expected, two come.
func barrierShort() {
	var arrived sync.WaitGroup
	arrived.Add(3)
	for range 2 {
		go func() {
			arrived.Done()
			arrived.Wait() // want "arrived.Wait blocks forever and leaks"
		}()
	}
}

// Right: the lock is held over a send, but the receiver doesn't need it.
func heldOverSend() {
	var mu sync.Mutex
	ch := make(chan int)
	go func() { <-ch; <-ch }()
	go func() {
		mu.Lock()
		defer mu.Unlock()
		ch <- 1
	}()
	mu.Lock()
	defer mu.Unlock()
	ch <- 2
}

// Right: stop is closed by whoever got the last of the results.
func lateStop() {
	results, stop := make(chan int), make(chan struct{})
	go func() {
		for {
			select {
			case results <- 1:
			case <-stop:
				return
			}
		}
	}()
	go func() {
		<-results
		<-results
		close(stop)
	}()
	<-stop
}

// Wrong: stop is closed after a third result, but the producer makes two.
func lateStopWrong() {
	results, stop := make(chan int), make(chan struct{})
	go func() {
		results <- 1
		results <- 2
	}()
	go func() {
		<-results
		<-results
		<-results // want "receive from results blocks forever and leaks"
		close(stop)
	}()
}
