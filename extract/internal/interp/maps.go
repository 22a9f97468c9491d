package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// A map that the scope makes is followed exactly as long as it is known which of its
// keys are the same: constants, objects that the scope makes, and unknowns that keep
// their value. Entries are cells of its object, called by their keys. If several
// goroutines use it, it is a variable of the model (see sharedmaps.go). After an update
// with another key its content is not known: what is stored there is open, and a decision
// that depends on it would be a guess. A map from outside is an unknown with parts.

// unknownEntry is the cell that says that the content isn't known.
const unknownEntry = "[?]"

// entryPath is the path of the entry of a key that is like no other one: a constant, an
// object, or an unknown.
func (e *evaluator) entryPath(key domain.Value) (string, bool) {
	d := e.Of(key)
	switch d.Form {
	case domain.IntForm, domain.BoolForm:
		return elementPath(d.Number), true
	case domain.StringForm:
		return "[" + strconv.Quote(d.Text) + "]", true
	}
	if e.isIdentity(d) || d.Form == domain.IfaceForm && e.isOne(d) {
		return identityPath + strconv.Itoa(int(key)) + "]", true
	}
	return "", false
}

// isOne reports whether what an interface value holds is like nothing else.
func (e *evaluator) isOne(d *domain.Description) bool {
	_, ok := e.entryPath(d.Parts[0])
	return ok && !ir.HasParameter(d.Text)
}

// identityPath begins the path of the entry of a key that is no constant: a number that it has alone.
const identityPath = "[#"

// isIdentity reports whether a key says which one it is. An unknown that is made again and again
// may be another one by the time that it is asked for. Clients have stored with other keys before.
func (e *evaluator) isIdentity(d *domain.Description) bool {
	switch {
	case e.clients:
		return false
	case d.Form == domain.PointerForm || d.Form == domain.ChanForm:
		return e.IsMade(d.Object)
	case d.Form == domain.SymbolForm:
		info := &e.SymbolTable[d.Number]
		return info.Process <= 0 && !info.Repeats && info.Taint == "" && info.Kind != ir.OtherKind
	}
	return false
}

// find returns the path of the entry of a key, and whether there is one. It isn't known if the key
// may be the same as another one, or not.
func (e *evaluator) find(s *localState, o domain.ObjectID, key domain.Value) (path string, there, known bool) {
	path, known = e.entryPath(key)
	for _, other := range e.entries(s, o) {
		if other == path {
			return path, true, known
		}
		switch e.Resolve(s.decisions, e.equal(e.Resolve(s.decisions, e.keyAt(s, o, other)), key)) {
		case e.Yes:
			return other, true, true
		case e.No:
		default:
			known = false
		}
	}
	return path, false, known
}

// exactMap returns the object of a map whose content is known.
func (e *evaluator) exactMap(s *localState, m domain.Value) (domain.ObjectID, bool) {
	d := e.Of(m)
	if d.Form != domain.MapForm || e.open[d.Object] != "" || e.sharedMaps[d.Object] {
		return d.Object, false
	}
	return d.Object, s.memory[d.Object].Find(unknownEntry) == 0
}

// touchMap notes a use of a map, and reports whether a client has used it before in his call (see
// touch).
func (e *evaluator) touchMap(s *localState, m domain.Value, write bool) (before bool) {
	d := e.Of(m)
	o := d.Object
	if d.Form == domain.SymbolForm {
		o, _, _ = e.deref(m)
	}
	id := domain.CellID{Object: o, Path: "[]"}
	before = o != 0 && e.touch(s, id)
	if d.Form == domain.SymbolForm && write {
		s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
	}
	if d.Form != domain.MapForm || !e.visible(s, o) {
		return before
	}
	e.noteCell(id, write)
	if e.sharedCells[id] && (e.clients || e.havoc[id] || e.guarded[id] || e.isScribbled(o, "")) {
		e.unfollowMap(o)
	}
	return before
}

// askedTable is why a branch is in doubt that asks for what the package has written down.
const askedTable = "a map that the package writes down is asked for"

// writtenDown is the same map as one of which the program decides what it has.
func (e *evaluator) writtenDown(m domain.Value) domain.Value {
	sym := domain.SymbolID(e.Of(m).Number)
	return e.SymbolValue(e.Symbol("written down "+strconv.Itoa(int(sym)), domain.SymbolInfo{
		Kind: ir.MapKind, Text: e.SymbolTable[sym].Text, Process: e.SymbolTable[sym].Process, Taint: askedTable, Whole: sym,
	}))
}

