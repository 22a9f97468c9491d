// Package besides has promises in structs with which the goroutine was started that is to fulfil them.
package besides

import (
	"errors"
	"log"
	"sync"
	"sync/atomic"
)

// A Job is done once it has been worked off, and never if that fails.
type Job struct {
	work func() error
	done chan struct{}
}

func Begin(work func() error) *Job {
	j := &Job{work, make(chan struct{})}
	go j.run()
	return j
}

func (j *Job) run() {
	if err := j.work(); err != nil {
		log.Print(err)
		return
	}
	close(j.done)
}

func (j *Job) Await() {
	<-j.done // want `receive from j\.done blocks forever: the goroutine started at promises\.go:19 never closes it after line 24 \(if err != nil from j\.work\)`
}

// A Result is there once it was computed; what went wrong is kept for those who have waited.
type Result struct {
	value chan int
	err   error
}

func Compute(f func() (int, error)) *Result {
	r := &Result{value: make(chan int, 1)}
	go func() {
		n, err := f()
		if err != nil {
			r.err = err
			return
		}
		r.value <- n
	}()
	return r
}

func (r *Result) Get() (int, error) {
	return <-r.value, r.err // want `receive from r\.value blocks forever: the goroutine started at promises\.go:43 never sends on it after line 45, and nothing closes it \(if err != nil from f\)`
}

// A Careful one is done in any case.
type Careful struct {
	work func() error
	done chan struct{}
}

func BeginCareful(work func() error) *Careful {
	c := &Careful{work, make(chan struct{})}
	go func() {
		defer close(c.done)
		if err := c.work(); err != nil {
			return
		}
		log.Print("done")
	}()
	return c
}

func (c *Careful) Await() { <-c.done }

// An Announcing one says that it has failed.
type Announcing struct {
	work   func() error
	done   chan struct{}
	failed chan error
}

func BeginAnnouncing(work func() error) *Announcing {
	a := &Announcing{work, make(chan struct{}), make(chan error, 1)}
	go func() {
		if err := a.work(); err != nil {
			a.failed <- err
			return
		}
		close(a.done)
	}()
	return a
}

func (a *Announcing) Failed() <-chan error { return a.failed }

// Done is for those who know that nothing has failed.
func (a *Announcing) Done() { <-a.done }

// An Ending one says that it has ended, one way or the other.
type Ending struct {
	work        func() error
	done, ended chan struct{}
}

func BeginEnding(work func() error) *Ending {
	e := &Ending{work, make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(e.ended)
		if err := e.work(); err != nil {
			return
		}
		close(e.done)
	}()
	return e
}

func (e *Ending) Ended() <-chan struct{} { return e.ended }
func (e *Ending) Done()                  { <-e.done }

// A Runner runs against another one: the first that comes in says so for both.
type Runner struct{ done chan struct{} }

func Race(one, other func() error) *Runner {
	done, first := make(chan struct{}), new(atomic.Bool)
	start(done, first, one)
	return start(done, first, other)
}

func start(done chan struct{}, first *atomic.Bool, work func() error) *Runner {
	r := &Runner{done}
	go r.run(first, work)
	return r
}

func (r *Runner) run(first *atomic.Bool, work func() error) {
	if err := work(); err != nil {
		return
	}
	if first.CompareAndSwap(false, true) {
		close(r.done)
	}
}

func (r *Runner) Await() { <-r.done }

// A Checked one isn't waited for once it is known that it has failed.
type Checked struct {
	mu   sync.Mutex
	err  error
	done chan struct{}
}

func BeginChecked(work func() error) *Checked {
	c := &Checked{done: make(chan struct{})}
	go c.run(work)
	return c
}

func (c *Checked) run(work func() error) {
	err := work()
	c.mu.Lock()
	c.err = err
	c.mu.Unlock()
	if err != nil {
		return
	}
	close(c.done)
}

func (c *Checked) Await() error {
	c.mu.Lock()
	err := c.err
	c.mu.Unlock()
	if err != nil {
		return err
	}
	<-c.done
	return nil
}

// A Cancelled one is done if somebody says so, too.
type Cancelled struct {
	once sync.Once
	done chan struct{}
}

func BeginCancelled(work func() error) *Cancelled {
	c := &Cancelled{done: make(chan struct{})}
	go func() {
		if err := work(); err != nil {
			return
		}
		c.Cancel()
	}()
	return c
}

func (c *Cancelled) Cancel() { c.once.Do(func() { close(c.done) }) }
func (c *Cancelled) Await()  { <-c.done }

// A Renewed one gets another channel, which is closed, when it has failed.
type Renewed struct {
	mu   sync.Mutex
	done chan struct{}
}

func BeginRenewed(work func() error) *Renewed {
	r := &Renewed{done: make(chan struct{})}
	done := r.done
	go func() {
		if err := work(); err != nil {
			return
		}
		close(done)
	}()
	return r
}

func (r *Renewed) GiveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = make(chan struct{})
	close(r.done)
}

func (r *Renewed) Await() {
	r.mu.Lock()
	done := r.done
	r.mu.Unlock()
	<-done
}

// A Patient one tries again until it works.
type Patient struct{ done chan struct{} }

var errBusy = errors.New("busy")

func BeginPatient(work func() error) *Patient {
	p := &Patient{make(chan struct{})}
	go func() {
		for work() != nil {
			log.Print(errBusy)
		}
		close(p.done)
	}()
	return p
}

func (p *Patient) Await() { <-p.done }

// A Task is handed out only when it has begun.
type Task struct {
	ready sync.WaitGroup
	err   error
	done  chan struct{}
}

func BeginTask(open func() error) (*Task, error) {
	t := &Task{done: make(chan struct{})}
	t.ready.Add(1)
	go t.run(open)
	t.ready.Wait()
	if t.err != nil {
		return nil, t.err
	}
	return t, nil
}

func (t *Task) run(open func() error) {
	if err := open(); err != nil {
		t.err = err
		t.ready.Done()
		return
	}
	t.ready.Done()
	close(t.done)
}

func (t *Task) Await() { <-t.done }
