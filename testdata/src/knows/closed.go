package knows

import (
	"net"
	"os"
	"sync"
)

// Right: who accepts gets an error then.
func acceptErrors(l net.Listener) {
	errc := make(chan error)
	l.Close()
	go func() {
		_, err := l.Accept()
		if err != nil {
			errc <- err
		}
	}()
	<-errc
}

// Right: the loop ends.
func acceptAfterClose() {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	l.Close()
	<-done
}

// Right: nobody reads what is closed.
func readAfterClose(conn net.Conn) {
	c := make(chan int)
	conn.Close()
	buf := make([]byte, 1)
	if _, err := conn.Read(buf); err == nil {
		<-c
	}
}

// Wrong: there is an error.
func readAfterCloseWrong(conn net.Conn) {
	c := make(chan int)
	conn.Close()
	buf := make([]byte, 1)
	if _, err := conn.Read(buf); err != nil {
		<-c // want "receive from c blocks forever"
	}
}

// Wrong: it is closed after that.
func readBeforeClose(conn net.Conn) {
	c := make(chan int)
	buf := make([]byte, 1)
	_, err := conn.Read(buf)
	conn.Close()
	if err == nil {
		<-c // want "receive from c blocks forever"
	}
}

// Right: nor writes.
func writeAfterClose(f *os.File) {
	c := make(chan int)
	f.Close()
	if _, err := f.Write(nil); err == nil {
		<-c
	}
}

// Right: in another goroutine.
func pipeClosed() {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	var wg sync.WaitGroup
	wg.Add(1)
	failed := make(chan error)
	w.Close()
	go func() {
		defer wg.Done()
		if _, err := w.Write([]byte("x")); err != nil {
			failed <- err
		}
	}()
	<-failed
	wg.Wait()
	r.Close()
}

// Wrong: it is closed only if it is old.
func perhapsClosed(conn net.Conn, old bool) {
	c := make(chan int)
	if old {
		conn.Close()
	}
	if _, err := conn.Read(nil); err == nil {
		<-c // want "receive from c blocks forever"
	}
}

// Wrong: another connection is closed.
func otherClosed(a, b net.Conn) {
	c := make(chan int)
	a.Close()
	if _, err := b.Read(nil); err == nil {
		<-c // want "receive from c blocks forever"
	}
}

// Wrong: it is closed at the end.
func closedLater(conn net.Conn) {
	c := make(chan int)
	defer conn.Close()
	if _, err := conn.Read(nil); err == nil {
		<-c // want "receive from c blocks forever"
	}
}
