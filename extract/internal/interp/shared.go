package interp

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// readShared reads a variable that several goroutines use: one alternative for
// each value that it can have.
func (e *evaluator) readShared(s *localState, id domain.CellID, in *ir.Instr) []alternative {
	if doubt := e.unfollowedCell(id); doubt != "" {
		return atOnce(e.outside(s, in.Site, func(n *localState) {
			if e.touch(n, id) && IsRemembered(doubt) {
				doubt = askedAgain
			}
			e.set(n.top(), in.Dst, e.fresh(n, in.Kind, "", doubt))
			n.top().pc++
		}))
	}
	if in.Name == ir.AtomicLoad {
		e.atomic[id] = true
	}
	if in.Kind.IsAggregate() {
		e.giveUp("a struct that several goroutines change is copied")
		return nil
	}
	cellEntity := e.entity(model.Cell, id.Object, id.Path)
	e.firstValue(cellEntity, id, in.Kind)
	if e.noteProtection(s, id, false); e.knows(s, id) {
		e.set(s.top(), in.Dst, e.As(s.sightingOf(id).value, in.Kind))
		s.top().pc++
		return nil
	}
	set := e.labelSet(cellEntity)
	set.readers[e.current] = true
	var list []alternative
	for i, l := range set.list {
		if e.isYetToCome(s, l) {
			continue
		}
		n := s.clone()
		e.takeAlong(n, l)
		v := e.orSomeMap(n, e.withFresh(n, l.v, in.Kind, "", e.cellName(id)), in)
		e.see(n, sighting{cell: id, value: v, label: i, events: l.events}, in.Kind)
		e.set(n.top(), in.Dst, v)
		n.top().pc++
		t := e.transition(s, model.Read, cellEntity, in.Site)
		t.Label = i
		list = append(list, alternative{t, n})
	}
	return list
}

// askedVariable is why a branch is in doubt that asks for a variable of which not all values are
// followed.
const askedVariable = "a variable with many values is asked for"

// IsRemembered reports whether a reason for a doubt is that something is asked for that was stored
// before, and may be anything by then.
func IsRemembered(doubt string) bool { return doubt == askedMap || doubt == askedVariable }

// askedAgain is why a branch is in doubt that asks for what the same call has used before.
const askedAgain = "what was used before is asked for"

// touch notes that a client uses a map or variable in a call, and reports whether he has done so
// before in it: then what it holds may be what he has seen there, or stored.
func (e *evaluator) touch(s *localState, id domain.CellID) (before bool) {
	if !e.clients {
		return false
	}
	i, before := slices.BinarySearchFunc(s.touched, id, compareCells)
	if !before {
		s.touched = slices.Insert(slices.Clone(s.touched), i, id) // copies share it
	}
	return before
}

func compareCells(a, b domain.CellID) int {
	return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Path, b.Path))
}

// unfollowedCell is why the values of a shared variable are in doubt, or "".
func (e *evaluator) unfollowedCell(id domain.CellID) string {
	switch {
	case e.guarded[id]:
		return "a variable that a lock protects is asked for"
	case e.havoc[id]:
		return askedVariable
	case e.setByOthers[id].how != "":
		return setMeanwhile
	}
	return ""
}

// unfollowCell gives up a variable: whatever it holds, nobody knows it.
func (k *knowledge) unfollowCell(id domain.CellID) {
	k.share(id)
	if !k.havoc[id] {
		k.havoc[id] = true
		k.changed = true
	}
}

// firstValue makes the initial value of a shared cell its label 0.
func (e *evaluator) firstValue(cellEntity int, id domain.CellID, kind ir.ValueKind) {
	if len(e.labelSet(cellEntity).list) == 0 {
		background, prefix := e.BackgroundOf(nil, id.Object, id.Path)
		e.labelOf(cellEntity, label{v: e.Part(background, prefix, kind), memory: domain.Memory{}})
	}
}

// writeShared writes a variable that several goroutines use.
func (e *evaluator) writeShared(s *localState, id domain.CellID, v domain.Value, in *ir.Instr) []alternative {
	if e.unfollowedCell(id) != "" {
		e.touch(s, id)
		e.openAll(s.memory, notFollowed, v)
		s.top().pc++
		return nil
	}
	if in.Kind.IsAggregate() || e.Of(v).Form == domain.StructForm {
		e.giveUp("a struct that several goroutines change is assigned")
		return nil
	}
	cellEntity := e.entity(model.Cell, id.Object, id.Path)
	if list := e.settle(s, v, in.Site); list != nil {
		return list
	}
	e.firstValue(cellEntity, id, in.Kind)
	n := s.clone()
	t := e.transition(s, model.Write, cellEntity, in.Site)
	var events []int
	if in.Kind == ir.IntKind && in.Args[1].Kind != ir.IntConst {
		events = e.withEvent(s, s.sightingOf(id).events)
	}
	e.noteProtection(s, id, true)
	t.Label = e.valueLabel(n, cellEntity, id, v, events)
	e.see(n, sighting{cell: id, value: v, label: t.Label, events: events}, in.Kind)
	n.top().pc++
	return []alternative{{t, n}}
}

