package lower

import (
	"go/types"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

const typesProgram = `package p

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

type (
	number    int
	alias     = chan int
	list      struct { next *list; n int }
	withChan  struct { next *withChan; c chan int }
	withLock  struct { mu sync.Mutex; n int }
	byPointer struct { mu *sync.Mutex }
	inArray   struct { locks [2]sync.RWMutex }
	inNone    struct { locks [0]sync.RWMutex }
	inSlice   struct { locks []sync.RWMutex }
	inner     struct { in struct { wg sync.WaitGroup } }
	pooled    struct { p sync.Pool }
	any1      struct { x any }
	failing   struct { err error }
	generic[T any] struct { v T; next *generic[T] }
	channels interface{ chan int | chan<- int }
	method    interface{ M() }
)

var (
	vInt number; vUint uint8; vFloat float64; vComplex complex64; vString string; vBool bool; vError error
	vPointer *int; vChan chan string; vAlias alias; vFunc func(); vAny any; vMethod method
	vStruct struct{}; vArray [2]int; vSlice []int; vMap map[int]int
	vList list; vListPointer *list; vWithChan withChan; vWithChanPointer *withChan
	vChanSlice []chan int; vChanArray [1]chan int; vNoChanArray [0]chan int; vChanMap map[string]chan int; vKeyMap map[chan int]bool
	vWithLock withLock; vByPointer byPointer; vInArray inArray; vInNone inNone; vInSlice inSlice; vInner inner; vPooled pooled
	vAny1 any1; vFailing failing; vGenericInt generic[int]; vGenericChan generic[chan int]
	vContext context.Context; vMutex sync.Mutex; vOnce *sync.Once; vAtomic atomic.Int64; vBuffer bytes.Buffer; vTime time.Time; vTimer *time.Timer
	vFile *os.File; vReader io.Reader; vRequest *http.Request; vHandler http.Handler; vHandlerFunc http.HandlerFunc
)

func F[C channels, D chan bool, E any](c C, d D, e E) { <-d }
`

// typesOf are the types of the variables and of the parameters of F, by name.
func typesOf(t *testing.T) (*slicer, map[string]types.Type) {
	t.Helper()
	s := slicerOf(t, typesProgram)
	s.findLeafLocks()
	list := map[string]types.Type{}
	scope := s.source.Packages[0].Pkg.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok {
			list[name] = v.Type()
		}
	}
	params := scope.Lookup("F").(*types.Func).Signature().Params()
	for i := range params.Len() {
		list[params.At(i).Name()] = params.At(i).Type()
	}
	list["results"] = types.NewTuple(params.At(0), params.At(1))
	return s, list
}

func TestKindsOfTypes(t *testing.T) {
	_, list := typesOf(t)
	for name, want := range map[string]ir.ValueKind{
		"vInt": ir.IntKind, "vUint": ir.IntKind, "vFloat": ir.OtherKind, "vComplex": ir.OtherKind, "vString": ir.StringKind, "vBool": ir.BoolKind,
		"vError": ir.ErrorKind, "vPointer": ir.PointerKind, "vChan": ir.ChanKind, "vAlias": ir.ChanKind, "vFunc": ir.FuncKind,
		"vAny": ir.InterfaceKind, "vMethod": ir.InterfaceKind, "vStruct": ir.StructKind, "vArray": ir.ArrayKind, "vSlice": ir.SliceKind,
		"vMap": ir.MapKind, "vList": ir.StructKind, "c": ir.GenericKind, "results": ir.TupleKind,
	} {
		if got := kindOf(list[name]); got != want {
			t.Errorf("%s has kind %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]ir.ValueKind{"vChan": ir.StringKind, "vAlias": ir.IntKind, "c": ir.IntKind, "d": ir.BoolKind, "e": ir.OtherKind, "vInt": ir.OtherKind} {
		if got := elementKind(list[name]); got != want {
			t.Errorf("%s carries %v, want %v", name, got, want)
		}
	}
}

// TestTypesThatLeadToCommunication: certain are those whose declared type says
// so, possible those with an interface in them.
func TestTypesThatLeadToCommunication(t *testing.T) {
	s, list := typesOf(t)
	const no, possible, certain = 0, 1, 2
	for name, want := range map[string]int{
		"vInt": no, "vFloat": no, "vError": no, "vPointer": no, "vStruct": no, "vSlice": no, "vMap": no, "vList": no, "vListPointer": no,
		"vChan": certain, "vAlias": certain, "vFunc": certain, "vAny": possible, "vMethod": possible, "e": possible,
		"vWithChan": certain, "vWithChanPointer": certain, "vChanSlice": certain, "vChanArray": certain, "vNoChanArray": no,
		"vChanMap": certain, "vKeyMap": certain, "vByPointer": certain, "vPooled": certain, "vAny1": possible, "vFailing": no,
		"vGenericInt":  no,
		"vGenericChan": certain, "vContext": certain, "vMutex": certain, "vOnce": certain, "results": possible,
		"vAtomic": no, "vBuffer": no, "vTime": no, "vTimer": no, "vFile": no, "vRequest": no,
		"vReader": possible, "vHandler": possible, "vHandlerFunc": certain,
	} {
		for range 2 { // the second time the answer is known
			if got := s.types.communicative(list[name]); got != (want == certain) {
				t.Errorf("%s communicates for certain: %v", name, got)
			}
			if got := s.types.relevant(list[name]); got != (want != no) {
				t.Errorf("%s may communicate: %v", name, got)
			}
		}
	}
}

func TestVariablesWithALockInThem(t *testing.T) {
	s, list := typesOf(t)
	for name, want := range map[string]bool{
		"vMutex": true, "vOnce": false, "vWithLock": true, "vByPointer": false, "vInArray": true, "vInNone": false, "vInSlice": false,
		"vInner": true, "vPooled": false, "vInt": false, "vChan": false,
	} {
		if got := s.types.holdsPrimitive(list[name], 0); got != want {
			t.Errorf("%s has a lock in it: %v", name, got)
		}
	}
	if s.types.holdsPrimitive(list["vWithLock"], deepestSearch+1) {
		t.Error("the search has no end")
	}
}

func TestContextsAndNamedTypes(t *testing.T) {
	_, list := typesOf(t)
	for name, want := range map[string]bool{"vContext": true, "vAny": false, "vMutex": false, "vError": false} {
		if got := isContext(list[name]); got != want {
			t.Errorf("%s is a context: %v", name, got)
		}
	}
	for name, want := range map[string]string{"vListPointer": "list", "vList": "list", "vAlias": "", "vPointer": "", "vTimer": "Timer", "vError": "error"} {
		got := ""
		if named := NamedOf(list[name]); named != nil {
			got = named.Obj().Name()
		}
		if got != want {
			t.Errorf("the name of the type of %s is %q, want %q", name, got, want)
		}
	}
}
