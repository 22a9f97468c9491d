// Package packed keeps configurations of systems in few words: numbers in fields of these, and
// tables in which each configuration is kept once.
package packed

import (
	"fmt"
	"math/bits"
	"slices"
)

// A Field is a number inside a packed configuration. Fields don't cross words.
type Field struct {
	word  uint32
	shift uint32 // less than 64
	mask  uint64 // before shifting
}

// Get reads the number out of a configuration.
func (f Field) Get(c []uint64) int { return f.In(c[f.word]) }

// In reads the number out of the word that the field is in.
func (f Field) In(word uint64) int { return int(word >> (f.shift & 63) & f.mask) }

// Set writes it.
func (f Field) Set(c []uint64, v int) {
	c[f.word] = c[f.word]&^(f.mask<<(f.shift&63)) | uint64(v)<<(f.shift&63)
}

// Word is the word that the field is in.
func (f Field) Word() int { return int(f.word) }

// Step is what has to be added to the word of a field that is from to make it to.
func (f Field) Step(from, to int) uint64 { return uint64(to-from) << (f.shift & 63) }

// Limit is the largest number that the field holds.
func (f Field) Limit() int { return int(f.mask) }

// A Packing is how much of the words of a configuration is taken.
type Packing struct {
	Words int
	Used  uint // bits of the last word, at most 64
}

// Add makes room for numbers up to limit.
func (p *Packing) Add(limit int) Field {
	width := uint(bits.Len(uint(limit)))
	if width == 0 {
		return Field{mask: 0}
	}
	if p.Words == 0 || p.Used+width > 64 {
		p.Words++
		p.Used = 0
	}
	f := Field{uint32(p.Words - 1), uint32(p.Used), 1<<width - 1}
	p.Used += width
	return f
}

// A Table interns configurations: each is kept once, in one arena, and found
// by its exact words. Slots hold indices plus one. There are more slots than indices, so that the
// upper bits of a slot are free: they hold bits of the hash that its place doesn't
// tell, and most of what is in the way of a configuration needn't be looked up in the arena.
type Table struct {
	Words int // of each configuration, at least 1
	Size  int // how many there are
	arena []uint64
	slots []uint32
	batch *batch // of InternAll
}

// NewTable makes an empty table of configurations of some words.
func NewTable(words int) *Table {
	return &Table{Words: max(words, 1), slots: make([]uint32, 1<<8)}
}

// At returns configuration number i. It stays valid: the words never change.
func (t *Table) At(i int) []uint64 {
	return t.arena[i*t.Words : (i+1)*t.Words : (i+1)*t.Words]
}

// Intern returns the number of a configuration and whether it is new.
func (t *Table) Intern(c []uint64) (int, bool) {
	if t.Size*4 >= len(t.slots)*3 {
		t.grow()
	}
	return t.intern(c, hash(c))
}

// intern is Intern where there is room for one more.
func (t *Table) intern(c []uint64, h uint64) (int, bool) {
	mask := uint64(len(t.slots) - 1)
	tag := tagOf(h, mask)
	for slot := h & mask; ; slot = (slot + 1) & mask {
		s := t.slots[slot]
		if s == 0 {
			t.slots[slot] = tag | uint32(t.Size+1)
			t.arena = append(Doubled(t.arena, len(c)), c...)
			t.Size++
			return t.Size - 1, true
		}
		if i := int(s & uint32(mask)); s&^uint32(mask) == tag && t.equal(i-1, c) {
			return i - 1, false
		}
	}
}

// AtOnce is how many configurations InternAll takes at most.
const AtOnce = 256

// A batch is what InternAll knows of configurations so far.
type batch struct {
	hashes [AtOnce]uint64
	slots  [AtOnce]uint32 // that which names the configuration, or 0
	heads  [AtOnce]uint64 // the first word of what the slot names
}

