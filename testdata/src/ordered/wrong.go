package ordered

import "sync"

// A Gang says that it is done too early, or too late.
type Gang struct {
	busy, idle sync.WaitGroup
	done       chan struct{}
}

func NewGang() *Gang { return &Gang{done: make(chan struct{}, 1)} }

// Ask's sender says so before he sends.
func (g *Gang) Ask(answer func() int) int {
	answers := make(chan int, 1)
	g.busy.Add(1)
	go func() {
		n := answer()
		g.busy.Done()
		answers <- n // want `panic: send on closed channel`
	}()
	g.busy.Wait()
	close(answers)
	return <-answers
}

// AskLate counts the sender when he has been started.
func (g *Gang) AskLate(answer func() int) int {
	answers := make(chan int, 1)
	go func() {
		g.busy.Add(1)
		defer g.busy.Done()
		answers <- answer() // want `panic: send on closed channel`
	}()
	g.busy.Wait()
	close(answers)
	return <-answers
}

// AskOther waits for others.
func (g *Gang) AskOther(answer func() int) int {
	answers := make(chan int, 1)
	g.busy.Add(1)
	go func() {
		defer g.busy.Done()
		answers <- answer() // want `panic: send on closed channel`
	}()
	g.idle.Wait()
	close(answers)
	return <-answers
}

// AskSoon waits when it has closed the channel.
func (g *Gang) AskSoon(answer func() int) int {
	answers := make(chan int, 1)
	g.busy.Add(1)
	go func() {
		defer g.busy.Done()
		answers <- answer() // want `panic: send on closed channel`
	}()
	close(answers)
	g.busy.Wait()
	return <-answers
}

// Signal's sender says so before he sends.
func (g *Gang) Signal(answer func() int) int {
	answers := make(chan int, 1)
	go func() {
		g.done <- struct{}{}
		answers <- answer() // want `panic: send on closed channel`
	}()
	<-g.done
	close(answers)
	return <-answers
}
