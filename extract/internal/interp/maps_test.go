package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestEntriesHavePathsOfTheirOwn: alone and with more behind.
func TestEntriesHavePathsOfTheirOwn(t *testing.T) {
	e := newEvaluator()
	seen := map[string]bool{}
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1})
	for _, key := range []domain.Value{
		e.Integer(0), e.Integer(-7), e.Integer(1 << 40), e.Text(""), e.Text("a"), e.Text(`a]b"[.1`), e.Text("7"), e.Text("\\\n"), e.Text("ü"), e.Text("#1"), e.Pointer(e.Object("o", domain.ObjectInfo{}), ""), e.SymbolValue(n),
	} {
		path, ok := e.entryPath(key)
		if !ok {
			t.Errorf("%+v has no path", e.Of(key))
			continue
		}
		for _, rest := range []string{"", ".1", "[2].3", isThere, "*"} {
			if end := entryEnd(path + rest); end != len(path) {
				t.Errorf("the entry of %s ends at %d, want %d", path+rest, end, len(path))
			}
		}
		if seen[path] {
			t.Errorf("%s is the entry of several keys", path)
		}
		seen[path] = true
	}
}

// TestKeysThatMayChangeHaveNoPath: what isn't followed, comes from outside in pieces, or is made again
// and again.
func TestKeysThatMayChangeHaveNoPath(t *testing.T) {
	e := newEvaluator()
	again := e.Symbol("again", domain.SymbolInfo{Kind: ir.IntKind, Repeats: true})
	others := e.Symbol("others", domain.SymbolInfo{Kind: ir.IntKind, Process: 1})
	doubtful := e.Symbol("doubtful", domain.SymbolInfo{Kind: ir.IntKind, Taint: "why"})
	outside := e.Object("outside", domain.ObjectInfo{Origin: again})
	for _, key := range []domain.Value{
		e.Opaque, e.Nil, e.SymbolValue(again), e.SymbolValue(others), e.SymbolValue(doubtful), e.Pointer(outside, ""),
	} {
		if path, ok := e.entryPath(key); ok {
			t.Errorf("%+v has the path %s", e.Of(key), path)
		}
	}
}

// TestKeysAreFoundByWhatTheyAre: two unknowns may be the same.
func TestKeysAreFoundByWhatTheyAre(t *testing.T) {
	e := newEvaluator()
	o, s := e.Object("m", domain.ObjectInfo{}), branching()
	a := e.SymbolValue(e.Symbol("a", domain.SymbolInfo{Kind: ir.IntKind, Process: -1}))
	b := e.SymbolValue(e.Symbol("b", domain.SymbolInfo{Kind: ir.IntKind, Process: -1}))
	path, _ := e.entryPath(a)
	s.memory[o] = s.memory[o].With(path+isThere, a)
	if _, there, known := e.find(s, o, a); !there || !known {
		t.Error("the key itself isn't found")
	}
	for _, other := range []domain.Value{b, e.Integer(1)} {
		if _, there, known := e.find(s, o, other); there || known {
			t.Errorf("%+v is found, or known not to be there", e.Of(other))
		}
	}
	sym := domain.SymbolID(e.Of(a).Number)
	s.decide(sym, domain.Decision{Low: 1, High: 1, Equal: e.Integer(1)})
	if got, there, known := e.find(s, o, e.Integer(1)); got != path || !there || !known {
		t.Error("what the key was decided to be isn't found")
	}
	if _, there, known := e.find(s, o, e.Integer(2)); there || !known {
		t.Error("another number may be there")
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

// TestMapsOfTwoGoroutinesAreVariables once one of them changes them; of clients they aren't.
func TestMapsOfTwoGoroutinesAreVariables(t *testing.T) {
	for _, clients := range []bool{false, true} {
		e := newEvaluator()
		e.clients = clients
		o := e.Object("m", domain.ObjectInfo{})
		m := e.Intern(domain.Description{Form: domain.MapForm, Object: o})
		s := branching()
		s.memory[o] = &domain.HeapObject{}
		e.touchMap(s, m, true)
		e.publish(s.memory, m)
		e.touchMap(s, m, false)
		e.process = 1
		e.touchMap(s, m, false)
		if _, shared := e.sharedMap(s, m); shared {
			t.Error("it was changed before others could see it, and only read after that")
		}
		e.changed = false
		e.touchMap(s, m, true)
		if _, shared := e.sharedMap(s, m); shared == clients || !e.changed {
			t.Errorf("two use it, one changes it: clients %v, shared %v", clients, shared)
		}
		if _, exact := e.exactMap(s, m); exact == clients {
			t.Errorf("clients %v, exact %v", clients, exact)
		}
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
