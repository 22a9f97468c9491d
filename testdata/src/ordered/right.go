// Package ordered closes channels when wait groups, or channels, in which others may meddle, say that all senders are done, and some that say
// nothing of the kind.
package ordered

import "sync"

// A Crew has a wait group for all that it does.
type Crew struct {
	busy sync.WaitGroup
	done chan struct{}
}

func NewCrew() *Crew { return &Crew{done: make(chan struct{}, 1)} }

// Ask has one sender, who is counted before he is started.
func (c *Crew) Ask(answer func() int) int {
	answers := make(chan int, 1)
	c.busy.Add(1)
	go func() {
		defer c.busy.Done()
		answers <- answer()
	}()
	c.busy.Wait()
	close(answers)
	return <-answers
}

// AskAll has senders that a method starts, and another one sends.
func (c *Crew) AskAll(all []func() int) (sum int) {
	answers := make(chan int, len(all))
	for _, one := range all {
		c.start(func() { c.send(one, answers) })
	}
	c.busy.Wait()
	close(answers)
	for n := range answers {
		sum += n
	}
	return sum
}

func (c *Crew) start(f func()) {
	c.busy.Add(1)
	go func() {
		defer c.busy.Done()
		f()
	}()
}

func (c *Crew) send(one func() int, answers chan<- int) { answers <- one() }

// Signal has a sender who says so over a channel.
func (c *Crew) Signal(answer func() int) int {
	answers := make(chan int, 1)
	go func() {
		answers <- answer()
		c.done <- struct{}{}
	}()
	<-c.done
	close(answers)
	return <-answers
}
