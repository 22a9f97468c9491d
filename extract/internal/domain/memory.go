package domain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// A Memory is what one goroutine knows of the heap. It belongs to one local
// state; HeapObjects are shared between memories and never changed in place.
type Memory map[ObjectID]*HeapObject

// A HeapObject is the content of one object. Cells that are not listed have
// their first value: zero, or a part of an unknown.
type HeapObject struct {
	Cells []Cell // increasing paths
	// Published is set once another goroutine may have a reference.
	Published bool
}

// A Cell is a variable inside an object. Its path is a sequence of field
// selections ".3" and element selections "[2]". A path that ends in "*" is not
// a variable: its value is an aggregate whose background replaces the first
// values of everything below. One that ends in Forgotten replaces those alone that
// a function may have stored who has none of the program's channels and the like.
type Cell struct {
	Path  string
	Value Value
}

// Forgotten ends the path of a cell below which a function may have stored data, see Forget.
const Forgotten = "~"

// A CellID names a cell in all memories.
type CellID struct {
	Object ObjectID
	Path   string
}

func comparePath(c Cell, path string) int { return cmp.Compare(c.Path, path) }

// Find returns the value of the cell at path, or absent.
func (h *HeapObject) Find(path string) Value {
	if h == nil {
		return 0
	}
	if i, ok := slices.BinarySearchFunc(h.Cells, path, comparePath); ok {
		return h.Cells[i].Value
	}
	return 0
}

// With returns the object with one cell set.
func (h *HeapObject) With(path string, v Value) *HeapObject {
	var n HeapObject
	if h != nil {
		n.Published = h.Published
		n.Cells = slices.Clone(h.Cells)
	}
	i, ok := slices.BinarySearchFunc(n.Cells, path, comparePath)
	if ok {
		n.Cells[i].Value = v
	} else {
		n.Cells = slices.Insert(n.Cells, i, Cell{path, v})
	}
	return &n
}

// Without returns the object with everything below path forgotten.
func (h *HeapObject) Without(path string) *HeapObject {
	if h == nil {
		return &HeapObject{}
	}
	n := HeapObject{Published: h.Published}
	for _, c := range h.Cells {
		if !Below(c.Path, path) {
			n.Cells = append(n.Cells, c)
		}
	}
	return &n
}

