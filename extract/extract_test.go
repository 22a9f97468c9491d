package extract_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// program has a bit of everything.
const program = `package p

import ("context"; "sync")

type queue struct { mu sync.Mutex; items []chan int; done chan struct{} }

func (q *queue) put(c chan int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, c)
}

func Run(ctx context.Context, n int, flag bool) error {
	q := &queue{done: make(chan struct{})}
	for i := 0; i < n; i++ {
		q.put(make(chan int, 1))
	}
	go func() {
		defer close(q.done)
		for _, c := range q.items {
			if flag { c <- 1 }
		}
	}()
	select {
	case <-q.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

func Inert(n int) int {
	sum := 0
	for i := range n { sum += i }
	return sum
}
`

// slice builds the skeletons of a program.
func slice(t *testing.T, source string) *extract.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	return extract.Slice(&extract.Source{
		Package: p.SSA, Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*extract.Function { return nil },
	})
}

func TestRootIsExtractedWithItsGoroutine(t *testing.T) {
	for _, root := range extract.NewProgram(slice(t, program)).Roots() {
		if root.Function.Name != "p.Run" {
			continue
		}
		x := root.Extract(extract.Options{})
		if x.System == nil {
			t.Fatalf("no system: %+v", x)
		}
		if err := x.System.Validate(); err != nil {
			t.Error(err)
		}
		if n := len(x.System.Processes); n < 2 {
			t.Errorf("%d processes, want the root and its goroutine", n)
		}
		return
	}
	t.Error("p.Run is no root")
}

func TestExtractionIsDeterministic(t *testing.T) {
	text := func() string {
		var b strings.Builder
		for _, root := range extract.NewProgram(slice(t, program)).Roots() {
			if x := root.Extract(extract.Options{}); x.System != nil {
				if err := x.System.WriteText(&b); err != nil {
					t.Fatal(err)
				}
			}
		}
		return b.String()
	}
	first := text()
	for range 5 {
		if again := text(); again != first {
			t.Fatalf("got\n%s\nthen\n%s", first, again)
		}
	}
}
