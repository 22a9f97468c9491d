package departing

import "sync"

type command struct {
	name string
	quit bool
}

type Actor struct {
	mu      sync.Mutex
	stopped bool
	in      chan command
	last    string
}

func Start() *Actor {
	a := &Actor{in: make(chan command)}
	go a.loop()
	return a
}

func (a *Actor) loop() {
	last := ""
	for {
		c := <-a.in
		if c.quit {
			a.mu.Lock()
			a.last = last
			a.mu.Unlock()
			return
		}
		last = c.name
	}
}

func (a *Actor) send(c command) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return
	}
	a.stopped = c.quit
	a.in <- c
}

func (a *Actor) Do(name string) { a.send(command{name: name}) }

func (a *Actor) Stop() { a.send(command{quit: true}) }

func (a *Actor) Last() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last
}
