package undone

import (
	"io"
	"sync"
)

// A Retrier hands what has failed on to another goroutine, which says that it is done.
type Retrier struct {
	wg     sync.WaitGroup
	failed chan string
	out    io.Writer
}

func NewRetrier(out io.Writer) *Retrier {
	r := &Retrier{failed: make(chan string, 8), out: out}
	go r.retry()
	return r
}

func (r *Retrier) retry() {
	for line := range r.failed {
		io.WriteString(r.out, line)
		r.wg.Done()
	}
}

func (r *Retrier) Write(line string) {
	r.wg.Add(1)
	go r.try(line)
}

func (r *Retrier) try(line string) {
	if _, err := io.WriteString(r.out, line); err != nil {
		r.failed <- line
		return
	}
	r.wg.Done()
}

func (r *Retrier) Wait() { r.wg.Wait() }

// A Tracked one is waited for only if it says that it is done.
type Tracked struct {
	wg    sync.WaitGroup
	track bool
	out   io.Writer
}

func NewTracked(track bool, out io.Writer) *Tracked { return &Tracked{track: track, out: out} }

func (t *Tracked) Write(line string) {
	t.wg.Add(1)
	go t.write(line)
}

func (t *Tracked) write(line string) {
	io.WriteString(t.out, line)
	if !t.track {
		return
	}
	t.wg.Done()
}

func (t *Tracked) Wait() {
	if t.track {
		t.wg.Wait()
	}
}

// A Race is won by the first one, who says it for all.
type Race struct {
	mu  sync.Mutex
	wg  sync.WaitGroup
	won bool
	out io.Writer
}

func (r *Race) Run(lines []string) {
	r.wg.Add(1)
	for _, line := range lines {
		go r.run(line)
	}
}

func (r *Race) run(line string) {
	io.WriteString(r.out, line)
	if !r.wins() {
		return
	}
	r.wg.Done()
}

func (r *Race) wins() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.won {
		return false
	}
	r.won = true
	return true
}

func (r *Race) Wait() { r.wg.Wait() }
