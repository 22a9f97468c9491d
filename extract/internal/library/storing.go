package library

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A function of another package that isn't followed may store data in whatever it gets an address of, unless it is known
// to leave that alone. That is known of the standard library, which has a fixed set of functions: of whole packages, and
// of those that begin with verbs that mean the same throughout it, but for those that are listed one by one. What others
// call their functions says nothing.

// LeavesAlone reports whether a function, by the path of its package and its name there, stores nothing in what it is
// given. In doubt it does.
func LeavesAlone(path, name string) bool {
	if storing[path+"."+name] || strings.HasSuffix(name, "As") {
		return false
	}
	return readingPackages[path] || strings.HasPrefix(path, "github.com/stretchr/testify/") || OnlyReads(path, name) ||
		IsStandard(path) && (beginsWith(name, looking) || hasPrefix(name, logging))
}

// MethodLeavesAlone is LeavesAlone for a method of a type, by its name with the path of its package.
func MethodLeavesAlone(typeName, method string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(typeName, "*[]"), "[")
	return LeavesAlone(name[:max(0, strings.LastIndexByte(name, '.'))], method)
}

// beginsWith reports whether a name begins with one of several words.
func beginsWith(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := strings.CutPrefix(name, word)
		next, _ := utf8.DecodeRuneInString(rest)
		return ok && !unicode.IsLower(next)
	})
}

// StoresFromOutside reports whether what a function stores comes from the outside world, whatever it is given.
func StoresFromOutside(path, name string) bool {
	return worldly[path] || slices.Contains([]string{"flag", "crypto/rand", "math/rand", "database/sql"}, path) ||
		path == "fmt" && slices.Contains([]string{"Scan", "Scanf", "Scanln"}, name)
}

// Decodes reports whether a function, by the path of its package and its name there, fills what it is given from a text or the like, and
// what key the tags of fields have for it. Fields that aren't exported, it leaves alone, as reflection does.
func Decodes(path, name string) (tag string, ok bool) {
	tag, ok = decoding[path]
	return tag, ok && (strings.HasPrefix(name, "Unmarshal") || strings.HasPrefix(name, "Decode"))
}

// decoding are packages of decoders with the keys of their tags, none for "".
var decoding = map[string]string{
	"encoding/json": "json", "encoding/xml": "xml", "encoding/gob": "", "gopkg.in/yaml.v2": "yaml", "gopkg.in/yaml.v3": "yaml",
	"github.com/BurntSushi/toml": "toml",
}

// FillsOnlyOut reports whether a function, by the path of its package and its name there, reads its arguments but for those that say that
// they are to be filled.
func FillsOnlyOut(path, name string) bool {
	return path == "database/sql" && strings.HasPrefix(name, "Exec")
}

// Fills reports whether decoders call a method of this name to fill a value.
func Fills(method string) bool {
	return method == "GobDecode" || strings.HasPrefix(method, "Unmarshal")
}

// readingPackages are those whose functions only read, but for those in storing.
var readingPackages = map[string]bool{
	"bytes": true, "container/list": true, "container/ring": true, "context": true, "errors": true, "go/ast": true, "go/parser": true,
	"go/token": true, "html": true, "html/template": true, "io": true, "log": true, "log/slog": true, "mime": true, "net/textproto": true,
	"net/url": true, "os/exec": true, "path": true, "path/filepath": true, "reflect": true, "regexp": true, "runtime": true, "strconv": true,
	"strings": true, "sync": true, "sync/atomic": true, "testing": true, "text/template": true, "time": true, "unicode": true, "unicode/utf8": true,
}

// storing are functions that store something, though their packages, or names, look otherwise.
var storing = map[string]bool{
	"bytes.Read": true, "bytes.ReadAt": true, "strings.Read": true, "strings.ReadAt": true, "unicode/utf8.EncodeRune": true,
	"runtime.ReadMemStats": true, "time.UnmarshalJSON": true, "reflect.Copy": true, "reflect.ValueOf": true, "reflect.Swapper": true,
	"io.Copy": true, "io.CopyBuffer": true, "io.CopyN": true, "io.Read": true, "io.ReadAll": true, "io.ReadAt": true, "io.ReadAtLeast": true,
	"io.ReadFull": true, "container/heap.Remove": true,
	"encoding/binary.Encode": true, "encoding/hex.Encode": true, "encoding/base64.Encode": true,
}

// looking are verbs with which names of the standard library begin of functions that only read what they are given, or say
// what they answer.
var looking = []string{
	"Add", "All", "Append", "Assert", "Clone", "Close", "Collect", "Compare", "Concat", "ConstantTime", "Contains", "Dial", "Diff", "Do", "Encode",
	"Equal", "Execute", "Exists", "Fields", "Find", "Format", "Get", "Handle", "Has", "Hash", "Index", "Is", "Join", "Keys", "Len", "Less", "Listen",
	"Lookup", "Marshal", "Max", "Min", "Must", "New", "Not", "Open", "Parse", "Publish", "Query", "Register", "Repeat", "Search", "Serve", "Sign",
	"Size", "Start", "Stop", "String", "Sum", "Uint16", "Uint32", "Uint64", "Valid", "Validate", "Values", "Verify", "With", "Wrap", "Write",
}

// logging begin the names of functions that print.
var logging = []string{"Debug", "Error", "Fatal", "Fprint", "Info", "Log", "Panic", "Print", "Sprint", "Trace", "Warn"}
