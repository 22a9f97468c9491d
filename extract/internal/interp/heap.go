package interp

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A memory is what one goroutine knows of the heap. It belongs to one local
// state; heapObjects are shared between memories and never changed in place.
type memory map[objectID]*heapObject

// A heapObject is the content of one object. Cells that are not listed have
// their first value: zero, or a part of an unknown.
type heapObject struct {
	cells []cell // increasing paths
	// published is set once another goroutine may have a reference.
	published bool
}

// A cell is a variable inside an object. Its path is a sequence of field
// selections ".3" and element selections "[2]". A path that ends in "*" is not
// a variable: its value is an aggregate whose background replaces the first
// values of everything below.
type cell struct {
	path string
	v    value
}

// A cellID names a cell in all memories.
type cellID struct {
	object objectID
	path   string
}

func comparePath(c cell, path string) int { return cmp.Compare(c.path, path) }

// find returns the value of the cell at path, or absent.
func (h *heapObject) find(path string) value {
	if h == nil {
		return 0
	}
	if i, ok := slices.BinarySearchFunc(h.cells, path, comparePath); ok {
		return h.cells[i].v
	}
	return 0
}

// with returns the object with one cell set.
func (h *heapObject) with(path string, v value) *heapObject {
	var n heapObject
	if h != nil {
		n.published = h.published
		n.cells = slices.Clone(h.cells)
	}
	i, ok := slices.BinarySearchFunc(n.cells, path, comparePath)
	if ok {
		n.cells[i].v = v
	} else {
		n.cells = slices.Insert(n.cells, i, cell{path, v})
	}
	return &n
}

// without returns the object with everything below path forgotten.
func (h *heapObject) without(path string) *heapObject {
	if h == nil {
		return &heapObject{}
	}
	n := heapObject{published: h.published}
	for _, c := range h.cells {
		if !below(c.path, path) {
			n.cells = append(n.cells, c)
		}
	}
	return &n
}

