package outside

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"net"
	"testing"
)

// Right: somebody has connected, as the test has dialled.
func TestAccepts(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan net.Conn)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		accepted <- c
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	(<-accepted).Close()
}

// Right: one line comes, as the test writes one.
func TestReadsLine(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	lines := make(chan string)
	go func() {
		line, err := bufio.NewReader(near).ReadString('\n')
		if err != nil {
			return
		}
		lines <- line
	}()
	far.Write([]byte("one\n"))
	<-lines
}

// drain takes what comes, one message after the other, for a test that knows how many there are.
func drain(c net.Conn, got chan<- byte) {
	b := make([]byte, 1)
	for {
		if _, err := c.Read(b); err != nil {
			return
		}
		got <- b[0]
	}
}

// Right: one byte comes.
func TestDrains(t *testing.T) {
	near, far := net.Pipe()
	go func() {
		far.Write([]byte("x"))
		far.Close()
	}()
	got := make(chan byte, 1)
	drain(near, got)
	<-got
}

// A point is of data that can be written down.
type point struct{ X, Y int }

// Right: there is nothing wrong with a point.
func TestEncodes(t *testing.T) {
	written := make(chan bool)
	go func() {
		if err := xml.NewEncoder(new(bytes.Buffer)).Encode(point{1, 2}); err != nil {
			return
		}
		written <- true
	}()
	<-written
}

// Wrong: where it listens somebody else may do so.
func TestListens(t *testing.T) {
	listening := make(chan net.Listener)
	go func() {
		l, err := net.Listen("tcp", "127.0.0.1:4000")
		if err != nil {
			return
		}
		listening <- l
	}()
	(<-listening).Close() // want "receive from listening blocks forever"
}

// Wrong: nobody sends, whoever connects.
func TestForgets(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan net.Conn)
	go func() {
		c, err := l.Accept()
		if err == nil {
			c.Close()
		}
	}()
	<-accepted // want "receive from accepted blocks forever"
}
