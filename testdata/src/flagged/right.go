// Package flagged has messages that carry a boolean which an operator makes, and sender and receiver that both
// look at it.
package flagged

import (
	"errors"
	"os"
)

var errShort = errors.New("too short")

// A reading is the last one if its level is below zero.
type reading struct {
	level int
	last  bool
}

// probe is right: the reading with which it ends is the one after which nobody listens.
func probe(levels []int) (sum int, err error) {
	out := make(chan reading)
	go func() {
		defer close(out)
		for _, level := range levels {
			r := reading{level, level < 0}
			out <- r
			if r.last {
				return
			}
		}
	}()
	for r := range out {
		if r.last {
			return sum, errShort
		}
		sum += r.level
	}
	return sum, nil
}

// tally is right, too, with a boolean by itself that both call something else.
func tally(marks []int) int {
	hits := make(chan bool)
	go func() {
		defer close(hits)
		for _, mark := range marks {
			stop := mark == 0
			if hits <- !stop; stop {
				break
			}
		}
	}()
	n := 0
	for more := range hits {
		if !more {
			return n
		}
		n++
	}
	return n
}

// A page says whether another one follows.
type page struct {
	text string
	more bool
}

// fetch is right: who is told that there is more finds it on the other channel.
func fetch(size int) string {
	first, second := make(chan page), make(chan string)
	go func() {
		more := size > 100
		first <- page{"one", more}
		if more {
			second <- "two"
		}
	}()
	p := <-first
	if !p.more {
		return p.text
	}
	return p.text + <-second
}

// fetchByHand asks for the size itself where the receiver asks for what came of it.
func fetchByHand(size int) string {
	first, second := make(chan page), make(chan string)
	go func() {
		first <- page{"one", size > 100}
		if size > 100 {
			second <- "two"
		}
	}()
	p := <-first
	if !p.more {
		return p.text
	}
	return p.text + <-second
}

// spell is right: an empty word ends it, with both.
func spell(words []string) string {
	type entry struct {
		word  string
		empty bool
	}
	entries := make(chan entry)
	go func() {
		defer close(entries)
		for _, word := range words {
			e := entry{word, len(word) == 0}
			entries <- e
			if e.empty {
				return
			}
		}
	}()
	all := ""
	for e := range entries {
		if e.empty {
			return all
		}
		all += e.word
	}
	return all
}

// An order may want a receipt.
type order struct {
	wanted  bool
	receipt chan int
}

type desk struct{ orders chan order }

func (d *desk) serve() {
	served := 0
	for o := range d.orders {
		served++
		if o.wanted {
			o.receipt <- served
		}
	}
}

// place is right: who wants no receipt doesn't wait for one.
func (d *desk) place(amount int) int {
	wanted := amount > 0 && amount != 7
	o := order{wanted, make(chan int)}
	d.orders <- o
	if !wanted {
		return 0
	}
	return <-o.receipt
}

func sell(amounts []int) (last int) {
	d := &desk{make(chan order)}
	go d.serve()
	defer close(d.orders)
	for _, amount := range amounts {
		last = d.place(amount)
	}
	return last
}

// visit is right: the variable that both look at later says whether the guest comes.
func visit(name string) {
	var comes bool
	ready, hello := make(chan struct{}), make(chan struct{})
	go func() {
		<-ready
		if comes {
			hello <- struct{}{}
		}
	}()
	comes = name == "Ann"
	close(ready)
	if name == "Ann" {
		<-hello
	}
}

// open is right: whether there is an error is sent, and no error.
func open(path string) *os.File {
	failed, opened := make(chan bool), make(chan *os.File)
	go func() {
		f, err := os.Open(path)
		failed <- err != nil
		if err == nil {
			opened <- f
		}
	}()
	if <-failed {
		return nil
	}
	return <-opened
}

// probeCounted is right, and has asked before it makes the reading.
func probeCounted(levels []int) (sum, low int) {
	out := make(chan reading)
	go func() {
		defer close(out)
		for _, level := range levels {
			if level < 0 {
				low++
			}
			out <- reading{level, level < 0}
			if level < 0 {
				return
			}
		}
	}()
	for r := range out {
		if r.last {
			return sum, 1
		}
		sum += r.level
	}
	return sum, low
}

// fetchAsked is right, and has asked before it makes the page.
func fetchAsked(size int) string {
	first, second := make(chan page), make(chan string)
	go func() {
		n := size
		if n > 100 {
			n = 100
		}
		first <- page{os.Args[n], size > 100}
		if size > 100 {
			second <- "two"
		}
	}()
	p := <-first
	if !p.more {
		return p.text
	}
	return p.text + <-second
}