// wasChanged reports whether the scope has changed a map from outside.
func (e *evaluator) wasChanged(s *localState, m domain.Value) bool {
	o, _, ok := e.deref(m)
	return ok && s.memory[o].Find(unknownEntry) != 0
}

// entries lists the paths of the entries of a map, in a fixed order.
func (e *evaluator) entries(s *localState, o domain.ObjectID) []string {
	var paths []string
	if h := s.memory[o]; h != nil {
		for _, c := range h.Cells {
			end := entryEnd(c.Path)
			if end == 0 {
				continue // no entry
			}
			if len(paths) == 0 || paths[len(paths)-1] != c.Path[:end] {
				paths = append(paths, c.Path[:end])
			}
		}
	}
	return slices.Compact(paths)
}

// entryEnd is the length of the first element of a path. A quoted key can have
// brackets in it.
func entryEnd(path string) int {
	if strings.HasPrefix(path, `["`) {
		if quoted, err := strconv.QuotedPrefix(path[1:]); err == nil {
			return 1 + len(quoted) + 1
		}
	}
	return strings.IndexByte(path, ']') + 1
}

// constantPath is the path of the entry of a constant key.
func (e *evaluator) constantPath(key domain.Value) (string, bool) {
	path, ok := e.entryPath(key)
	return path, ok && e.Of(key).Form.IsConstant()
}

// lastingPath is the path of the entry of a key by which an unknown map, which nobody changes, says the same
// whenever it is asked: a constant, or something that keeps its value.
func (e *evaluator) lastingPath(key domain.Value) (string, bool) {
	if path, constant := e.constantPath(key); constant {
		return path, true
	}
	return identityPath + strconv.Itoa(int(key)) + "]", e.keepsValue(key)
}

// keepsValue reports whether a key is made of nothing but constants and unknowns that keep their value.
func (e *evaluator) keepsValue(key domain.Value) bool {
	d := e.Of(key)
	if d.Form != domain.StructForm && d.Form != domain.IfaceForm {
		return d.Form.IsConstant() || d.Form == domain.SymbolForm && e.isIdentity(d)
	}
	return !slices.ContainsFunc(d.Parts, func(part domain.Value) bool { return !e.keepsValue(part) })
}

// sameKey is why it is in doubt what an unknown map has for a key that is asked for at another place, too, as far as is
// known; "" if it isn't.
func (e *evaluator) sameKey(s *localState, m, key domain.Value) string {
	if e.clients || e.Of(m).Form != domain.SymbolForm {
		return ""
	}
	asked, place := [2]domain.Value{m, key}, e.place(s)
	first, known := e.lookedUp[asked]
	switch {
	case !known:
		e.lookedUp[asked] = place
	case first == "":
		return askedAgain
	case first != place:
		e.lookedUp[asked] = ""
		e.changed = true
		return askedAgain
	}
	return ""
}

// keyAt is the key of the entry at a path.
func (e *evaluator) keyAt(s *localState, o domain.ObjectID, path string) domain.Value {
	if key := s.memory[o].Find(path + isThere); key != 0 {
		return key
	}
	return e.Opaque
}

// computeMap gives the result of the instructions on maps that make a value.
func (e *evaluator) computeMap(s *localState, f *frame, in *ir.Instr) domain.Value {
	switch in.Op {
	case ir.OpMapUpdate:
		e.updateMap(s, f, in)
	case ir.OpMapDelete:
		e.deleteEntry(s, f, in)
	case ir.OpMapLookup:
		return e.lookUp(s, f, in)
	case ir.OpCopySlice:
		args := e.operands(s, f, in.Args)
		e.openAll(s.memory, copiedToSlice, args...)
		return e.copied(s, in, args)
	}
	if in.Kind == ir.TupleKind {
		return e.Opaque
	}
	return e.fresh(s, in.Kind, in.Text, "")
}

// isThere ends the path of the cell of an entry that holds the key: there is an entry, whatever it
// holds, and who has the map has the key.
const isThere = " there"

