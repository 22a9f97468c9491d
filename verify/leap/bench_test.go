package leap_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
	"github.com/chancheck/chancheck/verify/leap"
)

// pairs is the family of Figure 7 of the k-MC paper: m pairs of participants, each of which sends k
// messages to the other, any of n, and then receives k.
func pairs(k, m, n int) string {
	var b strings.Builder
	for p := range 2 * m {
		fmt.Fprintf(&b, ".outputs p%d\n.state graph\n", p)
		for q := range 2 * k {
			sign := "!"
			if q >= k {
				sign = "?"
			}
			for label := range n {
				fmt.Fprintf(&b, "q%d p%d %s a%d q%d\n", q, p^1, sign, label, q+1)
			}
		}
		b.WriteString(".marking q0\n.end\n")
	}
	return b.String()
}

// ring is a multi-cyclic protocol: each of n processes sends a message around, over as many states as it
// has rounds, and may send a second kind to its other neighbour, who answers.
func ring(n, rounds int) string {
	var b strings.Builder
	for p := range n {
		next, before := (p+1)%n, (p+n-1)%n
		fmt.Fprintf(&b, ".outputs p%d\n.state graph\n", p)
		for q := range rounds {
			fmt.Fprintf(&b, "q%d p%d ! go%d w%d\n", q, next, q%2, q)
			fmt.Fprintf(&b, "w%d p%d ? go0 q%d\nw%d p%d ? go1 q%d\n", q, before, (q+1)%rounds, q, before, (q+1)%rounds)
			fmt.Fprintf(&b, "q%d p%d ? back r%d\nr%d p%d ! back q%d\n", q, next, q, q, before, q)
		}
		b.WriteString(".marking q0\n.end\n")
	}
	return b.String()
}

// copies is the chapter's protocol n times, side by side.
func copies(n int) string {
	var b strings.Builder
	for i := range n {
		text := sample
		for p := range 4 {
			text = strings.ReplaceAll(text, fmt.Sprintf("P%d", p+1), fmt.Sprintf("P%d-%d", p+1, i))
		}
		b.WriteString(strings.TrimLeft(text, "\n"))
	}
	return b.String()
}

// measure searches, and says what a state costs.
func measure(b *testing.B, text string, bound int, search leap.Search, states int) {
	sys, err := model.ParseMixed(text, "bench")
	if err != nil {
		b.Fatal(err)
	}
	options := leap.Options{Search: search, Bounds: uniform(sys, bound), States: states}
	if search == leap.Extended || search == leap.DepthFirst {
		options.J = channels(sys, "all")
	}
	var before, after runtime.MemStats
	var r *leap.Result
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	for b.Loop() {
		if r, err = leap.Explore(sys, options); err != nil {
			b.Fatal(err)
		}
	}
	spent := time.Since(start)
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(r.States), "states")
	b.ReportMetric(float64(r.Leaps), "leaps")
	b.ReportMetric(float64(b.N)*float64(r.States)/spent.Seconds(), "states/s")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(r.States), "B/state")
	runtime.KeepAlive(r)
}

// measureKMC explores the reduced system of the k-MC check.
func measureKMC(b *testing.B, text string, k int) {
	sys, err := model.ParseMixed(text, "bench")
	if err != nil {
		b.Fatal(err)
	}
	var r *kmc.Result
	for b.Loop() {
		if r, err = kmc.Decide(sys, kmc.Options{K: k, States: 10_000_000}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.ReducedStates), "states")
	b.ReportMetric(float64(r.ReducedTransitions), "transitions")
}

// searches are all, each with a system.
func searches(b *testing.B, name, text string, bound, states int) {
	for _, search := range []leap.Search{leap.Full, leap.Proper, leap.Star, leap.Extended, leap.DepthFirst} {
		b.Run(fmt.Sprintf("%s/%v", name, search), func(b *testing.B) { measure(b, text, bound, search, states) })
	}
}

// BenchmarkPairs is the parametrised series, in k, in m, and in n, with the reduction of the k-MC
// check to compare it with.
func BenchmarkPairs(b *testing.B) {
	for _, size := range []struct{ k, m, n int }{{2, 2, 2}, {4, 3, 1}, {10, 2, 1}, {2, 3, 2}, {20, 5, 1}, {2, 1, 30}} {
		name, text := fmt.Sprintf("k=%d/m=%d/n=%d", size.k, size.m, size.n), pairs(size.k, size.m, size.n)
		b.Run(name+"/k-MC", func(b *testing.B) { measureKMC(b, text, size.k) })
		searches(b, name, text, size.k, 10_000_000)
	}
}

// BenchmarkCyclic is multi-cyclic protocols.
func BenchmarkCyclic(b *testing.B) {
	for n := 3; n <= 6; n++ {
		searches(b, fmt.Sprintf("ring=%d", n), ring(n, 2), 2, 10_000_000)
	}
	for n := 1; n <= 5; n++ {
		searches(b, fmt.Sprintf("copies=%d", n), copies(n), 1, 10_000_000)
	}
}
