// Package handedout has unexported fields that other code can get at all the
// same: by an interface, a closure, a pointer, or the standard library.
package handedout

import (
	"context"
	"io"
	"log"
	"sort"
	"sync"
	"time"
)

type reader struct{ quit chan struct{} }

func (r *reader) loop() { <-r.quit }

// Close ends the goroutine.
func (r *reader) Close() error {
	close(r.quit)
	return nil
}

// Right: whoever gets the interface can call Close.
func Open() io.Closer {
	r := &reader{quit: make(chan struct{})}
	go r.loop()
	return r
}

type task struct{ quit chan struct{} }

func (t *task) loop() { <-t.quit }

// Stop ends the goroutine.
func (t *task) Stop() { close(t.quit) }

// Right: whoever knows what it is can call Stop.
func Any() any {
	t := &task{quit: make(chan struct{})}
	go t.loop()
	return t
}

type clock struct{ quit chan struct{} }

func (c *clock) loop() { <-c.quit }
func (c *clock) stop() { close(c.quit) }

// Right: the method value is given out, though the method isn't exported.
func Stopper() func() {
	c := &clock{quit: make(chan struct{})}
	go c.loop()
	return c.stop
}

type inbox struct{ in chan int }

func (i *inbox) loop() { <-i.in }

// Right: the closure that is given out sends.
func Sender() func(int) {
	i := &inbox{in: make(chan int)}
	go i.loop()
	return func(n int) { i.in <- n }
}

// A Relay sends on a channel that it is given.
type Relay struct{ out chan int }

// NewRelay keeps the channel of its caller.
func NewRelay(out chan int) *Relay { return &Relay{out: out} }

// Right: the caller of NewRelay has the channel, too.
func (r *Relay) Send(n int) { r.out <- n }

// A Gate is locked at the start.
type Gate struct{ mu sync.Mutex }

// NewGate returns a locked gate.
func NewGate() *Gate {
	g := &Gate{}
	g.mu.Lock()
	return g
}

// Locker gives the lock out.
func (g *Gate) Locker() sync.Locker { return &g.mu }

// Right: whoever has the Locker can unlock it.
func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
}

// A Team has a wait group for others to use.
type Team struct{ wg sync.WaitGroup }

// NewTeam announces one.
func NewTeam() *Team {
	t := &Team{}
	t.wg.Add(1)
	return t
}

// Group gives the wait group out.
func (t *Team) Group() *sync.WaitGroup { return &t.wg }

// Right: whoever has the group can call Done.
func (t *Team) Wait() { t.wg.Wait() }

// A Panel has a channel for each button.
type Panel struct{ buttons []chan int }

// NewPanel makes two buttons.
func NewPanel() *Panel {
	return &Panel{buttons: []chan int{make(chan int), make(chan int)}}
}

// Buttons gives them out.
func (p *Panel) Buttons() []chan int { return p.buttons }

// Right: whoever has the buttons can send.
func (p *Panel) Wait() int { return <-p.buttons[0] }

var registry []*plugin

type plugin struct{ quit chan struct{} }

func (p *plugin) loop() { <-p.quit }

// Register starts a plugin.
func Register() {
	p := &plugin{quit: make(chan struct{})}
	registry = append(registry, p)
	go p.loop()
}

// Right: all that were registered are stopped in the end.
func StopAll() {
	for _, p := range registry {
		close(p.quit)
	}
	registry = nil
}

type fuse struct{ burnt chan struct{} }

func (f *fuse) burn() { close(f.burnt) }

// Right: the library calls the method when the time has come.
func alarm() {
	f := &fuse{burnt: make(chan struct{})}
	time.AfterFunc(time.Millisecond, f.burn)
	<-f.burnt
}

type bomb struct{ burnt chan struct{} }

func (b *bomb) burn() { close(b.burnt) }

// Right: either it burns, or it isn't waited for.
func alarmOff() {
	b := &bomb{burnt: make(chan struct{})}
	t := time.AfterFunc(time.Hour, b.burn)
	if !t.Stop() {
		<-b.burnt
	}
}

type grip struct{ open chan struct{} }

func (g *grip) release() { close(g.open) }

// Right: the function is called when the context is done.
func released() {
	ctx, cancel := context.WithCancel(context.Background())
	g := &grip{open: make(chan struct{})}
	context.AfterFunc(ctx, g.release)
	cancel()
	<-g.open
}

type lines struct{ out chan string }

func (l *lines) Write(p []byte) (int, error) {
	l.out <- string(p)
	return len(p), nil
}

// Right: the logger writes to the channel.
func logged() string {
	l := &lines{out: make(chan string)}
	go log.New(l, "", 0).Println("hello")
	return <-l.out
}

type words struct {
	list  []string
	swaps chan int
}

func (w *words) Len() int           { return len(w.list) }
func (w *words) Less(i, j int) bool { return w.list[i] < w.list[j] }
func (w *words) Swap(i, j int) {
	w.list[i], w.list[j] = w.list[j], w.list[i]
	w.swaps <- i
}

// Right: the library swaps, and somebody takes note of it until the end.
func sorted() []string {
	w := &words{list: []string{"b", "a"}, swaps: make(chan int)}
	go func() {
		for range w.swaps {
		}
	}()
	sort.Sort(w)
	close(w.swaps)
	return w.list
}

type core struct{ quit chan struct{} }

func (c *core) run() { <-c.quit }

// Quit ends the goroutine.
func (c *core) Quit() { close(c.quit) }

// Shell has Quit from what it embeds.
type Shell struct{ *core }

// Right: the promoted method is exported, though its type isn't.
func NewShell() Shell {
	s := Shell{&core{quit: make(chan struct{})}}
	go s.run()
	return s
}
