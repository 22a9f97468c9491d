// Package left has goroutines that others send to, and that return on an error of which they tell nobody: who sends
// then waits for ever, and couldn't know.
package left

import (
	"io"
	"log"
	"net"
	"sync"
)

// A Logger writes lines down as they come.
type Logger struct {
	lines chan string
	out   io.Writer
}

func NewLogger(out io.Writer) *Logger {
	l := &Logger{lines: make(chan string), out: out}
	go l.run()
	return l
}

func (l *Logger) run() {
	for line := range l.lines {
		if _, err := io.WriteString(l.out, line); err != nil {
			log.Printf("can't log: %v", err)
			return
		}
	}
}

func (l *Logger) Log(line string) {
	l.lines <- line // want `send on \S+ blocks forever: the goroutine started at wrong\.go:20 never receives from it after line 26 \(if err != nil from io\.WriteString\)`
}

func (l *Logger) Close() { close(l.lines) }

// A Sender dials first, and may fail; it has a buffer.
type Sender struct {
	wg     sync.WaitGroup
	frames chan []byte
	quit   chan struct{}
	dial   func() (net.Conn, error)
}

func Start(dial func() (net.Conn, error)) *Sender {
	s := &Sender{frames: make(chan []byte, 2), quit: make(chan struct{}), dial: dial}
	s.wg.Add(1)
	go s.loop()
	return s
}

func (s *Sender) loop() {
	defer s.wg.Done()
	conn, err := s.dial()
	if err != nil {
		return
	}
	defer conn.Close()
	for {
		select {
		case f := <-s.frames:
			conn.Write(f)
		case <-s.quit:
			return
		}
	}
}

func (s *Sender) Send(frame []byte) {
	s.frames <- frame // want `send on \S+ blocks forever: .*\(if err != nil from s\.dial\)`
}

func (s *Sender) Stop() {
	close(s.quit)
	s.wg.Wait()
}
