package chanmaps

import "sync"

// A gazette has a channel for each of its readers, who cancel it while it is handed out. So many contents can the map have
// then that nobody follows how far a range over it has come.
type gazette struct {
	mu      sync.Mutex
	readers map[int]chan int
	last    int
}

func (g *gazette) order() (int, chan int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last++
	box := make(chan int)
	g.readers[g.last] = box
	return g.last, box
}

func (g *gazette) cancel(number int, box chan int) {
	go func() {
		for range box {
		}
	}()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.readers, number)
	close(box)
}

func (g *gazette) read(number int, box chan int, issues int) {
	defer g.cancel(number, box)
	for i := 0; i < issues; i++ {
		if issue := <-box; issue < 0 {
			return
		}
	}
}

func (g *gazette) print(issue int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, box := range g.readers {
		box <- issue
	}
}

// PrintForAll has as many issues as each of the readers wants, at least.
func PrintForAll() {
	g := &gazette{readers: map[int]chan int{}}
	var wg sync.WaitGroup
	for range 3 {
		number, box := g.order()
		wg.Add(1)
		go func(issues int) {
			defer wg.Done()
			g.read(number, box, issues)
		}(3)
	}
	for issue := 1; issue <= 3; issue++ {
		g.print(issue)
	}
	wg.Wait()
}

// PrintForNobody prints nothing. Where a range over a map that has one entry is, is known.
func PrintForNobody() {
	g := &gazette{readers: map[int]chan int{}}
	g.order()
	late := make(chan int)
	for range g.readers {
		<-late // want `receive from late blocks forever`
	}
}
