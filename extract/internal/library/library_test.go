package library

import (
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
