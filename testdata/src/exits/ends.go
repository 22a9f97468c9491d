package exits

import (
	"os"
	"sync"
)

type vat struct {
	mu    sync.Mutex
	level int
}

func pour(from, to *vat) {
	from.mu.Lock()
	to.mu.Lock()
	from.level--
	to.level++
	to.mu.Unlock()
	from.mu.Unlock()
}

// Wrong: it doesn't come to the end of the program.
func endsTooLate() {
	a, b := &vat{}, &vat{}
	done := make(chan bool)
	go func() { pour(a, b); done <- true }()
	go func() { pour(b, a); done <- true }()
	<-done // want "receive from done blocks forever"
	<-done
	os.Exit(0)
}

// Right: the program ends while somebody waits.
func endsInTime() {
	a, b := &vat{}, &vat{}
	done, jobs := make(chan bool), make(chan int)
	go func() {
		for range jobs {
		}
	}()
	go func() { pour(a, b); done <- true }()
	jobs <- 1
	<-done
	os.Exit(0)
}
