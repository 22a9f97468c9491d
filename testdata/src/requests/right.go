// Package requests has actors that are handed requests, together with a channel for the reply.
package requests

import (
	"context"
	"sync"
)

type ledger struct{ balance map[string]int }

// A Teller owns a ledger: nobody else touches it. It looks as if it might forget a visitor.
type Teller struct {
	visits chan func(*ledger)
	done   chan struct{}
	once   sync.Once
}

func NewTeller() *Teller {
	t := &Teller{visits: make(chan func(*ledger)), done: make(chan struct{})}
	go t.work()
	return t
}

func (t *Teller) work() {
	book := &ledger{balance: map[string]int{}}
	for {
		select {
		case visit := <-t.visits:
			if visit != nil {
				visit(book)
			}
		case <-t.done:
			return
		}
	}
}

func (t *Teller) Close() { t.once.Do(func() { close(t.done) }) }

// Balance waits for nothing but the reply: whoever has taken the function calls it.
func (t *Teller) Balance(name string) (int, bool) {
	found := make(chan int)
	select {
	case t.visits <- func(book *ledger) {
		n, ok := book.balance[name]
		if !ok {
			close(found)
			return
		}
		found <- n
	}:
		n, ok := <-found
		return n, ok
	case <-t.done:
		return 0, false
	}
}

// A lookup may come without a channel for the reply: then nobody waits for one.
type lookup struct {
	key   string
	reply chan string
}

type Directory struct {
	lookups chan lookup
	urgent  chan *lookup
}

func NewDirectory(names map[string]string) *Directory {
	d := &Directory{lookups: make(chan lookup), urgent: make(chan *lookup)}
	go d.serve(names)
	return d
}

func (d *Directory) serve(names map[string]string) {
	for {
		select {
		case l, ok := <-d.lookups:
			if !ok {
				return
			}
			if l.reply != nil {
				answer(l, names)
			}
		case l := <-d.urgent:
			go func() { l.reply <- names[l.key] }()
		}
	}
}

func answer(l lookup, names map[string]string) {
	if name, ok := names[l.key]; ok {
		l.reply <- name
		return
	}
	close(l.reply)
}

func (d *Directory) Warm(key string) { d.lookups <- lookup{key: key} }

func (d *Directory) Find(key string) string {
	reply := make(chan string)
	d.lookups <- lookup{key, reply}
	return <-reply
}

// Try doesn't wait for the reply in any case, but there is a slot for it.
func (d *Directory) Try(ctx context.Context, key string) string {
	l := &lookup{key, make(chan string, 1)}
	select {
	case d.urgent <- l:
	case <-ctx.Done():
		return ""
	}
	select {
	case name := <-l.reply:
		return name
	case <-ctx.Done():
		return ""
	}
}
