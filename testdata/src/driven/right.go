package driven

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// A counter counts what is written to it, by whoever does so.
type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

func copyAll(to io.Writer, from io.Reader) { io.Copy(to, from) }

// copied has a receiver, as something has been written by then.
func copied() {
	c, done := &counter{}, make(chan int)
	go func() { done <- 1 }()
	copyAll(c, strings.NewReader("text"))
	if c.n == 0 {
		return
	}
	<-done
}

func written() {
	c, done := &counter{}, make(chan int)
	go func() { done <- 1 }()
	strings.NewReader("text").WriteTo(c)
	if c.n == 0 {
		return
	}
	<-done
}

func encoded() {
	c, done := &counter{}, make(chan int)
	go func() { done <- 1 }()
	json.NewEncoder(c).Encode("text")
	if c.n == 0 {
		return
	}
	<-done
}

// flushed is written to when nobody names it any more.
func flushed() {
	c, done := &counter{}, make(chan int)
	w := bufio.NewWriter(c)
	w.WriteString("text")
	go func() { done <- 1 }()
	w.Flush()
	if c.n == 0 {
		return
	}
	<-done
}

func shared() {
	c, done := &counter{}, make(chan int)
	go func() { done <- 1 }()
	io.ReadAll(io.TeeReader(strings.NewReader("text"), c))
	if c.n == 0 {
		return
	}
	<-done
}

// A length is no struct.
type length int

func (l *length) Write(p []byte) (int, error) {
	*l += length(len(p))
	return len(p), nil
}

func measured() {
	var l length
	done := make(chan int)
	go func() { done <- 1 }()
	copyAll(&l, strings.NewReader("text"))
	if l == 0 {
		return
	}
	<-done
}

// A page is called by a server, in a goroutine of that.
type page struct {
	called bool
	lines  []string
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.note(r.URL.Path) }

func (p *page) note(path string) {
	p.called = true
	p.lines = append(p.lines, path)
}

func served() {
	p, done := &page{}, make(chan int)
	s := httptest.NewServer(p)
	defer s.Close()
	go func() { done <- 1 }()
	http.Get(s.URL)
	if !p.called {
		return
	}
	<-done
}

func listed() {
	p, done := &page{}, make(chan int)
	s := httptest.NewServer(p)
	defer s.Close()
	http.Get(s.URL)
	for range p.lines {
		go func() { done <- 1 }()
	}
	if len(p.lines) == 1 {
		<-done
	}
}

func Right() {
	copied()
	written()
	encoded()
	flushed()
	shared()
	measured()
	served()
	listed()
}
