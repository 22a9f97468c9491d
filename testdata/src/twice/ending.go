package twice

import (
	"io"
	"log"
	"sync"
)

// A Ledger ends the program before what is deferred comes.
type Ledger struct {
	mu  sync.Mutex
	out io.Writer
	end func(error)
}

func (l *Ledger) Write(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.out, line); err != nil {
		l.mu.Unlock()
		log.Fatal(err)
	}
}

// End calls what may never return.
func (l *Ledger) End(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.out, line); err != nil {
		l.mu.Unlock()
		l.end(err)
	}
}

// Park never returns.
func (l *Ledger) Park(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.out, line); err != nil {
		l.mu.Unlock()
		select {}
	}
}

// Received asks for the same answer twice.
func (l *Ledger) Received(early chan bool) {
	is := <-early
	l.mu.Lock()
	if is {
		l.mu.Unlock()
	}
	io.WriteString(l.out, "received")
	if !is {
		l.mu.Unlock()
	}
}
