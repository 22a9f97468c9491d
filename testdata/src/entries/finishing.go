package entries

import "sync"

type order struct {
	finishing bool
	wg        sync.WaitGroup
}

type Orders struct {
	mu   sync.Mutex
	open map[int]*order
}

func NewOrders() *Orders { return &Orders{open: map[int]*order{}} }

func (o *Orders) Begin(id int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	e := &order{}
	e.wg.Add(1)
	o.open[id] = e
}

// Finish is called once for each order that has begun.
func (o *Orders) Finish(id int) {
	o.mu.Lock()
	e := o.open[id]
	e.finishing = true
	o.mu.Unlock()
	e.wg.Done()
}

// Settle takes out those that are about to be finished.
func (o *Orders) Settle() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for id, e := range o.open {
		if e.finishing {
			e.wg.Wait()
			delete(o.open, id)
		}
	}
}
