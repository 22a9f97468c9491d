package fatals

import (
	"os"
	"testing"
	"time"
)

// A reporter is what only tests are.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
	FailNow()
}

// Right: the test is given up, and with it the program ends.
func receive(t reporter) {
	done := make(chan bool)
	go func() { done <- true }()
	if do() != nil {
		t.Fatalf("no")
		return
	}
	<-done
}

func receiveTB(t testing.TB) {
	done := make(chan bool)
	go func() { done <- true }()
	if do() != nil {
		t.FailNow()
		return
	}
	<-done
}

// Right: it is a function of its own that gives up.
func check(t reporter, err error) bool {
	t.Helper()
	if err != nil {
		t.FailNow()
	}
	return err == nil
}

func receiveChecked(t reporter) {
	done := make(chan bool)
	go func() { done <- true }()
	if !check(t, do()) {
		return
	}
	<-done
}

type suite struct{ t reporter }

func (s *suite) receive() {
	done := make(chan bool)
	go func() { done <- true }()
	if do() != nil {
		s.t.Fatalf("no")
		return
	}
	<-done
}

// Wrong: nobody gives up.
func receiveUnchecked(t reporter) {
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine`
	if do() != nil {
		t.Helper()
		return
	}
	<-done
}

func TestAll(t *testing.T) {
	receive(t)
	receiveTB(t)
	receiveChecked(t)
	(&suite{t}).receive()
	receiveUnchecked(t)
}

// Right: what is left over if the time is up, when the test is about to fail.
func TestProducer(t *testing.T) {
	pages, quit, done := make(chan *int), make(chan bool), make(chan bool)
	go func() {
		produce(pages, quit)
		done <- true
	}()
	close(quit)
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Error("it goes on")
	}
	for i := 0; i < 100; i++ {
		if page := <-pages; page == nil {
			return
		}
	}
}

func produce(pages chan<- *int, quit <-chan bool) {
	defer close(pages)
	for {
		content, err := os.ReadFile("page")
		if err != nil {
			return
		}
		n := len(content)
		select {
		case pages <- &n:
		case <-quit:
			return
		}
	}
}
