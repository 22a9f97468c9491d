package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestEntryPathsAreReversible goes from keys to paths and back, alone and with
// more behind.
func TestEntryPathsAreReversible(t *testing.T) {
	e := newEvaluator()
	for _, key := range []domain.Value{
		e.Integer(0), e.Integer(-7), e.Integer(1 << 40), e.Text(""), e.Text("a"), e.Text(`a]b"[.1`), e.Text("7"), e.Text("\\\n"), e.Text("ü"),
	} {
		path, ok := e.entryPath(key)
		if !ok {
			t.Errorf("%+v has no path", e.Of(key))
			continue
		}
		for _, rest := range []string{"", ".1", "[2].3", " there", "*"} {
			if end := entryEnd(path + rest); end != len(path) {
				t.Errorf("the entry of %s ends at %d, want %d", path+rest, end, len(path))
			}
		}
		if got := e.keyOf(path); got != key {
			t.Errorf("%s is the entry of %+v, want %+v", path, e.Of(got), e.Of(key))
		}
	}
}

func TestKeysThatAreNoConstantsHaveNoPath(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	for _, key := range []domain.Value{e.Opaque, e.SymbolValue(n), e.Nil, e.Pointer(e.Object("o", domain.ObjectInfo{}), "")} {
		if path, ok := e.entryPath(key); ok {
			t.Errorf("%+v has the path %s", e.Of(key), path)
		}
	}
	if got := e.keyOf("[?]"); got != e.Opaque {
		t.Errorf("the key of an entry that isn't known is %+v", e.Of(got))
	}
}

// TestEntriesAreListedOnceInOrder: an entry with several cells is one entry.
func TestEntriesAreListedOnceInOrder(t *testing.T) {
	e := newEvaluator()
	o := e.Object("m", domain.ObjectInfo{})
	s := branching()
	if got := e.entries(s, o); len(got) != 0 {
		t.Errorf("an empty map has %v", got)
	}
	for _, path := range []string{`["b"].1`, `["a"]`, `["b"].0`, `["b"]*`, "[3] there", "[3]"} {
		s.memory[o] = s.memory[o].With(path, e.Yes)
	}
	if got, want := e.entries(s, o), []string{`["a"]`, `["b"]`, "[3]"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	m := e.Intern(domain.Description{Form: domain.MapForm, Object: o})
	if got := e.mapLength(s, m); got != e.Integer(3) {
		t.Errorf("the length is %+v", e.Of(got))
	}
	s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
	if got := e.Of(e.mapLength(s, m)); got.Form != domain.SymbolForm || e.SymbolTable[got.Number].Taint == "" {
		t.Errorf("the length of a map whose content isn't known is %+v", got)
	}
}

// TestMapsOfTwoGoroutinesAreNotFollowed once one of them changes them.
func TestMapsOfTwoGoroutinesAreNotFollowed(t *testing.T) {
	e := newEvaluator()
	o := e.Object("m", domain.ObjectInfo{})
	m := e.Intern(domain.Description{Form: domain.MapForm, Object: o})
	s := branching()
	s.memory[o] = &domain.HeapObject{}
	e.touchMap(s, m, true)
	e.publish(s.memory, m)
	e.touchMap(s, m, false)
	e.process = 1
	e.touchMap(s, m, false)
	if _, exact := e.exactMap(s, m); !exact {
		t.Error("it was changed before others could see it, and only read after that")
	}
	e.changed = false
	e.touchMap(s, m, true)
	if _, exact := e.exactMap(s, m); exact || !e.changed {
		t.Error("two use it, one changes it")
	}
}

func TestOpenMapsAreNotFollowed(t *testing.T) {
	e := newEvaluator()
	o := e.Object("m", domain.ObjectInfo{})
	m := e.Intern(domain.Description{Form: domain.MapForm, Object: o})
	e.open[o] = "why"
	if _, exact := e.exactMap(branching(), m); exact {
		t.Error("others may change it")
	}
	if _, exact := e.exactMap(branching(), e.Nil); exact {
		t.Error("nil is no map that the scope made")
	}
}
