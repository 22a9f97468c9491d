package interp

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// compute gives the result of an instruction that only makes a value.
func (e *evaluator) compute(s *localState, f *frame, in *ir.Instr) value {
	switch in.Op {
	case ir.OpUnknown:
		return e.unknown(s, f, in)
	case ir.OpCopy:
		return e.operand(s, f, in.Args[0])
	case ir.OpAlloc:
		return e.pointer(e.make(s, in, in.Kind), "")
	case ir.OpFieldAddr:
		return e.fieldAddress(s, e.operand(s, f, in.Args[0]), in)
	case ir.OpField:
		e.ask(in.Name)
		return e.field(e.operand(s, f, in.Args[0]), fieldPath(in.Index), in.Kind)
	case ir.OpIndexAddr:
		return e.indexAddress(s, f, in)
	case ir.OpIndex:
		return e.index(s, f, in)
	case ir.OpBinary:
		return e.executeBinary(s, f, in)
	case ir.OpNot:
		return e.not(e.operand(s, f, in.Args[0]))
	case ir.OpMakeInterface:
		v := e.operand(s, f, in.Args[0])
		if in.Opens {
			e.openAll(s.memory, handedOver, v)
		}
		return e.intern(description{form: ifaceForm, text: in.TypeName, parts: []value{v}})
	case ir.OpExtract:
		return e.extract(s, f, in)
	case ir.OpMakeClosure:
		return e.closure(in.Name, e.operands(s, f, in.Args)...)
	case ir.OpMakeChan:
		return e.makeChan(s, f, in)
	case ir.OpMakeSlice:
		return e.makeSlice(s, f, in)
	case ir.OpSlice:
		return e.slice(s, f, in)
	case ir.OpRange:
		return e.iterate(s, f, in)
	case ir.OpMakeMap:
		return e.intern(description{form: mapForm, object: e.make(s, in, ir.MapKind)})
	case ir.OpAppend:
		return e.appendSlice(s, f, in)
	case ir.OpLen:
		return e.length(s, e.operand(s, f, in.Args[0]), in, false)
	case ir.OpCap:
		return e.length(s, e.operand(s, f, in.Args[0]), in, true)
	case ir.OpRecover:
		return e.recover(s)
	}
	return e.computeMap(s, f, in)
}

func (e *evaluator) operands(s *localState, f *frame, list []ir.Operand) []value {
	values := make([]value, len(list))
	for i, o := range list {
		values[i] = e.operand(s, f, o)
	}
	return values
}

func fieldPath(index int) string     { return "." + strconv.Itoa(index) }
func elementPath(index int64) string { return "[" + strconv.FormatInt(index, 10) + "]" }

// make creates the object of an instruction. In a loop the site has as many
// objects as turned out to be in use at once (see knowledge.instances); they
// are taken in rotation, and the model says so by New.
func (e *evaluator) make(s *localState, in *ir.Instr, kind ir.ValueKind) objectID {
	return e.makeAs(s, in, kind, "")
}

// makeAs is make for objects that differ in more than the place: in variant.
func (e *evaluator) makeAs(s *localState, in *ir.Instr, kind ir.ValueKind, variant string) objectID {
	place := "made " + e.place(s) + " " + variant
	instance := 0
	if e.repeats(s) {
		instance = e.rotate(s, place, in)
	}
	o := e.object(place+" "+strconv.Itoa(instance), objectInfo{
		name: in.Name, site: s.visibleSite(in.Site), process: e.process, kind: kind, repeats: e.repeats(s),
		locks: in.Op == ir.OpAlloc && in.Index == 1,
	})
	delete(s.memory, o)
	return o
}

// visibleSite is a place for the reader: what a stand-in for a library function
// makes is made where it is called.
func (s *localState) visibleSite(site model.Site) model.Site {
	for i := len(s.frames) - 1; i > 0 && !site.IsValid(); i-- {
		site = s.frames[i].call
	}
	return site
}

