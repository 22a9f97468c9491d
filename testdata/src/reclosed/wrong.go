// Package reclosed has goroutines that close a channel when they have read something.
package reclosed

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/url"
	"strings"
)

// A Peer greets, and may do so again.
type Peer struct {
	name    string
	greeted chan struct{}
}

func Meet() *Peer { return &Peer{greeted: make(chan struct{})} }

func (p *Peer) Listen(ctx context.Context, from io.Reader) error {
	go p.listen(from)
	select {
	case <-p.greeted:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Peer) listen(from io.Reader) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		word, rest, _ := strings.Cut(line, " ")
		p.hear(word, strings.TrimSpace(rest))
	}
}

func (p *Peer) hear(word, rest string) {
	switch word {
	case "hello":
		p.name = rest
		close(p.greeted) // want `panic: close of closed channel \(p.greeted\), closed at wrong\.go:\d+ by this goroutine \(if word == "hello"\)`
	case "say":
		println(rest)
	}
}

// A Stream puts together what comes in several lines, and begins anew after each event.
type Stream struct {
	home   *url.URL
	target *url.URL
	found  chan struct{}
	lost   func(error)
}

func Open(home *url.URL, lost func(error)) *Stream {
	return &Stream{home: home, lost: lost, found: make(chan struct{})}
}

func (s *Stream) Follow(ctx context.Context, from io.ReadCloser) {
	go s.follow(ctx, from)
	<-s.found
}

func (s *Stream) follow(ctx context.Context, from io.ReadCloser) {
	defer from.Close()
	lines := bufio.NewReader(from)
	kind, data := "", ""
	for {
		select {
		case <-ctx.Done():
			return
		default:
		}
		line, err := lines.ReadString('\n')
		if err != nil {
			s.lost(err)
			return
		}
		line = strings.TrimSpace(line)
		if line == "" {
			if data != "" {
				if kind == "" {
					kind = "text"
				}
				s.event(kind, data)
				kind, data = "", ""
			}
			continue
		}
		if after, ok := strings.CutPrefix(line, "kind:"); ok {
			kind = after
		} else if after, ok := strings.CutPrefix(line, "data:"); ok {
			data = after
		}
	}
}

func (s *Stream) event(kind, data string) {
	if kind != "target" {
		return
	}
	target, err := s.home.Parse(data)
	if err != nil || target.Host != s.home.Host {
		return
	}
	s.target = target
	close(s.found) // want `panic: close of closed channel \(s.found\)`
}

type note struct{ Kind string }

// A Log reads what is written as JSON.
type Log struct{ ready, end chan struct{} }

func NewLog() *Log { return &Log{make(chan struct{}), make(chan struct{})} }

func (l *Log) Read(from io.Reader) {
	notes := json.NewDecoder(from)
	for {
		var n note
		if err := notes.Decode(&n); err != nil {
			return
		}
		if n.Kind == "ready" {
			close(l.ready) // want `panic: close of closed channel \(l.ready\).* \(if n.Kind == "ready"\)`
		}
	}
}

func (l *Log) Scan(from io.Reader) {
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		if lines.Text() == "end" {
			close(l.end) // want `panic: close of closed channel \(l.end\)`
		}
	}
}

// A Pair reads two lines at a time: that there is a second one says nothing about the first one.
type Pair struct{ first chan struct{} }

func NewPair() *Pair { return &Pair{make(chan struct{})} }

func (p *Pair) Read(from *bufio.Reader) {
	for {
		name, err := from.ReadString('\n')
		if err != nil {
			return
		}
		if name == "first" {
			close(p.first) // want `panic: close of closed channel \(p.first\)`
		}
		if _, err := from.ReadString('\n'); err != nil {
			return
		}
	}
}
