package components

import (
	"math/rand/v2"
	"testing"
)

type arc struct{ to uint32 }

func (a arc) Target() uint32 { return a.to }

// TestComponentsAreThoseOfTheDefinition compares them with who reaches whom, in random graphs:
// two nodes are in one component if they reach each other, and none leads to a later one.
func TestComponentsAreThoseOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		nodes := 1 + r.IntN(8)
		first, arcs := []uint32{0}, []arc{}
		for range nodes {
			for range r.IntN(3) {
				arcs = append(arcs, arc{uint32(r.IntN(nodes))})
			}
			first = append(first, uint32(len(arcs)))
		}
		number := make([]int, nodes)
		seen := 0
		Each(first, arcs, func(n int, members []uint32) {
			for _, m := range members {
				number[m] = n
				seen++
			}
		})
		if seen != nodes {
			t.Fatalf("%d nodes of %d are in components", seen, nodes)
		}
		reaches := reachability(first, arcs)
		for a := range nodes {
			for b := range nodes {
				if together := reaches[a][b] && reaches[b][a]; together != (number[a] == number[b]) {
					t.Fatalf("%v %v: %d and %d in one component: %v", first, arcs, a, b, !together)
				}
				if reaches[a][b] && number[b] > number[a] {
					t.Fatalf("%v %v: %d comes before %d", first, arcs, a, b)
				}
			}
		}
	}
}

// reachability says which nodes lead to which, themselves included.
func reachability(first []uint32, arcs []arc) [][]bool {
	reaches := make([][]bool, len(first)-1)
	for node := range reaches {
		reaches[node] = make([]bool, len(reaches))
		work := []uint32{uint32(node)}
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if !reaches[node][n] {
				reaches[node][n] = true
				for _, a := range arcs[first[n]:first[n+1]] {
					work = append(work, a.to)
				}
			}
		}
	}
	return reaches
}
