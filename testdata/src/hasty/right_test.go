package hasty

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"
)

// A gate lets all through who wait before it is swung.
type gate struct {
	mu   sync.Mutex
	open chan struct{}
}

func (g *gate) pass() {
	g.mu.Lock()
	open := g.open
	g.mu.Unlock()
	<-open
}

func (g *gate) swing() {
	g.mu.Lock()
	close(g.open)
	g.open = make(chan struct{})
	g.mu.Unlock()
}

func TestSleepsUntilOthersWait(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	var passing sync.WaitGroup
	passing.Add(2)
	for range 2 {
		go func() {
			g.pass()
			passing.Done()
		}()
	}
	time.Sleep(50 * time.Millisecond)
	g.swing()
	passing.Wait()
}

func TestSenderHasOnlyToSend(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	if _, ok := receiveWithin(c, time.Second); !ok {
		t.Log("nothing has come")
	}
}

func TestSenderIsTheTest(t *testing.T) {
	c := make(chan int)
	var starting sync.WaitGroup
	starting.Add(1)
	go receiveLater(c, time.Minute, starting.Done)
	starting.Wait()
	c <- 1
}

func TestSendsOnceMore(t *testing.T) {
	for range 3 {
		c := make(chan int)
		go func() { c <- 1 }()
		receiveWithin(c, time.Second)
	}
}

func TestMessageIsHandedOn(t *testing.T) {
	first, second := make(chan int), make(chan int)
	go func() { first <- 1 }()
	go func() { second <- <-first }()
	select {
	case <-second:
	case <-time.After(time.Second):
	}
}

func TestContextEndsLater(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	done := make(chan struct{})
	go func() { done <- struct{}{} }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func TestLockIsFree(t *testing.T) {
	var mu sync.Mutex
	n, c := 0, make(chan int)
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
		c <- n
	}()
	mu.Lock()
	n++
	mu.Unlock()
	receiveWithin(c, time.Second)
}

func TestComputesFirst(t *testing.T) {
	c := make(chan int)
	go func() {
		t.Logf("sends")
		c <- len(twice("message"))
	}()
	receiveWithin(c, time.Second)
}

func twice(s string) string { return s + s }

func TestReadyBesideTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	released := make(chan struct{})
	<-time.After(time.Millisecond)
	var unset chan int
	close(released)
	select {
	case <-released:
		unset = make(chan int)
	case <-ctx.Done():
	}
	close(unset)
}

// A count is asked for under its lock.
type count struct {
	mu sync.Mutex
	n  int
}

func (c *count) get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *count) add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func TestAsksForACount(t *testing.T) {
	c, sent := make(chan int), &count{}
	var starting sync.WaitGroup
	starting.Add(1)
	go receiveLater(c, time.Minute, func() {
		sent.add()
		starting.Done()
	})
	starting.Wait()
	t.Log(sent.get())
	c <- 1
}

func TestSenderSaysThatItHasRead(t *testing.T) {
	c, read := make(chan int), make(chan bool)
	go func() {
		data, _ := os.ReadFile("large")
		read <- true
		c <- len(data)
	}()
	<-read
	receiveWithin(c, time.Second)
}

func TestLockerIsPrompt(t *testing.T) {
	h := &hatch{Locker: new(sync.Mutex), open: make(chan struct{})}
	var through sync.WaitGroup
	for range 3 {
		through.Add(1)
		go func() {
			h.wait()
			through.Done()
		}()
	}
	time.Sleep(100 * time.Millisecond)
	h.lift()
	through.Wait()
}
