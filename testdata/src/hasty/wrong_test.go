package hasty

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"testing"
	"time"
)

func TestSenderReadsAFile(t *testing.T) {
	c := make(chan int)
	go func() {
		data, _ := os.ReadFile("large")
		c <- len(data) // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveWithin(c, time.Second)
}

// fetch takes as long as others need.
func fetch() int {
	response, err := http.Get("http://localhost/")
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

func TestSenderFetches(t *testing.T) {
	c := make(chan int)
	go func() { c <- fetch() }() // want `send on c blocks forever and leaks the goroutine`
	receiveWithin(c, time.Second)
}

// run gives away what it is to run.
func run(c chan int, work func() int) {
	go func() { c <- work() }() // want `send on c blocks forever and leaks the goroutine`
}

func TestSenderIsGivenWork(t *testing.T) {
	c := make(chan int)
	run(c, fetch)
	receiveWithin(c, time.Second)
}

type service interface{ call() int }

type remote struct{}

func (remote) call() int { return fetch() }

func TestSenderCallsAService(t *testing.T) {
	c := make(chan int)
	var s service = remote{}
	go func() { c <- s.call() }() // want `send on c blocks forever and leaks the goroutine`
	receiveWithin(c, time.Second)
}

func TestSenderWorksOnOneSide(t *testing.T) {
	c := make(chan int)
	go func() {
		if os.Getenv("WORK") != "" {
			http.Get("http://localhost/")
		}
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveWithin(c, time.Second)
}

func TestSenderSleepsAsWell(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(time.Second)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveWithin(c, time.Second)
}

func TestReceiverHasGoneInTime(t *testing.T) {
	c, quit := make(chan int), make(chan struct{})
	go func() {
		<-quit
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveWithin(c, time.Millisecond)
	close(quit)
}

func TestSenderNeverRests(t *testing.T) {
	c, quit := make(chan int), make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-quit:
				c <- n // want `send on c blocks forever and leaks the goroutine`
				return
			default:
			}
		}
	}()
	receiveWithin(c, time.Millisecond)
	close(quit)
}

func TestOthersGoRound(t *testing.T) {
	there, back := make(chan int), make(chan int)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	go func() {
		for n := range there {
			back <- n // want `send on back blocks forever and leaks the goroutine`
		}
	}()
	for {
		there <- 1
		select {
		case <-back:
		case <-ctx.Done():
			close(there)
			return
		}
	}
}

func TestHangsAfterASleep(t *testing.T) {
	var group sync.WaitGroup
	group.Add(1)
	time.Sleep(time.Millisecond)
	group.Wait() // want `group.Wait blocks forever`
}

// Outer is locked by whoever likes to, and Parent ended.
var (
	Outer  sync.Mutex
	Parent context.Context
)

func TestSenderWantsALockOfOthers(t *testing.T) {
	c := make(chan int)
	go func() {
		Outer.Lock()
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
		Outer.Unlock()
	}()
	receiveWithin(c, time.Second)
}

func TestSenderWaitsForASignal(t *testing.T) {
	c, interrupted := make(chan int), make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveWithin(c, time.Second)
}

func TestOthersEndTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(Parent, time.Second)
	defer cancel()
	c := make(chan int)
	go func() { c <- 1 }() // want `send on c blocks forever and leaks the goroutine`
	select {
	case <-c:
	case <-ctx.Done():
	}
}

func TestTicksComeAtAnyTime(t *testing.T) {
	p := newPulse()
	p.stop() // want `receive from p.done at doc.go:\d+ blocks forever`
}
