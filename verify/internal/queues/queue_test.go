package queues

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// TestQueuesOfAnyWidth does the same for queues with room for some messages, and
// moves them to one with more room when it is used up.
func TestQueuesOfAnyWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		labels, bound := 1+r.IntN(40), 1+r.IntN(100)
		if r.IntN(3) == 0 {
			labels = 1 << r.IntN(17)
		}
		room := 1 + r.IntN(70)
		l, q := queueBehind(r.IntN(60), bound, room, labels)
		c := make([]uint64, l.Words)
		var want []int
		for range 150 {
			if len(want) == bound || len(want) > 0 && r.IntN(5) < 2 {
				want = want[1:]
				q.Pop(c)
			} else {
				if q.Room > 0 && len(want) == q.Room {
					larger, p := queueBehind(r.IntN(60), bound, 2*room, labels)
					moved := make([]uint64, larger.Words)
					p.Move(moved, &q, c)
					c, q, l, room = moved, p, larger, 2*room
				}
				label := r.IntN(labels)
				want = append(want, label)
				q.Push(c, label)
			}
			if front := q.Front.Get(c); q.Room > 0 && front != append(want, 0)[0] || q.Room == 0 && front != 0 {
				t.Fatalf("the first of %v is %d", want, front)
			}
			again := make([]uint64, l.Words)
			for i, label := range want {
				if q.Room > 0 && q.Label(c, i) != label {
					t.Fatalf("message %d is %d of %v", i, q.Label(c, i), want)
				}
				q.Push(again, label)
			}
			if q.Count.Get(c) != len(want) || !slices.Equal(c, again) {
				t.Fatalf("%d labels, room for %d: %v is %x, and %x if made anew", labels, q.Room, want, c, again)
			}
		}
	}
}

// TestQueuesHaveRoomOfTheirOwn fills several queues of one packing, and reads them again.
func TestQueuesHaveRoomOfTheirOwn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		l := &packed.Packing{}
		queues, want := make([]Queue, 2+r.IntN(4)), map[int][]int{}
		labels := 2 + r.IntN(40)
		for i := range queues {
			bound := 1 + r.IntN(40)
			queues[i] = Add(l, bound, bound, labels)
			for range bound {
				want[i] = append(want[i], r.IntN(labels))
			}
		}
		c := make([]uint64, l.Words)
		for i := range queues {
			for _, label := range want[i] {
				queues[i].Push(c, label)
			}
		}
		for i := range queues {
			for n, label := range want[i] {
				if got := queues[i].Label(c, n); got != label {
					t.Fatalf("message %d of queue %d is %d, want %d of %v", n, i, got, label, want[i])
				}
			}
		}
	}
}

// TestLayoutsGrowUpToTheBound asks only of queues with several labels whether they may outgrow their room.
func TestLayoutsGrowUpToTheBound(t *testing.T) {
	for _, c := range []struct {
		bound, labels int
		grows         bool
	}{{firstRoom, 3, false}, {firstRoom + 1, 3, true}, {firstRoom + 1, 1, false}} {
		l := NewLayout(Shape{Bounds: []int{1, c.bound}, Labels: []int{2, c.labels}})
		if l.MayGrow() != c.grows {
			t.Errorf("%d labels, %d at once: grows is %v", c.labels, c.bound, !c.grows)
		}
		if c.grows && l.Enlarged(1).MayGrow() {
			t.Errorf("%d labels, %d at once: grows for ever", c.labels, c.bound)
		}
	}
}

// queueBehind lays out a queue behind a field of some bits.
func queueBehind(width, bound, room, labels int) (*packed.Packing, Queue) {
	l := &packed.Packing{}
	l.Add(1<<width - 1)
	q := Add(l, bound, room, labels)
	l.Words = max(l.Words, 1)
	return l, q
}

func TestQueuesOfOneLabelOnlyCount(t *testing.T) {
	l, q := queueBehind(3, 1000, 8, 1)
	if l.Words != 1 || q.Room != 0 || q.Count.Limit() < 1000 {
		t.Errorf("%d words, room for %d, at most %d", l.Words, q.Room, q.Count.Limit())
	}
	if _, q := queueBehind(3, 5, 8, 4); q.Room != 5 {
		t.Errorf("room for %d, want that for the bound", q.Room)
	}
	l, q = queueBehind(64-3-4, 2, 2, 4) // 57 bits, then 2 for the count and 4 for labels: 63
	if l.Words != 1 || q.first != 0 {
		t.Errorf("%d words, labels in word %d", l.Words, q.first)
	}
}
