package left

import (
	"bytes"
	"errors"
	"io"
)

var errDone = errors.New("done")

// An Own one asks which error it is of a function of the package, which has that one only.
type Own struct{ in chan string }

func NewOwn() *Own {
	o := &Own{make(chan string)}
	go o.run()
	return o
}

func (o *Own) step(s string) error {
	if s == "" {
		return errDone
	}
	return nil
}

func (o *Own) run() {
	for s := range o.in {
		if err := o.step(s); err != nil {
			if errors.Is(err, errDone) {
				continue
			}
			return
		}
	}
}

func (o *Own) Send(s string) { o.in <- s }

// A Recalling one reads memory, which has no other error than that it is at its end.
type Recalling struct {
	in     chan string
	buffer bytes.Buffer
}

func NewRecalling() *Recalling {
	b := &Recalling{in: make(chan string)}
	go b.run()
	return b
}

func (b *Recalling) run() {
	for s := range b.in {
		b.buffer.WriteString(s)
		if _, err := b.buffer.ReadByte(); err != nil {
			if err == io.EOF {
				continue
			}
			return
		}
	}
}

func (b *Recalling) Send(s string) { b.in <- s }
