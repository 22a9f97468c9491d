package kmc_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// scaled is the family of the paper's Figure 7: m pairs of participants, each
// of which sends k messages to the other, any of n, and then receives k.
func scaled(k, m, n int) *model.System {
	sys := &model.System{}
	labels := make([]model.Label, n)
	for a := range labels {
		labels[a].Name = fmt.Sprint("a", a+1)
	}
	for p := range 2 * m {
		own, peer := p, p^1
		sys.Objects = append(sys.Objects, model.Object{
			Kind: model.Channel, Name: fmt.Sprintf("%d→%d", p+1, peer+1), Labels: labels, Owner: -1,
		})
		a := model.Automaton{Name: fmt.Sprint("p", p+1), States: make([]model.State, 2*k+1)}
		for q := range 2 * k {
			t := model.Transition{Kind: model.Send, Object: own, To: q + 1}
			if q >= k {
				t.Kind, t.Object = model.Receive, peer
			}
			for label := range n {
				t.Label = label
				a.States[q].Transitions = append(a.States[q].Transitions, t)
			}
		}
		sys.Processes = append(sys.Processes, a)
	}
	return sys
}

// measure searches the least bound of a system of the family, and prints what the
// paper's Figure 7 shows: transitions of the reduced system and time.
func measure(b *testing.B, k, m, n, states int) {
	measureWith(b, k, m, n, kmc.Options{Max: k, States: states})
}

// measureWith decides a system of the family.
func measureWith(b *testing.B, k, m, n int, options kmc.Options) {
	b.Run(fmt.Sprintf("k=%d/m=%d/n=%d", k, m, n), func(b *testing.B) {
		sys := scaled(k, m, n)
		var r *kmc.Result
		start := time.Now()
		for b.Loop() {
			var err error
			r, err = kmc.Decide(sys, options)
			if err != nil || r.Verdict != kmc.Safe || r.K != k {
				b.Fatalf("%v, %+v", err, r)
			}
		}
		b.ReportMetric(float64(r.ReducedTransitions), "transitions")
		b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(b.N*r.ReducedTransitions), "ns/transition")
	})
}

// BenchmarkFigure7K is the series in k, with m = 5 and n = 1.
func BenchmarkFigure7K(b *testing.B) {
	for _, k := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000} {
		measure(b, k, 5, 1, 0)
	}
}

// BenchmarkFigure7M is the series in m, with k = 10 and n = 1.
func BenchmarkFigure7M(b *testing.B) {
	for _, m := range []int{1, 2, 5, 10, 26, 100, 250, 500} {
		measure(b, 10, m, 1, 0)
	}
}

// BenchmarkFigure7N is the series in n, with k = 2 and m = 1: the largest of
// the paper has n = 10, and 50 makes 12.8 million transitions.
func BenchmarkFigure7N(b *testing.B) {
	for _, n := range []int{1, 2, 5, 10, 20, 30, 50} {
		measure(b, 2, 1, n, 20_000_000)
	}
}

// BenchmarkLinear decides large systems of all three series at their bound, up to
// 10⁷ transitions.
func BenchmarkLinear(b *testing.B) {
	for _, size := range [][3]int{
		{500, 5, 1}, {5000, 5, 1}, {50_000, 5, 1}, {500_000, 5, 1},
		{10, 250, 1}, {10, 2500, 1}, {10, 25_000, 1}, {10, 250_000, 1},
		{2, 1, 8}, {2, 1, 15}, {2, 1, 27}, {2, 1, 47},
	} {
		k, m, n := size[0], size[1], size[2]
		measureWith(b, k, m, n, kmc.Options{K: k, States: 20_000_000})
	}
}

// BenchmarkFull explores full systems: pairs of the family without the
// reduction, of 10⁴ to 10⁷ transitions.
func BenchmarkFull(b *testing.B) {
	for _, size := range []struct{ k, m int }{{4, 2}, {12, 2}, {6, 3}} {
		b.Run(fmt.Sprintf("k=%d/m=%d", size.k, size.m), func(b *testing.B) {
			sys := scaled(size.k, size.m, 1)
			var r *kmc.Result
			start := time.Now()
			for b.Loop() {
				var err error
				r, err = kmc.Decide(sys, kmc.Options{K: size.k, NoReduction: true, States: 50_000_000})
				if err != nil || r.Verdict != kmc.Safe {
					b.Fatalf("%v, %+v", err, r)
				}
			}
			b.ReportMetric(float64(r.Transitions), "transitions")
			b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(b.N*r.Transitions), "ns/transition")
		})
	}
}
