// Package services has programs whose channels, locks and wait groups live in
// unexported fields: a constructor starts a goroutine, methods talk to it, and a
// client uses both.
package services

import "sync"

type pump struct {
	in   chan int
	quit chan struct{}
}

func newPump() *pump {
	p := &pump{in: make(chan int), quit: make(chan struct{})}
	go p.run()
	return p
}

func (p *pump) run() {
	for {
		select { // want "blocks forever and leaks"
		case <-p.in:
		case <-p.quit:
			return
		}
	}
}

func (p *pump) put(n int) { p.in <- n }
func (p *pump) close()    { close(p.quit) }

// Right: the client closes what it has opened.
func pumpClosed() {
	p := newPump()
	defer p.close()
	p.put(1)
	p.put(2)
}

// Wrong: nobody closes the pump, so that its goroutine stays.
func pumpForgotten() {
	p := newPump()
	p.put(1)
}

type drain struct {
	jobs chan int
	done chan struct{}
}

func newDrain() *drain {
	d := &drain{jobs: make(chan int), done: make(chan struct{})}
	go d.loop()
	return d
}

func (d *drain) loop() {
	defer close(d.done)
	for range d.jobs {
	}
}

func (d *drain) close() {
	close(d.jobs)
	<-d.done
}

// Right: close makes the loop end, and waits until it has.
func drainClosed() {
	d := newDrain()
	d.jobs <- 1
	d.close()
}

type faucet struct{ out chan int }

func newFaucet() *faucet {
	f := &faucet{out: make(chan int)}
	go f.drip()
	return f
}

func (f *faucet) drip() {
	f.out <- 1
	close(f.out)
}

func (f *faucet) next() int { return <-f.out }

// Right: a closed channel answers as often as one asks.
func faucetReopened() int {
	f := newFaucet()
	return f.next() + f.next() + f.next()
}

type dropper struct{ out chan int }

func newDropper() *dropper {
	d := &dropper{out: make(chan int)}
	go d.run()
	return d
}

func (d *dropper) run() {
	d.out <- 1
	d.out <- 2 // want "send on .* blocks forever and leaks"
}

// Wrong: one of two drops is taken.
func drop() int {
	d := newDropper()
	return <-d.out
}

type mill struct {
	grain chan int
	quit  chan struct{}
}

func newMill() *mill {
	m := &mill{grain: make(chan int), quit: make(chan struct{})}
	go m.grind()
	return m
}

func (m *mill) grind() {
	for {
		select {
		case <-m.grain:
		case <-m.quit:
			return
		}
	}
}

func (m *mill) put(n int) {
	m.grain <- n // want "send on .* blocks forever"
}

// Wrong: what is put in after the end, nobody takes.
func millUsedTooLate() {
	m := newMill()
	m.put(1)
	close(m.quit)
	m.put(2)
}

type kiln struct {
	clay chan int
	quit chan struct{}
}

func newKiln() *kiln {
	k := &kiln{clay: make(chan int), quit: make(chan struct{})}
	go k.burn()
	return k
}

func (k *kiln) burn() {
	for {
		select {
		case <-k.clay:
		case <-k.quit:
			return
		}
	}
}

func (k *kiln) put(n int) bool {
	select {
	case k.clay <- n:
		return true
	case <-k.quit:
		return false
	}
}

// Right: put looks at the end, too.
func kilnUsedTooLate() {
	k := newKiln()
	k.put(1)
	close(k.quit)
	k.put(2)
}

type valve struct{ shut chan struct{} }

func newValve() *valve {
	v := &valve{shut: make(chan struct{})}
	go v.wait()
	return v
}

func (v *valve) wait() { <-v.shut }

func (v *valve) close() {
	close(v.shut) // want "close of closed channel"
}

// Wrong: closed by hand and again by defer.
func valveClosedTwice() {
	v := newValve()
	defer v.close()
	v.close()
}

type tap struct {
	once sync.Once
	shut chan struct{}
}

func newTap() *tap {
	t := &tap{shut: make(chan struct{})}
	go t.wait()
	return t
}

func (t *tap) wait()  { <-t.shut }
func (t *tap) close() { t.once.Do(func() { close(t.shut) }) }

// Right: the second close does nothing.
func tapClosedTwice() {
	t := newTap()
	defer t.close()
	t.close()
}

type lamp struct {
	mu   sync.Mutex
	off  bool
	dark chan struct{}
}

func (l *lamp) switchOff() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.off {
		return
	}
	l.off = true
	close(l.dark)
}

// Right: the flag under the lock lets one of them close the channel.
func lampOffTwice() {
	l := &lamp{dark: make(chan struct{})}
	go l.switchOff()
	l.switchOff()
	<-l.dark
}
