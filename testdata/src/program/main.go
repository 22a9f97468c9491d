// Package main has programs whose locks are package-level variables: nobody calls
// their functions but main.
package main

import (
	"net/http"
	"sync"
)

func main() {
	lock()
	held++
	unlock()
	lock()

	cross()
	ordered()
	serve()
	unused()
	report()
	count()
}

var (
	countMu sync.Mutex
	counted int
)

func report() {
	countMu.Lock()
	defer countMu.Unlock()
	println(counted)
}

// Wrong: report locks what is locked.
func count() {
	countMu.Lock()
	counted++
	report() // want `countMu\.Lock at main\.go:\d+ blocks forever and leaks the goroutine: this goroutine itself has locked it at main\.go:\d+`
	countMu.Unlock()
}

var (
	heldMu sync.Mutex
	held   int
)

// Right: main unlocks before it locks again.
func lock() { heldMu.Lock() }

func unlock() { heldMu.Unlock() }

var (
	oneMu, otherMu sync.Mutex
	crossing       sync.WaitGroup
)

// Wrong: the two goroutines take the locks in both orders.
func cross() {
	crossing.Add(2)
	go forth()
	go back()
	crossing.Wait()
}

func forth() {
	defer crossing.Done()
	oneMu.Lock()
	otherMu.Lock() // want "otherMu.Lock blocks forever"
	otherMu.Unlock()
	oneMu.Unlock()
}

func back() {
	defer crossing.Done()
	otherMu.Lock()
	oneMu.Lock()
	oneMu.Unlock()
	otherMu.Unlock()
}

var (
	earlyMu, lateMu sync.Mutex
	early           sync.WaitGroup
)

// Right: one comes after the other.
func ordered() {
	early.Add(1)
	go func() {
		defer early.Done()
		earlyMu.Lock()
		lateMu.Lock()
		lateMu.Unlock()
		earlyMu.Unlock()
	}()
	early.Wait()
	lateMu.Lock()
	earlyMu.Lock()
	earlyMu.Unlock()
	lateMu.Unlock()
}

var (
	hitsMu sync.Mutex
	hits   = map[string]int{}
)

// Wrong: the handler locks twice, whoever calls it.
func serve() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		hitsMu.Lock()
		defer hitsMu.Unlock()
		if total() > 10 {
			return
		}
		hits[r.URL.Path]++
	})
}

func total() (n int) {
	hitsMu.Lock() // want "hitsMu.Lock blocks forever"
	defer hitsMu.Unlock()
	for _, hit := range hits {
		n += hit
	}
	return n
}

var spareMu sync.Mutex

// Right: nobody calls twice with true.
func unused() { spare(false) }

func spare(twice bool) {
	spareMu.Lock()
	if twice {
		spareMu.Lock()
		spareMu.Unlock()
	}
	spareMu.Unlock()
}
