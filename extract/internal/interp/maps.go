package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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
func (e *evaluator) entryPath(key value) (string, bool) {
	d := e.of(key)
	switch d.form {
	case intForm, boolForm:
		return elementPath(d.number), true
	case stringForm:
		return "[" + strconv.Quote(d.text) + "]", true
	}
	return "", false
}

// exactMap returns the object of a map whose content is known.
func (e *evaluator) exactMap(s *localState, m value) (objectID, bool) {
	d := e.of(m)
	if d.form != mapForm || e.open[d.object] != "" || e.sharedMaps[d.object] {
		return d.object, false
	}
	return d.object, s.memory[d.object].find(unknownEntry) == 0
}

// touchMap notes a use of a map that the scope made. One that several
// goroutines use, and one changes, is not followed.
func (e *evaluator) touchMap(s *localState, m value, write bool) {
	d := e.of(m)
	if d.form == symbolForm && write {
		o, _, _ := e.deref(m)
		s.memory[o] = s.memory[o].with(unknownEntry, e.yes)
	}
	if d.form != mapForm || !e.visible(s, d.object) {
		return
	}
	id := cellID{d.object, "[]"}
	e.noteAccess(id, e.process, write)
	if e.sharedCells[id] && !e.sharedMaps[d.object] {
		e.sharedMaps[d.object] = true
		e.changed = true
	}
}

// wasChanged reports whether the scope has changed a map from outside.
func (e *evaluator) wasChanged(s *localState, m value) bool {
	o, _, ok := e.deref(m)
	return ok && s.memory[o].find(unknownEntry) != 0
}