// rotate picks the instance of a site that is made next: one that this
// goroutine itself cannot reach any more. Whether the others still can is
// checked when the system is explored.
func (e *evaluator) rotate(s *localState, place string, in *ir.Instr) int {
	n := max(e.instances[place], 1)
	own := map[objectID]bool{}
	for _, o := range e.reachable(s.memory, s.roots(e)) {
		own[o] = true
	}
	for i := 1; i <= n; i++ {
		instance := (s.rotation[place] + i) % n
		if !own[e.objects[place+" "+strconv.Itoa(instance)]] {
			if n > 1 {
				s.rotation = maps.Clone(s.rotation)
				s.rotation[place] = instance
			}
			return instance
		}
	}
	e.moreInstances(place, in.Site)
	return 0
}

// moreInstances doubles the number of objects of a site.
func (k *knowledge) moreInstances(place string, site model.Site) bool {
	n := max(k.instances[place], 1) * 2
	if n > largestRotation {
		k.giveUp("too many objects made at " + site.String() + " are in use at once")
		return false
	}
	k.instances[place] = n
	k.changed = true
	return true
}

// largestRotation limits how many objects of one site can be in use at once.
const largestRotation = 64

// roots lists the values from which the goroutine can still reach something.
func (s *localState) roots(e *evaluator) []value {
	var list []value
	for i, f := range s.frames {
		live := e.liveIn(s, i)
		for r, v := range f.registers {
			if v != 0 && live.has(r) {
				list = append(list, v)
			}
		}
		for _, d := range f.deferred {
			list = append(list, d.callee.args...)
		}
	}
	return list
}

// liveIn returns the registers of frame number i that can still be read: at
// its program counter, and after a recovered panic.
func (e *evaluator) liveIn(s *localState, i int) registerSet {
	f := s.frames[i]
	fl := e.flowOf(f.function)
	live := make(registerSet, (f.function.Registers+63)/64)
	if !f.unwinding {
		live.addAll(fl.live(f.block, f.pc))
	}
	if f.function.Recover >= 0 && (f.unwinding || len(f.deferred) > 0) {
		live.addAll(fl.live(f.function.Recover, 0))
	}
	if i+1 < len(s.frames) {
		if result := s.frames[i+1].result; result >= 0 && !s.frames[i+1].isDeferred {
			live.remove(result)
		}
	}
	return live
}

// unknown is a value that isn't followed, with what is known about it.
func (e *evaluator) unknown(s *localState, f *frame, in *ir.Instr) value {
	taint := ""
	switch in.Name {
	case ir.NonNilResult:
		return e.nonNil
	case ir.GlobalsResult:
		if in.Kind != ir.ErrorKind {
			taint = "a function that isn't followed uses package-level variables"
		}
	case ir.ComputedResult:
		taint = e.computedFrom(e.operands(s, f, in.Args))
	}
	return e.fresh(s, in.Kind, in.Text, taint)
}

func (e *evaluator) fieldAddress(s *localState, base value, in *ir.Instr) value {
	object, path, ok := e.deref(base)
	if !ok {
		return e.opaque
	}
	path += fieldPath(in.Index)
	if in.Name != "" {
		e.fieldNames[cellID{object, path}] = in.Name
	}
	return e.pointer(object, path)
}

// cellName spells a cell as the source might: the variable and its fields.
func (e *evaluator) cellName(id cellID) string {
	name := e.objectTable[id.object].name
	for i := 0; i < len(id.path); {
		end := i + 1
		for end < len(id.path) && id.path[end] != '.' && id.path[end] != '[' {
			end++
		}
		if id.path[i] == '[' {
			name += id.path[i:end]
		} else if field := e.fieldNames[cellID{id.object, id.path[:end]}]; field != "" {
			name = strings.TrimPrefix(name+"."+field, ".")
		}
		i = end
	}
	return name
}

// indexAddress is &base[i]. An element that isn't known could be any of them:
// whatever they hold is open from then on.
func (e *evaluator) indexAddress(s *localState, f *frame, in *ir.Instr) value {
	base, index := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	d, i := e.of(base), e.of(index)
	if i.form == intForm {
		switch d.form {
		case sliceForm:
			return e.pointer(d.object, d.text+elementPath(d.number+i.number))
		case pointerForm:
			return e.pointer(d.object, d.text+elementPath(i.number))
		case symbolForm:
			object, path, _ := e.deref(base)
			return e.pointer(object, path+elementPath(i.number))
		}
	}
	if d.object != 0 {
		e.openContents(s, d.object, d.text, "an element with an unknown index is used")
	}
	return e.opaque
}

