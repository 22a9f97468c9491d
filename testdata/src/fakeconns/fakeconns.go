// Package fakeconns has a connection of its own, from which one can read after it was closed.
package fakeconns

import "net"

type fake struct{ net.Conn }

func (fake) Close() error { return nil }

func (fake) Read([]byte) (int, error) { return 0, nil }

func readsAfterClose(c net.Conn) {
	answer := make(chan int, 1)
	c.Close()
	if _, err := c.Read(make([]byte, 1)); err == nil {
		answer <- 1
	} else {
		answer <- 2
	}
	<-answer
}
