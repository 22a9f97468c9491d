package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// An unknown that is computed from another one is no unknown of its own: a part of a
// slice is no longer than that, a copy as long, and a word is counted in the text that
// is split. How they hang on each other isn't followed. So the outside world is free to
// choose one of those that are related; the others are in doubt.

// hangsOnOthers is why something is in doubt that is related to what was chosen.
const hangsOnOthers = "something is asked for that hangs on something else"

// A relation says which unknowns hang on each other, in disjoint sets (Galler and
// Fischer, 1964), and which are asked for, in the order in which they first were.
type relation struct {
	parent   map[domain.SymbolID]domain.SymbolID
	above    map[domain.SymbolID]bool // is the parent of others
	askedFor []domain.SymbolID
}

func newRelation() *relation {
	return &relation{parent: map[domain.SymbolID]domain.SymbolID{}, above: map[domain.SymbolID]bool{}}
}

// of is the unknown that stands for all that are related to one: the smallest.
func (r *relation) of(sym domain.SymbolID) domain.SymbolID {
	for r.parent[sym] != 0 {
		sym = r.parent[sym]
	}
	return sym
}

// join relates two unknowns. It reports whether they weren't.
func (r *relation) join(a, b domain.SymbolID) bool {
	a, b = r.of(a), r.of(b)
	if a == b {
		return false
	}
	r.parent[max(a, b)], r.above[min(a, b)] = min(a, b), true
	return true
}

// isRelated reports whether an unknown is related to any other.
func (r *relation) isRelated(sym domain.SymbolID) bool { return r.parent[sym] != 0 || r.above[sym] }

// chosen is the first of those related to an unknown that was asked for; 0 if there is
// none.
func (r *relation) chosen(sym domain.SymbolID) domain.SymbolID {
	i := slices.IndexFunc(r.askedFor, func(other domain.SymbolID) bool { return r.of(other) == r.of(sym) })
	if i < 0 {
		return 0
	}
	return r.askedFor[i]
}

// choose notes that an unknown is asked for, or that something was decided about it before anybody asks.
func (r *relation) choose(sym domain.SymbolID) {
	if r.chosen(sym) == 0 {
		r.askedFor = append(r.askedFor, sym)
	}
}

// measured is the unknown whose size a number says: what it is the length of, or itself.
func (k *knowledge) measured(sym domain.SymbolID) domain.SymbolID {
	if info := &k.SymbolTable[sym]; info.Length && info.Whole != 0 {
		return info.Whole
	}
	return sym
}

// relate notes that a value hangs on others.
func (k *knowledge) relate(v domain.Value, others ...domain.Value) {
	of := k.Of(v)
	if of.Form != domain.SymbolForm {
		return
	}
	sym := k.measured(domain.SymbolID(of.Number))
	for _, other := range others {
		k.Walk(other, func(part domain.Value, d *domain.Description) {
			if d.Form == domain.SymbolForm && k.related.join(sym, k.measured(domain.SymbolID(d.Number))) {
				k.settleRelated(sym)
			}
		})
	}
}

// settleRelated has those that are related to an unknown fit the one that was chosen: they
// may well be zero. Where that is news it matters to what was evaluated before.
func (k *knowledge) settleRelated(sym domain.SymbolID) {
	if k.related.chosen(sym) == 0 {
		return
	}
	k.changed = true
	for i := range k.SymbolTable {
		if info := &k.SymbolTable[i]; info.Size && k.isHanging(domain.SymbolID(i)) {
			info.Size = false
		}
	}
}

// isHanging reports whether a number has to fit another one that was chosen.
func (k *knowledge) isHanging(sym domain.SymbolID) bool {
	measured := k.measured(sym)
	chosen := k.related.chosen(measured)
	return chosen != 0 && chosen != measured
}

// supplier stands for all that belongs together with an unknown: what the callers of the
// root pass, if they are all known, or the root has captured; what a package-level variable
// holds; or what a function has looked at of which only the result is known. There the
// program decides what goes with what, as in the rows of a table. It is 0 if the outside
// world may choose.
func (k *knowledge) supplier(sym domain.SymbolID) domain.SymbolID {
	for ; ; sym = k.SymbolTable[sym].Whole {
		switch {
		case k.examined[sym] || k.SymbolTable[sym].Global && sym != k.Symbols[theMachine]:
			return sym
		case slices.Contains(k.supplied, sym):
			return k.theSupplied()
		case k.SymbolTable[sym].Whole == 0:
			return 0
		}
	}
}

// theSupplied stands for what the program gives the root; 0 if that is nothing.
func (k *knowledge) theSupplied() domain.SymbolID {
	if len(k.supplied) == 0 {
		return 0
	}
	return k.supplied[0]
}

