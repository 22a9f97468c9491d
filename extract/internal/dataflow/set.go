package dataflow

import (
	"math/bits"
	"slices"
)

// A Set is a set of numbers, none below 0: a vector of bits. The zero Set is empty.
type Set []uint64

// Add adds a number. It reports whether that is new.
func (s *Set) Add(n int) bool {
	for len(*s) <= n/64 {
		*s = append(*s, 0)
	}
	word := &(*s)[n/64]
	before := *word
	*word |= 1 << (n % 64)
	return *word != before
}

// Has reports whether a number is in the set.
func (s Set) Has(n int) bool { return n/64 < len(s) && s[n/64]&(1<<(n%64)) != 0 }

// AddAll adds the numbers of another set. It reports whether one of them is new.
func (s *Set) AddAll(other Set) bool {
	grew := false
	if missing := len(other) - len(*s); missing > 0 {
		*s = append(*s, other[len(*s):]...)
		clear((*s)[len(*s)-missing:])
	}
	for i, w := range other {
		if joined := (*s)[i] | w; joined != (*s)[i] {
			(*s)[i] = joined
			grew = true
		}
	}
	return grew
}

// KeepAll takes out the numbers that aren't in another set.
func (s Set) KeepAll(other Set) {
	for i := range s {
		if i < len(other) {
			s[i] &= other[i]
		} else {
			s[i] = 0
		}
	}
}

// Remove takes a number out, if it is there.
func (s Set) Remove(n int) {
	if n/64 < len(s) {
		s[n/64] &^= 1 << (n % 64)
	}
}

// IsEmpty reports whether a set has no elements.
func (s Set) IsEmpty() bool {
	return !slices.ContainsFunc(s, func(word uint64) bool { return word != 0 })
}

// Each visits the numbers, in increasing order.
func (s Set) Each(visit func(int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i*64 + bits.TrailingZeros64(w))
		}
	}
}
