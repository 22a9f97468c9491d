package scope_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

func scopes(t *testing.T, source string) (*scope.Package, *interp.Program) {
	t.Helper()
	return scopesOf(t, source, false)
}

// scopesOf are those of a package, or of a command.
func scopesOf(t *testing.T, source string, isCommand bool) (*scope.Package, *interp.Program) {
	t.Helper()
	p := ssatest.Build(t, "package p\n"+source)
	pkg := lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
	pkg.Main = pkg.Main || isCommand
	program := interp.NewProgram(pkg)
	s := scope.New(pkg, program)
	if s == nil {
		t.Fatal("the analysis gave up")
	}
	return s, program
}

// extract extracts a part of which something is left.
func extract(t *testing.T, part *interp.Root) *model.System {
	t.Helper()
	if part == nil {
		t.Fatal("nothing is left")
	}
	extraction := part.Extract(interp.Options{})
	if extraction.System == nil {
		t.Fatalf("there is no system: %+v", extraction)
	}
	return extraction.System
}

// kinds lists the kinds of a system's objects.
func kinds(sys *model.System) (list []model.ObjectKind) {
	for i := range sys.Objects {
		list = append(list, sys.Objects[i].Kind)
	}
	return list
}

// started counts the clients that the root starts.
func started(sys *model.System) int {
	clients := 0
	for _, s := range sys.Processes[0].States {
		for _, t := range s.Transitions {
			if t.Kind == model.Spawn && strings.HasPrefix(sys.Families[t.Object].Name, scope.ClientName) {
				clients++
			}
		}
	}
	return clients
}

// relocks has a type whose methods lock the same mutex, one under the other.
const relocks = `
	import "sync"
	type T struct {
		mu sync.Mutex
		n  int
	}
	func (t *T) Put(n int) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.n = n
	}
	func (t *T) PutAll(list []int) {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, n := range list {
			t.Put(n)
		}
	}`

// questions are what there are clients of, in the order of their names.
var questions = []struct {
	name, source string
	want         []string
}{
	{"a lock in a field", relocks, []string{"T.mu"}},
	{"locks that are never held together", `
		import "sync"
		type T struct { a, b sync.Mutex; n int; c chan int }
		func (t *T) A() { t.a.Lock(); <-t.c; t.a.Unlock() }
		func (t *T) B() { t.b.Lock(); <-t.c; t.b.Unlock() }
		func (t *T) C() chan int { t.c = make(chan int); return t.c }`, []string{"T.a", "T.b"}},
	{"locks in both orders", `
		import "sync"
		type T struct { a, b sync.Mutex }
		func (t *T) A() { t.a.Lock(); t.b.Lock(); t.b.Unlock(); t.a.Unlock() }
		func (t *T) B() { t.b.Lock(); t.a.Lock(); t.a.Unlock(); t.b.Unlock() }`, []string{"T.a, T.b"}},
	{"a lock whose address is given out", `
		import "sync"
		type T struct { mu sync.Mutex; c chan int }
		func (t *T) Lock() { t.mu.Lock(); <-t.c; t.mu.Unlock() }
		func (t *T) Locker() *sync.Mutex { return &t.mu }`, nil},
	{"an exported lock", `
		import "sync"
		type T struct { Mu sync.Mutex; c chan int }
		func (t *T) Lock() { t.Mu.Lock(); <-t.c; t.Mu.Unlock() }`, nil},
	{"a channel that stays", `
		type T struct { c chan int }
		func New() *T {
			t := &T{c: make(chan int)}
			go t.serve()
			return t
		}
		func (t *T) serve() { for x := range t.c { _ = x } }
		func (t *T) Put(n int) { t.c <- n }`, []string{"t.c"}},
	{"a channel that is given out", `
		type T struct { c chan int }
		func New() *T { c := make(chan int); return &T{c} }
		func (t *T) Put(n int) { t.c <- n }
		func (t *T) C() <-chan int { return t.c }`, nil},
	{"a channel that is only closed here, and given out for receiving", `
		type T struct { c chan int }
		func New() *T { c := make(chan int); return &T{c} }
		func (t *T) Close() { close(t.c) }
		func (t *T) Wait() { <-t.c }
		func (t *T) C() <-chan int { return t.c }`, []string{"c"}},
	{"a channel on which is only sent here, and that is given out for sending", `
		type T struct { c chan int }
		func New() *T { c := make(chan int); return &T{c} }
		func (t *T) Put() { t.c <- 1 }
		func (t *T) C() chan<- int { return t.c }`, []string{"c"}},
	{"a channel that is received from here, and given out for sending", `
		type T struct { c chan int }
		func New() *T { c := make(chan int); return &T{c} }
		func (t *T) Get() int { return <-t.c }
		func (t *T) C() chan<- int { return t.c }`, nil},
	{"channels without names", `
		type T struct { list []chan int }
		func New() *T {
			t := &T{}
			t.list = append(t.list, make(chan int))
			return t
		}
		func (t *T) Get() int { return <-t.list[0] }`, []string{"t.list[…]"}},
	{"a package-level lock", `
		import "sync"
		var mu sync.Mutex
		func F(c chan int) { mu.Lock(); <-c; mu.Unlock() }`, []string{"p.mu"}},
	{"a local lock", `
		import "sync"
		func F(c chan int) { var mu sync.Mutex; mu.Lock(); <-c; mu.Unlock() }`, nil},
}

