package packed

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFieldsKeepTheirNumbers packs fields of random widths, sets them in random
// order, and wants each to have what it was given, and all to be in as few words
// as their order allows.
func TestFieldsKeepTheirNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		l := &Packing{}
		var fields []Field
		used, words := 0, 0
		for range 1 + r.IntN(12) {
			limit := r.IntN(1 << r.IntN(40))
			f := l.Add(limit)
			fields = append(fields, f)
			width := bits.Len(uint(limit))
			if f.Limit() < limit || f.Limit() >= 2*max(limit, 1) {
				t.Fatalf("a field for %d holds %d", limit, f.Limit())
			}
			if width > 0 && (words == 0 || used+width > 64) {
				words, used = words+1, 0
			}
			used += width
		}
		if l.Words != words {
			t.Fatalf("%d words, want %d", l.Words, words)
		}
		c := make([]uint64, max(l.Words, 1))
		want := make([]int, len(fields))
		for range 40 {
			i := r.IntN(len(fields))
			before := want[i]
			want[i] = r.IntN(fields[i].Limit() + 1)
			if r.IntN(2) == 0 {
				fields[i].Set(c, want[i])
			} else {
				c[fields[i].Word()] += fields[i].Step(before, want[i])
			}
			for j, f := range fields {
				if f.Get(c) != want[j] {
					t.Fatalf("field %d is %d, want %d, after field %d was set", j, f.Get(c), want[j], i)
				}
			}
		}
	}
}

// TestTablesInternEachConfigurationOnce has more of them than there were slots at
// first.
func TestTablesInternEachConfigurationOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	table := NewTable(2)
	seen := map[[2]uint64]int{}
	var list [][2]uint64
	for range 3000 {
		c := [2]uint64{uint64(r.IntN(40)), uint64(r.IntN(40)) << 50}
		i, isNew := table.Intern(c[:])
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
		if !slices.Equal(table.At(i), c[:]) {
			t.Errorf("number %d is %v, want %v", i, table.At(i), c)
		}
	}
	if table.Size != len(list) || table.Size*4 > len(table.slots)*3 {
		t.Errorf("%d in %d slots, want %d", table.Size, len(table.slots), len(list))
	}
}

// TestInterningAllIsInterningEach has batches of any size in which configurations come again, and
// a table that grows between them.
func TestInterningAllIsInterningEach(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	all, each := NewTable(2), NewTable(2)
	for range 400 {
		batch := make([]uint64, 2*AtOnce)
		to := make([]uint32, r.IntN(AtOnce+1))
		for i := range to {
			batch[2*i], batch[2*i+1] = uint64(r.IntN(60)), uint64(r.IntN(60))<<50
		}
		all.InternAll(batch, to)
		for i, got := range to {
			if want, _ := each.Intern(batch[2*i : 2*i+2]); int(got) != want {
				t.Fatalf("number %d, want %d", got, want)
			}
		}
	}
	if all.Size != each.Size || all.Size < 3000 || all.Size*4 > len(all.slots)*3 || !slices.Equal(all.arena, each.arena) {
		t.Errorf("%d in %d slots, want %d", all.Size, len(all.slots), each.Size)
	}
}

// TestConfigurationsOfOneHashAreTwo has configurations of the same hash, some of which begin with the same word: only
// words tell them apart.
func TestConfigurationsOfOneHashAreTwo(t *testing.T) {
	const n = 100
	var words []uint64
	for i := range uint64(n) {
		c := []uint64{i / 2, i, 0}
		c[2] = hash(c[:2])
		words = append(words, c...)
	}
	if hash(words[:3]) != hash(words[3*(n-1):]) {
		t.Fatal("the hashes differ")
	}
	table, to := NewTable(3), make([]uint32, n)
	for range 2 {
		table.InternAll(words, to)
		for i := range to {
			if got, isNew := table.Intern(words[3*i : 3*i+3]); got != i || isNew || to[i] != uint32(i) {
				t.Fatalf("number %d is %d one by one, and %d with the others", i, got, to[i])
			}
		}
	}
}

// TestHashesDependOnAllBits: each bit of a configuration changes about half of the bits of its
// hash, each of them half of the time.
func TestHashesDependOnAllBits(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const draws = 400
	for bit := range 128 {
		var changed [64]int
		for range draws {
			c := []uint64{r.Uint64(), r.Uint64()}
			before := hash(c)
			c[bit/64] ^= 1 << (bit % 64)
			for out := range changed {
				changed[out] += int((before ^ hash(c)) >> out & 1)
			}
		}
		for out, n := range changed {
			if n < draws/3 || n > draws*2/3 {
				t.Fatalf("bit %d changes bit %d of the hash %d times in %d", bit, out, n, draws)
			}
		}
	}
}