// below reports whether path is prefix or leads to something inside it.
func below(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[' || rest[0] == '*')
}

// load reads the variable at path of an object.
func (in *interner) load(m memory, object objectID, path string, kind ir.ValueKind) value {
	h := m[object]
	if kind.IsAggregate() {
		return in.loadAggregate(h, object, path)
	}
	if v := h.find(path); v != 0 {
		return v
	}
	background, prefix := in.backgroundOf(h, object, path)
	return in.part(background, prefix, kind)
}

// backgroundOf finds where the first value of the cell at path comes from: the
// innermost aggregate that was stored around it, or the object itself.
func (in *interner) backgroundOf(h *heapObject, object objectID, path string) (value, string) {
	for prefix := path; h != nil; {
		if v := h.find(prefix + "*"); v != 0 {
			d := in.of(v)
			return d.parts[0], d.text + path[len(prefix):]
		}
		i := strings.LastIndexAny(prefix, ".[")
		if i < 0 {
			break
		}
		prefix = prefix[:i]
	}
	if origin := in.objectTable[object].origin; origin != 0 {
		return in.symbolValue(origin), path
	}
	return in.null, ""
}

func (in *interner) loadAggregate(h *heapObject, object objectID, path string) value {
	background, prefix := in.backgroundOf(h, object, path)
	var paths []string
	var fields []value
	if h != nil {
		for _, c := range h.cells {
			if below(c.path, path) && c.path != path+"*" {
				paths = append(paths, c.path[len(path):])
				fields = append(fields, c.v)
			}
		}
	}
	return in.aggregate(background, prefix, paths, fields)
}

// store writes v to the variable at path of an object.
func (in *interner) store(m memory, object objectID, path string, v value, kind ir.ValueKind) {
	h := m[object]
	if !kind.IsAggregate() {
		m[object] = h.with(path, v)
		return
	}
	h = h.without(path)
	d := in.of(v)
	if d.form != structForm {
		m[object] = h.with(path+"*", in.aggregate(in.opaqueAs(kind, in.taintOf(v)), "", nil, nil))
		return
	}
	h = h.with(path+"*", in.aggregate(d.parts[0], d.text, nil, nil))
	for i, p := range d.paths {
		h = h.with(path+p, d.parts[i+1])
	}
	m[object] = h
}

// field selects a part of a struct or array value.
func (in *interner) field(v value, path string, kind ir.ValueKind) value {
	d := in.of(v)
	if d.form == symbolForm {
		return in.part(v, path, kind)
	}
	if d.form != structForm {
		return in.opaque
	}
	var paths []string
	var fields []value
	background, prefix := d.parts[0], d.text+path
	for i, p := range d.paths {
		switch {
		case p == path && !kind.IsAggregate():
			return d.parts[i+1]
		case p == path+"*" || strings.HasSuffix(p, "*") && below(path, p[:len(p)-1]):
			inner := in.of(d.parts[i+1])
			background, prefix = inner.parts[0], inner.text+path[len(p)-1:]
		case below(p, path):
			paths = append(paths, p[len(path):])
			fields = append(fields, d.parts[i+1])
		}
	}
	if kind.IsAggregate() {
		return in.aggregate(background, prefix, paths, fields)
	}
	return in.part(background, prefix, kind)
}

// reachable returns the objects that can be reached from values, increasing.
// Who has an unknown can reach what it points to, and what its parts point to.
func (in *interner) reachable(m memory, values []value) []objectID {
	w := &heapWalk{interner: in, memory: m, seen: map[objectID]bool{}}
	for o := range m {
		if !in.isMade(o) {
			w.outside = append(w.outside, o)
		}
	}
	for _, v := range values {
		w.value(v)
	}
	w.finish()
	for len(w.outside) > 0 && w.enterOutside() {
		w.finish()
	}
	result := make([]objectID, 0, len(w.seen))
	for o := range w.seen {
		result = append(result, o)
	}
	slices.Sort(result)
	return result
}

// A heapWalk is a search through a memory.
type heapWalk struct {
	*interner
	memory memory
	seen   map[objectID]bool
	queue  []objectID
	// outside are the objects of the memory that come from outside and are not
	// reached yet; unknowns those that were met.
	outside  []objectID
	unknowns map[symbolID]bool
}

// value visits what v is made of.
func (w *heapWalk) value(v value) {
	w.walk(v, func(_ value, d *description) {
		switch {
		case d.object != 0:
			if !w.seen[d.object] {
				w.seen[d.object] = true
				w.queue = append(w.queue, d.object)
			}
		case d.form == symbolForm && len(w.outside) > 0:
			w.meet(symbolID(d.number))
		}
	})
}

func (w *heapWalk) meet(sym symbolID) {
	if w.unknowns == nil {
		w.unknowns = map[symbolID]bool{}
	}
	w.unknowns[sym] = true
}

// finish visits what the objects in the queue hold.
func (w *heapWalk) finish() {
	for len(w.queue) > 0 {
		o := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		if origin := w.objectTable[o].origin; origin != 0 && len(w.outside) > 0 {
			w.meet(origin)
		}
		if h := w.memory[o]; h != nil {
			for _, c := range h.cells {
				w.value(c.v)
			}
		}
	}
}

// enterOutside visits the objects from outside to which an unknown leads that
// was met, and reports whether there were any.
func (w *heapWalk) enterOutside() bool {
	var rest []objectID
	for _, o := range w.outside {
		if w.seen[o] {
			continue
		}
		if w.leads(w.objectTable[o].origin) {
			w.seen[o] = true
			w.queue = append(w.queue, o)
		} else {
			rest = append(rest, o)
		}
	}
	w.outside = rest
	return len(w.queue) > 0
}

// leads reports whether an unknown, or what it is a part of, was met.
func (w *heapWalk) leads(sym symbolID) bool {
	for ; sym != 0; sym = w.symbolTable[sym].whole {
		if w.unknowns[sym] {
			return true
		}
	}
	return false
}

// A frame is one activation of a function.
type frame struct {
	function  *ir.Function
	block     int
	pc        int
	registers []value
	deferred  []deferredCall
	// result is the register of the caller that gets the result, or -1.
	result int
	// call is where the caller called; invalid for the goroutine's first frame.
	call model.Site
	// isDeferred says that the caller runs it as a deferred call.
	isDeferred bool
	// unwinding says that the function was left by a panic or Goexit, and
	// runs its deferred calls.
	unwinding bool
	// guarded says that it was called under a leaf lock (see Instr).
	guarded bool
	// barrier stops a Goexit: a subtest has its own goroutine.
	barrier bool
	// declined says that in the select that comes next no channel is ready that
	// was given away.
	declined bool
}

// A deferredCall is a function value with its arguments, ready to be called.
type deferredCall struct {
	callee callee
	site   model.Site
}

// A panicking says that a panic is on its way up.
type panicking struct {
	site model.Site
	via  []model.Site
	text string
	// fault says that the runtime raised it, not a call of panic.
	fault bool
}

// A renewal is a New that is due.
type renewal struct {
	entity int
	site   model.Site
}

// A localState is a local state of a goroutine while it is being computed.
//
// States are copied at every branch, and most of a state is the same in the
// copy: the frames up to private, decisions and rotation are shared with copies
// and never changed in place.
type localState struct {
	frames    []*frame // innermost last
	private   int
	memory    memory
	decisions map[symbolID]decision
	// rotation remembers which instance of a site was made last, for sites
	// that have several.
	rotation map[string]int
	panic    *panicking
	goexit   bool
	// renewals are the New steps that come before anything else.
	renewals []renewal
	// steps counts instructions since the state was last canonical.
	steps int
}

func (f *frame) clone() *frame {
	g := *f
	g.registers = slices.Clone(f.registers)
	g.deferred = slices.Clone(f.deferred)
	return &g
}

// clone copies a state. The innermost frame becomes private to the copy, as it
// is the one that changes.
func (s *localState) clone() *localState {
	n := *s
	n.frames = slices.Clone(s.frames)
	if top := len(n.frames) - 1; top >= 0 {
		n.frames[top] = n.frames[top].clone()
		n.private, s.private = top, max(s.private, top)
	}
	n.memory = maps.Clone(s.memory)
	return &n
}

func (s *localState) top() *frame { return s.frames[len(s.frames)-1] }

// own returns frame number i, to be changed.
func (s *localState) own(i int) *frame {
	for j := i; j < s.private; j++ {
		s.frames[j] = s.frames[j].clone()
	}
	s.private = min(s.private, i)
	return s.frames[i]
}

// pop drops the innermost frame and returns the next one, to be changed.
func (s *localState) pop() *frame {
	s.frames = s.frames[:len(s.frames)-1]
	s.private = min(s.private, len(s.frames))
	return s.own(len(s.frames) - 1)
}

// decide notes what is known about a symbol from here on.
func (s *localState) decide(sym symbolID, d decision) {
	s.decisions = maps.Clone(s.decisions)
	s.decisions[sym] = d
}

// undecide drops what is known about a symbol.
func (s *localState) undecide(sym symbolID) {
	if _, ok := s.decisions[sym]; ok {
		s.decisions = maps.Clone(s.decisions)
		delete(s.decisions, sym)
	}
}

// via lists the calls that lead to the innermost frame, outermost first.
func (s *localState) via() []model.Site {
	var sites []model.Site
	for _, f := range s.frames[1:] {
		sites = append(sites, f.call)
	}
	return sites
}
