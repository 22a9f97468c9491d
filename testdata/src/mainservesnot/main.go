// Command mainservesnot waits in main for something else: nobody receives what is made.
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
		m.made <- fmt.Sprint(s.size) // want `send on m.made blocks forever: nobody receives from it`
	}
}

func main() {
	m := startMaker()
	<-m.ended
}
