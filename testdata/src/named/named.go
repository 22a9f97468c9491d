// Package named makes things that are not assigned to a variable.
package named

import "sync"

type task struct {
	done chan int
	mu   sync.Mutex
}

func newTask() *task { return &task{done: make(chan int)} }

func (t *task) wait() { <-t.done }

func (t *task) lock() { t.mu.Lock() } // want `t\.mu\.Lock blocks forever: this goroutine itself has locked it at named\.go:36`

// By the field, be its name there or not, and what has the field.
func literal() {
	type pair struct{ a, b chan int }
	p := pair{make(chan int), make(chan int)}
	p.b <- 1 // want `send on p\.b blocks forever`
}

func literalAddress() {
	type outer struct{ t task }
	o := &outer{task{done: make(chan int)}}
	o.t.wait() // want `receive from o\.t\.done at named\.go:13 blocks forever`
}

// Of a struct without a name it is what its methods call it.
func returned() {
	newTask().wait() // want `receive from t\.done at named\.go:13 blocks forever`
}

func (t *task) relock() {
	t.mu.Lock()
	t.lock()
}

func relockReturned() {
	newTask().relock()
}

// By the parameter.
func argument() {
	send(make(chan int))
}

func send(in chan<- int) {
	in <- 1 // want `send on in blocks forever`
}

func group() {
	func(wg *sync.WaitGroup) {
		wg.Add(1)
		wg.Wait() // want `wg\.Wait blocks forever`
	}(&sync.WaitGroup{})
}

// By what it is an element of.
func elements() {
	list := []chan int{make(chan int), make(chan int)}
	list[1] <- 1 // want `send on list\[1\] blocks forever`
}

func appended() {
	var list []chan int
	list = append(list, make(chan int))
	list[0] <- 1 // want `send on list\[…\] blocks forever`
}

func mapped() {
	m := map[string]chan int{"a": make(chan int)}
	m["a"] <- 1 // want `send on m\["a"\] blocks forever`
}

// By where it goes.
func fresh() chan int { return make(chan int) }

func receive() {
	<-fresh() // want `receive from the result of fresh blocks forever`
}

func receiveReceived() {
	q := make(chan chan int, 1)
	q <- make(chan int)
	<-<-q // want `receive from the value sent on q blocks forever`
}

func lockResult() {
	mu := func() *sync.Mutex { return newMutex() }
	m := mu()
	m.Lock()
	m.Lock() // want `Lock of the result of newMutex blocks forever`
}

func newMutex() *sync.Mutex { return &sync.Mutex{} }