// examine notes that something is computed from values, that isn't followed.
func (k *knowledge) examine(result domain.Value, values []domain.Value) {
	k.relate(result, values...)
	for _, v := range values {
		k.Walk(v, func(_ domain.Value, d *domain.Description) {
			if sym := domain.SymbolID(d.Number); d.Form == domain.SymbolForm && !k.examined[sym] {
				k.examined[sym] = true
				k.changed = k.changed || len(k.related.askedFor) > 0
			}
		})
	}
}

// isOneOrNil reports whether values of a kind are nil or not: an error, or what there is
// without one.
func isOneOrNil(kind ir.ValueKind) bool {
	switch kind {
	case ir.ErrorKind, ir.PointerKind, ir.InterfaceKind, ir.FuncKind:
		return true
	}
	return false
}

// relateResults notes that a value is one of the results of a call.
func (k *knowledge) relateResults(v domain.Value, call string) {
	if other, known := k.results[call]; known {
		k.relate(v, other)
	}
	k.results[call] = v
}

// mayLack is why it is in doubt that a result is nil although there is no error.
const mayLack = "whether a result without an error is nil is asked"

// mayHaveEnded is why it is in doubt that a context hasn't ended yet: whoever wakes others once it has may
// have done so before. Of all that is done when a context ends, only to wake who waits for a condition variable
// makes no difference later.
const mayHaveEnded = "whether a context hasn't ended yet is asked"

// hasSize reports whether values of a kind are sizes, or have one.
func hasSize(kind ir.ValueKind) bool {
	switch kind {
	case ir.IntKind, ir.StringKind, ir.SliceKind, ir.MapKind:
		return true
	}
	return false
}

// hanging is a new unknown that hangs on others.
func (e *evaluator) hanging(s *localState, kind ir.ValueKind, text, taint string, others ...domain.Value) domain.Value {
	v := e.fresh(s, kind, text, taint)
	e.relate(v, others...)
	return v
}

// doubtAboutSum is why a number that is computed from others is in doubt; "" if they
// aren't several sizes, nor hang on others.
func (e *evaluator) doubtAboutSum(operands ...domain.Value) string {
	sizes := 0
	for _, v := range operands {
		d := e.Of(v)
		switch {
		case d.Form != domain.SymbolForm:
		case e.isHanging(domain.SymbolID(d.Number)):
			return hangsOnOthers
		case e.SymbolTable[d.Number].Length:
			sizes++
		}
	}
	if sizes > 1 {
		return hangsOnOthers
	}
	return ""
}

// setByMaker is why a number is in doubt that a test has got from a function which isn't followed, as part of what that
// has made: of a configuration with its defaults, say.
const setByMaker = "a test asks for a number that a function which isn't followed has set"

// doubtOfMaker is setByMaker where a test tries, as a size, a part of what a call has returned; else "".
func (k *knowledge) doubtOfMaker(sym domain.SymbolID) string {
	whole := k.SymbolTable[sym].Whole
	for whole != 0 && k.SymbolTable[whole].Whole != 0 {
		whole = k.SymbolTable[whole].Whole
	}
	if k.staged && whole != 0 && k.SymbolTable[whole].Process >= 0 && k.SymbolTable[whole].Kind == ir.PointerKind {
		return setByMaker
	}
	return ""
}

// doubtOf is why the program, and not the outside world, decides about an unknown; "" if
// it doesn't.
func (k *knowledge) doubtOf(sym domain.SymbolID) string {
	info := &k.SymbolTable[sym]
	if info.Taint != "" || info.Order {
		return info.Taint
	}
	if k.IsWritten(sym) {
		return ofCaller
	}
	if info.Ending && k.hasConditions {
		return mayHaveEnded
	}
	if info.Staged {
		return mayWork
	}
	supplier := k.supplier(sym)
	if supplier != 0 && supplier == k.theSupplied() && (info.Kind == ir.PointerKind || info.Kind == ir.InterfaceKind) {
		return mayBeNil
	}
	if info.Kind != ir.IntKind && supplier == 0 && !k.related.isRelated(sym) {
		return ""
	}
	if supplier != 0 {
		k.related.join(k.measured(sym), supplier)
	}
	if measured := k.measured(sym); k.related.chosen(measured) == 0 {
		k.related.choose(measured)
		if k.related.isRelated(measured) {
			k.settleRelated(measured)
		}
	}
	switch {
	case !k.isHanging(sym):
		return ""
	case supplier == 0 && isOneOrNil(info.Kind) && k.SymbolTable[k.related.chosen(k.measured(sym))].Kind == ir.ErrorKind:
		// Who has asked for the error may as well be sure that there is something without one, but
		// not that there is nothing.
		return mayLack
	}
	return hangsOnOthers
}
