package verify

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestFieldsKeepTheirNumbers packs fields of random widths, sets them in random
// order, and wants each to have what it was given, and all to be in as few words
// as their order allows.
func TestFieldsKeepTheirNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		l := &layout{}
		var fields []field
		used, words := 0, 0
		for range 1 + r.IntN(12) {
			limit := r.IntN(1 << r.IntN(40))
			f := l.add(limit)
			fields = append(fields, f)
			width := bits.Len(uint(limit))
			if f.limit() < limit || f.limit() >= 2*max(limit, 1) {
				t.Fatalf("a field for %d holds %d", limit, f.limit())
			}
			if width > 0 && (words == 0 || used+width > 64) {
				words, used = words+1, 0
			}
			used += width
		}
		if l.words != words {
			t.Fatalf("%d words, want %d", l.words, words)
		}
		c := make([]uint64, max(l.words, 1))
		want := make([]int, len(fields))
		for range 40 {
			i := r.IntN(len(fields))
			want[i] = r.IntN(fields[i].limit() + 1)
			fields[i].set(c, want[i])
			for j, f := range fields {
				if f.get(c) != want[j] {
					t.Fatalf("field %d is %d, want %d, after field %d was set", j, f.get(c), want[j], i)
				}
			}
		}
	}
}

// TestBuffersAreQueues compares what an object keeps with a slice.
func TestBuffersAreQueues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		o := model.Object{Kind: model.Channel, Capacity: 1 + r.IntN(9), Labels: make([]model.Label, 1+r.IntN(5))}
		l := newLayout(&model.System{Objects: []model.Object{o, {Kind: model.Mutex}}})
		f, other := &l.objects[0], &l.objects[1]
		c := make([]uint64, l.words)
		other.flag.set(c, 1)
		var want []int
		for range 60 {
			if len(want) < o.Capacity && r.IntN(2) == 0 {
				label := r.IntN(len(o.Labels))
				want = append(want, label)
				f.push(c, label)
			} else if len(want) > 0 {
				if f.head(c) != want[0] {
					t.Fatalf("the first is %d of %v", f.head(c), want)
				}
				want = want[1:]
				f.pop(c)
			}
			if f.count.get(c) != len(want) || other.flag.get(c) != 1 {
				t.Fatalf("%d messages, want %v", f.count.get(c), want)
			}
			// Equal configurations have equal words, however they came about.
			again := make([]uint64, l.words)
			other.flag.set(again, 1)
			for _, label := range want {
				f.push(again, label)
			}
			if !slices.Equal(c, again) {
				t.Fatalf("%v is %x, and %x if made anew", want, c, again)
			}
		}
		if f.renew(c); f.count.get(c) != 0 || slices.ContainsFunc(f.messages, func(m field) bool { return m.get(c) != 0 }) {
			t.Fatal("renewed, it is not empty")
		}
	}
}

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
		c := make([]uint64, l.words)
		var want []int
		for range 150 {
			if len(want) == bound || len(want) > 0 && r.IntN(5) < 2 {
				want = want[1:]
				q.pop(c)
			} else {
				if q.room > 0 && len(want) == q.room {
					larger, p := queueBehind(r.IntN(60), bound, 2*room, labels)
					moved := make([]uint64, larger.words)
					p.move(moved, &q, c)
					c, q, l, room = moved, p, larger, 2*room
				}
				label := r.IntN(labels)
				want = append(want, label)
				q.push(c, label)
			}
			again := make([]uint64, l.words)
			for i, label := range want {
				if q.room > 0 && q.label(c, i) != label {
					t.Fatalf("message %d is %d of %v", i, q.label(c, i), want)
				}
				q.push(again, label)
			}
			if q.count.get(c) != len(want) || !slices.Equal(c, again) {
				t.Fatalf("%d labels, room for %d: %v is %x, and %x if made anew", labels, q.room, want, c, again)
			}
		}
	}
}

// queueBehind lays out a queue behind a field of some bits.
func queueBehind(width, bound, room, labels int) (*layout, queue) {
	l := &layout{}
	l.add(1<<width - 1)
	q := l.addQueue(bound, room, labels)
	l.words = max(l.words, 1)
	return l, q
}

func TestQueuesOfOneLabelOnlyCount(t *testing.T) {
	l, q := queueBehind(3, 1000, 8, 1)
	if l.words != 1 || q.room != 0 || q.count.limit() < 1000 {
		t.Errorf("%d words, room for %d, at most %d", l.words, q.room, q.count.limit())
	}
	if _, q := queueBehind(3, 5, 8, 4); q.room != 5 {
		t.Errorf("room for %d, want that for the bound", q.room)
	}
	l, q = queueBehind(64-3-4, 2, 2, 4) // 57 bits, then 2 for the count and 4 for labels: 63
	if l.words != 1 || q.first != 0 {
		t.Errorf("%d words, labels in word %d", l.words, q.first)
	}
}

// TestTablesInternEachConfigurationOnce has more of them than there were slots at
// first.
func TestTablesInternEachConfigurationOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	table := newTable(2)
	seen := map[[2]uint64]int{}
	var list [][2]uint64
	for range 3000 {
		c := [2]uint64{uint64(r.IntN(40)), uint64(r.IntN(40)) << 50}
		i, isNew := table.intern(c[:])
		known, ok := seen[c]
		if isNew == ok || ok && i != known || !ok && i != len(list) {
			t.Fatalf("%v is number %d, new %v; known %v as %d", c, i, isNew, ok, known)
		}
		if isNew {
			seen[c] = i
			list = append(list, c)
		}
	}
	for i, c := range list {
		if !slices.Equal(table.at(i), c[:]) {
			t.Errorf("number %d is %v, want %v", i, table.at(i), c)
		}
	}
	if table.size != len(list) || table.size*4 > len(table.slots)*3 {
		t.Errorf("%d in %d slots, want %d", table.size, len(table.slots), len(list))
	}
}

// TestInternalStepsHavePrecedenceUnlessTheyGoRound draws an automaton as the
// targets of its states: t is an internal step, d one in doubt, s a send.
func TestInternalStepsHavePrecedenceUnlessTheyGoRound(t *testing.T) {
	tests := []struct {
		automaton [][2]any
		want      []bool
	}{
		{nil, []bool{false}},
		{[][2]any{{"t", 1}, {"s", 0}}, []bool{true, false}},
		{[][2]any{{"t", 0}}, []bool{false}},
		{[][2]any{{"t", 1}, {"t", 2}, {"t", 1}}, []bool{false, false, false}},
		{[][2]any{{"t", 1}, {"t", 2}, {"s", 1}}, []bool{true, true, false}},
		{[][2]any{{"d", 1}, {"t", 2}}, []bool{false, true, false}},
	}
	for _, test := range tests {
		sys := &model.System{Objects: []model.Object{{Kind: model.Channel, Capacity: 1, Labels: make([]model.Label, 1)}}}
		a := model.Automaton{States: make([]model.State, len(test.want))}
		for i, edge := range test.automaton {
			tr := model.Transition{Kind: model.Tau, Object: -1, To: edge[1].(int)}
			switch edge[0] {
			case "d":
				tr.Doubt = "why"
			case "s":
				tr.Kind, tr.Object = model.Send, 0
			}
			a.States[i].Transitions = []model.Transition{tr}
		}
		sys.Processes = []model.Automaton{a}
		if got := findPrivate(sys)[0]; !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.automaton, got, test.want)
		}
	}
}
