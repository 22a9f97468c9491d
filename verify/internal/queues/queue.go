package queues

import (
	"math/bits"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// Queues of messages in packed configurations. Reading the first message,
// appending one and removing the first are what steps do; the last moves all
// others, which for a queue in one word is a shift, and for a longer one a
// shift of each word.

// A Queue says where a configuration keeps the messages of a channel: how many
// there are and, if they differ, their labels, first is next. Labels have the
// same width, and as many as fit stand in each word; so a queue moves on by
// shifting words.
type Queue struct {
	Count packed.Field
	// Front is the label of the first message; 0 if there is none, or if all messages are the same.
	Front packed.Field
	// Room is how many labels there is room for; 0 if all messages are the same.
	Room int
	// Labels start at bit shift of word first; more than one word are used
	// only with shift 0.
	first   int
	shift   uint
	width   uint
	perWord int
}

// Add makes room for counts up to a bound and for some messages of a
// number of labels.
func Add(l *packed.Packing, bound, room, labels int) Queue {
	q := Queue{Count: l.Add(bound), width: uint(bits.Len(uint(labels - 1)))}
	if q.width == 0 || bound == 0 {
		return q // counting is enough
	}
	q.Room = min(room, bound)
	q.perWord = 64 / int(q.width)
	size := uint(q.Room) * q.width
	if l.Words == 0 || l.Used+size > 64 {
		l.Words++
		l.Used = 0
	}
	q.first, q.shift = l.Words-1, l.Used
	front := *l
	q.Front = front.Add(1<<q.width - 1)
	if q.Room > q.perWord {
		l.Words += (q.Room - 1) / q.perWord
		l.Used = 64
	} else {
		l.Used += size
	}
	return q
}

// IsEmpty reports whether there is no message.
func (q *Queue) IsEmpty(c []uint64) bool { return q.Count.Get(c) == 0 }

// AppendWords lists the words that the queue is in.
func (q *Queue) AppendWords(words []int) []int {
	words = append(words, q.Count.Word())
	if q.Room > 0 {
		for w := range (q.Room + q.perWord - 1) / q.perWord {
			words = append(words, q.first+w)
		}
	}
	return words
}

// Label returns the label of message i.
func (q *Queue) Label(c []uint64, i int) int {
	if q.Room == 0 {
		return 0
	}
	w := c[q.first+i/q.perWord] >> (q.shift + uint(i%q.perWord)*q.width)
	return int(w & (1<<q.width - 1))
}

// Push appends a message. There must be room.
func (q *Queue) Push(c []uint64, label int) {
	n := q.Count.Get(c)
	q.Count.Set(c, n+1)
	if q.Room > 0 {
		c[q.first+n/q.perWord] |= uint64(label) << (q.shift + uint(n%q.perWord)*q.width)
	}
}

// Pop removes the first message. What is behind the last stays zero, so that
// equal configurations have equal words.
func (q *Queue) Pop(c []uint64) {
	n := q.Count.Get(c)
	q.Count.Set(c, n-1)
	if q.Room == 0 {
		return
	}
	if q.Room <= q.perWord {
		mask := uint64(1)<<(uint(q.Room)*q.width) - 1 // all ones for 64 bits
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

// Move copies the messages of another queue of the same channel.
func (q *Queue) Move(to []uint64, old *Queue, from []uint64) {
	n := old.Count.Get(from)
	q.Count.Set(to, n)
	if q.Room > q.perWord && old.Room > old.perWord {
		words := (n + q.perWord - 1) / q.perWord
		copy(to[q.first:q.first+words], from[old.first:])
		return
	}
	for i := range min(n, old.Room) {
		to[q.first+i/q.perWord] |= uint64(old.Label(from, i)) << (q.shift + uint(i%q.perWord)*q.width)
	}
}
