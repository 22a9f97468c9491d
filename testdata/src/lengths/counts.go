package lengths

import (
	"bytes"
	"math/bits"
	"strings"
	"sync"
)

// A Tally counts under locks, one for each thing.
type Tally struct {
	copies, commas, widths, rests, parts, words, places sync.Mutex

	n    int
	rest bytes.Buffer
}

// Right: no fewer than none are copied.
func (t *Tally) Copy(to, from []byte) {
	t.copies.Lock()
	n := copy(to, from)
	if n < 0 {
		return
	}
	t.n = n
	t.copies.Unlock()
}

// Right: likewise of commas.
func (t *Tally) Commas(text string) {
	t.commas.Lock()
	n := strings.Count(text, ",")
	if n < 0 {
		return
	}
	t.n = n
	t.commas.Unlock()
}

// Right: likewise of bits.
func (t *Tally) Width(v uint) {
	t.widths.Lock()
	n := bits.Len(v)
	if n < 0 {
		return
	}
	t.n = n
	t.widths.Unlock()
}

// Right: likewise of what is left.
func (t *Tally) Rest() {
	t.rests.Lock()
	n := t.rest.Len()
	if n < 0 {
		return
	}
	t.n = n
	t.rests.Unlock()
}

// Right: there is one part at least.
func (t *Tally) Parts(text string) {
	t.parts.Lock()
	parts := strings.Split(text, ",")
	if len(parts) == 0 {
		return
	}
	t.n = len(parts)
	t.parts.Unlock()
}

// Wrong: there may be no words.
func (t *Tally) Words(text string) {
	t.words.Lock()
	words := strings.Fields(text)
	if len(words) == 0 {
		return // want "returns without unlocking t.words"
	}
	t.n = len(words)
	t.words.Unlock()
}

// Wrong: with a separator that is empty there may be none.
func (t *Tally) Places(text, separator string) {
	t.places.Lock()
	places := strings.Split(text, separator)
	if len(places) == 0 {
		return // want "returns without unlocking t.places"
	}
	t.n = len(places)
	t.places.Unlock()
}
