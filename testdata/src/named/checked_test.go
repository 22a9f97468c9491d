package named

import (
	"testing"
	"time"
)

func assertTrue(t *testing.T, condition bool) {
	t.Helper()
	if !condition {
		t.Fatal("it isn't so")
	}
}

// Wrong: what is asserted has one name wherever that is, so that the calls are told.
func TestAssertsTwice(t *testing.T) {
	start := time.Now()
	q := make(chan int)
	go func() {
		assertTrue(t, time.Since(start) > 0)
		<-q // want `closes it \(if time\.Since\(start\) > 0 at line 20\) \[leak\]`
	}()
	assertTrue(t, time.Since(start) < time.Second)
}
