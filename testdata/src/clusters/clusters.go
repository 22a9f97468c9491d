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
		ch <- 1
	}()
	mu.Lock()
	n++
	mu.Unlock()
	<-ch
}

// Wrong: the receiver may have the lock that the sender needs first.
func tiedWrong() {
	var mu sync.Mutex
	ch := make(chan int)
	n := 0
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
		ch <- 1
	}()
	mu.Lock()
	n += <-ch // want "receive from ch blocks forever"
	mu.Unlock()
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

// Right: the send on the closed channel panics, is recovered, and the goroutine
// goes on to close the other one.
func recoveredSend() {
	a, b := make(chan int), make(chan int)
	close(a)
	go func() {
		defer close(b)
		defer func() { recover() }()
		a <- 1
	}()
	<-b
}

// Right: the range over one channel ends, and only then the other one is
// served.
func rangeEnds() {
	a, b := make(chan int), make(chan int)
	go func() {
		for range a {
		}
		b <- 1
	}()
	a <- 1
	close(a)
	<-b
}

// Wrong: the range over one channel goes on, as it is closed too late.
func rangeGoesOn() {
	a, b := make(chan int), make(chan int)
	go func() {
		for range a {
		}
		b <- 1
	}()
	a <- 1
	<-b // want "receive from b blocks forever"
	close(a)
}

// Right: the last of the three closes the channel, as the count is kept under
// the lock.
func counter() {
	var mu sync.Mutex
	left := 3
	done := make(chan struct{})
	for range 3 {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			left--
			if left == 0 {
				close(done)
			}
		}()
	}
	<-done
}

// Right: the wait group orders the two, so that the flag is seen and the channel
// is closed once.
func eitherCloses() {
	var wg sync.WaitGroup
	closed := false
	done := make(chan struct{})
	wg.Add(1)
	go func() {
		defer wg.Done()
		closed = true
		close(done)
	}()
	wg.Wait()
	if !closed {
		close(done)
	}
	<-done
}

// Right: two tokens are passed around, and come back.
func tokens() {
	a, b := make(chan int, 2), make(chan int, 2)
	a <- 1
	a <- 2
	go func() {
		b <- <-a
		b <- <-a
	}()
	<-b
	<-b
}

// Wrong: one of the two tokens is dropped on the way.
func tokensLost() {
	a, b := make(chan int, 2), make(chan int, 2)
	a <- 1
	a <- 2
	go func() {
		b <- <-a
		<-a
	}()
	<-b
	<-b // want "receive from b blocks forever"
}

// Wrong, whichever is first: two systems that are fine, and a wait for a third
// that never was.
func twoCauses(first bool) {
	a, b, never := make(chan int, 1), make(chan int, 1), make(chan int)
	if first {
		a <- 1
		<-a
	} else {
		b <- 1
		<-b
	}
	<-never // want "receive from never blocks forever"
}

// Right: the select is served by one of two systems, and both end.
func selectOverTwo() {
	a, b := make(chan int, 1), make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { a <- 1; wg.Done() }()
	go func() { b <- 1; wg.Done() }()
	for range 2 {
		select {
		case <-a:
		case <-b:
		}
	}
	wg.Wait()
}

// Right: the lock that the second goroutine needs is given back before the first
// one waits for it.
func borrowedLock() {
	var mu sync.Mutex
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		mu.Lock()
		close(ready)
		mu.Unlock()
		<-done
	}()
	<-ready
	mu.Lock()
	close(done)
	mu.Unlock()
}

// Wrong: the lock that the second goroutine needs is held until it is done.
func keptLock() {
	var mu sync.Mutex
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		mu.Lock()
		defer mu.Unlock()
		close(ready)
		<-done
	}()
	<-ready
	mu.Lock() // want "mu.Lock blocks forever"
	close(done)
	mu.Unlock()
}
