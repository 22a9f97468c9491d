package library

import "strings"

// Who calls others is held up by them, for as long as a timer takes: they wait for a network or a disk, or compute something that isn't
// seen. What follows is known to return at once, or to wait only as a system of goroutines has it.

// IsPrompt reports whether no time passes in a function that isn't followed, by its name.
func IsPrompt(whole string) bool {
	path, name := packageOf(whole), whole[strings.LastIndexByte(whole, '.')+1:]
	switch {
	case Find(whole).Waits || prompt[path] && beginsWith(name, waiting):
		return false
	case IsKnown(whole) || Find(whole).Instant || OnlyPrints(whole):
		return true
	case path == testify || path == testifyRequire:
		return !beginsWith(name, polling)
	}
	return prompt[path]
}

// packageOf is the path of the package of a function, or of the type of a method, by its name; "" if it is of none.
func packageOf(whole string) string {
	path := strings.TrimLeft(whole, "(*")
	at := strings.LastIndexByte(path, '/') + 1
	name, _, ok := strings.Cut(path[at:], ".")
	if !ok {
		return ""
	}
	return path[:at] + name
}

// polling begins the names of checks that ask again and again until something holds, or time is up.
var polling = []string{"Eventually", "Never", "HTTP"}

// waiting begins the names of functions of these packages that read or write for others, or call what they are given.
var waiting = []string{"Fprint", "Fprintf", "Fprintln", "Fscan", "Fscanf", "Fscanln", "ReadFrom", "WriteTo", "Call", "Select", "Recv", "Send"}

// prompt are packages whose functions do little.
var prompt = map[string]bool{
	"bytes": true, "cmp": true, "container/heap": true, "container/list": true, "container/ring": true, "context": true, "errors": true,
	"fmt": true, "log": true, "maps": true, "math": true, "math/bits": true, "math/rand": true, "math/rand/v2": true, "path": true,
	"reflect": true, "runtime": true, "slices": true, "sort": true, "strconv": true, "strings": true, "sync": true, "sync/atomic": true, "testing": true, "time": true,
	"unicode": true, "unicode/utf8": true, "unsafe": true,
}

// IsPromptMethod reports whether no time passes in a method of a type that isn't followed, by its name: it says something of an error, or
// of a test.
func IsPromptMethod(name string) bool { return promptMethods[name] }

var promptMethods = map[string]bool{
	"Error": true, "Errorf": true, "Fail": true, "FailNow": true, "Failed": true, "Fatal": true, "Fatalf": true, "Helper": true, "Is": true,
	"Log": true, "Logf": true, "Name": true, "String": true, "Unwrap": true,
}
