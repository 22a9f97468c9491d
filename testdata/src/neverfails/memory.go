package neverfails

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
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

type record struct {
	Name  string
	Sizes []uint16
	note  []int
}

type header struct{ Kind, Size uint16 }

// Right: what is plain is written down, in memory.
func encodedAll(r record, h header) {
	done := make(chan int)
	go func() {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(r); err != nil {
			return
		}
		if err := binary.Write(&b, binary.BigEndian, h); err != nil {
			return
		}
		var text strings.Builder
		encoder := json.NewEncoder(&text)
		encoder.SetIndent("", "\t")
		if err := encoder.Encode(r.Sizes); err != nil {
			return
		}
		done <- b.Len()
	}()
	<-done
}

// Wrong: a float may be no number.
func encodedNumber(x float64) {
	done := make(chan int)
	go func() {
		var b bytes.Buffer
		if err := json.NewEncoder(&b).Encode(x); err != nil {
			return
		}
		done <- b.Len()
	}()
	<-done // want `receive from done blocks forever`
}

type noted struct{ note int }

// Wrong: a struct in which nothing is seen can't be encoded.
func encodedNothing(n noted) {
	done := make(chan int)
	go func() {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(n); err != nil {
			return
		}
		done <- b.Len()
	}()
	<-done // want `receive from done blocks forever`
}

// Wrong: an int has no size that is fixed.
func encodedSize(n int) {
	done := make(chan int)
	go func() {
		var b bytes.Buffer
		if err := binary.Write(&b, binary.BigEndian, n); err != nil {
			return
		}
		done <- b.Len()
	}()
	<-done // want `receive from done blocks forever`
}

// Wrong: others may not take what is written.
func encodedFor(w io.Writer, r record) {
	done := make(chan int)
	go func() {
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return
		}
		done <- 1
	}()
	<-done // want `receive from done blocks forever`
}
