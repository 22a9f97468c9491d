// Chancheck finds deadlocks, goroutine leaks and orphan messages in Go code
// that communicates over channels.
//
// It is one program with two faces. The go command can use it as a vet tool:
//
//	go vet -vettool=$(which chancheck) ./...
//
// Run by itself it is a front end that does just that, and prints the result:
//
//	chancheck ./...
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/chancheck/chancheck"
)

// Exit statuses of the front end.
const (
	statusClean    = 0
	statusError    = 1
	statusUsage    = 2
	statusFindings = 3
	statusUnknown  = 4 // of chancheck kmc
)

func main() {
	args := os.Args[1:]
	if n := len(args); n > 0 && strings.HasSuffix(args[n-1], ".cfg") {
		checkUnit(args[n-1])
		return
	}
	if len(args) == 1 && (args[0] == "-flags" || args[0] == "-V=full") {
		unitchecker.Main(alone)
		return
	}
	os.Exit(frontEnd(args, os.Stdout, os.Stderr))
}

// checkUnit analyses the package that the go command describes in a file. Of a
// dependency only the facts are wanted: then nothing is judged.
func checkUnit(config string) {
	collectLess()
	sign(config)
	if factsOnly(config) {
		unitchecker.Run(config, []*analysis.Analyzer{chancheck.Skeletons})
		return
	}
	unitchecker.Main(alone)
}

// collectLess makes the garbage collector run less often as long as the heap is
// small, and more often when it gets large: a process lives for one package. It
// looks again after each collection, by means of an object that is garbage each
// time.
func collectLess() {
	const small, largest = 150 << 20, 1800 << 20
	type canary struct{ _ *int }
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var look func(*canary)
	look = func(*canary) {
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > small {
			debug.SetGCPercent(200)
			return
		}
		runtime.SetFinalizer(new(canary), look)
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(largest)
	look(nil)
}

// factsOnly reports whether the go command wants nothing but facts: the package
// is a dependency of those that the user named. unitchecker would run every
// analyzer that needs facts of its own or by way of another, which is all of
// them, on every dependency.
func factsOnly(config string) bool {
	data, err := os.ReadFile(config)
	if err != nil {
		return false // unitchecker says why
	}
	var unit struct{ VetxOnly bool }
	return json.Unmarshal(data, &unit) == nil && unit.VetxOnly
}

// version is what -version prints.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "chancheck (unknown version)"
	}
	return fmt.Sprintf("chancheck %s %s", info.Main.Version, info.GoVersion)
}

// moduleVersion is the version alone.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}
