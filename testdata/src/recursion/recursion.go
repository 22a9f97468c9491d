// Package recursion has functions that call themselves, or each other, around
// operations.
package recursion

import "sync"

// Wrong: the second call locks again.
func lockedDown() {
	var mu sync.Mutex
	lockAndGo(&mu, 2)
}

func lockAndGo(mu *sync.Mutex, n int) {
	if n == 0 {
		return
	}
	mu.Lock() // want "mu.Lock blocks forever"
	defer mu.Unlock()
	lockAndGo(mu, n-1)
}

// Right: unlocked before the next call.
func unlockedDown() {
	var mu sync.Mutex
	unlockAndGo(&mu, 3)
}

func unlockAndGo(mu *sync.Mutex, n int) {
	if n == 0 {
		return
	}
	mu.Lock()
	mu.Unlock()
	unlockAndGo(mu, n-1)
}

func even(ch chan int, n int) {
	if n == 0 {
		close(ch)
		return
	}
	ch <- n
	odd(ch, n-1)
}

func odd(ch chan int, n int) {
	if n == 0 {
		close(ch)
		return
	}
	ch <- n
	even(ch, n-1)
}

// Right: whoever comes to zero closes the channel.
func countDown() {
	ch := make(chan int)
	go even(ch, 3)
	for range ch {
	}
}

func ping(ch chan int, n int) {
	if n == 0 {
		close(ch)
		return
	}
	ch <- n
	pong(ch, n-1)
}

func pong(ch chan int, n int) {
	if n == 0 {
		return
	}
	ch <- n
	ping(ch, n-1)
}

// Wrong: it ends in the one that forgets to close the channel.
func countUp() {
	ch := make(chan int)
	go ping(ch, 3)
	for range ch { // want "receive from ch blocks forever"
	}
}

type node struct {
	left, right *node
	value       int
}

func walk(n *node, ch chan<- int) {
	if n == nil {
		return
	}
	walk(n.left, ch)
	ch <- n.value
	walk(n.right, ch)
}

// Right: closed when the whole tree has been walked.
func walkTree() (sum int) {
	root := &node{left: &node{value: 1}, value: 2, right: &node{value: 3}}
	ch := make(chan int)
	go func() {
		defer close(ch)
		walk(root, ch)
	}()
	for v := range ch {
		sum += v
	}
	return sum
}

type twig struct {
	left, right *twig
	value       int
}

func visit(t *twig, ch chan<- int) {
	if t == nil {
		return
	}
	visit(t.left, ch)
	ch <- t.value
	visit(t.right, ch)
}

// Wrong: the channel is never closed.
func walkTwigs() (sum int) {
	root := &twig{left: &twig{value: 1}, value: 2}
	ch := make(chan int)
	go visit(root, ch)
	for v := range ch { // want "receive from ch blocks forever"
		sum += v
	}
	return sum
}

func spread(n int, wg *sync.WaitGroup) {
	defer wg.Done()
	if n == 0 {
		return
	}
	wg.Add(2)
	go spread(n-1, wg)
	go spread(n-1, wg)
}

// Right: each goroutine is announced by the one that starts it.
func forked() {
	var wg sync.WaitGroup
	wg.Add(1)
	go spread(2, &wg)
	wg.Wait()
}

// Right: each half is waited for, level by level.
func divided(list []int) int {
	if len(list) < 2 {
		return len(list)
	}
	half := make(chan int)
	go func() { half <- divided(list[:len(list)/2]) }()
	n := divided(list[len(list)/2:])
	return n + <-half
}

type door struct {
	mu   sync.Mutex
	open bool
}

// Right: the lock is free when the next try begins.
func (d *door) Open(tries int) bool {
	d.mu.Lock()
	if d.open || tries == 0 {
		d.mu.Unlock()
		return d.open
	}
	d.mu.Unlock()
	return d.Open(tries - 1)
}

type dir struct {
	mu   sync.Mutex
	name string
	up   *dir
}

// Right: the lock is that of the parent, which is another one.
func (d *dir) Path() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.up == nil {
		return d.name
	}
	return d.up.Path() + "/" + d.name
}

// Right: a loop that starts itself anew, and ends with the channel.
func restarted() {
	in, done := make(chan int), make(chan struct{})
	go restart(in, done)
	in <- 1
	in <- 2
	close(in)
	<-done
}

func restart(in chan int, done chan struct{}) {
	if _, ok := <-in; !ok {
		close(done)
		return
	}
	restart(in, done)
}