// Below reports whether path is prefix or leads to something inside it.
func Below(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[' || rest[0] == '*' || rest == Forgotten)
}

// Load reads the variable at path of an object.
func (in *Interner) Load(m Memory, object ObjectID, path string, kind ir.ValueKind) Value {
	h := m[object]
	if kind.IsAggregate() || kind == ir.GenericKind && h.hasParts(path) {
		return in.loadAggregate(h, object, path)
	}
	if v := h.Find(path); v != 0 {
		return in.As(v, kind)
	}
	background, prefix := in.BackgroundOf(h, object, path)
	if data, below := in.forgotten(h.Find, path); data != 0 && in.isStorable(kind, background) {
		return in.Part(data, below, kind)
	}
	return in.Part(background, prefix, kind)
}

// Forget says that a function which isn't followed may have stored data below a path of an object: what is there are
// parts of an unknown. Cells stay if they have what such a function has none of.
func (in *Interner) Forget(m Memory, object ObjectID, path string, data Value, stays func(Value) bool) {
	h := m[object]
	n := &HeapObject{}
	if h != nil {
		n.Published = h.Published
		for _, c := range h.Cells {
			if !Below(c.Path, path) || strings.HasSuffix(c.Path, "*") || stays(c.Value) {
				n.Cells = append(n.Cells, c)
			}
		}
	}
	for _, c := range slices.Clone(n.Cells) { // a background that is nearer hides those around it
		if below, ok := strings.CutSuffix(c.Path, "*"); ok && Below(below, path) {
			n = n.With(below+Forgotten, in.Aggregate(data, below[len(path):], nil, nil))
		}
	}
	m[object] = n.With(path+Forgotten, in.Aggregate(data, "", nil, nil))
}

// forgotten finds what a function may have stored where the first value of the cell at path was: the unknown and
// its part; 0 if that is none, or an aggregate was stored nearer.
func (in *Interner) forgotten(find func(string) Value, path string) (data Value, part string) {
	for prefix := path; ; {
		if v := find(prefix + Forgotten); v != 0 {
			d := in.Of(v)
			return d.Parts[0], d.Text + path[len(prefix):]
		}
		i := strings.LastIndexAny(prefix, ".[")
		if i < 0 || find(prefix+"*") != 0 || prefix != path && find(prefix) != 0 {
			return 0, ""
		}
		prefix = prefix[:i]
	}
}

// isStorable reports whether a function may store something of a kind that has no channels and functions of the
// program's. What it finds outside leads where it did.
func (in *Interner) isStorable(kind ir.ValueKind, background Value) bool {
	switch kind {
	case ir.ChanKind, ir.FuncKind:
		return false
	case ir.PointerKind, ir.InterfaceKind, ir.MapKind, ir.GenericKind:
		return in.Of(background).Form != SymbolForm
	}
	return true
}

// hasParts reports whether the variable at path is known to be a struct or array.
func (h *HeapObject) hasParts(path string) bool {
	return h != nil && slices.ContainsFunc(h.Cells, func(c Cell) bool { return c.Path != path && c.Path != path+Forgotten && Below(c.Path, path) })
}

// BackgroundOf finds where the first value of the cell at path comes from: the
// innermost aggregate that was stored around it, or the object itself. Code with type
// parameters stores aggregates as if they were plain, unless it knows their parts.
func (in *Interner) BackgroundOf(h *HeapObject, object ObjectID, path string) (Value, string) {
	for prefix := path; h != nil; {
		if v := h.Find(prefix + "*"); v != 0 {
			d := in.Of(v)
			return d.Parts[0], d.Text + path[len(prefix):]
		}
		if v := h.Find(prefix); v != 0 && prefix != path {
			return v, path[len(prefix):]
		}
		i := strings.LastIndexAny(prefix, ".[")
		if i < 0 {
			break
		}
		prefix = prefix[:i]
	}
	if origin := in.ObjectTable[object].Origin; origin != 0 {
		return in.SymbolValue(origin), path
	}
	return in.Nil, ""
}

func (in *Interner) loadAggregate(h *HeapObject, object ObjectID, path string) Value {
	background, prefix := in.BackgroundOf(h, object, path)
	if v := h.Find(path); v != 0 {
		background, prefix = v, ""
	}
	var paths []string
	var fields []Value
	if h != nil {
		for _, c := range h.Cells {
			if Below(c.Path, path) && c.Path != path && c.Path != path+"*" && c.Path != path+Forgotten {
				paths = append(paths, c.Path[len(path):])
				fields = append(fields, c.Value)
			}
		}
	}
	if data, below := in.forgotten(h.Find, path); data != 0 {
		paths, fields = append(paths, Forgotten), append(fields, in.Aggregate(data, below, nil, nil))
	}
	return in.Aggregate(background, prefix, paths, fields)
}

// Store writes v to the variable at path of an object.
func (in *Interner) Store(m Memory, object ObjectID, path string, v Value, kind ir.ValueKind) {
	h := m[object]
	isStruct := kind == ir.GenericKind && in.Of(v).Form == StructForm
	switch {
	case kind == ir.GenericKind && !isStruct:
		h = h.Without(path)
		fallthrough
	case !kind.IsAggregate() && !isStruct:
		m[object] = h.With(path, v)
		return
	}
	h = h.Without(path)
	v = in.asAggregate(v)
	d := in.Of(v)
	if d.Form != StructForm {
		m[object] = h.With(path+"*", in.Aggregate(in.OpaqueAs(kind, in.TaintOf(v)), "", nil, nil))
		return
	}
	h = h.With(path+"*", in.Aggregate(d.Parts[0], d.Text, nil, nil))
	for i, p := range d.Paths {
		h = h.With(path+p, d.Parts[i+1])
	}
	m[object] = h
}

// asAggregate is a value of code with type parameters as a struct or array.
func (in *Interner) asAggregate(v Value) Value {
	switch in.Of(v).Form {
	case NilForm, SymbolForm:
		return in.Aggregate(v, "", nil, nil)
	}
	return v
}

// Field selects a part of a struct or array value.
func (in *Interner) Field(v Value, path string, kind ir.ValueKind) Value {
	v = in.As(v, ir.StructKind)
	d := in.Of(v)
	if d.Form == SymbolForm {
		return in.Part(v, path, kind)
	}
	if d.Form != StructForm {
		return in.Opaque
	}
	var paths []string
	var fields []Value
	background, prefix := d.Parts[0], d.Text+path
	plain := false // there is a value of code with type parameters
	for i, p := range d.Paths {
		switch {
		case p == path+Forgotten || strings.HasSuffix(p, Forgotten) && Below(path, p[:len(p)-1]): // see below
		case p == path && !kind.IsAggregate() && kind != ir.GenericKind:
			return in.As(d.Parts[i+1], kind)
		case !strings.HasSuffix(p, "*") && Below(path, p): // see BackgroundOf
			background, prefix = d.Parts[i+1], path[len(p):]
			plain = p == path
		case p == path+"*" || strings.HasSuffix(p, "*") && Below(path, p[:len(p)-1]):
			inner := in.Of(d.Parts[i+1])
			background, prefix = inner.Parts[0], inner.Text+path[len(p)-1:]
		case Below(p, path):
			paths = append(paths, p[len(path):])
			fields = append(fields, d.Parts[i+1])
		}
	}
	data, below := in.forgotten(d.find, path)
	switch {
	case kind.IsAggregate() || kind == ir.GenericKind && len(fields) > 0:
		if data != 0 {
			paths, fields = append(paths, Forgotten), append(fields, in.Aggregate(data, below, nil, nil))
		}
		return in.Aggregate(background, prefix, paths, fields)
	case plain:
		return background
	case data != 0 && in.isStorable(kind, background):
		return in.Part(data, below, kind)
	}
	return in.Part(background, prefix, kind)
}

// find returns the part of a struct or array value at a path, or absent.
func (d *Description) find(path string) Value {
	if i := slices.Index(d.Paths, path); i >= 0 {
		return d.Parts[i+1]
	}
	return 0
}

// Reachable returns the objects that can be reached from values, increasing.
// Who has an unknown can reach what it points to, and what its parts point to.
func (in *Interner) Reachable(m Memory, values []Value) []ObjectID {
	w := &heapWalk{Interner: in, memory: m}
	in.walks++
	in.walkedAt = append(in.walkedAt, make([]int, len(in.ObjectTable)-len(in.walkedAt))...)
	for o := range m {
		if !in.IsMade(o) {
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
	slices.Sort(w.found)
	return w.found
}

// A heapWalk is a search through a memory.
type heapWalk struct {
	*Interner
	memory Memory
	// found are the objects that were reached, entered is how many of them were entered.
	found   []ObjectID
	entered int
	// outside are the objects of the memory that come from outside and are not
	// reached yet; unknowns those that were met.
	outside  []ObjectID
	unknowns map[SymbolID]bool
}

// value visits what v is made of.
func (w *heapWalk) value(v Value) {
	w.Walk(v, func(_ Value, d *Description) {
		switch {
		case d.Object != 0:
			w.reach(d.Object)
		case d.Form == SymbolForm && len(w.outside) > 0:
			w.meet(SymbolID(d.Number))
		}
	})
}

// reach notes an object, once.
func (w *heapWalk) reach(o ObjectID) {
	if !w.isReached(o) {
		w.walkedAt[o] = w.walks
		w.found = append(w.found, o)
	}
}

func (w *heapWalk) isReached(o ObjectID) bool { return w.walkedAt[o] == w.walks }

func (w *heapWalk) meet(sym SymbolID) {
	if w.unknowns == nil {
		w.unknowns = map[SymbolID]bool{}
	}
	w.unknowns[sym] = true
}

// finish visits what the objects hold that were reached.
func (w *heapWalk) finish() {
	for ; w.entered < len(w.found); w.entered++ {
		o := w.found[w.entered]
		if len(w.outside) > 0 {
			w.meet(w.ObjectTable[o].Origin) // or 0, to which nothing leads
		}
		if h := w.memory[o]; h != nil {
			for _, c := range h.Cells {
				w.value(c.Value)
			}
		}
	}
}

// enterOutside visits the objects from outside to which an unknown leads that
// was met, and reports whether there were any.
func (w *heapWalk) enterOutside() bool {
	var rest []ObjectID
	for _, o := range w.outside {
		if w.isReached(o) {
			continue
		}
		if w.leads(w.ObjectTable[o].Origin) {
			w.reach(o)
		} else {
			rest = append(rest, o)
		}
	}
	w.outside = rest
	return w.entered < len(w.found)
}

// leads reports whether an unknown, or what it is a part of, was met.
func (w *heapWalk) leads(sym SymbolID) bool {
	for ; sym != 0; sym = w.SymbolTable[sym].Whole {
		if w.unknowns[sym] {
			return true
		}
	}
	return false
}