func (e *evaluator) updateMap(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	m, v := args[0], args[2]
	e.touchMap(s, m, true)
	o, exact := e.exactMap(s, m)
	if path, there, known := e.find(s, o, args[1]); exact && known {
		if e.visible(s, o) {
			e.publish(s.memory, args[1], v)
		}
		e.Store(s.memory, o, path, v, in.Kind)
		if !there {
			s.memory[o] = s.memory[o].With(path+isThere, args[1])
		}
		return
	}
	if e.isSymbol(m) && e.TaintOf(m) == "" {
		object, _, _ := e.deref(m)
		e.openAll(s.memory, "stored in "+e.describeOutside(object)+outlives, args[1], v)
	} else {
		e.openAll(s.memory, storedInMap, args[1], v)
	}
	if e.Of(m).Form == domain.MapForm {
		e.openContents(s, o, "", storedInMap)
		s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
	}
}

func (e *evaluator) deleteEntry(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	if d := e.Of(args[0]); d.Form == domain.SliceForm {
		e.clearSlice(s, d, in)
		return
	}
	e.touchMap(s, args[0], true)
	o, exact := e.exactMap(s, args[0])
	if !exact {
		return
	}
	if len(args) == 1 { // clear
		s.memory[o] = s.memory[o].Without("")
		return
	}
	if path, _, known := e.find(s, o, args[1]); known {
		s.memory[o] = s.memory[o].Without(path).Without(path + isThere)
		return
	}
	e.openContents(s, o, "", unknownKeyGone)
	s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
}

// clearSlice sets the elements of a slice to zero. What others use meanwhile isn't
// followed.
func (e *evaluator) clearSlice(s *localState, d *domain.Description, in *ir.Instr) {
	if d.Length > largestSlice {
		e.openContents(s, d.Object, d.Text, tooLongToFollow)
		return
	}
	object, base, first := d.Object, d.Text, d.Number
	for i := range d.Length {
		id := domain.CellID{Object: object, Path: base + elementPath(first+i)}
		if e.visible(s, object) {
			e.noteUse(id, true, in.Kind)
		}
		if e.sharedCells[id] && !e.havoc[id] {
			e.havoc[id] = true
			e.changed = true
		}
		e.Store(s.memory, object, id.Path, e.Zero(in.Kind), in.Kind)
		e.replaceLocks(s, object, id.Path, in.Site)
	}
}

// orSomeMap is what is loaded, or a map in doubt if that is a map which has been made where it isn't followed, as an element of an
// array is.
func (e *evaluator) orSomeMap(s *localState, v domain.Value, in *ir.Instr) domain.Value {
	if in.Name == ir.BuiltInMap && v == e.Nil {
		return e.fresh(s, in.Kind, in.Text, askedMap)
	}
	return v
}

const askedMap = "the content of a map is asked for"

// lookUp is m[k], with or without ok.
func (e *evaluator) lookUp(s *localState, f *frame, in *ir.Instr) domain.Value {
	m, key := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	asked := askedMap
	if e.touchMap(s, m, false) {
		asked = askedAgain
	}
	v, ok := e.entry(s, m, key, in, asked)
	if in.CommaOk {
		return e.Tuple(v, ok)
	}
	return v
}

// entry is the value of a map entry, and whether there is one. If that isn't known, asked says what
// is in doubt.
func (e *evaluator) entry(s *localState, m, key domain.Value, in *ir.Instr, asked string) (v, ok domain.Value) {
	if in.Index == ir.WrittenDown && e.isSymbol(m) {
		m = e.writtenDown(m)
	}
	d := e.Of(m)
	if d.Form == domain.NilForm {
		return e.Zero(in.Kind), e.No
	}
	if o, exact := e.exactMap(s, m); exact {
		path, there, known := e.find(s, o, key)
		switch {
		case known && there:
			return e.Load(s.memory, o, path, in.Kind), e.Yes
		case known || len(e.entries(s, o)) == 0:
			return e.Zero(in.Kind), e.No
		}
	}
	if e.isEmptyMap(s, m) {
		return e.Zero(in.Kind), e.No
	}
	path, stays := e.lastingPath(key)
	position, isOfRange := e.entryOf(m, key)
	switch {
	case d.Form == domain.SymbolForm && e.wasChanged(s, m):
		return e.fresh(s, in.Kind, in.Text, asked), e.fresh(s, ir.BoolKind, in.Text+" ok", asked)
	case isOfRange:
		return e.Part(m, entryPart(position), in.Kind), e.Yes
	case d.Form == domain.SymbolForm && stays:
		return e.Part(m, path, in.Kind), e.Part(m, " has "+path, ir.BoolKind)
	case d.Form == domain.MapForm:
		e.openContents(s, d.Object, "", unknownKeyUsed)
		return e.fresh(s, in.Kind, in.Text, asked), e.fresh(s, ir.BoolKind, in.Text+" ok", asked)
	}
	taint := cmp.Or(e.TaintOf(m), e.sameKey(s, m, key))
	return e.fresh(s, in.Kind, in.Text, taint), e.fresh(s, ir.BoolKind, in.Text+" ok", taint)
}

