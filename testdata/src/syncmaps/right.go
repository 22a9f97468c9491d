package syncmaps

import "sync"

// answers finds the channel by its number.
func answers() {
	var d desk
	reply := make(chan string)
	d.waiting.Store(1, reply)
	go func() {
		if v, ok := d.waiting.Load(1); ok {
			v.(chan string) <- "here"
		}
	}()
	<-reply
}

// closesEach closes what is there, and forgets it.
func closesEach() {
	var all sync.Map
	first, second := make(chan struct{}), make(chan struct{})
	all.Store("first", first)
	all.Store("second", second)
	go func() {
		all.Range(func(k, v any) bool {
			close(v.(chan struct{}))
			all.Delete(k)
			return true
		})
	}()
	<-first
	<-second
}

// takenOnce is closed by whoever takes it out.
func takenOnce() {
	var all sync.Map
	done := make(chan struct{})
	all.Store("only", done)
	finish := func() {
		if v, ok := all.LoadAndDelete("only"); ok {
			close(v.(chan struct{}))
		}
	}
	go finish()
	go finish()
	<-done
}

// lockedByKey gives all who ask the lock that came first.
func lockedByKey() {
	var locks sync.Map
	var group sync.WaitGroup
	n := 0
	for range 2 {
		group.Go(func() {
			v, _ := locks.LoadOrStore("key", &sync.Mutex{})
			mu := v.(*sync.Mutex)
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	group.Wait()
}

// stopsEarly ends the range at the first one.
func stopsEarly() {
	var all sync.Map
	done := make(chan struct{})
	all.Store("a", done)
	all.Store("b", done)
	all.Range(func(_, v any) bool {
		close(v.(chan struct{}))
		return false
	})
	<-done
}

// deferred forgets the request when it is over.
func deferred() {
	var d desk
	reply := make(chan string, 1)
	d.waiting.Store("r", reply)
	defer d.waiting.Delete("r")
	go func() {
		d.waiting.Range(func(_, v any) bool {
			select {
			case v.(chan string) <- "x":
			default:
			}
			return true
		})
	}()
	select {
	case <-reply:
	default:
	}
}

// swaps closes what was there before.
func swaps() {
	var all sync.Map
	first, second := make(chan struct{}), make(chan struct{})
	all.Store("current", first)
	if before, ok := all.Swap("current", second); ok {
		close(before.(chan struct{}))
	}
	<-first
	v, _ := all.Load("current")
	close(v.(chan struct{}))
	<-second
}

// cameFirst is answered on the channel that was there first.
func cameFirst() {
	var all sync.Map
	reply := make(chan int)
	all.LoadOrStore("a", reply)
	go func() {
		if v, ok := all.Load("a"); ok {
			v.(chan int) <- 1
		}
	}()
	<-reply
}

// A board keeps who listens, by name.
type board struct{ listeners sync.Map }

// listen lets one listener wait for each name.
func (b *board) listen(name string) chan int {
	v, _ := b.listeners.LoadOrStore(name, make(chan int))
	return v.(chan int)
}

func (b *board) tell(name string) {
	if v, ok := b.listeners.LoadAndDelete(name); ok {
		close(v.(chan int))
	}
}

func told() {
	b := &board{}
	first := b.listen("x")
	go b.tell("x")
	<-first
}
