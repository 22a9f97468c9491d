// Command mainserves receives in main, which no client stands for: what a package-level variable says, decides.
package main

import (
	"fmt"
	"sync"
)

type maker struct {
	made  chan string
	ended chan struct{}
}

func startMaker() *maker {
	m := &maker{make(chan string), make(chan struct{})}
	go m.make()
	return m
}

var (
	reading sync.Once
	set     *settings
)

type settings struct{ size int }

func read() *settings {
	reading.Do(func() { set = &settings{2} })
	return set
}

func (m *maker) make() {
	defer close(m.ended)
	m.makeOne()
}

func (m *maker) makeOne() {
	if s := read(); s != nil {
		m.made <- fmt.Sprint(s.size)
	}
}

// Right: main receives itself, and so does a goroutine of it.
func main() {
	m := startMaker()
	fmt.Println(<-m.made)
	<-m.ended
	other := startMaker()
	go func() { fmt.Println(<-other.made) }()
	<-other.ended
}