// isEmptyMap reports whether an unknown map, which nobody changes, has been found to have nothing in it.
func (e *evaluator) isEmptyMap(s *localState, m domain.Value) bool {
	if e.Of(m).Form != domain.SymbolForm || e.wasChanged(s, m) {
		return false
	}
	length, asked := e.Symbols[lengthKey(m)]
	return asked && e.Resolve(s.decisions, e.binary("<", e.Integer(0), e.SymbolValue(length))) == e.No
}

// entryOf says which entry of an unknown map has a key that a range over it has given.
func (e *evaluator) entryOf(m, key domain.Value) (position int64, ok bool) {
	d := e.Of(key)
	if d.Form != domain.SymbolForm || e.Of(m).Form != domain.SymbolForm {
		return 0, false
	}
	for position := range int64(domain.LargestSize) {
		if e.Symbols[entryKeyName(domain.SymbolID(e.Of(m).Number), position)] == domain.SymbolID(d.Number) {
			return position, true
		}
	}
	return 0, false
}

// mapLength is len(m) of a map that the scope made.
func (e *evaluator) mapLength(s *localState, m domain.Value) domain.Value {
	if o, exact := e.exactMap(s, m); exact {
		return e.Integer(int64(len(e.entries(s, o))))
	}
	return e.fresh(s, ir.IntKind, "", "the size of a map is asked for")
}

// iterate makes the iterator of a range over a map or string: an object with
// the position.
func (e *evaluator) iterate(s *localState, f *frame, in *ir.Instr) domain.Value {
	over := e.operand(s, f, in.Args[0])
	if in.Index == ir.WrittenDown && e.isSymbol(over) {
		over = e.writtenDown(over)
	}
	e.touchMap(s, over, false)
	o := e.make(s, in, ir.IntKind)
	e.Store(s.memory, o, "", e.Integer(0), ir.IntKind)
	return e.Intern(domain.Description{Form: domain.IteratorForm, Object: o, Parts: []domain.Value{over}})
}

// executeNext takes an iterator one step further. A range over an unknown map
// or string takes as many steps as its length says; the order of the entries
// of a known map is that of their paths, one of those that Go may choose. The iterator
// remembers the last one: what is deleted meanwhile doesn't come any more.
func (e *evaluator) executeNext(s *localState, f *frame, in *ir.Instr) []alternative {
	iterator := e.Of(e.operand(s, f, in.Args[0]))
	if iterator.Form != domain.IteratorForm {
		e.set(f, in.Dst, e.Tuple(e.Opaque, e.Opaque, e.Opaque))
		f.pc++
		return nil
	}
	over := e.Resolve(s.decisions, iterator.Parts[0])
	last := e.Of(e.Load(s.memory, iterator.Object, "", ir.IntKind))
	if last.Form != domain.StringForm && last.Form != domain.IntForm {
		e.anyEntry(s, f, in, over)
		return nil
	}
	if o, exact := e.exactMap(s, over); exact {
		e.nextEntry(s, f, in, o, iterator.Object, last.Text)
		return nil
	}
	position := last.Number
	length := e.iterations(s, over, in)
	if d := e.Of(length); d.Form == domain.SymbolForm && e.SymbolTable[d.Number].Length {
		return e.sizes(s, domain.SymbolID(d.Number), in.Site)
	}
	ok := e.binary("<", e.Integer(position), length)
	key, v := e.Opaque, domain.Value(0)
	if e.Of(length).Form == domain.IntForm || position < domain.LargestSize { // else it is one of any number of further ones
		key, v = e.iterated(s, over, position, in)
		e.Store(s.memory, iterator.Object, "", e.Integer(position+1), ir.IntKind)
	} else {
		v = e.fresh(s, in.Kind, in.Text, cmp.Or(e.TaintOf(over), askedMap))
	}
	e.set(f, in.Dst, e.Tuple(ok, key, v))
	f.pc++
	return nil
}

