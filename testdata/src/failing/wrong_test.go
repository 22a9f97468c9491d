package failing

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Wrong: the test hangs, and nobody gets to know what has failed.
func TestHangs(t *testing.T) {
	values := make(chan int)
	go func() {
		if err := do(); err != nil {
			t.Error(err)
			return
		}
		values <- 1
	}()
	<-values // want `receive from values blocks forever: .* \(if err != nil from do\) \[deadlock\]`
}

func TestCountsNobody(t *testing.T) {
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		if !assert.NoError(t, do()) {
			return
		}
		group.Done()
	}()
	group.Wait() // want `group.Wait blocks forever`
}

// Wrong: it leaks without a failure, too.
func TestForgets(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it \[leak\]`
	if err := do(); err != nil {
		t.Error(err)
	}
}

func TestTakesNoNotice(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }() // want `send on done blocks forever and leaks the goroutine: TestTakesNoNotice never receives from it after line 50 \[leak\]`
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Log("it takes too long")
	}
}

// Wrong: the execution that is told is the one in which nothing fails.
func TestReturnsForTwoReasons(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: .* \(if more == nil from do\) \[leak\]`
	if err := do(); err != nil {
		t.Error(err)
		return
	}
	if more := do(); more == nil {
		return
	}
	<-done
}

// Wrong: who leaks does so already, which is what the test notices.
func TestNoticesThem(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool, 2)
	go func() {
		a.Lock()
		b.Lock() // want `b.Lock blocks forever and leaks the goroutine`
		b.Unlock()
		a.Unlock()
		done <- true
	}()
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		done <- true
	}()
	for range 2 {
		select {
		case <-done:
		case <-time.After(time.Second):
			t.Error("it takes too long")
		}
	}
}

func TestNoticesOne(t *testing.T) {
	values, done := make(chan int), make(chan bool)
	go func() {
		values <- 1 // want `send on values blocks forever and leaks the goroutine`
		close(done)
	}()
	assert.True(t, isServed(done))
}

// A logger isn't what tests are given: who tells it of an error goes on.
type logger interface{ Errorf(string, ...any) }

func send(log logger) {
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine`
	if do() != nil {
		log.Errorf("no")
		return
	}
	<-done
}

func TestLogs(t *testing.T) { send(t) }

// Wrong: what is asserted is true then.
func TestAssertsThatNobodyComes(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }() // want `send on done blocks forever and leaks the goroutine`
	assert.False(t, isServed(done))
}

// Wrong: a panic without a failure.
func TestClosesTooEarly(t *testing.T) {
	results := make(chan int)
	go func() { _ = do(); results <- 1 }() // want `send on closed channel`
	select {
	case <-results:
	case <-time.After(time.Second):
		close(results)
	}
}
