package waitfor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
)

// withMany is a program of many objects: function n uses channel n, and calls function n-1 unless
// that begins a new chain; nobody calls those that are alone.
func withMany(functions int) string {
	var b strings.Builder
	for n := range functions {
		fmt.Fprintf(&b, "var c%d = make(chan int)\nvar m%d = map[int]chan int{1: c%d}\n", n, n, n)
		fmt.Fprintf(&b, "func hold%d() { m%d = nil }\nfunc alone%d() { hold%d(); <-c%d }\n", n, n, n, n, n)
		call := ""
		if n%4 > 0 {
			call = fmt.Sprintf("f%d()", n-1)
		}
		fmt.Fprintf(&b, "func f%d() { %s; <-c%d }\n", n, call, n)
	}
	return b.String()
}

// isNear is the definition, word by word: a function that uses an object, or calls one which does,
// or that such a function calls, operates on the other one.
func isNear(x *supergraph.Graph, l, on pointsto.Location) bool {
	operates := func(f *supergraph.Function) bool {
		return slices.ContainsFunc(x.Operations(f), func(o supergraph.Operation) bool { return slices.Contains(o.Objects, on) })
	}
	around := slices.Clone(x.Users[l])
	for _, f := range x.Users[l] {
		for _, call := range f.Callers {
			around = append(around, call.Parent)
		}
	}
	return slices.ContainsFunc(around, func(f *supergraph.Function) bool {
		if operates(f) {
			return true
		}
		for i := range f.Instructions() {
			if slices.ContainsFunc(x.CalleesAt(i), operates) {
				return true
			}
		}
		return false
	})
}

func TestObjectsAreNearAsFunctionsUseThem(t *testing.T) {
	w := supergraphtest.Build(t, withMany(8))
	x := waitfor.New(w.Graph, &waitfor.Work{}, nil)
	near, far := 0, 0
	for l := range w.Points.Objects {
		for on := range w.Points.Objects {
			want := isNear(w.Graph, pointsto.Location(l), pointsto.Location(on))
			if got := x.IsNear(pointsto.Location(l), pointsto.Location(on)); got != want {
				t.Errorf("%d is near %d: %v, want %v", on, l, got, want)
			}
			if want {
				near++
			} else {
				far++
			}
		}
	}
	if near < 20 || far < 20 {
		t.Errorf("%d pairs are near, %d far: that shows little", near, far)
	}
}

func BenchmarkNear(b *testing.B) {
	w := supergraphtest.Build(b, withMany(150))
	all := func(near func(l, on pointsto.Location) bool) {
		for l := range w.Points.Objects {
			for on := range w.Points.Objects {
				near(pointsto.Location(l), pointsto.Location(on))
			}
		}
	}
	b.Run("once", func(b *testing.B) {
		for range b.N {
			all(waitfor.New(w.Graph, &waitfor.Work{}, nil).IsNear)
		}
	})
	b.Run("each", func(b *testing.B) {
		for range b.N {
			all(func(l, on pointsto.Location) bool { return isNear(w.Graph, l, on) })
		}
	})
}