// valueLabel numbers a value that is stored in a shared variable. Who counts feeds himself what he
// has stored: numbers beyond the first ones are all the same, and in doubt. Whether the program ever
// comes there, the exploration finds out. Clients do: they call what they like, as often as they like.
func (e *evaluator) valueLabel(n *localState, cellEntity int, id domain.CellID, v domain.Value, events []int) int {
	e.publish(n.memory, v)
	v = e.withoutLocals(v)
	content := domain.Memory{}
	for _, object := range e.Reachable(n.memory, []domain.Value{v}) {
		if h := n.memory[object]; h != nil {
			content[object] = h
		}
	}
	if set := e.labelSet(cellEntity); !e.clients && e.Of(v).Form == domain.IntForm && len(set.list) >= largestAlphabet-1 {
		if _, known := set.index[labelKey(label{v, content, events})]; !known {
			v, events = e.OpaqueAs(ir.IntKind, askedVariable), nil
		}
	}
	i, isNew := e.labelOf(cellEntity, label{v, content, events})
	if isNew && i >= largestAlphabet {
		e.havoc[id] = true
		e.changed = true
	}
	if isNew {
		for reader := range e.labels[cellEntity].readers {
			e.grown[reader] = true
		}
	}
	return i
}

// executeUpdate changes a variable in one step, and has the value before.
func (e *evaluator) executeUpdate(s *localState, f *frame, in *ir.Instr) []alternative {
	address := e.operand(s, f, in.Args[0])
	if address == e.Nil {
		e.nilDereference(s, in)
		return nil
	}
	object, path, ok := e.deref(address)
	id := domain.CellID{Object: object, Path: path}
	if !ok || e.open[object] != "" || !e.IsMade(object) {
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, askedAtomic))
		f.pc++
		return nil
	}
	if in.Dst >= 0 || in.Name == "==" {
		e.ask(e.askKey(id))
	}
	if e.forgettable(id, in.Kind) {
		f.pc++
		return nil
	}
	if e.isScribbled(object, path) && e.visible(s, object) {
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, changedData))
		f.pc++
		return nil
	}
	e.noteGuard(id, f.guarded || in.Guarded)
	if e.visible(s, object) {
		e.noteUse(id, false, in.Kind)
		e.noteUse(id, true, in.Kind)
	}
	if e.isSharedCell(id) {
		return e.updateShared(s, f, id, in)
	}
	old := e.settled(s, e.Load(s.memory, object, path, in.Kind))
	v, test := e.updated(in, old, e.operands(s, f, in.Args[1:]))
	if test != 0 {
		return e.branch(s, test, in.Text, in.Site, func(*localState, bool) {}) // then it is asked again
	}
	e.Store(s.memory, object, path, v, in.Kind)
	e.set(f, in.Dst, old)
	f.pc++
	return nil
}

// updated is the value of a variable after an update; if that hangs on a question that is open, test
// is that.
func (e *evaluator) updated(in *ir.Instr, old domain.Value, operands []domain.Value) (v, test domain.Value) {
	switch in.Name {
	case "":
		return operands[0], 0
	case "==":
		switch equal := e.equal(old, operands[0]); {
		case equal == e.Yes:
			return operands[1], 0
		case equal == e.No:
			return old, 0
		case e.Of(equal).Form != domain.OpaqueForm:
			return old, equal
		}
	default:
		if v := e.fitted(e.binary(in.Name, old, operands[0]), in.Bits); v != e.Opaque {
			return v, 0
		}
	}
	return e.OpaqueAs(in.Kind, cmp.Or(e.TaintOf(old), e.TaintOf(operands[0]), askedAtomic)), 0
}

// eventsOf are the events that have made a number what an update leaves, if it was a label before.
func (e *evaluator) eventsOf(s *localState, kind ir.ValueKind, l label) []int {
	if kind != ir.IntKind {
		return nil
	}
	return e.withEvent(s, l.events)
}

// updateShared changes a variable that several goroutines use: one alternative for each value that
// it can have before.
func (e *evaluator) updateShared(s *localState, f *frame, id domain.CellID, in *ir.Instr) []alternative {
	if e.unfollowedCell(id) != "" {
		return e.readShared(s, id, in)
	}
	e.atomic[id] = true
	operands := e.operands(s, f, in.Args[1:])
	for _, v := range operands {
		if list := e.settle(s, v, in.Site); list != nil {
			return list
		}
	}
	e.protectedBy(id, nil) // it needs no lock
	cellEntity := e.entity(model.Cell, id.Object, id.Path)
	e.firstValue(cellEntity, id, in.Kind)
	set := e.labelSet(cellEntity)
	set.readers[e.current] = true
	var list []alternative
	for i := range len(set.list) { // new values come back
		l := set.list[i]
		if e.isYetToCome(s, l) {
			continue
		}
		n := s.clone()
		old := e.withFresh(n, l.v, in.Kind, "", e.cellName(id))
		v, test := e.updated(in, old, operands)
		if test != 0 {
			v = e.OpaqueAs(in.Kind, askedAtomic)
		}
		e.set(n.top(), in.Dst, old)
		n.top().pc++
		t := e.transition(s, model.Update, cellEntity, in.Site)
		t.Label, t.Set = i, e.valueLabel(n, cellEntity, id, v, e.eventsOf(s, in.Kind, l))
		list = append(list, alternative{t, n})
	}
	return list
}
