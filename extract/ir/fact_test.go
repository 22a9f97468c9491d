package ir_test

import (
	"bytes"
	"fmt"
	"go/types"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
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
func slice(t *testing.T, source string) *ir.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	return lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
}

// fact is what other packages know of a function.
func fact(t *testing.T, name string) *ir.Skeletons {
	t.Helper()
	return ir.NewExporter(slice(t, program)).Fact([]string{name})
}

func TestFactsRoundTripByteForByte(t *testing.T) {
	first, err := fact(t, "p.Run").GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var decoded ir.Skeletons
	if err := decoded.GobDecode(first); err != nil {
		t.Fatal(err)
	}
	got, err := decoded.Function("p.Run")
	if err != nil || len(got) < 2 || got[0].Name != "p.Run" {
		t.Fatalf("got %d skeletons, %v, want that of p.Run and its goroutine's", len(got), err)
	}
	// Encoding what was decoded, not the bytes that were kept.
	p := &ir.Package{Functions: map[string]*ir.Function{}}
	for _, f := range got {
		p.Functions[f.Name] = f
	}
	second, err := ir.NewExporter(p).Fact([]string{"p.Run"}).GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("encoded again: %d bytes became %d", len(first), len(second))
	}
}

func TestTruncatedFactsAreErrors(t *testing.T) {
	data, err := fact(t, "p.Run").GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		var decoded ir.Skeletons
		if err := decoded.GobDecode(data[:n]); err != nil {
			continue
		}
		if _, err := decoded.Function("p.Run"); err == nil {
			t.Fatalf("%d of %d bytes decode without an error", n, len(data))
		}
	}
}

func TestFactExportsOnlyWhatItIsAbout(t *testing.T) {
	functions, err := fact(t, "p.Run").Function("p.Run$1")
	if err != nil || functions != nil {
		t.Errorf("the fact about p.Run is one about its closure, too: %v, %v", functions, err)
	}
}

// senders is a program of functions that each send so many messages.
func senders(functions, messages int) (source string, names []string) {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range functions {
		names = append(names, fmt.Sprintf("p.F%d", i))
		fmt.Fprintf(&b, "func F%d(c chan int) {%s}\n", i, strings.Repeat(" c <- 1;", messages))
	}
	return b.String(), names
}

// opaque counts the functions of a fact that are opaque.
func opaque(t *testing.T, source string, names []string) int {
	t.Helper()
	fact := ir.NewExporter(slice(t, source)).Fact(names)
	count := 0
	for _, name := range names {
		functions, err := fact.Function(name)
		if err != nil || len(functions) == 0 {
			t.Fatalf("%s has no skeleton: %v", name, err)
		}
		if functions[0].Opaque {
			count++
		}
	}
	return count
}

func TestFactsHaveLimits(t *testing.T) {
	for _, test := range []struct{ functions, messages, opaque int }{
		{3, 10, 0},
		{3, 500, 3},   // each is too large
		{90, 100, 51}, // there is room for 39 in a package
	} {
		source, names := senders(test.functions, test.messages)
		if got := opaque(t, source, names); got != test.opaque {
			t.Errorf("of %d functions with %d messages %d are opaque, want %d", test.functions, test.messages, got, test.opaque)
		}
	}
}

func TestInertFunctionsHaveNoFact(t *testing.T) {
	if fact := fact(t, "p.Inert"); fact != nil {
		t.Errorf("p.Inert has fact %v", fact)
	}
}