// openContents opens what the cells of an object below path refer to.
func (e *evaluator) openContents(s *localState, object objectID, path, reason string) {
	h := s.memory[object]
	if h == nil {
		return
	}
	for _, c := range h.cells {
		if below(c.path, path) {
			e.openAll(s.memory, reason, c.v)
		}
	}
}

func (e *evaluator) index(s *localState, f *frame, in *ir.Instr) value {
	array, index := e.operand(s, f, in.Args[0]), e.of(e.operand(s, f, in.Args[1]))
	if index.form == intForm && e.of(array).form == structForm {
		return e.field(array, elementPath(index.number), in.Kind)
	}
	e.openAll(s.memory, "an element with an unknown index is used", array)
	return e.fresh(s, in.Kind, in.Text, e.taintOf(array))
}

// executeBinary is x op y. What isn't known of it is as doubtful as what it is
// made of.
func (e *evaluator) executeBinary(s *localState, f *frame, in *ir.Instr) value {
	x, y := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	v := e.binary(in.Name, x, y)
	if v != e.opaque {
		return v
	}
	kind := in.Kind
	if isComparison(in.Name) {
		kind = ir.BoolKind
	}
	taint := cmp.Or(e.taintOf(x), e.taintOf(y))
	if in.Kind == ir.OtherKind {
		taint = cmp.Or(taint, "numbers are compared that aren't followed")
	}
	if taint != "" {
		return e.fresh(s, kind, in.Text, taint)
	}
	if e.ownErrors(x, y) {
		return e.fresh(s, kind, in.Text, comparedErrors)
	}
	return v
}

// comparedErrors is why a question about errors is in doubt that the program has
// made itself: which of them they are isn't followed.
const comparedErrors = "errors of the program are compared"

// ownErrors reports whether there are errors among values, and all of them are
// the program's.
func (e *evaluator) ownErrors(values ...value) bool {
	own := false
	for _, v := range values {
		switch d := e.of(v); {
		case v == e.nonNil:
			own = true
		case v == e.foreignError || d.form == symbolForm && e.symbolTable[d.number].kind == ir.ErrorKind:
			return false
		}
	}
	return own
}

