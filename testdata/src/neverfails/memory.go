package neverfails

import (
	"bytes"
	"io"
	"strings"
)

// A Copier copies for those who wait for it.
type Copier struct{ copied chan string }

func NewCopier() *Copier { return &Copier{make(chan string, 1)} }

// Text is right: what is in memory is read to its end.
func (c *Copier) Text(text string) string {
	go func() {
		b, err := io.ReadAll(strings.NewReader(text))
		if err != nil {
			return
		}
		c.copied <- string(b)
	}()
	return <-c.copied
}

// Bytes is right, too: it goes from memory into memory.
func Bytes(b []byte) string {
	copied := make(chan string)
	go func() {
		var to bytes.Buffer
		if _, err := io.Copy(&to, bytes.NewReader(b)); err != nil {
			return
		}
		if _, err := io.WriteString(&to, "."); err != nil {
			return
		}
		copied <- to.String()
	}()
	return <-copied
}

// A Fetcher reads what may fail.
type Fetcher struct{ fetched chan string }

func NewFetcher() *Fetcher { return &Fetcher{make(chan string, 1)} }

func (f *Fetcher) Text(from io.Reader) string {
	go func() {
		b, err := io.ReadAll(from)
		if err != nil {
			return
		}
		f.fetched <- string(b)
	}()
	return <-f.fetched // want `receive from f\.fetched blocks forever`
}

// Head reads less than it was asked for, perhaps.
func Head(text string) string {
	copied := make(chan string)
	go func() {
		var b [8]byte
		if _, err := io.ReadFull(strings.NewReader(text), b[:]); err != nil {
			return
		}
		copied <- string(b[:])
	}()
	return <-copied // want `receive from copied blocks forever`
}
