package kmc

import (
	"github.com/chancheck/chancheck/verify/internal/packed"
	"math/bits"
)

// Queues of messages in packed configurations. Reading the first message,
// appending one and removing the first are what steps do; the last moves all
// others, which for a queue in one word is a shift, and for a longer one a
// shift of each word.

// A queue says where a configuration keeps the messages of a channel: how many
// there are and, if they differ, their labels, first is next. Labels have the
// same width, and as many as fit stand in each word; so a queue moves on by
// shifting words.
type queue struct {
	count packed.Field
	// labels start at bit shift of word first; more than one word are used
	// only with shift 0. room is 0 if all messages are the same.
	first   int
	shift   uint
	width   uint
	perWord int
	room    int
}

// addQueue makes room for counts up to a bound and for some messages of a
// number of labels.
func addQueue(l *packed.Packing, bound, room, labels int) queue {
	q := queue{count: l.Add(bound), width: uint(bits.Len(uint(labels - 1)))}
	if q.width == 0 || bound == 0 {
		return q // counting is enough
	}
	q.room = min(room, bound)
	q.perWord = 64 / int(q.width)
	size := uint(q.room) * q.width
	if l.Words == 0 || l.Used+size > 64 {
		l.Words++
		l.Used = 0
	}
	q.first, q.shift = l.Words-1, l.Used
	if q.room > q.perWord {
		l.Words += (q.room - 1) / q.perWord
		l.Used = 64
	} else {
		l.Used += size
	}
	return q
}

// label returns the label of message i.
func (q *queue) label(c []uint64, i int) int {
	if q.room == 0 {
		return 0
	}
	w := c[q.first+i/q.perWord] >> (q.shift + uint(i%q.perWord)*q.width)
	return int(w & (1<<q.width - 1))
}

// push appends a message. There must be room.
func (q *queue) push(c []uint64, label int) {
	n := q.count.Get(c)
	q.count.Set(c, n+1)
	if q.room > 0 {
		c[q.first+n/q.perWord] |= uint64(label) << (q.shift + uint(n%q.perWord)*q.width)
	}
}

// pop removes the first message. What is behind the last stays zero, so that
// equal configurations have equal words.
func (q *queue) pop(c []uint64) {
	n := q.count.Get(c)
	q.count.Set(c, n-1)
	if q.room == 0 {
		return
	}
	if q.room <= q.perWord {
		mask := uint64(1)<<(uint(q.room)*q.width) - 1 // all ones for 64 bits
		labels := c[q.first] >> q.shift & mask
		c[q.first] = c[q.first]&^(mask<<q.shift) | labels>>q.width<<q.shift
		return
	}
	last := q.first + (n-1)/q.perWord
	top := uint(q.perWord-1) * q.width
	for w := q.first; w <= last; w++ {
		c[w] >>= q.width
		if w < last {
			c[w] |= c[w+1] & (1<<q.width - 1) << top
		}
	}
}

// move copies the messages of another queue of the same channel.
func (q *queue) move(to []uint64, old *queue, from []uint64) {
	n := old.count.Get(from)
	q.count.Set(to, n)
	if q.room > q.perWord && old.room > old.perWord {
		words := (n + q.perWord - 1) / q.perWord
		copy(to[q.first:q.first+words], from[old.first:])
		return
	}
	for i := range min(n, old.room) {
		to[q.first+i/q.perWord] |= uint64(old.label(from, i)) << (q.shift + uint(i%q.perWord)*q.width)
	}
}
