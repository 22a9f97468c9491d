package library

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func TestStandInsKeepTheRules(t *testing.T) {
	for name, f := range standIns {
		if f.Name != name {
			t.Errorf("%s is listed as %s", f.Name, name)
		}
		if err := ir.Check(f); err != nil {
			t.Error(err)
		}
	}
}

// TestStandInsCallWhatIsKnown: a stand-in is made of known calls, of arguments,
// and of methods of what an argument leads to.
func TestStandInsCallWhatIsKnown(t *testing.T) {
	for _, f := range standIns {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if in.Name != "" && (in.Op == ir.OpCall || in.Op == ir.OpGo || in.Op == ir.OpDefer) && !IsKnown(in.Name) {
					t.Errorf("%s: %v calls something unknown", f.Name, in)
				}
			}
		}
	}
}

func TestTableNamesEachFunctionOnce(t *testing.T) {
	if len(rows) != len(table) {
		t.Errorf("%d rows, but %d names", len(table), len(rows))
	}
	for _, f := range table {
		if f.Meaning == Opens && f.Text == "" {
			t.Errorf("%s opens for no reason", f.Name)
		}
	}
}

func TestWhatEndsAGoroutine(t *testing.T) {
	for name, want := range map[string]bool{
		"builtin panic": true, "os.Exit": true, "runtime.Goexit": true, "(*testing.common).FailNow": true,
		"(*log.Logger).Fatalf": true, "log.Printf": false, "(*sync.Mutex).Lock": false, "p.unknown": false,
	} {
		if got := EndsGoroutine(name); got != want {
			t.Errorf("%s ends the goroutine: %v", name, got)
		}
	}
}

func TestAtomicFunctionsAreKnownByPackage(t *testing.T) {
	for name, want := range map[string]bool{
		"sync/atomic.AddInt64": true, "(*sync/atomic.Bool).Load": true, "sync/atomic2.X": false,
	} {
		if got := IsKnown(name); got != want {
			t.Errorf("%s is known: %v", name, got)
		}
	}
}

// TestPointersAreOnlyLoadedAndStored: what else is done with them isn't followed.
func TestPointersAreOnlyLoadedAndStored(t *testing.T) {
	for name, followed := range map[string]bool{
		"(*sync/atomic.Pointer[T]).Load": true, "(*sync/atomic.Pointer[T]).Store": true, "(*sync/atomic.Pointer[T]).Swap": false,
		"(*sync/atomic.Value).Load": true, "(*sync/atomic.Value).Store": true, "(*sync/atomic.Value).CompareAndSwap": false,
		"sync/atomic.LoadPointer": false, "sync/atomic.LoadInt32": true, "(*sync/atomic.Int32).Swap": true,
	} {
		if got := StandIn(name) != nil; got != followed {
			t.Errorf("%s has a stand-in: %v", name, got)
		}
		if got := Find(name).Meaning == Atomic; got == followed {
			t.Errorf("%s isn't followed: %v", name, got)
		}
	}
}

func TestWhatCallsAtOnceWhatItIsGiven(t *testing.T) {
	for name, want := range map[string]bool{
		"time.AfterFunc": true, "sync.OnceValue": true, "iter.Pull": true, "(*sync.Map).Range": true, "go/ast.Inspect": true, "testing.Benchmark": true,
		"sort.Slice": true, "slices.SortFunc[int]": true, "(*regexp.Regexp).ReplaceAllStringFunc": true,
		"runtime/trace.WithRegion": true, "(*testing.F).Fuzz": true, "(*testing.B).RunParallel": true, "expvar.Do": true,
		"net/http.HandleFunc": false, "(*net/http.ServeMux).HandleFunc": false, "p.sort.X": false, "sorted.X": false, "example.com/net.X": false,
	} {
		if got := CallsAtOnce(name); got != want {
			t.Errorf("%s calls at once what it is given: %v", name, got)
		}
	}
}

func TestDataPackages(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt": true, "net/http": true, "google.golang.org/protobuf/proto": true,
		"sync": false, "context": false, "io": false, "log": false, "testing/synctest": false, "example.com/net": false,
	} {
		if got := IsData(path); got != want {
			t.Errorf("%s is about data: %v", path, got)
		}
	}
}

