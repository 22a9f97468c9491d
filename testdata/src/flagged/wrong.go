package flagged

import (
	"errors"
	"os"
)

// probeOn goes on after the reading with which its reader leaves.
func probeOn(levels []int) (sum int, err error) {
	out := make(chan reading)
	go func() {
		defer close(out)
		for _, level := range levels {
			r := reading{level, level < 0}
			out <- r // want `send on out blocks forever.*if level < 0 and len\(levels\) >= 2`
			if !r.last {
				continue
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

// fetchOther has the second page where there is none, and the other way round.
func fetchOther(size int) string {
	first, second := make(chan page), make(chan string)
	go func() {
		more := size > 100
		first <- page{"one", more}
		if !more {
			second <- "two" // want `send on second blocks forever.*if size < 101`
		}
	}()
	p := <-first
	if !p.more {
		return p.text
	}
	return p.text + <-second // want `receive from second blocks forever.*if size >= 101`
}

// placeAnyway waits for a receipt that it hasn't asked for.
func (d *desk) placeAnyway(amount int) int {
	wanted := amount > 0
	o := order{wanted, make(chan int)}
	d.orders <- o
	if wanted {
		return <-o.receipt
	}
	return <-o.receipt // want `receive from o\.receipt blocks forever`
}

func sellAnyway(amounts []int) (last int) {
	d := &desk{make(chan order)}
	go d.serve()
	defer close(d.orders)
	for _, amount := range amounts {
		last = d.placeAnyway(amount)
	}
	return last
}

// openBoth sends the file in neither case that the receiver waits in.
func openBoth(path string) string {
	named, names := make(chan bool), make(chan string)
	go func() {
		named <- path != ""
		if path == "" {
			names <- path // want `send on names blocks forever`
		}
	}()
	if !<-named {
		return ""
	}
	return <-names // want `receive from names blocks forever`
}

// lookUp tells whether there is no such file, and then sends one in that case.
func lookUp(path string) string {
	missing, found := make(chan bool), make(chan string)
	go func() {
		_, err := os.Stat(path)
		missing <- errors.Is(err, os.ErrNotExist)
		if errors.Is(err, os.ErrNotExist) {
			found <- path // want `send on found blocks forever and leaks the goroutine: lookUp never receives from it after line \d+ \[`
		}
	}()
	if <-missing {
		return ""
	}
	return <-found // want `receive from found blocks forever: the goroutine started at wrong\.go:\d+ never sends on it after line \d+, and nothing closes it \[`
}
