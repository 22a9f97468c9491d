package library

import (
	"slices"
	"strings"
)

// IsData reports whether a package is known to be about data or about the
// outside world: its types and functions take no part in the communication of
// those who use them, except that they may call functions and methods that
// they are given. Formatted printing would otherwise look as if it could call
// anything, and the generated code of protocol buffers, which has a lock type
// in each message, as if every message was a lock.
func IsData(path string) bool {
	if hasPrefix(path, dataModules) {
		return true
	}
	switch path {
	case "log", "testing/synctest":
		return false
	}
	first, _, _ := strings.Cut(path, "/")
	return dataTrees[first]
}

// FailsByWorld reports whether the errors of a function of the standard library are those of the outside world, as of a disk
// or a network: they may come at any time, whatever the function is given. What only computes does so if it is given
// something wrong.
func FailsByWorld(path, name string) bool {
	computes := strings.HasPrefix(name, "Parse") || strings.HasPrefix(name, "Split") || strings.HasPrefix(name, "Expand") || strings.HasPrefix(name, "New")
	return worldly[path] && !computes
}

// FailsOrReturns reports whether a name is one of a function of the standard library that returns something if and only
// if it returns no error, where it returns both.
func FailsOrReturns(name string) bool { return isStandard(name) && !returnsBoth(name) }

