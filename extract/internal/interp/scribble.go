package interp

import (
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Functions that aren't followed change plain data of their callers': long ones of the program (see Function.Writes),
// and those of libraries, unless it is known that they only read (OpForget). The caller learns that the data is no
// longer what it was. What could lead to communication is as before, as such a function doesn't store
// such things.

// changedData is why what depends on such data is in doubt.
const changedData = "a function that isn't followed changes what is asked for"

// scribble forgets the plain data that can be reached from the arguments of a call. If doubt is "", the outside world
// has chosen what is there now.
func (e *evaluator) scribble(s *localState, args []domain.Value, doubt string) {
	for _, c := range e.writable(s, args) {
		o := c.Object
		if e.open[o] != "" || e.ObjectTable[o].Kind == ir.ChanKind {
			continue
		}
		if e.visible(s, o) {
			e.noteScribbled(c)
		}
		if e.isMap(o) {
			s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
			continue
		}
		data := e.Of(e.freshAs(s, strconv.Itoa(int(o))+c.Path, ir.StructKind, "", doubt)).Parts[0]
		e.Forget(s.memory, o, c.Path, data, func(v domain.Value) bool { return e.matters(s, v) })
	}
}

// isMap reports whether an object is a map, or what an unknown map leads to.
func (k *knowledge) isMap(o domain.ObjectID) bool {
	info := &k.ObjectTable[o]
	return info.Kind == ir.MapKind || info.Origin != 0 && k.SymbolTable[info.Origin].Kind == ir.MapKind
}

// noteScribbled notes that data below a path of an object that several goroutines see changes where that isn't followed.
func (k *knowledge) noteScribbled(c domain.CellID) {
	if !slices.Contains(k.scribbled[c.Object], c.Path) {
		k.scribbled[c.Object] = append(k.scribbled[c.Object], c.Path)
		k.changed = true
	}
}

// isScribbled reports whether such data changes that is, or is a part of, the variable at a path.
func (k *knowledge) isScribbled(o domain.ObjectID, path string) bool {
	return slices.ContainsFunc(k.scribbled[o], func(p string) bool { return domain.Below(p, path) || domain.Below(path, p) })
}

// writable lists the memory that can be reached from values: objects, from a path on. An unknown leads
// to what it points to, whether anything is known of that or not.
func (e *evaluator) writable(s *localState, values []domain.Value) []domain.CellID {
	w := &memoryWalk{evaluator: e, state: s, met: map[domain.SymbolID]bool{}}
	for _, v := range values {
		w.visit(v)
	}
	for done := 0; done < len(w.list); {
		for ; done < len(w.list); done++ {
			if h := s.memory[w.list[done].Object]; h != nil {
				for _, c := range h.Cells {
					if domain.Below(c.Path, w.list[done].Path) {
						w.visit(c.Value)
					}
				}
			}
		}
		w.enterParts()
	}
	return w.list
}

// A memoryWalk is a search for the memory that values lead to.
type memoryWalk struct {
	*evaluator
	state *localState
	list  []domain.CellID
	met   map[domain.SymbolID]bool // unknowns whose parts can be reached
}

// visit enters what a value points to.
func (w *memoryWalk) visit(v domain.Value) {
	w.Walk(v, func(v domain.Value, d *domain.Description) {
		switch {
		case d.Form == domain.SymbolForm:
			w.unknown(v, domain.SymbolID(d.Number))
		case d.Form == domain.PointerForm || d.Form == domain.SliceForm:
			w.enter(domain.CellID{Object: d.Object, Path: d.Text})
		case d.Object != 0:
			w.enter(domain.CellID{Object: d.Object})
		}
	})
}

// unknown enters what an unknown leads to.
func (w *memoryWalk) unknown(v domain.Value, sym domain.SymbolID) {
	w.met[sym] = true
	switch w.SymbolTable[sym].Kind {
	case ir.PointerKind, ir.SliceKind, ir.MapKind:
		o, path, _ := w.deref(v)
		if w.state.memory[o] == nil {
			w.state.memory[o] = &domain.HeapObject{Published: true}
		}
		w.enter(domain.CellID{Object: o, Path: path})
	}
}

// enter adds memory, unless it lies in what is there already.
func (w *memoryWalk) enter(c domain.CellID) {
	if slices.ContainsFunc(w.list, func(other domain.CellID) bool { return other.Object == c.Object && domain.Below(c.Path, other.Path) }) {
		return
	}
	w.list = append(w.list, c)
	if origin := w.ObjectTable[c.Object].Origin; origin != 0 && c.Path == "" {
		w.met[origin] = true
	}
}

// enterParts enters what parts of unknowns point to that were met, as far as it is known.
func (w *memoryWalk) enterParts() {
	var parts []domain.ObjectID
	for o := range w.state.memory {
		for sym := w.ObjectTable[o].Origin; sym != 0; sym = w.SymbolTable[sym].Whole {
			if w.met[sym] {
				parts = append(parts, o)
				break
			}
		}
	}
	slices.Sort(parts)
	for _, o := range parts {
		w.enter(domain.CellID{Object: o})
	}
}

// matters reports whether a value could not be replaced by storing plain data.
func (e *evaluator) matters(s *localState, v domain.Value) bool {
	switch d := e.Of(v); d.Form {
	case domain.ChanForm, domain.ClosureForm, domain.ContextForm, domain.DoneForm, domain.MapForm, domain.IteratorForm:
		return true
	case domain.SymbolForm:
		kind := e.SymbolTable[d.Number].Kind
		return kind == ir.ChanKind || kind == ir.FuncKind
	case domain.StructForm:
		return false
	}
	return e.leadsToModel(s, []domain.Value{v})
}

// executeForget forgets what a function of a library may have stored. The outside world has chosen it if it does so
// whatever the function is given, or if that is something of the outside world.
func (e *evaluator) executeForget(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	written, given := args[:1], args[1:]
	doubt := changedData
	if in.Name == ir.FromOutside || in.Name == ir.FromGiven && (len(given) == 0 || slices.ContainsFunc(given, e.isWorldly)) {
		doubt = ""
	}
	if in.Name == ir.Rearranged {
		e.confuse(s, args[0])
	}
	e.scribble(s, written, doubt)
	f.pc++
}

// scribbleByMethod forgets what the method of something that a library has made may have stored in what it is given.
func (e *evaluator) scribbleByMethod(s *localState, f *frame, in *ir.Instr) {
	args := e.operands(s, f, in.Args)
	receiver := e.Of(args[0])
	if receiver.Form != domain.IfaceForm || library.MethodLeavesAlone(receiver.Text, in.Method) {
		return
	}
	doubt := changedData
	if e.isWorldly(args[0]) {
		doubt = ""
	}
	e.scribble(s, args[1:], doubt)
}

// keepable lists the arguments of a call of code that can't be seen that this may keep. Who reads into plain data, as its name says, doesn't:
// what is there is what was read then, and nothing changes it later. So io.Reader wants it, and who decodes does it likewise.
func (e *evaluator) keepable(s *localState, c *invocation) (kept []domain.Value) {
	args := c.callee.args
	if len(args) == 0 || e.staged || !library.ReadsByName(c.called) {
		return args
	}
	var filled []domain.Value
	for _, v := range args {
		if e.leadsToDataAlone(s, v) {
			filled = append(filled, v)
		} else {
			kept = append(kept, v)
		}
	}
	doubt := changedData
	if e.isWorldly(args[0]) && !slices.ContainsFunc(kept[1:], e.mayBeOwn) { // the first is kept: nobody fills what is from outside
		doubt = ""
	}
	e.scribble(s, filled, doubt)
	return kept
}

// mayBeOwn reports whether a value may be something that the scope has made, which says then what is read of it.
func (e *evaluator) mayBeOwn(v domain.Value) bool {
	form := e.Of(v).Form
	return !form.IsConstant() && form != domain.ContextForm && (!e.isWorldly(v) || !e.isFromOutside(v))
}

// leadsToDataAlone reports whether a value points to data that the scope has made, and from there nothing leads to what communicates.
func (e *evaluator) leadsToDataAlone(s *localState, v domain.Value) bool {
	if d := e.Of(v); d.Form == domain.IfaceForm {
		v = d.Parts[0]
	}
	d := e.Of(v)
	return d.Form == domain.PointerForm && e.IsMade(d.Object) && !slices.ContainsFunc(e.Reachable(s.memory, []domain.Value{v}), e.communicates)
}

// isWorldly reports whether a value is something that the outside world has chosen, be it behind an interface.
func (e *evaluator) isWorldly(v domain.Value) bool {
	if d := e.Of(v); d.Form == domain.IfaceForm {
		v = d.Parts[0]
	}
	return e.isSymbol(v) && e.TaintOf(v) == ""
}

// confuse opens what leads to communication in a slice whose elements change places.
func (e *evaluator) confuse(s *localState, v domain.Value) {
	d := e.Of(v)
	if d.Form == domain.IfaceForm {
		d = e.Of(d.Parts[0])
	}
	if d.Form == domain.PointerForm {
		d = e.Of(e.Load(s.memory, d.Object, d.Text, ir.SliceKind))
	}
	if d.Form == domain.SliceForm {
		e.openContents(s, d.Object, d.Text, "a library changes the order")
	}
}