func TestQuestionsAreAboutConfinedObjectsThatAreShared(t *testing.T) {
	for _, test := range questions {
		t.Run(test.name, func(t *testing.T) {
			s, _ := scopes(t, test.source)
			var names []string
			clients, _ := s.Clients()
			for _, c := range clients {
				names = append(names, strings.TrimPrefix(c.Name(), "clients of "))
			}
			slices.Sort(names)
			if !slices.Equal(names, test.want) {
				t.Errorf("questions about %q, want %q", names, test.want)
			}
		})
	}
}

func TestClientsAreTwoAndShareTheObject(t *testing.T) {
	for _, level := range []scope.Level{scope.Coarse, scope.Fine} {
		s, _ := scopes(t, relocks)
		list, _ := s.Clients()
		clients := list[0]
		sys := extract(t, clients.At(level))
		if got := kinds(sys); !slices.Equal(got, []model.ObjectKind{model.Mutex}) {
			t.Errorf("objects %v", got)
		}
		if got := started(sys); got != 2 {
			t.Errorf("%d clients", got)
		}
		if got := clients.Entries(); !slices.Equal(got, []string{"(*T).Put", "(*T).PutAll"}) {
			t.Errorf("they call %v", got)
		}
	}
}

func TestARootHasAPartForEachCluster(t *testing.T) {
	s, program := scopes(t, `
		func f() {
			a := make(chan int, 1)
			b := make(chan int, 1)
			c := make(chan int)
			d := make(chan int)
			b <- 1
			a <- 1
			go g(c, d)
			<-c
			close(d)
		}
		func g(c, d chan int) { <-d; close(c) }`)
	root := program.Roots()[0]
	var sizes []int
	for _, part := range s.Parts(root) {
		sizes = append(sizes, len(extract(t, part.At(scope.Coarse)).Objects))
	}
	slices.Sort(sizes)
	if !slices.Equal(sizes, []int{1, 1, 2}) {
		t.Errorf("the parts have %v objects", sizes)
	}
	if whole := extract(t, s.Whole(root).At(scope.Coarse)); len(whole.Objects) != 4 {
		t.Errorf("the whole has %d objects", len(whole.Objects))
	}
}

func TestWaitingForNilIsAPartWithoutObjects(t *testing.T) {
	s, program := scopes(t, `
		func f() {
			a := make(chan int, 1)
			a <- 1
			var c chan int
			<-c
		}`)
	parts := s.Parts(program.Roots()[0])
	if len(parts) != 2 {
		t.Fatalf("there are %d parts", len(parts))
	}
	sys := extract(t, parts[1].At(scope.Coarse))
	if len(sys.Processes) != 1 || slices.Contains(kinds(sys), model.Mutex) {
		t.Errorf("%v", sys)
	}
}