func isComparison(operator string) bool {
	switch operator {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// binary is x op y.
func (e *evaluator) binary(op string, x, y value) value {
	a, b := e.of(x), e.of(y)
	switch {
	case a.form == intForm && b.form == intForm:
		return e.arithmetic(op, a.number, b.number)
	case op == "!=":
		return e.not(e.binary("==", x, y))
	case op == "==":
		return e.equal(x, y)
	case op == ">":
		return e.binary("<", y, x)
	case op == ">=":
		return e.not(e.binary("<", x, y))
	case op == "<=":
		return e.not(e.binary("<", y, x))
	case op == "<":
		return e.less(x, y)
	}
	return e.opaque
}

func (e *evaluator) arithmetic(op string, x, y int64) value {
	switch op {
	case "+":
		return e.integer(x + y)
	case "-":
		return e.integer(x - y)
	case "*":
		return e.integer(x * y)
	case "<":
		return e.boolean(x < y)
	case "<=":
		return e.boolean(x <= y)
	case ">":
		return e.boolean(x > y)
	case ">=":
		return e.boolean(x >= y)
	case "==":
		return e.boolean(x == y)
	case "!=":
		return e.boolean(x != y)
	case "&":
		return e.integer(x & y)
	case "|":
		return e.integer(x | y)
	case "^":
		return e.integer(x ^ y)
	case "&^":
		return e.integer(x &^ y)
	}
	if y > 0 && op == "/" {
		return e.integer(x / y)
	}
	if y > 0 && op == "%" {
		return e.integer(x % y)
	}
	if y >= 0 && y < 32 && op == "<<" {
		return e.integer(x << y)
	}
	if y >= 0 && y < 64 && op == ">>" {
		return e.integer(x >> y)
	}
	return e.opaque
}

// less is x < y for numbers of which at most one is known, as a question about
// a symbol on the left side: n < y+1 is the negation of y < n.
func (e *evaluator) less(x, y value) value {
	a, b := e.of(x), e.of(y)
	switch {
	case a.form == symbolForm && b.form == intForm:
		return e.intern(description{form: testForm, text: "<", parts: []value{x, y}})
	case a.form == intForm && b.form == symbolForm:
		test := e.intern(description{form: testForm, text: "<", parts: []value{y, e.integer(a.number + 1)}})
		return e.not(test)
	}
	return e.opaque
}

func (e *evaluator) not(v value) value {
	d := e.of(v)
	switch d.form {
	case boolForm:
		return e.boolean(d.number == 0)
	case notForm:
		return d.parts[0]
	case opaqueForm:
		return v
	}
	return e.intern(description{form: notForm, parts: []value{v}})
}

// equal is x == y.
func (e *evaluator) equal(x, y value) value {
	a, b := e.of(x), e.of(y)
	if a.form > b.form || constantForm(a.form) && !constantForm(b.form) {
		x, y, a, b = y, x, b, a // a constant comes second
	}
	if constantForm(a.form) && !constantForm(b.form) {
		x, y, a, b = y, x, b, a
	}
	switch {
	case a.form == opaqueForm || b.form == opaqueForm:
		return e.opaque
	case constantForm(a.form) && constantForm(b.form):
		return e.boolean(x == y)
	case a.form == symbolForm && e.symbolTable[a.number].kind == ir.BoolKind && b.form == boolForm:
		if b.number != 0 {
			return x
		}
		return e.not(x)
	case a.form == symbolForm && constantForm(b.form):
		return e.intern(description{form: testForm, text: "==", parts: []value{x, y}})
	case b.form == nilForm:
		return e.boolean(false)
	case x == y && a.form != nonNilForm:
		return e.yes
	case a.object != 0 && b.object != 0 && e.isMade(a.object) && e.isMade(b.object):
		return e.no
	}
	return e.opaque
}

func constantForm(f form) bool {
	return f == nilForm || f == intForm || f == boolForm || f == stringForm
}

// extract takes an element of a tuple. The elements of the result of a call
// that isn't modelled are unknowns of their own.
func (e *evaluator) extract(s *localState, f *frame, in *ir.Instr) value {
	tuple := e.operand(s, f, in.Args[0])
	d := e.of(tuple)
	if d.form == tupleForm && in.Index < len(d.parts) {
		return e.resolve(s, d.parts[in.Index])
	}
	taint := e.taintOf(tuple)
	if in.Kind == ir.ErrorKind && taint == aboutData {
		taint = "" // see unfollowed
	}
	return e.fresh(s, in.Kind, in.Text, taint)
}

// makeChan makes a channel. A capacity that is no number was settled before.
func (e *evaluator) makeChan(s *localState, f *frame, in *ir.Instr) value {
	capacity := e.of(e.operand(s, f, in.Args[0]))
	o := e.makeAs(s, in, ir.ChanKind, strconv.FormatInt(capacity.number, 10))
	switch {
	case capacity.form != intForm:
		e.openAll(s.memory, "its capacity is not known", e.channel(o))
	case capacity.number < 0 || capacity.number > largestCapacity:
		e.openAll(s.memory, "its capacity is absurd", e.channel(o))
	default:
		e.objectTable[o].capacity = capacity.number
	}
	return e.channel(o)
}

// largestCapacity is the largest capacity that a model channel can have.
const largestCapacity = 1 << 30

func (e *evaluator) makeSlice(s *localState, f *frame, in *ir.Instr) value {
	o := e.make(s, in, ir.SliceKind)
	asked := e.operand(s, f, in.Args[0])
	length, capacity := e.of(asked), e.of(e.operand(s, f, in.Args[1]))
	if length.form != intForm || length.number < 0 {
		return e.fresh(s, ir.SliceKind, "", e.taintOf(asked))
	}
	c := length.number
	if capacity.form == intForm {
		c = capacity.number
	}
	return e.intern(description{form: sliceForm, object: o, length: length.number, capacity: c})
}

// slice is x[low:high:max].
func (e *evaluator) slice(s *localState, f *frame, in *ir.Instr) value {
	args := e.operands(s, f, in.Args)
	d := *e.of(args[0])
	low := e.of(args[1])
	high := e.of(args[2])
	switch {
	case d.form == pointerForm && in.Index >= 0:
		d = description{form: sliceForm, object: d.object, text: d.text, length: int64(in.Index), capacity: int64(in.Index)}
	case d.form == nilForm:
		return args[0]
	case d.form != sliceForm:
		return e.fresh(s, ir.SliceKind, "", e.taintOf(args[0]))
	}
	if low.form != nilForm && low.form != intForm || high.form != nilForm && high.form != intForm {
		e.openContents(s, d.object, d.text, "a slice with unknown bounds is used")
		return e.fresh(s, ir.SliceKind, "", e.taintOf(args[0]))
	}
	if high.form == intForm {
		d.length = high.number
	}
	d.number += low.number
	d.length -= low.number
	d.capacity -= low.number
	return e.intern(d)
}

// appendSlice is append(x, y...). The result gets memory of its own: that
// differs from Go where x has room and is used again, which real code avoids.
func (e *evaluator) appendSlice(s *localState, f *frame, in *ir.Instr) value {
	x, y := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	a, b := *e.of(x), *e.of(y)
	if a.form == nilForm {
		a = description{form: sliceForm}
	}
	if b.form == nilForm {
		return x
	}
	if a.form != sliceForm || b.form != sliceForm {
		e.openAll(s.memory, "appended to a slice of unknown length", y)
		e.openAll(s.memory, "appended to a slice of unknown length", x)
		return e.fresh(s, ir.SliceKind, "", cmp.Or(e.taintOf(x), e.taintOf(y)))
	}
	if a.length+b.length > largestSlice {
		e.openContents(s, a.object, a.text, "the slice is too long to follow")
		e.openContents(s, b.object, b.text, "the slice is too long to follow")
		return e.fresh(s, ir.SliceKind, "", "a slice that is too long to follow is asked for")
	}
	*e.steps += int(a.length + b.length)
	// The new object may take the place of the old one: get that first.
	first, second := s.memory[a.object], s.memory[b.object]
	o := e.make(s, in, ir.SliceKind)
	n := a.length + b.length
	result := e.intern(description{form: sliceForm, object: o, length: n, capacity: n})
	e.copyElements(s, o, 0, &a, first)
	e.copyElements(s, o, a.length, &b, second)
	return result
}

// largestSlice is the length up to which the elements of appended slices are
// followed.
const largestSlice = 64

// copyElements copies all elements of a slice into a new object, from index
// start on, whatever their kind: cell by cell, and the backgrounds.
func (e *evaluator) copyElements(s *localState, to objectID, start int64, from *description, source *heapObject) {
	for i := range from.length {
		path, target := from.text+elementPath(from.number+i), elementPath(start+i)
		if background, prefix := e.backgroundOf(source, from.object, path); background != e.null {
			s.memory[to] = s.memory[to].with(target+"*", e.aggregate(background, prefix, nil, nil))
		}
		if source == nil {
			continue
		}
		for _, c := range source.cells {
			if below(c.path, path) && c.path != path+"*" {
				s.memory[to] = s.memory[to].with(target+c.path[len(path):], c.v)
			}
		}
	}
}

// length is len(v) or cap(v).
func (e *evaluator) length(s *localState, v value, in *ir.Instr, capacity bool) value {
	d := e.of(v)
	switch d.form {
	case sliceForm:
		if capacity {
			return e.integer(d.capacity)
		}
		return e.integer(d.length)
	case nilForm:
		return e.integer(0)
	case stringForm:
		return e.integer(int64(len(d.text)))
	case chanForm:
		if capacity && e.open[d.object] == "" {
			e.capacityAsked = true
			return e.integer(e.objectTable[d.object].capacity)
		}
		e.counted[d.object] = true
		return e.fresh(s, ir.IntKind, "", "the number of messages in a channel is asked for")
	case mapForm:
		return e.mapLength(s, v)
	case symbolForm:
		return e.lengthOf(v, symbolID(d.number), in)
	}
	return e.fresh(s, ir.IntKind, "", e.taintOf(v))
}

// lengthOf is the length of an unknown slice, map or string: a part of it.
func (e *evaluator) lengthOf(v value, whole symbolID, in *ir.Instr) value {
	info := e.symbolTable[whole]
	text := ""
	if in.Text != "" {
		text = "len(" + in.Text + ")"
	}
	sym := e.symbol("length "+strconv.Itoa(int(v)), symbolInfo{
		kind: ir.IntKind, text: text, process: info.process, taint: info.taint, whole: whole,
		size: info.process < 0, length: true,
	})
	return e.symbolValue(sym)
}

// settleSizes makes the unknown number that an instruction needs known, if it
// has one: as a capacity, a length, an index, or together with a constant.
func (e *evaluator) settleSizes(s *localState, f *frame, in *ir.Instr) []alternative {
	if in.Op == ir.OpBinary && !e.settlesArithmetic(s, f, in) {
		return nil
	}
	index := in.Op == ir.OpIndexAddr
	for _, o := range in.Args {
		d := e.of(e.operand(s, f, o))
		if d.form != symbolForm {
			continue
		}
		info := &e.symbolTable[d.number]
		if index && !info.length {
			continue
		}
		if info.kind == ir.IntKind && (info.size || in.Op == ir.OpMakeChan && info.taint == "") {
			return e.sizes(s, symbolID(d.number), in.Site)
		}
	}
	return nil
}

// settlesArithmetic reports whether an operation is arithmetic of an unknown
// size with a number: n-1 is a size as n is.
func (e *evaluator) settlesArithmetic(s *localState, f *frame, in *ir.Instr) bool {
	if isComparison(in.Name) {
		return false
	}
	x, y := e.of(e.operand(s, f, in.Args[0])).form, e.of(e.operand(s, f, in.Args[1])).form
	return x == intForm && y == symbolForm || x == symbolForm && y == intForm
}

// executeTypeAssert is x.(T).
func (e *evaluator) executeTypeAssert(s *localState, f *frame, in *ir.Instr) []alternative {
	x := e.operand(s, f, in.Args[0])
	d := e.of(x)
	v, known, ok := e.assert(s, d, x, in)
	if !known {
		return e.assertUnknown(s, x, in)
	}
	switch {
	case in.CommaOk:
		e.set(f, in.Dst, e.tuple(v, e.boolean(ok)))
	case !ok:
		e.startPanic(s, &panicking{site: in.Site, via: s.via(), text: "failed type assertion"})
		return nil
	default:
		e.set(f, in.Dst, v)
	}
	f.pc++
	return nil
}

// assert decides a type assertion on a value whose dynamic type is known.
func (e *evaluator) assert(s *localState, d *description, x value, in *ir.Instr) (v value, known, ok bool) {
	switch {
	case d.form == nilForm:
		return e.zero(in.Kind), true, false
	case d.form == contextForm && in.Index == 1:
		return x, true, true
	case d.form != ifaceForm:
		return 0, false, false
	case in.Index == 0 && d.text == in.TypeName:
		return d.parts[0], true, true
	case in.Index == 0:
		return e.zero(in.Kind), true, false
	case e.program.implements(d.text, in.TypeName):
		return x, true, true
	}
	return 0, false, false
}

// assertUnknown continues with either answer.
func (e *evaluator) assertUnknown(s *localState, x value, in *ir.Instr) []alternative {
	d := e.of(x)
	v := e.opaque
	if d.form == ifaceForm && in.Index == 1 {
		v = x
	} else if d.form == symbolForm {
		v = e.part(x, " as "+in.TypeName, in.Kind)
	}
	answer := e.opaque
	if d.form == symbolForm {
		answer = e.part(x, " is "+in.TypeName, ir.BoolKind)
	}
	f := s.top()
	if in.CommaOk {
		e.set(f, in.Dst, e.tuple(v, answer))
	} else {
		e.set(f, in.Dst, v)
	}
	f.pc++
	return nil
}
