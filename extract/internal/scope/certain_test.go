package scope_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/model"
)

// TestWhatFailsAtOneFunctionCostsNothingOfTheOthers: of two functions that forget to unlock one is told, if looking at the
// other one fails.
func TestWhatFailsAtOneFunctionCostsNothingOfTheOthers(t *testing.T) {
	p := ssatest.Build(t, `package p
import "sync"
type T struct{ mu sync.Mutex }
func (t *T) F(ok bool) { t.mu.Lock(); if ok { return }; t.mu.Unlock() }
func (t *T) G(ok bool) { t.mu.Lock(); if ok { return }; t.mu.Unlock() }
`)
	pkg := supergraphtest.Lower(p)
	for _, failing := range []int{4, 5} {
		var lines []int
		for _, c := range scope.New(pkg, interp.NewProgram(pkg)).Certainties(func(at model.Site, look func()) {
			if at.Line != failing {
				look()
			}
		}) {
			lines = append(lines, c.Root.Function.Site.Line)
		}
		if len(lines) != 1 || lines[0] == failing {
			t.Errorf("of the functions on lines %v something is told, with nothing about that on line %d", lines, failing)
		}
	}
}

// certaintyOf is the system of what goes wrong for certain in a package, of which there is one.
func certaintyOf(t *testing.T, source string) *model.System {
	t.Helper()
	pkg := supergraphtest.Lower(ssatest.Build(t, source))
	list := scope.New(pkg, interp.NewProgram(pkg)).Certainties(func(_ model.Site, look func()) { look() })
	if len(list) != 1 {
		t.Fatalf("%d are found", len(list))
	}
	return list[0].System
}

// startedAt are the lines of the go statements of a process.
func startedAt(a model.Automaton) (lines []int) {
	for _, s := range a.States {
		for _, t := range s.Transitions {
			if t.Kind == model.Spawn && t.Site.IsValid() {
				lines = append(lines, t.Site.Line)
			}
		}
	}
	return lines
}

// TestSidesHaveTheirCalls: a case that is taken in a function which a goroutine calls is told in that call.
func TestSidesHaveTheirCalls(t *testing.T) {
	sys := certaintyOf(t, `package p
import ("sync"; "time")
type T struct { mu sync.Mutex; wg sync.WaitGroup; n int; quit chan bool; tick *time.Ticker }
func New() *T {
	t := &T{quit: make(chan bool, 1), tick: time.NewTicker(time.Second)}
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		t.watch()
	}()
	return t
}
func (t *T) watch() {
	for {
		select {
		case <-t.tick.C:
			t.mu.Lock()
			t.n++
			t.mu.Unlock()
		case <-t.quit:
			return
		}
	}
}
func (t *T) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.quit <- true
	t.wg.Wait()
}
`)
	for _, a := range sys.Processes {
		for _, s := range a.States {
			for _, step := range s.Transitions {
				if step.Text == "<-t.tick.C"+model.IsReady {
					if len(step.Via) != 1 || step.Via[0].Line != 9 {
						t.Errorf("the case is taken by the calls %v, want that in line 9", step.Via)
					}
					return
				}
			}
		}
	}
	t.Error("no case is taken")
}

// TestGoroutinesAreStartedByTheirFunction: a goroutine that another one starts is started by that, not by whoever starts the other one.
func TestGoroutinesAreStartedByTheirFunction(t *testing.T) {
	sys := certaintyOf(t, `package p
type T struct { again chan bool; each func(int) }
func Run(each func(int), read func() (int, error)) *T {
	t := &T{again: make(chan bool), each: each}
	go t.run(read)
	return t
}
func (t *T) Again() { t.again <- true }
func (t *T) run(read func() (int, error)) {
	values, errs := make(chan int), make(chan error)
	go func() {
		for {
			n, err := read()
			if err != nil {
				errs <- err
				close(errs)
				close(values)
				return
			}
			values <- n
		}
	}()
	for {
		select {
		case <-t.again:
			for range errs {
			}
			for range values {
			}
			return
		case <-errs:
			return
		case n := <-values:
			t.each(n)
		}
	}
}
`)
	if lines := startedAt(sys.Processes[0]); sys.Processes[0].Name != "Run" || len(lines) != 1 || lines[0] != 5 {
		t.Errorf("%s starts goroutines in lines %v, want Run in line 5", sys.Processes[0].Name, lines)
	}
	if lines := startedAt(sys.Processes[2]); sys.Processes[2].Name != "(*T).run" || len(lines) != 1 || lines[0] != 11 {
		t.Errorf("%s starts goroutines in lines %v, want (*T).run in line 11", sys.Processes[2].Name, lines)
	}
}
