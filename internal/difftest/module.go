package difftest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// goMod is that of the module in which programs are.
const goMod = "module differential\n\ngo 1.24\n"

// yieldSource lets other goroutines run, now and then, which does nothing for
// the analyzer, and has a flag that nobody knows.
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

func Flag() bool { return rand.IntN(2) == 0 }
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
	prog := Programs[os.Args[1]]
	n, _ := strconv.Atoi(os.Args[2])
	for i := range n {
		go prog((i+os.Getpid())%2 == 0)
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

// copyRunnerSource runs a program with variables of the package: each copy of it
// once, as a run leaves them as they are.
const copyRunnerSource = `package main

import (
	"os"
	"runtime/pprof"
	"strconv"
	"time"
)

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	for i, programs := range copies[:min(n, len(copies))] {
		go programs[os.Args[1]]((i+os.Getpid())%2 == 0)
	}
	time.Sleep(12 * time.Millisecond)
	pprof.Lookup("goroutineleak").WriteTo(os.Stdout, 2)
	os.Exit(0)
}
`

// copies is how many copies of a program with variables of the package one
// process runs.
const copies = 12

// WriteModule writes a module with n programs, from one on, to a directory. What to analyse is
// package "."; for programs with variables of the package it is a command each,
// below "each", and what runs are copies of them.
func WriteModule(dir string, seed uint64, first, n int, kind Kind) error {
	files := map[string]string{
		"go.mod":         goMod,
		"yield/yield.go": yieldSource,
		"main.go":        runnerSource,
	}
	if kind == Data {
		files["box.go"] = boxSource
	}
	programs := map[string]string{}
	for i := first; i < first+n; i++ {
		programs[programName(i)] = Program(seed, i, kind)
	}
	if kind == Globals {
		files["main.go"] = copyRunnerSource
		addCommands(files, programs)
	} else {
		addPackage(files, programs, "", "main")
	}
	return writeFiles(dir, files)
}

// writeFiles writes texts to files below a directory.
func writeFiles(dir string, files map[string]string) error {
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

// addPackage puts all programs into one package, with a table of them.
func addPackage(files, programs map[string]string, dir, name string) {
	var table strings.Builder
	fmt.Fprintf(&table, "package %s\n\nvar Programs = map[string]func(bool){\n", name)
	for _, p := range slices.Sorted(maps.Keys(programs)) {
		files[dir+p+".go"] = strings.Replace(programs[p], "package main", "package "+name, 1)
		fmt.Fprintf(&table, "\t%q: %s,\n", p, p)
	}
	table.WriteString("}\n")
	files[dir+"table.go"] = table.String()
}

// addCommands makes each program a command, and copies of all of them packages.
func addCommands(files, programs map[string]string) {
	for p, text := range programs {
		files["each/"+p+"/"+p+".go"] = text + "\nfunc main() { " + p + "(yield.Flag()) }\n"
	}
	var imports, list strings.Builder
	for c := range copies {
		name := fmt.Sprint("copy", c)
		addPackage(files, programs, name+"/", name)
		fmt.Fprintf(&imports, "import \"differential/%s\"\n", name)
		fmt.Fprintf(&list, "\t%s.Programs,\n", name)
	}
	files["table.go"] = "package main\n\n" + imports.String() + "\nvar copies = []map[string]func(bool){\n" + list.String() + "}\n"
}
