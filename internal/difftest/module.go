package difftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// yieldSource lets other goroutines run, now and then. For the analyzer it
// does nothing.
const yieldSource = `package yield

import (
	"math/rand/v2"
	"runtime"
	"time"
)

func Perhaps() {
	switch rand.IntN(4) {
	case 0:
		runtime.Gosched()
	case 1:
		time.Sleep(time.Duration(rand.IntN(60)) * time.Microsecond)
	}
}
`

// runnerSource runs one program again and again, and prints which goroutines
// have leaked for good.
const runnerSource = `package main

import (
	"os"
	"runtime/pprof"
	"strconv"
	"time"
)

func main() {
	prog := programs[os.Args[1]]
	n, _ := strconv.Atoi(os.Args[2])
	for i := range n {
		go prog(i%2 == 0)
	}
	time.Sleep(12 * time.Millisecond)
	pprof.Lookup("goroutineleak").WriteTo(os.Stdout, 2)
	os.Exit(0)
}
`

// boxSource has the variables of programs with data. They are set by a function
// that is followed, by one that is too long to be, and under a lock that is left
// out of models.
const boxSource = `package main

import "sync"

type box struct {
	on, taken     bool
	a, b, c, d, e int
	mu            sync.Mutex
}

func (x *box) set(on bool) { x.on = on }

func (x *box) work(n int) {
	if n > 0 {
		x.a++
	}
	if n > 1 {
		x.b++
	}
	if n > 2 {
		x.c++
	}
	if n > 3 {
		x.d++
	}
	if n > 4 {
		x.e++
	}
	x.on = n%2 == 0
}

func (x *box) setLocked(on bool) {
	x.mu.Lock()
	x.on = on
	x.mu.Unlock()
}

func (x *box) countLocked() {
	x.mu.Lock()
	x.a++
	x.on = x.a > 1
	x.mu.Unlock()
}

func (x *box) isOnLocked() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.on
}

func (x *box) first() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.taken {
		return false
	}
	x.taken = true
	return true
}
`

// WriteModule writes a module with n programs to a directory.
func WriteModule(dir string, seed uint64, n int, data bool) error {
	files := map[string]string{
		"box.go":         boxSource,
		"go.mod":         "module differential\n\ngo 1.24\n",
		"yield/yield.go": yieldSource,
		"main.go":        runnerSource,
	}
	var table strings.Builder
	table.WriteString("package main\n\nvar programs = map[string]func(bool){\n")
	for i := range n {
		files[fmt.Sprintf("prog%04d.go", i)] = Program(seed, i, data)
		fmt.Fprintf(&table, "\t\"%d\": prog%04d,\n", i, i)
	}
	table.WriteString("}\n")
	files["table.go"] = table.String()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
