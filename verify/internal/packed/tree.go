package packed

// A Tree interns configurations as a Table does, and is for those of many words, of which each
// step changes few: recursive state compression (A. Laarman, J. van de Pol, M. Weber: Parallel
// Recursive State Compression for Free, 2011). The words are cut into chunks, each of which is
// interned by itself; the numbers of the chunks are words again, which are cut into chunks, and so
// on up to the one chunk whose number is that of the configuration. A step costs a chunk on each
// level instead of all words, in time and in room. Chunks of a level share a table wherever they
// stand, so that what looks alike in several places is kept once.
//
// The tree has one configuration unfolded, the current one. Getting from there to another costs
// as much as the two differ in.
type Tree struct {
	Words int
	// Moved is how many words were copied or looked up so far, to get from one configuration to
	// another: what the tree has cost in time, where Bytes is what it costs in room.
	Moved  int
	levels []*Table
	// unfolded are the words of the current configuration, and above them the numbers of the chunks
	// of the level below, two in a word; chunk j of a level is the words from j*span on.
	unfolded [][]uint64
	current  int // -1: the unfolded configuration isn't in the tree, or was changed
	all      []int
	dirty    []int
}

// span is the number of words of a chunk: half a cache line, eight numbers.
const span = 4

// NewTree makes an empty tree of configurations of some words. Unfolded is the one that is zero.
func NewTree(words int) *Tree {
	t := &Tree{Words: max(words, 1), current: -1}
	size := t.Words
	for ; size > span; size = (size/span + 1) / 2 {
		size = (size + span - 1) / span * span
		chunks := NewTable(span)
		chunks.Intern(make([]uint64, span)) // so that number 0 is zero on each level
		t.levels, t.unfolded = append(t.levels, chunks), append(t.unfolded, make([]uint64, size))
	}
	t.levels, t.unfolded = append(t.levels, NewTable(size)), append(t.unfolded, make([]uint64, size))
	for w := range t.Words {
		t.all = append(t.all, w)
	}
	return t
}

// IsFlat reports whether the words are few enough to be one chunk.
func (t *Tree) IsFlat() bool { return len(t.levels) == 1 }

// top is the level of which each chunk is a configuration.
func (t *Tree) top() int { return len(t.levels) - 1 }

// Size is the number of configurations.
func (t *Tree) Size() int { return t.levels[t.top()].Size }

// Bytes is what the configurations take, without the way to find them.
func (t *Tree) Bytes() int {
	bytes := 0
	for _, level := range t.levels {
		bytes += 8 * level.Size * level.Words
	}
	return bytes
}

// At returns configuration number i. It is valid until the next call of At, Edit or Intern.
func (t *Tree) At(i int) []uint64 {
	if t.IsFlat() {
		return t.levels[0].At(i)
	}
	if i != t.current {
		t.load(t.top(), 0, i)
		t.current = i
	}
	return t.unfolded[0][:t.Words]
}

// load unfolds node n in place of chunk j of a level, where it differs.
func (t *Tree) load(level, j, n int) {
	from := t.levels[level].At(n)
	to := t.unfolded[level][j*span:]
	t.Moved += len(from)
	if level == 0 {
		copy(to, from)
		return
	}
	for w, numbers := range from {
		changed := to[w] ^ numbers
		to[w] = numbers
		below := 2 * (j*span + w)
		if uint32(changed) != 0 {
			t.load(level-1, below, int(uint32(numbers)))
		}
		if changed>>32 != 0 {
			t.load(level-1, below+1, int(numbers>>32))
		}
	}
}

// Edit returns the words of configuration number i to be changed. Commit must follow.
func (t *Tree) Edit(i int) []uint64 {
	at := t.At(i)
	t.current = -1
	if t.IsFlat() {
		copy(t.unfolded[0], at)
	}
	return t.unfolded[0][:t.Words]
}

// Commit interns what Edit returned, of which only the words named were changed.
func (t *Tree) Commit(changed []int) (n int, isNew bool) {
	dirty := changed
	for level := range t.top() {
		above := t.dirty[:0]
		last := -1
		for _, w := range dirty {
			chunk := w / span
			if chunk == last {
				continue
			}
			last = chunk
			t.Moved += span
			n, _ := t.levels[level].Intern(t.unfolded[level][chunk*span : (chunk+1)*span])
			shift := 32 * uint(chunk%2)
			numbers := &t.unfolded[level+1][chunk/2]
			*numbers = *numbers&^(0xffffffff<<shift) | uint64(n)<<shift
			above = append(above, chunk/2)
		}
		dirty, t.dirty = above, above
	}
	t.Moved += len(t.unfolded[t.top()])
	n, isNew = t.levels[t.top()].Intern(t.unfolded[t.top()])
	t.current = n
	return n, isNew
}

// Intern returns the number of a configuration and whether it is new.
func (t *Tree) Intern(c []uint64) (int, bool) {
	copy(t.unfolded[0], c)
	return t.Commit(t.all)
}

// Word returns a word of configuration number i, which needn't be unfolded for that.
func (t *Tree) Word(i, word int) uint64 { return t.word(0, i, word) }

// word returns a word of a level.
func (t *Tree) word(level, i, word int) uint64 {
	if level == t.top() {
		return t.levels[level].At(i)[word]
	}
	chunk := word / span
	numbers := t.word(level+1, i, chunk/2)
	return t.levels[level].At(int(uint32(numbers >> (32 * uint(chunk%2)))))[word%span]
}

// Reserve makes room for a number of configurations.
func (t *Tree) Reserve(size int) { t.levels[t.top()].Reserve(size) }