// InternAll interns configurations that stand one behind the other, up to AtOnce of them, and
// puts their numbers into to. It does what Intern does one by one, but looks all of them up first.
func (t *Table) InternAll(words []uint64, to []uint32) {
	for (t.Size+len(to))*4 >= len(t.slots)*3 {
		t.grow()
	}
	if t.batch == nil {
		t.batch = &batch{}
	}
	t.lookUp(words, len(to))
	mask := uint32(len(t.slots) - 1)
	for i, s := range t.batch.slots[:len(to)] {
		n := int(s&mask) - 1
		if s == 0 {
			n, _ = t.intern(words[i*t.Words:(i+1)*t.Words], t.batch.hashes[i])
		}
		to[i] = uint32(n)
	}
}

// lookUp finds the slots of n configurations. It goes through all of them for each look: at the place of each in
// the slots, then at the first slot from there on that may name it, then at what that names. In a large table each
// look at another place is one into main memory, and the machine waits for several at a time if none hangs on
// another. It waits for as many as there are among the instructions that it has room for: this is why the loops that
// look there do nothing else.
func (t *Table) lookUp(words []uint64, n int) {
	hashes, slots, heads := t.batch.hashes[:n], t.batch.slots[:n], t.batch.heads[:n]
	for i := range hashes {
		hashes[i] = hash(words[i*t.Words : (i+1)*t.Words])
	}
	all, mask := t.slots, uint64(len(t.slots)-1)
	for i, h := range hashes {
		slots[i] = all[h&mask]
	}
	for i, h := range hashes {
		slots[i] = t.like(slots[i], h)
	}
	for i, s := range slots {
		if s != 0 {
			heads[i] = t.arena[(int(s&uint32(mask))-1)*t.Words]
		}
	}
	for i, s := range slots {
		if s != 0 && (heads[i] != words[i*t.Words] || !t.equal(int(s&uint32(mask))-1, words[i*t.Words:(i+1)*t.Words])) {
			slots[i] = 0
		}
	}
}

// like is the first slot, from that of a hash on, whose configuration may have this hash; 0 if there is none. The
// first of them is s.
func (t *Table) like(s uint32, h uint64) uint32 {
	mask := uint64(len(t.slots) - 1)
	tag := tagOf(h, mask)
	for slot := h & mask; s != 0 && s&^uint32(mask) != tag; {
		slot = (slot + 1) & mask
		s = t.slots[slot]
	}
	return s
}

// tagOf are the bits of a hash that a slot has room for, given those that tell its place.
func tagOf(hash, mask uint64) uint32 { return uint32(hash>>32) &^ uint32(mask) }

// Doubled makes room for n more elements by doubling, which copies less than
// append does for large slices.
func Doubled[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		return slices.Grow(s, len(s)+n)
	}
	return s
}

func (t *Table) equal(i int, c []uint64) bool {
	for j, w := range t.At(i) {
		if w != c[j] {
			return false
		}
	}
	return true
}

func (t *Table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for i := range t.Size {
		h := hash(t.At(i))
		slot := h & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = tagOf(h, mask) | uint32(i+1)
	}
}

// hash mixes the words of a configuration (the finaliser of SplitMix64). It is
// fixed, so that runs are repeatable; collisions only cost time.
func hash(c []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range c {
		h ^= w
		h ^= h >> 30
		h *= 0xbf58476d1ce4e5b9
		h ^= h >> 27
		h *= 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// Bytes is what the table takes.
func (t *Table) Bytes() int { return 8*len(t.arena) + 4*len(t.slots) }

// Reserve makes room for a number of configurations.
func (t *Table) Reserve(size int) {
	slots := 1 << bits.Len(uint(size*2))
	if slots > len(t.slots) {
		t.slots = make([]uint32, slots)
	}
	t.arena = Doubled(t.arena, size*t.Words)
}

// TooManyStates says that a limit on configurations was hit.
func TooManyStates(limit int) string {
	return fmt.Sprintf("more than %d configurations", limit)
}
