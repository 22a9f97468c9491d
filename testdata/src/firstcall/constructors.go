package firstcall

import "sync"

// A Kettle boils until it is taken off.
type Kettle struct {
	mu   sync.Mutex
	quit chan struct{}
	wg   sync.WaitGroup
	once sync.Once
}

func NewKettle() *Kettle {
	k := &Kettle{quit: make(chan struct{})}
	k.wg.Add(1)
	go k.boil()
	return k
}

// Right: whoever has the kettle may take it off, be there a toaster or none.
func (k *Kettle) boil() {
	defer k.wg.Done()
	<-k.quit
}

func (k *Kettle) TakeOff() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.once.Do(func() { close(k.quit) })
	k.wg.Wait()
}

// A Toaster is there if there is power.
type Toaster struct {
	mu   sync.Mutex
	quit chan struct{}
	wg   sync.WaitGroup
	once sync.Once
}

func NewToaster(err error) *Toaster {
	t := &Toaster{quit: make(chan struct{})}
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		if err == nil {
			<-t.quit
		}
	}()
	if err != nil {
		return nil
	}
	return t
}

func (t *Toaster) Eject() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.once.Do(func() { close(t.quit) })
	t.wg.Wait()
}