// TestVariablesBelongToTheSystemOfTheirClients also asks that the initializer runs, once,
// before there are any clients.
func TestVariablesBelongToTheSystemOfTheirClients(t *testing.T) {
	s, _ := scopes(t, `
		import "sync"
		var (
			mu   sync.Mutex
			gate = make(chan int, limit)
		)
		const limit = 3
		func init() { gate <- 1 }
		func Enter() {
			mu.Lock()
			gate <- 1
			mu.Unlock()
		}
		func Leave() {
			mu.Lock()
			<-gate
			mu.Unlock()
		}`)
	clients, _ := s.Clients()
	if len(clients) != 1 {
		t.Fatalf("%d questions", len(clients))
	}
	sys := extract(t, clients[0].At(scope.Coarse))
	channel := slices.IndexFunc(sys.Objects, func(o model.Object) bool { return o.Kind == model.Channel })
	if len(sys.Objects) != 2 || channel < 0 || sys.Objects[channel].Capacity != 3 {
		t.Fatalf("objects %+v", sys.Objects)
	}
	first := sys.Processes[0].States[0].Transitions
	if len(first) != 1 || first[0].Kind != model.Send || first[0].Object != channel {
		t.Errorf("the root starts with %+v", first)
	}
	if got := clients[0].Entries(); !slices.Equal(got, []string{"Enter", "Leave"}) {
		t.Errorf("clients call %v", got)
	}
	if wider, ok := clients[0].Wider(); ok {
		t.Errorf("what holds for %s needn't for all", wider.Name())
	}
}

func TestLocksAroundThoseOfVariablesMakeTheQuestionWider(t *testing.T) {
	const locks = `
		import "sync"
		type T struct { mu, Mu sync.Mutex }
		var a, b sync.Mutex
		func (t *T) F() { t.%s.Lock(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); t.%s.Unlock() }
		func (t *T) G() { t.%s.Lock(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); t.%s.Unlock() }`
	for field, want := range map[string]bool{"mu": true, "Mu": false} { // others may lock Mu
		s, _ := scopes(t, strings.ReplaceAll(locks, "%s", field))
		clients, _ := s.Clients()
		for _, c := range clients {
			if c.Name() != "clients of p.a, p.b" {
				continue
			}
			c.At(scope.Fine)
			wider, ok := c.Wider()
			if ok != want {
				t.Errorf("%s: %t", field, ok)
			}
			if ok && len(extract(t, wider.At(scope.Fine)).Objects) != 3 {
				t.Errorf("%s: the wider question is about %s", field, wider.Name())
			}
		}
	}
}

// TestASubjectCallsOnce also asks for the objects that functions make for themselves.
func TestASubjectCallsOnce(t *testing.T) {
	s, _ := scopes(t, `
		import "sync"
		type T struct { mu sync.Mutex; n int }
		func (t *T) Add() {
			t.mu.Lock()
			defer t.mu.Unlock()
			done := make(chan struct{})
			go t.bump(done)
			<-done
		}
		func (t *T) bump(done chan struct{}) {
			t.mu.Lock()
			t.n++
			t.mu.Unlock()
			close(done)
		}`)
	_, mixed := s.Clients()
	if len(mixed) != 1 {
		t.Fatalf("%d questions", len(mixed))
	}
	sys := extract(t, mixed[0].Subject().At(scope.Fine))
	if got := kinds(sys); !slices.Contains(got, model.Mutex) || !slices.Contains(got, model.Channel) {
		t.Errorf("objects %v", got)
	}
	subjects := 0
	for _, p := range sys.Processes {
		if !strings.HasPrefix(p.Name, scope.SubjectName) {
			continue
		}
		subjects++
		for i, state := range p.States {
			for _, next := range state.Transitions {
				if next.To == 0 {
					t.Errorf("it calls again from state %d", i)
				}
			}
		}
	}
	if got := started(sys); subjects != 1 || got != 2 {
		t.Errorf("%d subjects and %d clients", subjects, got)
	}
}

func TestMainIsTheClientOfVariablesOfACommand(t *testing.T) {
	p := ssatest.Build(t, `package p
		import "sync"
		var mu sync.Mutex
		func F() { mu.Lock(); g(); mu.Unlock() }
		func g() { mu.Lock(); mu.Unlock() }
		func main() { F() }`)
	pkg := lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
	pkg.Main, pkg.Functions["p.main"].Main, pkg.Functions["p.F"].Exported = true, true, false
	clients, _ := scope.New(pkg, interp.NewProgram(pkg)).Clients()
	if len(clients) != 1 {
		t.Fatalf("%d questions", len(clients))
	}
	sys := extract(t, clients[0].At(scope.Coarse))
	var names []string
	for _, p := range sys.Processes[1:] {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, []string{scope.MainName}) {
		t.Errorf("there are %q", names)
	}
}
