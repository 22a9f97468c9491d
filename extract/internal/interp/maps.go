package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// A map that the scope makes is followed exactly as long as its keys are
// constants and one goroutine uses it: entries are cells of its object, called
// by their keys. After an update with another key, or by a second goroutine,
// its content is not known: what is stored there is open, and a decision that
// depends on it would be a guess. A map from outside is an unknown with parts.

// unknownEntry is the cell that says that the content isn't known.
const unknownEntry = "[?]"

// entryPath is the path of the entry of a constant key.
func (e *evaluator) entryPath(key domain.Value) (string, bool) {
	d := e.Of(key)
	switch d.Form {
	case domain.IntForm, domain.BoolForm:
		return elementPath(d.Number), true
	case domain.StringForm:
		return "[" + strconv.Quote(d.Text) + "]", true
	}
	return "", false
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
// touch). One that the scope made, that several goroutines use, and one changes, is not followed.
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
	if e.sharedCells[id] && !e.sharedMaps[o] {
		e.sharedMaps[o] = true
		e.changed = true
	}
	return before
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

// keyOf is the constant of an entry's path.
func (e *evaluator) keyOf(path string) domain.Value {
	text := path[1 : len(path)-1]
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return e.Integer(n)
	}
	if unquoted, err := strconv.Unquote(text); err == nil {
		return e.Text(unquoted)
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
		e.openAll(s.memory, "copied between slices", args...)
		return e.hanging(s, in.Kind, in.Text, cmp.Or(e.TaintOf(args[0]), e.TaintOf(args[1])), args...)
	}
	if in.Kind == ir.TupleKind {
		return e.Opaque
	}
	return e.fresh(s, in.Kind, in.Text, "")
}

func (e *evaluator) updateMap(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	m, v := args[0], args[2]
	e.touchMap(s, m, true)
	o, exact := e.exactMap(s, m)
	path, constant := e.entryPath(args[1])
	if exact && constant {
		if e.visible(s, o) {
			e.publish(s.memory, v)
		}
		e.Store(s.memory, o, path, v, in.Kind)
		if in.Kind.IsAggregate() || e.Of(v).Form == domain.OpaqueForm {
			s.memory[o] = s.memory[o].With(path+" there", e.Yes)
		}
		return
	}
	e.openAll(s.memory, "stored in a map", args[1], v)
	if e.Of(m).Form == domain.MapForm {
		e.openContents(s, o, "", "stored in a map")
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
	if path, constant := e.entryPath(args[1]); constant {
		s.memory[o] = s.memory[o].Without(path)
		return
	}
	e.openContents(s, o, "", "an entry with an unknown key is deleted")
	s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
}

// clearSlice sets the elements of a slice to zero. What others use meanwhile isn't
// followed.
func (e *evaluator) clearSlice(s *localState, d *domain.Description, in *ir.Instr) {
	if d.Length > largestSlice {
		e.openContents(s, d.Object, d.Text, "the slice is too long to follow")
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
	d := e.Of(m)
	path, constant := e.entryPath(key)
	if d.Form == domain.NilForm {
		return e.Zero(in.Kind), e.No
	}
	if o, exact := e.exactMap(s, m); exact {
		paths := e.entries(s, o)
		switch {
		case len(paths) == 0 || constant && !slices.Contains(paths, path):
			return e.Zero(in.Kind), e.No
		case constant:
			return e.Load(s.memory, o, path, in.Kind), e.Yes
		}
	}
	switch {
	case d.Form == domain.SymbolForm && e.wasChanged(s, m):
		return e.fresh(s, in.Kind, in.Text, asked), e.fresh(s, ir.BoolKind, in.Text+" ok", asked)
	case d.Form == domain.SymbolForm && constant:
		return e.Part(m, path, in.Kind), e.Part(m, " has "+path, ir.BoolKind)
	case d.Form == domain.MapForm:
		e.openContents(s, d.Object, "", "an entry with an unknown key is used")
		return e.fresh(s, in.Kind, in.Text, asked), e.fresh(s, ir.BoolKind, in.Text+" ok", asked)
	}
	taint := e.TaintOf(m)
	return e.fresh(s, in.Kind, in.Text, taint), e.fresh(s, ir.BoolKind, in.Text+" ok", taint)
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
	e.touchMap(s, over, false)
	o := e.make(s, in, ir.IntKind)
	e.Store(s.memory, o, "", e.Integer(0), ir.IntKind)
	return e.Intern(domain.Description{Form: domain.IteratorForm, Object: o, Parts: []domain.Value{over}})
}

// executeNext takes an iterator one step further. A range over an unknown map
// or string takes as many steps as its length says; the order of the entries
// of a known map is that of the keys, one of those that Go may choose.
func (e *evaluator) executeNext(s *localState, f *frame, in *ir.Instr) []alternative {
	iterator := e.Of(e.operand(s, f, in.Args[0]))
	if iterator.Form != domain.IteratorForm {
		e.set(f, in.Dst, e.Tuple(e.Opaque, e.Opaque, e.Opaque))
		f.pc++
		return nil
	}
	over := e.Resolve(s.decisions, iterator.Parts[0])
	position := e.Of(e.Load(s.memory, iterator.Object, "", ir.IntKind)).Number
	length := e.iterations(s, over, in)
	if d := e.Of(length); d.Form == domain.SymbolForm && e.SymbolTable[d.Number].Length {
		return e.sizes(s, domain.SymbolID(d.Number), in.Site)
	}
	ok := e.binary("<", e.Integer(position), length)
	key, v := e.iterated(s, over, position, in)
	e.Store(s.memory, iterator.Object, "", e.Integer(position+1), ir.IntKind)
	e.set(f, in.Dst, e.Tuple(ok, key, v))
	f.pc++
	return nil
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

// iterated is the entry at a position of a range.
func (e *evaluator) iterated(s *localState, over domain.Value, position int64, in *ir.Instr) (key, v domain.Value) {
	d := e.Of(over)
	if o, exact := e.exactMap(s, over); exact {
		if paths := e.entries(s, o); position < int64(len(paths)) {
			return e.keyOf(paths[position]), e.Load(s.memory, o, paths[position], in.Kind)
		}
		return e.Opaque, e.Zero(in.Kind)
	}
	if d.Form == domain.SymbolForm {
		return e.Opaque, e.Part(over, " entry "+strconv.FormatInt(position, 10), in.Kind)
	}
	taint := e.TaintOf(over)
	if d.Form == domain.MapForm {
		taint = askedMap
	}
	return e.Opaque, e.fresh(s, in.Kind, in.Text, taint)
}