// TestOnlyFewPackagesTakePartInCommunication compares the rule with the whole
// standard library.
func TestOnlyFewPackagesTakePartInCommunication(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]bool{
		"cmp": true, "container": true, "context": true, "io": true, "iter": true, "log": true,
		"maps": true, "slices": true, "sort": true, "sync": true,
		"structs": true, "unsafe": true, // without functions
	}
	for path := range strings.FieldsSeq(string(out)) {
		first, _, _ := strings.Cut(path, "/")
		if want := !others[first] && path != "testing/synctest"; IsData(path) != want {
			t.Errorf("%s is about data: %v", path, !want)
		}
	}
	for path, want := range map[string]bool{
		"github.com/golang/protobuf/proto": true, "google.golang.org/protobuf/types": true, "github.com/gogo/protobuf/proto": true,
		"google.golang.org/grpc": false, "p": false, "log": false, "log/slog": false,
	} {
		if got := IsData(path); got != want {
			t.Errorf("%s is about data: %v", path, got)
		}
	}
	for path, want := range map[string]bool{"io": true, "io/fs": true, "fmt": true, "sync": false, "io/other": false} {
		if got := TakesData(path); got != want {
			t.Errorf("types of %s are given to code about data: %v", path, got)
		}
	}
}

func TestMethodsThatEverybodyHasAreHarmlessByTheirResults(t *testing.T) {
	for _, test := range []struct {
		method  string
		results int
		kind    ir.ValueKind
		want    bool
	}{
		{"Error", 1, ir.StringKind, true}, {"String", 1, ir.StringKind, true}, {"GoString", 1, ir.StringKind, true},
		{"Error", 1, ir.ErrorKind, false}, {"String", 2, ir.StringKind, false}, {"Len", 1, ir.IntKind, true}, {"Len", 1, ir.BoolKind, false},
		{"Len", 0, ir.IntKind, false}, {"Less", 1, ir.BoolKind, true}, {"Less", 1, ir.IntKind, false}, {"Less", 3, ir.BoolKind, false},
		{"Swap", 0, 0, true}, {"Format", 0, 0, true}, {"Swap", 1, 0, false}, {"Run", 0, 0, false},
	} {
		if got := IsHarmless(test.method, test.results, test.kind); got != test.want {
			t.Errorf("%s with %d results of kind %v: %v", test.method, test.results, test.kind, got)
		}
	}
}

func TestWhatIsKnownOfPackages(t *testing.T) {
	for name, want := range map[string]bool{"Mutex": true, "RWMutex": true, "WaitGroup": true, "Once": true, "Cond": true, "Pool": false, "Map": false} {
		if got := IsPrimitive(name); got != want {
			t.Errorf("goroutines synchronise on sync.%s: %v", name, got)
		}
	}
	for name, want := range map[[2]string]bool{
		{"sync", "Mutex"}: true, {"sync", "RWMutex"}: true, {"sync", "Once"}: false, {"p", "Mutex"}: false,
	} {
		if got := IsLock(name[0], name[1]); got != want {
			t.Errorf("%v is a lock: %v", name, got)
		}
	}
	for name, want := range map[[2]string]bool{
		{"strings", "Cut"}: true, {"bytes", "Equal"}: true, {"encoding/base64", "X"}: true, {"encoding/hex", "X"}: true, {"errors", "Is"}: true,
		{"math", "Abs"}: true, {"math/bits", "Len"}: true, {"path", "Join"}: true, {"slices", "Sort"}: true, {"sort", "Ints"}: true,
		{"strconv", "Itoa"}: true, {"unicode", "IsUpper"}: true, {"unicode/utf8", "Valid"}: true,
		{"fmt", "Sprintf"}: true, {"fmt", "Sscan"}: false, {"os", "Sprint"}: false, {"math/rand", "Int"}: false,
	} {
		if got := OnlyComputes(name[0], name[1]); got != want {
			t.Errorf("%v only computes: %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"fmt.Println": true, "fmt.Sprintf": true, "fmt.Fprint": true, "fmt.Append": true, "fmt.Errorf": true, "log.Print": true,
		"(*testing.common).Logf": true, "fmt.Sscan": false, "p.Print": false,
	} {
		if got := OnlyPrints(name); got != want {
			t.Errorf("%s reads what it is given: %v", name, got)
		}
	}
}

func TestLists(t *testing.T) {
	for name, want := range map[string]Listing{
		"strings.Fields": {0, -1}, "bytes.Split": {0, -1}, "strings.SplitN": {0, 2},
		"(*regexp.Regexp).FindAllStringSubmatchIndex": {1, 2}, "(*regexp.Regexp).Split": {1, 2},
	} {
		if got, ok := Lists(name); !ok || got != want {
			t.Errorf("%s makes a list of %v, %v, want %v", name, got, ok, want)
		}
	}
	if _, ok := Lists("strings.Cut"); ok {
		t.Error("strings.Cut makes a list")
	}
}
