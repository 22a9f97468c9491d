package verify

import (
	"math/bits"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A field is a number inside a packed configuration. Fields don't cross words.
type field struct {
	word  int
	shift uint
	mask  uint64 // before shifting
}

func (f field) get(c []uint64) int { return int(c[f.word] >> f.shift & f.mask) }

func (f field) set(c []uint64, v int) {
	c[f.word] = c[f.word]&^(f.mask<<f.shift) | uint64(v)<<f.shift
}

// limit is the largest number that the field holds.
func (f field) limit() int { return int(f.mask) }

// A layout says where a configuration keeps what. A configuration is: whether
// the program has ended; for each process its local state plus one, or 0 if it
// was never started; and the state of each object.
type layout struct {
	words     int
	used      uint // bits of the last word
	ended     field
	processes []field
	objects   []objectFields
}

// objectFields are the fields of one object. Which are used depends on its
// kind; count is the number of messages, readers, waiters, or the counter, the
// progress of a Once or the value of a cell.
type objectFields struct {
	flag     field // closed; held by a writer
	pending  field // a writer has announced itself
	count    field
	messages []field // labels in a buffer, or waiting processes, first is next
}

// Limits on what a configuration stores. Beyond, the answer is inconclusive.
const (
	mostMessages = 1 << 12 // indistinguishable messages in one buffer
	mostLabelled = 64      // messages with different labels in one buffer
	mostReaders  = 255
	mostCount    = 1<<16 - 1
)

func newLayout(sys *model.System) *layout {
	l := &layout{}
	l.ended = l.add(1)
	for i := range sys.Processes {
		l.processes = append(l.processes, l.add(len(sys.Processes[i].States)))
	}
	for i := range sys.Objects {
		l.objects = append(l.objects, l.addObject(sys, &sys.Objects[i]))
	}
	return l
}

// add makes room for numbers up to limit.
func (l *layout) add(limit int) field {
	width := uint(bits.Len(uint(limit)))
	if width == 0 {
		return field{mask: 0}
	}
	if l.words == 0 || l.used+width > 64 {
		l.words++
		l.used = 0
	}
	f := field{l.words - 1, l.used, 1<<width - 1}
	l.used += width
	return f
}

func (l *layout) addObject(sys *model.System, o *model.Object) objectFields {
	var f objectFields
	switch o.Kind {
	case model.Channel:
		f.flag = l.add(1)
		if len(o.Labels) <= 1 {
			f.count = l.add(min(o.Capacity, mostMessages))
			break
		}
		f.count = l.add(min(o.Capacity, mostLabelled))
		for range min(o.Capacity, mostLabelled) {
			f.messages = append(f.messages, l.add(len(o.Labels)-1))
		}
	case model.Mutex:
		f.flag = l.add(1)
	case model.RWMutex:
		f.flag, f.pending, f.count = l.add(1), l.add(1), l.add(mostReaders)
	case model.WaitGroup:
		f.count = l.add(mostCount)
	case model.Once:
		f.count = l.add(2)
	case model.Cell:
		f.count = l.add(max(len(o.Labels)-1, 0))
	case model.Cond:
		f.count = l.add(len(sys.Processes))
		for range sys.Processes {
			f.messages = append(f.messages, l.add(len(sys.Processes)))
		}
	}
	return f
}

// renew gives an object its first state.
func (f *objectFields) renew(c []uint64) {
	f.flag.set(c, 0)
	f.pending.set(c, 0)
	f.count.set(c, 0)
	for _, m := range f.messages {
		m.set(c, 0)
	}
}

// push appends a label behind the others.
func (f *objectFields) push(c []uint64, label int) {
	n := f.count.get(c)
	if f.messages != nil {
		f.messages[n].set(c, label)
	}
	f.count.set(c, n+1)
}

// pop removes the first label.
func (f *objectFields) pop(c []uint64) {
	n := f.count.get(c) - 1
	f.count.set(c, n)
	if f.messages == nil {
		return
	}
	for i := range n {
		f.messages[i].set(c, f.messages[i+1].get(c))
	}
	f.messages[n].set(c, 0) // equal configurations have equal words
}

// head is the first label of a channel that isn't empty.
func (f *objectFields) head(c []uint64) int {
	if f.messages == nil {
		return 0
	}
	return f.messages[0].get(c)
}

// A table interns configurations: each is kept once, in one arena, and found
// by its exact words. Slots hold indices plus one.
type table struct {
	words int
	arena []uint64
	slots []uint32
	size  int
}

func newTable(words int) *table {
	return &table{words: max(words, 1), slots: make([]uint32, 1<<8)}
}

// at returns configuration number i. It stays valid: the words never change.
func (t *table) at(i int) []uint64 {
	return t.arena[i*t.words : (i+1)*t.words : (i+1)*t.words]
}

// intern returns the number of a configuration and whether it is new.
func (t *table) intern(c []uint64) (int, bool) {
	if t.size*4 >= len(t.slots)*3 {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for slot := hash(c) & mask; ; slot = (slot + 1) & mask {
		i := t.slots[slot]
		if i == 0 {
			t.slots[slot] = uint32(t.size + 1)
			t.arena = append(doubled(t.arena, len(c)), c...)
			t.size++
			return t.size - 1, true
		}
		if t.equal(int(i-1), c) {
			return int(i - 1), false
		}
	}
}

// doubled makes room for n more elements by doubling, which copies less than
// append does for large slices.
func doubled[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		return slices.Grow(s, len(s)+n)
	}
	return s
}

func (t *table) equal(i int, c []uint64) bool {
	for j, w := range t.at(i) {
		if w != c[j] {
			return false
		}
	}
	return true
}

func (t *table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for i := range t.size {
		slot := hash(t.at(i)) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = uint32(i + 1)
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
