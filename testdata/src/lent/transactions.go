package lent

import "sync"

type base struct {
	mu  sync.RWMutex
	wg  *sync.WaitGroup
	out map[int]int
}

// A Tx is locked by those who have one; the shared one needn't be.
type Tx interface {
	RLock()
	RUnlock()
	Get(n int) int
}

type readTx struct{ base }

func (r *readTx) Lock()    { r.mu.Lock() }
func (r *readTx) Unlock()  { r.mu.Unlock() }
func (r *readTx) RLock()   { r.mu.RLock() }
func (r *readTx) RUnlock() { r.mu.RUnlock() }

func (b *base) Get(n int) int { return b.out[n] }

type sharedTx struct{ base }

func (s *sharedTx) RLock()   {}
func (s *sharedTx) RUnlock() { s.wg.Done() }

type Backend interface {
	Read() Tx
	Shared() Tx
	Commit()
}

type backend struct {
	read *readTx
	mu   sync.RWMutex
	stop chan struct{}
	done chan struct{}
	hook func()
}

// NewBackend has a hook of which nothing is known.
func NewBackend(hook func()) Backend {
	b := &backend{read: &readTx{base{wg: new(sync.WaitGroup)}}, stop: make(chan struct{}), done: make(chan struct{}), hook: hook}
	go b.run()
	return b
}

func (b *backend) Read() Tx { return b.read }

func (b *backend) Shared() Tx {
	b.read.RLock()
	defer b.read.RUnlock()
	b.read.wg.Add(1)
	return &sharedTx{base{out: b.read.out, wg: b.read.wg}}
}

func (b *backend) Commit() {
	b.read.Lock()
	b.hook()
	b.read.wg = new(sync.WaitGroup)
	b.read.Unlock()
}

func (b *backend) run() {
	defer close(b.done)
	for {
		select {
		case <-b.stop:
			b.Commit()
			return
		}
	}
}

func (b *backend) Close() {
	close(b.stop)
	<-b.done
}
