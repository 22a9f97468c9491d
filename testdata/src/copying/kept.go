package copying

import (
	"bufio"
	"io"
)

// A feed gives what is sent to it.
type feed struct{ ch chan byte }

func (f *feed) Read(b []byte) (int, error) {
	c, ok := <-f.ch
	if !ok {
		return 0, io.EOF
	}
	b[0] = c
	return 1, nil
}

// A decoder keeps its reader to itself.
type decoder struct{ from io.Reader }

func (d *decoder) header() error {
	_, err := io.ReadFull(d.from, make([]byte, 4))
	return err
}

// Nobody sends anything.
func headerOfNothing() {
	f := &feed{make(chan byte)}
	d := &decoder{f}
	d.header() // want "receive from f.ch at kept.go:12 blocks forever"
}

func headerOfAnEnd() {
	f := &feed{make(chan byte)}
	d := &decoder{f}
	go close(f.ch)
	d.header()
}

// A source hands its reader on: what a buffer does with it isn't followed.
type source struct{ from io.Reader }

func (s *source) line() (string, error) { return bufio.NewReader(s.from).ReadString('\n') }

func lineOfNothing() {
	f := &feed{make(chan byte)}
	s := &source{f}
	s.line()
}
