package dataflow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPostorderComesBackForCirclesOnly numbers random graphs: an edge to a node that comes
// later is part of a circle.
func TestPostorderComesBackForCirclesOnly(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		n := 1 + random.IntN(12)
		edges := make([][]int, n)
		for range random.IntN(2 * n) {
			i := random.IntN(n)
			edges[i] = append(edges[i], random.IntN(n))
		}
		successors := func(i int) []int { return edges[i] }
		number := postorder(n, successors)
		if sorted := slices.Sorted(slices.Values(number)); !slices.IsSorted(sorted) || len(slices.Compact(sorted)) != n || sorted[0] != 0 || sorted[n-1] != n-1 {
			t.Fatalf("%v are no numbers of %d nodes", number, n)
		}
		for i := range n {
			for _, to := range edges[i] {
				if number[to] > number[i] && !Reachable([]int{to}, successors)[i] {
					t.Fatalf("%d comes before %d in %v of %v", i, to, number, edges)
				}
			}
		}
	}
}

func TestWorklistGivesTheSmallestOnce(t *testing.T) {
	var work Worklist
	for _, n := range []int{70, 3, 130, 3} {
		work.Add(n)
	}
	var got []int
	for n, ok := work.Next(); ok; n, ok = work.Next() {
		got = append(got, n)
		if len(got) == 2 { // it comes back to smaller ones
			work.Add(2)
			work.Add(70)
		}
	}
	if want := []int{3, 70, 2, 70, 130}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestWorklistDownwardsGivesTheLargestOnce(t *testing.T) {
	work := Downwards(131)
	for _, n := range []int{70, 3, 130, 3} {
		work.Add(n)
	}
	var got []int
	for n, ok := work.Next(); ok; n, ok = work.Next() {
		got = append(got, n)
		if len(got) == 2 { // it comes back to larger ones
			work.Add(100)
			work.Add(3)
		}
	}
	if want := []int{130, 70, 100, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
