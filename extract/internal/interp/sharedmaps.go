package interp

import (
	"cmp"
	"maps"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A map that several goroutines use, and one changes, is a variable of the model: its values are
// whole maps, with all that they lead to. Who looks something up reads the variable, who stores or
// deletes something updates it, in one step. Between two steps a goroutine knows nothing of what is
// in the map, as others may have changed it. Clients store whatever they like, as often as they
// like: maps that they share aren't followed. Neither are those with too many contents.

// mapCell is the path of the variable that a map is.
const mapCell = "[]"

// sharedMap returns the variable that a map is, if it is one that is followed.
func (e *evaluator) sharedMap(s *localState, m domain.Value) (domain.CellID, bool) {
	d := e.Of(m)
	id := domain.CellID{Object: d.Object, Path: mapCell}
	_, exact := e.exactMap(s, m)
	return id, d.Form == domain.MapForm && exact && e.sharedCells[id] && !e.havoc[id]
}

// unfollowMap gives up a map that several goroutines use: whoever uses it opens what is in it, from
// the next round on.
func (k *knowledge) unfollowMap(o domain.ObjectID) {
	if !k.sharedMaps[o] {
		k.sharedMaps[o] = true
		k.changed = true
	}
}

// unfollowMaps gives up all maps that goroutines share, and reports whether there was any. What can
// be said without them should not be lost because of them.
func (k *knowledge) unfollowMaps() (any bool) {
	for id := range k.sharedCells {
		if id.Path == mapCell && !k.sharedMaps[id.Object] {
			k.unfollowMap(id.Object)
			any = true
		}
	}
	return any
}

// executeOnMap executes an instruction on a map that goroutines share: one alternative for each
// content that it can have. There are none if the instruction is on something else.
func (e *evaluator) executeOnMap(s *localState, f *frame, in *ir.Instr) []alternative {
	m, writes := e.mapOperand(s, f, in)
	if m == 0 || e.clients {
		return nil
	}
	e.touchMap(s, m, writes)
	e.noteGuard(domain.CellID{Object: e.Of(m).Object, Path: mapCell}, f.guarded || in.Guarded)
	id, shared := e.sharedMap(s, m)
	if !shared {
		return nil
	}
	if in.Op == ir.OpMapUpdate {
		if list := e.settle(s, e.operand(s, f, in.Args[2]), in.Site); list != nil {
			return list
		}
	}
	if e.looking {
		return somethingVisible
	}
	cellEntity := e.entity(model.Cell, id.Object, id.Path)
	if len(e.labelSet(cellEntity).list) == 0 {
		e.labelOf(cellEntity, label{v: m, memory: domain.Memory{id.Object: &domain.HeapObject{Published: true}}})
	}
	use := mapUse{id, cellEntity, m, writes}
	if e.noteProtection(s, id, writes); e.knows(s, id) {
		if !writes {
			return nil // it is as if nobody else used it
		}
		return []alternative{e.useContent(s, s.clone(), use, s.sightingOf(id).label, in)}
	}
	set := e.labelSet(cellEntity)
	set.readers[e.current] = true
	var list []alternative
	for i := range len(set.list) { // new contents come back
		if e.isYetToCome(s, set.list[i]) {
			continue
		}
		n := s.clone()
		e.takeAlong(n, set.list[i])
		list = append(list, e.useContent(s, n, use, i, in))
	}
	return list
}

// A mapUse is a use of a map that several goroutines use: the variable that it is, as a cell, an entity
// and a value, and whether it changes.
type mapUse struct {
	id         domain.CellID
	cellEntity int
	m          domain.Value
	writes     bool
}

// useContent executes an instruction on a map of which state n knows what it holds, which has a label.
func (e *evaluator) useContent(s, n *localState, use mapUse, i int, in *ir.Instr) alternative {
	t := e.transition(s, model.Read, use.cellEntity, in.Site)
	t.Label = i
	e.executeOnContent(n, in)
	if use.writes {
		e.remember(s, n, use.id.Object)
		i = e.contentLabel(n, use.cellEntity, use.id, use.m)
		t.Kind, t.Set = model.Update, i
	}
	e.see(n, sighting{cell: use.id, value: use.m, label: i}, ir.MapKind)
	if !e.knows(n, use.id) {
		n.forgetContent(use.id)
	}
	return alternative{t, n}
}

// forgetContent drops what a goroutine knows of a map that others use, too.
func (s *localState) forgetContent(id domain.CellID) {
	s.memory[id.Object] = &domain.HeapObject{Published: true}
}

// settleKey branches on whether a key that somebody passes is one that a map has, of those that are
// constants, as far as that isn't known.
func (e *evaluator) settleKey(s *localState, f *frame, in *ir.Instr) []alternative {
	m, _ := e.mapOperand(s, f, in)
	if m == 0 || e.clients || len(in.Args) < 2 {
		return nil
	}
	key := e.operand(s, f, in.Args[1])
	question := e.askKeys(s, s.memory[e.Of(m).Object], key)
	if id, shared := e.sharedMap(s, m); shared {
		for _, content := range e.labelSet(e.entity(model.Cell, id.Object, id.Path)).list {
			question = cmp.Or(question, e.askKeys(s, content.memory[id.Object], key))
		}
	}
	if question == 0 {
		return nil
	}
	return e.branch(s, question, e.questionText(question), in.Site, func(*localState, bool) {})
}

// askKeys is the question whether a key is one that a map has, 0 if that is known.
func (e *evaluator) askKeys(s *localState, content *domain.HeapObject, key domain.Value) domain.Value {
	plain := key
	if d := e.Of(key); d.Form == domain.IfaceForm {
		plain = d.Parts[0]
	}
	if content == nil || !e.isSymbol(plain) || e.TaintOf(plain) != "" {
		return 0
	}
	for _, c := range content.Cells {
		if c.Path[entryEnd(c.Path):] != isThere {
			continue
		}
		if question := e.Resolve(s.decisions, e.equal(key, c.Value)); e.Of(question).Form == domain.TestForm {
			return question
		}
	}
	return 0
}

// mapOperand is the map that an instruction is about, and whether it changes that; 0 if it is about
// none.
func (e *evaluator) mapOperand(s *localState, f *frame, in *ir.Instr) (m domain.Value, writes bool) {
	switch in.Op {
	case ir.OpMapUpdate, ir.OpMapDelete:
		writes = true
	case ir.OpMapLookup, ir.OpLen:
	case ir.OpNext:
		if d := e.Of(e.operand(s, f, in.Args[0])); d.Form == domain.IteratorForm {
			m = e.Resolve(s.decisions, d.Parts[0])
		}
		return e.ifMap(m), false
	default:
		return 0, false
	}
	return e.ifMap(e.operand(s, f, in.Args[0])), writes
}

// ifMap is a value if it is a map that the scope makes, and else 0.
func (e *evaluator) ifMap(v domain.Value) domain.Value {
	if v == 0 || e.Of(v).Form != domain.MapForm {
		return 0
	}
	return v
}

// executeOnContent executes an instruction on a map that holds what is known.
func (e *evaluator) executeOnContent(n *localState, in *ir.Instr) {
	f := n.top()
	if in.Op == ir.OpNext {
		e.executeNext(n, f, in)
	} else {
		e.set(f, in.Dst, e.compute(n, f, in))
		f.pc++
	}
	if in.Dst >= 0 {
		f.registers[in.Dst] = e.withFreshParts(n, f.registers[in.Dst], in)
	}
}

// withFreshParts gives a value that was found in a map new unknowns, as who receives a message has
// them.
func (e *evaluator) withFreshParts(n *localState, v domain.Value, in *ir.Instr) domain.Value {
	d := *e.Of(v)
	if d.Form != domain.TupleForm {
		return e.withFresh(n, v, in.Kind, "", in.Text)
	}
	parts, found := e.Parts(&d), 0 // and whether it is there
	if in.Op == ir.OpNext {
		found = 2 // after that and the key
	}
	parts[found] = e.withFresh(n, parts[found], in.Kind, "", in.Text)
	return e.Tuple(parts...)
}

// contentLabel numbers what a map holds after a change.
func (e *evaluator) contentLabel(n *localState, cellEntity int, id domain.CellID, m domain.Value) int {
	e.publish(n.memory, m)
	content := domain.Memory{}
	for _, o := range e.Reachable(n.memory, []domain.Value{m}) {
		if h := n.memory[o]; h != nil {
			content[o] = h
		}
	}
	content[id.Object] = e.withoutLocalCells(content[id.Object])
	i, isNew := e.labelOf(cellEntity, label{v: m, memory: content})
	switch isCrowded := i >= largestAlphabet; {
	case content[id.Object].Find(unknownEntry) == 0 && !isCrowded:
	case e.changed: // it may come of what this round hasn't known
		e.restart = e.restart || isCrowded
	default:
		e.unfollowMap(id.Object)
	}
	if isNew {
		maps.Copy(e.grown, e.labels[cellEntity].readers)
	}
	return i
}

// withoutLocalCells is an object without the unknowns that the goroutine has made itself, but for
// those that are keys.
func (e *evaluator) withoutLocalCells(h *domain.HeapObject) *domain.HeapObject {
	n := &domain.HeapObject{Published: true}
	for _, c := range h.Cells {
		if c.Path[entryEnd(c.Path):] != isThere {
			c.Value = e.withoutLocals(c.Value)
		}
		n.Cells = append(n.Cells, c)
	}
	return n
}