// returnsBoth reports whether a function of the standard library may return something with an error, or nothing and
// no error.
func returnsBoth(name string) bool {
	for _, prefix := range []string{
		"net/http.Get", "net/http.Head", "net/http.Post", "net/http.ProxyFromEnvironment", "(*net/http.Client).",
		"go/", "(*go/", "(*encoding/json.Decoder).", "(database/sql/", "(*database/sql",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// worldly are the packages that are about the outside world.
var worldly = map[string]bool{"net": true, "os": true, "os/exec": true, "os/user": true, "syscall": true}

// AnswersAnew reports whether the functions of a package read, draw, or wait for something, so that each call has an answer of
// its own.
func AnswersAnew(path string) bool {
	return worldly[path] || slices.Contains([]string{"bufio", "crypto/rand", "database/sql", "io", "math/rand", "math/rand/v2", "time"}, path)
}

var dataModules = []string{"google.golang.org/protobuf/", "github.com/golang/protobuf/", "github.com/gogo/protobuf/"}

// dataTrees are the first elements of the paths of such packages in the
// standard library, otherTrees those of all others.
var dataTrees = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "compress": true, "crypto": true, "database": true,
	"debug": true, "embed": true, "encoding": true, "errors": true, "expvar": true, "flag": true, "fmt": true,
	"go": true, "hash": true, "html": true, "image": true, "index": true, "internal": true, "math": true,
	"mime": true, "net": true, "os": true, "path": true, "plugin": true, "reflect": true, "regexp": true,
	"runtime": true, "strconv": true, "strings": true, "syscall": true, "testing": true, "text": true,
	"time": true, "unicode": true, "unique": true, "vendor": true, "weak": true,
}

var otherTrees = map[string]bool{
	"cmp": true, "container": true, "context": true, "io": true, "iter": true, "log": true, "maps": true, "slices": true, "sort": true, "sync": true,
}

// IsInternal reports whether a package is one that just its own module may import: all who call its functions are of that module.
func IsInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// TakesData reports whether the types of a package are given to code about
// data. Package io counts: what implements its interfaces is handed to all.
func TakesData(path string) bool { return IsData(path) || path == "io" || path == "io/fs" }

// Rearranges reports whether the functions of a package only put in another order what they are given, or
// take some of it away, or add an argument: nothing comes from outside.
func Rearranges(path string) bool {
	return path == "container/heap" || path == "slices" || path == "sort" || path == "maps"
}

// OnlyComputes reports whether the result of a function is determined by its
// arguments, by the path of its package and its name there.
func OnlyComputes(path, name string) bool {
	return computing[path] || path == "fmt" && strings.HasPrefix(name, "Sprint")
}

// IsConstructor reports whether the name of a function says that it makes something, of nothing but what it is given.
func IsConstructor(name string) bool { return beginsWith(name, constructing) }

var constructing = []string{"Default", "Make", "Must", "New", "Test"}

// HasValues reports whether the methods of the types of a package that are values only compute: what
// they tell of a time, or of how long something takes, is always the same, and so is what matches a regular expression.
func HasValues(path string) bool { return path == "time" || path == "regexp" }

// HasMethodsThatCompute reports whether nobody changes what is behind a value of a type: all that its methods do is to compute.
func HasMethodsThatCompute(name string) bool { return name == "time.Time" || name == "*regexp.Regexp" }

// computing are packages whose functions only compute.
var computing = map[string]bool{
	"bytes": true, "encoding/base64": true, "encoding/hex": true, "errors": true, "math": true, "math/bits": true, "net/url": true, "path": true,
	"slices": true, "sort": true, "strconv": true, "strings": true, "unicode": true, "unicode/utf8": true,
}

// OnlyReads reports whether a function only computes, and changes nothing in slices that it is
// given: all of a package do that, or only those called so.
func OnlyReads(path, name string) bool {
	names, some := reading[path]
	return some && slices.Contains(names, name) || !some && computing[path]
}

// reading are the functions that only read, of packages with others that change slices.
var reading = map[string][]string{
	"slices":          {"BinarySearch", "Compare", "Contains", "Equal", "Index", "IsSorted", "Max", "Min"},
	"sort":            {"Float64sAreSorted", "IntsAreSorted", "SearchFloat64s", "SearchInts", "SearchStrings", "StringsAreSorted"},
	"strconv":         {"Itoa", "ParseBool", "ParseInt", "ParseUint", "Atoi", "Quote", "Unquote", "FormatInt", "FormatUint", "FormatBool"},
	"encoding/base64": nil, "encoding/hex": nil,
	"unicode/utf8": {"FullRune", "RuneCount", "Valid", "DecodeRune"},
}

// Makes reports whether a function of the standard library that returns a pointer is one that
// makes something, and so never returns nil.
func Makes(path, name string) bool {
	first, _, _ := strings.Cut(path, "/")
	return (dataTrees[first] || otherTrees[first]) && (strings.HasPrefix(name, "New") || strings.HasPrefix(name, "Must"))
}

// IsHash reports whether a type, by its name, is an interface of hashes, of which Write never returns an error.
func IsHash(typeName string) bool {
	return slices.Contains([]string{"hash.Hash", "hash.Hash32", "hash.Hash64"}, typeName)
}

// IsBuffer reports whether a type, by its name, is memory to write to, which never returns an error.
func IsBuffer(typeName string) bool {
	return typeName == "*bytes.Buffer" || typeName == "*strings.Builder"
}

// IsReadFromMemory reports whether a type, by its name, is memory to read from, which returns no error but that it is at its end.
func IsReadFromMemory(typeName string) bool {
	return slices.Contains([]string{"*bytes.Buffer", "*bytes.Reader", "*strings.Reader"}, typeName)
}

// StaysClosed reports whether values of a type, by its name, are connections, files and the like,
// which are of no more use once they are closed.
func StaysClosed(typeName string) bool {
	name := strings.TrimPrefix(typeName, "*")
	return strings.HasPrefix(name, "net.") || slices.Contains([]string{"os.File", "crypto/tls.Conn", "io.PipeReader", "io.PipeWriter"}, name)
}

// FailsWhenClosed reports whether a method of such a type returns an error once it is closed.
func FailsWhenClosed(method string) bool {
	switch method {
	case "Accept", "AcceptTCP", "AcceptUnix", "Read", "ReadFrom", "Write", "WriteString", "WriteTo":
		return true
	}
	return false
}

// IsLock reports whether a type of a package is a mutex.
func IsLock(path, name string) bool {
	return path == "sync" && (name == "Mutex" || name == "RWMutex")
}

// IsPrimitive reports whether goroutines synchronise on the variables of a type
// of package sync.
func IsPrimitive(name string) bool {
	switch name {
	case "Mutex", "RWMutex", "WaitGroup", "Once", "Cond":
		return true
	}
	return false
}

// IsHandler reports whether functions of a type, by its name, handle requests: whoever is given one calls it
// for each of them, and for several at once.
func IsHandler(signature string) bool {
	return signature == "func(net/http.ResponseWriter, *net/http.Request)"
}

// RepeatsResults reports whether a function of that name makes one that returns again and again what the one that it is given returns.
func RepeatsResults(name string) bool {
	return name == "sync.OnceValue" || name == "sync.OnceValues"
}