// entries lists the paths of the entries of a map, in a fixed order.
func (e *evaluator) entries(s *localState, o objectID) []string {
	var paths []string
	if h := s.memory[o]; h != nil {
		for _, c := range h.cells {
			end := entryEnd(c.path)
			if len(paths) == 0 || paths[len(paths)-1] != c.path[:end] {
				paths = append(paths, c.path[:end])
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
func (e *evaluator) keyOf(path string) value {
	text := path[1 : len(path)-1]
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return e.integer(n)
	}
	if unquoted, err := strconv.Unquote(text); err == nil {
		return e.str(unquoted)
	}
	return e.opaque
}

// computeMap gives the result of the instructions on maps that make a value.
func (e *evaluator) computeMap(s *localState, f *frame, in *ir.Instr) value {
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
		return e.fresh(s, in.Kind, in.Text, cmp.Or(e.taintOf(args[0]), e.taintOf(args[1])))
	}
	if in.Kind == ir.TupleKind {
		return e.opaque
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
		e.store(s.memory, o, path, v, in.Kind)
		if in.Kind.IsAggregate() || e.of(v).form == opaqueForm {
			s.memory[o] = s.memory[o].with(path+" there", e.yes)
		}
		return
	}
	e.openAll(s.memory, "stored in a map", args[1], v)
	if e.of(m).form == mapForm {
		e.openContents(s, o, "", "stored in a map")
		s.memory[o] = s.memory[o].with(unknownEntry, e.yes)
	}
}

func (e *evaluator) deleteEntry(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	e.touchMap(s, args[0], true)
	o, exact := e.exactMap(s, args[0])
	if !exact {
		return
	}
	if len(args) == 1 { // clear
		s.memory[o] = s.memory[o].without("")
		return
	}
	if path, constant := e.entryPath(args[1]); constant {
		s.memory[o] = s.memory[o].without(path)
		return
	}
	e.openContents(s, o, "", "an entry with an unknown key is deleted")
	s.memory[o] = s.memory[o].with(unknownEntry, e.yes)
}

const askedMap = "the content of a map is asked for"

// lookUp is m[k], with or without ok.
func (e *evaluator) lookUp(s *localState, f *frame, in *ir.Instr) value {
	m, key := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	e.touchMap(s, m, false)
	v, ok := e.entry(s, m, key, in)
	if in.CommaOk {
		return e.tuple(v, ok)
	}
	return v
}

// entry is the value of a map entry, and whether there is one.
func (e *evaluator) entry(s *localState, m, key value, in *ir.Instr) (v, ok value) {
	d := e.of(m)
	path, constant := e.entryPath(key)
	if d.form == nilForm {
		return e.zero(in.Kind), e.no
	}
	if o, exact := e.exactMap(s, m); exact {
		paths := e.entries(s, o)
		switch {
		case len(paths) == 0 || constant && !slices.Contains(paths, path):
			return e.zero(in.Kind), e.no
		case constant:
			return e.load(s.memory, o, path, in.Kind), e.yes
		}
	}
	switch {
	case d.form == symbolForm && e.wasChanged(s, m):
		return e.fresh(s, in.Kind, in.Text, askedMap), e.fresh(s, ir.BoolKind, in.Text+" ok", askedMap)
	case d.form == symbolForm && constant:
		return e.part(m, path, in.Kind), e.part(m, " has "+path, ir.BoolKind)
	case d.form == mapForm:
		e.openContents(s, d.object, "", "an entry with an unknown key is used")
		return e.fresh(s, in.Kind, in.Text, askedMap), e.fresh(s, ir.BoolKind, in.Text+" ok", askedMap)
	}
	taint := e.taintOf(m)
	return e.fresh(s, in.Kind, in.Text, taint), e.fresh(s, ir.BoolKind, in.Text+" ok", taint)
}

// mapLength is len(m) of a map that the scope made.
func (e *evaluator) mapLength(s *localState, m value) value {
	if o, exact := e.exactMap(s, m); exact {
		return e.integer(int64(len(e.entries(s, o))))
	}
	return e.fresh(s, ir.IntKind, "", "the size of a map is asked for")
}

// iterate makes the iterator of a range over a map or string: an object with
// the position.
func (e *evaluator) iterate(s *localState, f *frame, in *ir.Instr) value {
	over := e.operand(s, f, in.Args[0])
	e.touchMap(s, over, false)
	o := e.make(s, in, ir.IntKind)
	e.store(s.memory, o, "", e.integer(0), ir.IntKind)
	return e.intern(description{form: iteratorForm, object: o, parts: []value{over}})
}

// executeNext takes an iterator one step further. A range over an unknown map
// or string takes as many steps as its length says; the order of the entries
// of a known map is that of the keys, one of those that Go may choose.
func (e *evaluator) executeNext(s *localState, f *frame, in *ir.Instr) []alternative {
	iterator := e.of(e.operand(s, f, in.Args[0]))
	if iterator.form != iteratorForm {
		e.set(f, in.Dst, e.tuple(e.opaque, e.opaque, e.opaque))
		f.pc++
		return nil
	}
	over := e.resolve(s, iterator.parts[0])
	position := e.of(e.load(s.memory, iterator.object, "", ir.IntKind)).number
	length := e.iterations(s, over, in)
	if d := e.of(length); d.form == symbolForm && e.symbolTable[d.number].length {
		return e.sizes(s, symbolID(d.number), in.Site)
	}
	ok := e.binary("<", e.integer(position), length)
	key, v := e.iterated(s, over, position, in)
	e.store(s.memory, iterator.object, "", e.integer(position+1), ir.IntKind)
	e.set(f, in.Dst, e.tuple(ok, key, v))
	f.pc++
	return nil
}

// iterations is the number of steps of a range.
func (e *evaluator) iterations(s *localState, over value, in *ir.Instr) value {
	d := e.of(over)
	switch d.form {
	case mapForm:
		return e.mapLength(s, over)
	case symbolForm:
		return e.resolve(s, e.lengthOf(over, symbolID(d.number), in))
	case nilForm:
		return e.integer(0)
	case stringForm:
		return e.integer(int64(len([]rune(d.text))))
	}
	return e.fresh(s, ir.IntKind, "", e.taintOf(over))
}

// iterated is the entry at a position of a range.
func (e *evaluator) iterated(s *localState, over value, position int64, in *ir.Instr) (key, v value) {
	d := e.of(over)
	if o, exact := e.exactMap(s, over); exact {
		if paths := e.entries(s, o); position < int64(len(paths)) {
			return e.keyOf(paths[position]), e.load(s.memory, o, paths[position], in.Kind)
		}
		return e.opaque, e.zero(in.Kind)
	}
	if d.form == symbolForm {
		return e.opaque, e.part(over, " entry "+strconv.FormatInt(position, 10), in.Kind)
	}
	taint := e.taintOf(over)
	if d.form == mapForm {
		taint = askedMap
	}
	return e.opaque, e.fresh(s, in.Kind, in.Text, taint)
}
