package failing

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Right, all of them, as far as anybody cares: somebody leaks only where the test has failed.

func TestReturnsAfterError(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }()
	if err := do(); err != nil {
		t.Error(err)
		return
	}
	<-done
}

func TestWaitsOnlySoLong(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Errorf("it takes too long")
	}
}

func TestOthersFail(t *testing.T) {
	values, stop := make(chan int), make(chan bool, 1)
	go func() {
		if err := do(); err != nil {
			t.Error(err)
			return
		}
		values <- 1
	}()
	go func() {
		<-values
		stop <- true
	}()
	select {
	case <-stop:
	case <-time.After(time.Second):
		t.Fail()
	}
}

// isServed waits for a while.
func isServed(done chan bool) bool {
	select {
	case <-done:
		return true
	case <-time.After(time.Second):
		return false
	}
}

func TestAsksHelper(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	if !isServed(done) {
		t.Error("it takes too long")
	}
}

func TestAsserts(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	assert.True(t, isServed(done))
}

func TestAssertsTheOpposite(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	late := !isServed(done)
	assert.False(t, late)
}

func TestReturnsAfterAssertion(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }()
	if !assert.NoError(t, do()) {
		return
	}
	<-done
}

func TestReturnsAfterSeveral(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }()
	must := assert.New(t)
	if ok := must.NoError(do()); !ok || !must.NoError(do()) {
		return
	}
	<-done
}

func TestSaysFail(t *testing.T) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	select {
	case <-done:
	case <-time.After(time.Second):
		assert.Fail(t, "it takes too long")
		return
	}
}

func TestRunsSubtest(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }()
	if !t.Run("sub", func(t *testing.T) {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}) {
		return
	}
	<-done
}

func TestPassesOn(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	receive(ctx, t)
}

func receive(ctx context.Context, t testing.TB) {
	done := make(chan bool)
	go func() { _ = do(); done <- true }()
	select {
	case <-done:
	case <-ctx.Done():
		t.Error("it takes too long")
	}
}

// Right: the panic takes a failure, too.
func TestClosesAfterFailure(t *testing.T) {
	results := make(chan int)
	go func() {
		time.Sleep(time.Millisecond)
		results <- 1
	}()
	select {
	case <-results:
	case <-time.After(time.Second):
		t.Error("it takes too long")
		close(results)
	}
}
