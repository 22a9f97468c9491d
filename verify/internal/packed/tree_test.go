package packed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTreesAreTables takes random steps from random configurations of any number of words, and
// wants of a tree what a table of whole configurations says.
func TestTreesAreTables(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, words := range []int{1, 3, 4, 5, 8, 9, 31, 33, 64, 150, 300} {
		tree, table := NewTree(words), NewTable(words)
		if tree.IsFlat() != (words <= span) {
			t.Errorf("%d words: flat is %v", words, tree.IsFlat())
		}
		start := make([]uint64, words)
		start[words-1] = uint64(words)
		tree.Intern(start)
		table.Intern(start)
		for range 2000 {
			i := r.IntN(table.Size)
			c := slices.Clone(table.At(i))
			at := tree.Edit(i)
			var changed []int
			for range 1 + r.IntN(3) {
				w := r.IntN(words)
				c[w] = c[w]&^0x300 ^ uint64(r.IntN(4))<<8
				at[w] = c[w]
				changed = append(changed, w)
			}
			n, isNew := tree.Commit(changed)
			wantN, wantNew := table.Intern(c)
			if n != wantN || isNew != wantNew || tree.Size() != table.Size {
				t.Fatalf("%d words: %d, %v of %d; want %d, %v of %d", words, n, isNew, tree.Size(), wantN, wantNew, table.Size)
			}
			compareAt(t, tree, table, r.IntN(table.Size), r.IntN(words))
		}
		middle := table.Size / 2
		if n, isNew := tree.Intern(table.At(middle)); n != middle || isNew {
			t.Errorf("%d words: configuration %d is %d, %v", words, middle, n, isNew)
		}
	}
}

// compareAt reads a configuration, and a word of it beside.
func compareAt(t *testing.T, tree *Tree, table *Table, i, word int) {
	if got, want := tree.Word(i, word), table.At(i)[word]; got != want {
		t.Fatalf("word %d of %d is %x, want %x", word, i, got, want)
	}
	if got, want := tree.At(i), table.At(i); !slices.Equal(got, want) {
		t.Fatalf("configuration %d is %x, want %x", i, got, want)
	}
}

// TestTreesKeepOnceWhatIsAlike changes word after word of a large configuration: each step costs
// a chunk on each level, most of which were there already.
func TestTreesKeepOnceWhatIsAlike(t *testing.T) {
	const words = 4096
	tree := NewTree(words)
	tree.Intern(make([]uint64, words))
	for round := range uint64(4) {
		for w := range words {
			tree.Edit(tree.Size() - 1)[w] = round + 1
			if _, isNew := tree.Commit([]int{w}); !isNew {
				t.Fatalf("word %d of round %d changed nothing", w, round)
			}
		}
	}
	if got, most := tree.Bytes(), tree.Size()*8*span*2; got > most {
		t.Errorf("%d bytes for %d configurations, want at most %d", got, tree.Size(), most)
	}
}

// TestTreesSayWhatTheyMove counts the words of steps and of what is unfolded: a chunk on each of two levels
// for a step of one word, and where two configurations differ in one word, as much to get from one to the other.
func TestTreesSayWhatTheyMove(t *testing.T) {
	moved := func(tree *Tree, do func()) int {
		before := tree.Moved
		do()
		return tree.Moved - before
	}
	step := func(tree *Tree, words ...int) func() {
		return func() {
			at := tree.Edit(0)
			for _, w := range words {
				at[w]++
			}
			tree.Commit(words)
		}
	}
	tree := NewTree(8) // two chunks, and one word for both above
	tree.Intern(make([]uint64, 8))
	top := 1
	for _, test := range []struct {
		name string
		do   func()
		want int
	}{
		{"a step of one word", step(tree, 1), span + top},
		{"a step of two words in a chunk", step(tree, 2, 3), span + top},
		{"a step of two chunks", step(tree, 3, 4), 2*span + top},
		{"no change", func() { tree.At(0); tree.At(0) }, 0},
		{"another configuration", func() { tree.At(1); tree.At(0) }, 2 * (span + top)},
	} {
		tree.At(0)
		if got := moved(tree, test.do); got != test.want {
			t.Errorf("%s: %d words moved, want %d", test.name, got, test.want)
		}
	}
	flat := NewTree(3)
	flat.Intern(make([]uint64, 3))
	if got := moved(flat, func() { flat.Edit(0)[1]++; flat.Commit(nil) }); got != 3 {
		t.Errorf("%d words moved in a step of three, want all", got)
	}
}
