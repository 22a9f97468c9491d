package subtests

import (
	"sync"
	"testing"
)

// Right: what a subtest cleans up, it does before the next one begins.
func TestCleanedInTurn(p *testing.T) {
	var mu sync.Mutex
	p.Run("first", func(t *testing.T) {
		mu.Lock()
		t.Cleanup(mu.Unlock)
	})
	p.Run("second", func(t *testing.T) {
		mu.Lock()
		t.Cleanup(mu.Unlock)
	})
}

// Right: the subtest has closed it when it is over.
func TestCleanedBefore(p *testing.T) {
	c := make(chan int)
	p.Run("closes", func(t *testing.T) {
		t.Cleanup(func() { close(c) })
	})
	<-c
}

// Right: the counter is back at zero when the subtest is over.
func TestCountedDown(p *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	p.Run("counts", func(t *testing.T) { t.Cleanup(wg.Done) })
	wg.Wait()
}