// nextEntry takes an iterator to the first entry after the last one, which is "" at first.
func (e *evaluator) nextEntry(s *localState, f *frame, in *ir.Instr, o, iterator domain.ObjectID, last string) {
	f.pc++
	for _, path := range e.entries(s, o) {
		if path > last {
			e.Store(s.memory, iterator, "", e.Text(path), ir.StringKind)
			e.set(f, in.Dst, e.Tuple(e.Yes, e.keyAt(s, o, path), e.Load(s.memory, o, path, in.Kind)))
			return
		}
	}
	e.set(f, in.Dst, e.Tuple(e.No, e.Opaque, e.Zero(in.Kind)))
}

// anyEntry takes an iterator on of which nobody knows any more where it is: whether there is a further entry is in doubt,
// and whatever is in a map may be that.
func (e *evaluator) anyEntry(s *localState, f *frame, in *ir.Instr, over domain.Value) {
	if d := e.Of(over); d.Form == domain.MapForm {
		e.openContents(s, d.Object, "", unknownKeyUsed)
	}
	taint := cmp.Or(e.TaintOf(over), givenUp)
	e.set(f, in.Dst, e.Tuple(e.fresh(s, ir.BoolKind, "", taint), e.Opaque, e.fresh(s, in.Kind, in.Text, taint)))
	f.pc++
}

// iterations is the number of steps of a range.
func (e *evaluator) iterations(s *localState, over domain.Value, in *ir.Instr) domain.Value {
	d := e.Of(over)
	switch d.Form {
	case domain.MapForm:
		return e.mapLength(s, over)
	case domain.SymbolForm:
		return e.Resolve(s.decisions, e.lengthOf(over, domain.SymbolID(d.Number), in))
	case domain.NilForm:
		return e.Integer(0)
	case domain.StringForm:
		return e.Integer(int64(len([]rune(d.Text))))
	}
	return e.fresh(s, ir.IntKind, "", e.TaintOf(over))
}

// entryPart is the part of an unknown map that is an entry, in the order of a range.
func entryPart(position int64) string { return " entry " + strconv.FormatInt(position, 10) }

// entryKey is the key of such an entry. It is no size, but any number.
func (e *evaluator) entryKey(over domain.Value, position int64, kind ir.ValueKind) domain.Value {
	if kind.IsAggregate() || kind == ir.OtherKind {
		return e.Opaque
	}
	whole := domain.SymbolID(e.Of(over).Number)
	info := e.SymbolTable[whole]
	return e.SymbolValue(e.Symbol(entryKeyName(whole, position), domain.SymbolInfo{
		Kind: kind, Process: info.Process, Taint: info.Taint, Whole: whole,
	}))
}

func entryKeyName(whole domain.SymbolID, position int64) string {
	return "key of " + strconv.Itoa(int(whole)) + entryPart(position)
}

// iterated is the entry at a position of a range.
func (e *evaluator) iterated(s *localState, over domain.Value, position int64, in *ir.Instr) (key, v domain.Value) {
	d := e.Of(over)
	if d.Form == domain.SymbolForm {
		return e.entryKey(over, position, ir.ValueKind(in.Index)), e.Part(over, entryPart(position), in.Kind)
	}
	taint := e.TaintOf(over)
	if d.Form == domain.MapForm {
		taint = askedMap
	}
	return e.Opaque, e.fresh(s, in.Kind, in.Text, taint)
}

// copied is how many elements copy has copied: as many as there are in the shorter one of two slices. If both are
// of the program's own, there is nothing to choose.
func (e *evaluator) copied(s *localState, in *ir.Instr, args []domain.Value) domain.Value {
	to, from := e.Of(args[0]), e.Of(args[1])
	if to.Form == domain.SliceForm && from.Form == domain.SliceForm {
		return e.Integer(min(to.Length, from.Length))
	}
	taint := cmp.Or(e.TaintOf(args[0]), e.TaintOf(args[1]))
	if to.Form != domain.SymbolForm && from.Form != domain.SymbolForm {
		taint = cmp.Or(taint, computedResult)
	}
	return e.hanging(s, in.Kind, in.Text, taint, args...)
}
