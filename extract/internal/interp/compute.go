package interp

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// compute gives the result of an instruction that only makes a value.
func (e *evaluator) compute(s *localState, f *frame, in *ir.Instr) domain.Value {
	switch in.Op {
	case ir.OpUnknown:
		if in.Opens {
			e.openAll(s.memory, handedOver, e.operands(s, f, in.Args)...)
		}
		return e.unknown(s, f, in)
	case ir.OpCopy:
		v := e.operand(s, f, in.Args[0])
		if in.Kind == ir.IntKind && in.Index == ir.Unsigned {
			e.noteSign(v, domain.Signed)
		}
		return e.Directed(e.fitted(v, in.Bits), in.Index)
	case ir.OpAlloc:
		if len(in.Args) > 0 {
			return e.Pointer(e.own(in), "")
		}
		return e.Pointer(e.make(s, in, variableKind(in.Kind)), "")
	case ir.OpFieldAddr:
		return e.fieldAddress(s, e.operand(s, f, in.Args[0]), in)
	case ir.OpField:
		e.ask(in.Name)
		return e.Field(e.operand(s, f, in.Args[0]), fieldPath(in.Index), in.Kind)
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
		return e.Intern(domain.Description{Form: domain.IfaceForm, Text: in.TypeName, Parts: []domain.Value{v}})
	case ir.OpExtract:
		return e.extract(s, f, in)
	case ir.OpMakeClosure:
		return e.Closure(in.Name, e.operands(s, f, in.Args)...)
	case ir.OpMakeChan:
		return e.makeChan(s, f, in)
	case ir.OpMakeSlice:
		return e.makeSlice(s, f, in)
	case ir.OpSlice:
		return e.slice(s, f, in)
	case ir.OpRange:
		return e.iterate(s, f, in)
	case ir.OpMakeMap:
		return e.Intern(domain.Description{Form: domain.MapForm, Object: e.make(s, in, ir.MapKind)})
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

// variableKind is the kind of the object that a variable is: one that holds a channel
// isn't the channel.
func variableKind(kind ir.ValueKind) ir.ValueKind {
	if kind == ir.ChanKind {
		return ir.OtherKind
	}
	return kind
}

func (e *evaluator) operands(s *localState, f *frame, list []ir.Operand) []domain.Value {
	values := make([]domain.Value, len(list))
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
func (e *evaluator) make(s *localState, in *ir.Instr, kind ir.ValueKind) domain.ObjectID {
	return e.makeAs(s, in, kind, "")
}

// makeAs is make for objects that differ in more than the place: in variant.
func (e *evaluator) makeAs(s *localState, in *ir.Instr, kind ir.ValueKind, variant string) domain.ObjectID {
	place := "made " + e.place(s) + " " + variant
	instance := 0
	if e.repeats(s) {
		instance = e.rotate(s, place, in)
	}
	o := e.Object(place+" "+strconv.Itoa(instance), domain.ObjectInfo{
		Name: in.Name, Site: s.visibleSite(in.Site), Process: e.process, Kind: kind, Repeats: e.repeats(s),
		Locks: in.Op == ir.OpAlloc && in.Index == 1, Slots: in.Op == ir.OpMakeChan && in.Index == ir.Slots,
	})
	delete(s.memory, o)
	e.forgetObject(s, o)
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
// checked when the system is explored: see identity.go.
func (e *evaluator) rotate(s *localState, place string, in *ir.Instr) int {
	n := max(e.instances[place], 1)
	own := map[domain.ObjectID]bool{}
	for _, o := range e.Reachable(s.memory, e.withVariables(s.roots(e))) {
		own[o] = true
	}
	for i := 1; i <= n; i++ {
		instance := (s.rotation[place] + i) % n
		if !own[e.Objects[place+" "+strconv.Itoa(instance)]] {
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
func (s *localState) roots(e *evaluator) []domain.Value {
	var list []domain.Value
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

// Why values are in doubt that aren't followed.
const (
	usesGlobals = "a function that isn't followed uses package-level variables"
	driven      = "a library may call a method that changes it"
	sharedOut   = "the goroutines of a benchmark share out its turns among them"
	askedBefore = "the same has been asked before"
)

// unknown is a value that isn't followed, with what is known about it.
func (e *evaluator) unknown(s *localState, f *frame, in *ir.Instr) domain.Value {
	taint := ""
	switch in.Name {
	case ir.NonNilResult:
		return e.NonNil
	case ir.ErrorQuestion:
		return e.askAboutError(s, f, in)
	case ir.DrawnResult:
		return e.drawn(s, in, e.operand(s, f, in.Args[0]))
	case ir.ArgumentResult:
		if e.process == 0 && !e.repeats(s) {
			return e.argument(s, in)
		}
	case ir.OutsideResult:
		if !e.staged { // a test may have made that world, as it has written the file that it opens
			return e.fromOutside(s, in.Kind, in.Text)
		}
	case ir.ReadResult:
		if e.staged {
			taint = ofStage
		}
	case ir.PassedResult:
		taint = ofCaller
	case ir.GlobalsResult:
		if in.Kind != ir.ErrorKind {
			taint = usesGlobals
		}
	case ir.DrivenResult:
		taint = driven
	case ir.SharedOutResult:
		taint = sharedOut
	case ir.RepeatedResult:
		if in.Kind != ir.ErrorKind {
			taint = askedBefore
		}
	case ir.ComputedResult:
		taint = e.computedFrom(e.operands(s, f, in.Args))
	}
	v := e.fresh(s, in.Kind, in.Text, taint)
	e.examine(v, e.operands(s, f, in.Args))
	if d := e.Of(v); in.Name == ir.ArgumentResult && d.Form == domain.SymbolForm {
		e.SymbolTable[d.Number].Size = in.Kind == ir.IntKind // as a parameter of a root is
		e.SymbolTable[d.Number].Outside = true
	}
	return v
}

// argument is what a made up root gives to what it calls and starts: one unknown for all of them, as
// what the caller of another root passes.
func (e *evaluator) argument(s *localState, in *ir.Instr) domain.Value {
	v := e.SymbolValue(e.Symbol("argument "+e.place(s), domain.SymbolInfo{
		Kind: in.Kind, Text: in.Text, Process: -1, Size: in.Kind == ir.IntKind,
	}))
	if in.Kind.IsAggregate() {
		return e.Aggregate(v, "", nil, nil)
	}
	return v
}

func (e *evaluator) fieldAddress(s *localState, base domain.Value, in *ir.Instr) domain.Value {
	object, path, ok := e.deref(base)
	if d := e.Of(base); !ok && d.Form == domain.OpaqueForm && d.Object != 0 {
		return base
	}
	if !ok {
		return e.Opaque
	}
	path += fieldPath(in.Index)
	if in.Name != "" {
		e.fieldNames[domain.CellID{Object: object, Path: path}] = in.Name
	}
	return e.Pointer(object, path)
}

// cellName spells a cell as the source might: the variable and its fields.
func (e *evaluator) cellName(id domain.CellID) string {
	name := e.ObjectTable[id.Object].Name
	for i := 0; i < len(id.Path); {
		end := i + 1
		for end < len(id.Path) && id.Path[end] != '.' && id.Path[end] != '[' {
			end++
		}
		if id.Path[i] == '[' {
			name += id.Path[i:end]
		} else if field := e.fieldNames[domain.CellID{Object: id.Object, Path: id.Path[:end]}]; field != "" {
			name = strings.TrimPrefix(name+"."+field, ".")
		}
		i = end
	}
	return name
}

// indexAddress is &base[i]. An element that isn't known could be any of them:
// whatever they hold is open from then on.
func (e *evaluator) indexAddress(s *localState, f *frame, in *ir.Instr) domain.Value {
	base, index := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	d, i := e.Of(base), e.Of(index)
	if i.Form == domain.IntForm {
		switch d.Form {
		case domain.SliceForm:
			return e.Pointer(d.Object, d.Text+elementPath(d.Number+i.Number))
		case domain.PointerForm:
			return e.Pointer(d.Object, d.Text+elementPath(i.Number))
		case domain.SymbolForm:
			object, path, _ := e.deref(base)
			return e.Pointer(object, path+elementPath(i.Number))
		}
	}
	if d.Object == 0 {
		return e.Opaque
	}
	e.openContents(s, d.Object, d.Text, unknownElement)
	if e.ObjectTable[d.Object].Locks {
		return e.SomewhereIn(d.Object)
	}
	return e.Opaque
}

// openContents opens what the cells of an object below path refer to.
func (e *evaluator) openContents(s *localState, object domain.ObjectID, path, reason string) {
	h := s.memory[object]
	if h == nil {
		return
	}
	for _, c := range h.Cells {
		if domain.Below(c.Path, path) {
			e.openAll(s.memory, reason, c.Value)
		}
	}
}

func (e *evaluator) index(s *localState, f *frame, in *ir.Instr) domain.Value {
	array, index := e.operand(s, f, in.Args[0]), e.Of(e.operand(s, f, in.Args[1]))
	if index.Form == domain.IntForm && e.Of(array).Form == domain.StructForm {
		return e.Field(array, elementPath(index.Number), in.Kind)
	}
	if text := e.Of(array); text.Form == domain.StringForm && index.Form == domain.IntForm && uint64(index.Number) < uint64(len(text.Text)) {
		return e.Integer(int64(text.Text[index.Number]))
	}
	e.openAll(s.memory, unknownElement, array)
	if i := e.operand(s, f, in.Args[1]); e.isSymbol(array) && e.staysFixed(s, array, i) && e.TaintOf(array) == "" && in.Kind == ir.IntKind {
		return e.SymbolValue(e.Symbol(e.derivedKey("[]", array, i), e.derivedFrom(in, array, i)))
	}
	return e.fresh(s, in.Kind, in.Text, e.TaintOf(array))
}

// executeBinary is x op y. What isn't known of it is as doubtful as what it is
// made of.
func (e *evaluator) executeBinary(s *localState, f *frame, in *ir.Instr) domain.Value {
	x, y := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	x, y = e.unsettled(f, in.Args[0], x, y), e.unsettled(f, in.Args[1], y, x)
	if e.areComparedElsewhere(x, y) {
		return e.fresh(s, ir.BoolKind, in.Text, comparedErrors)
	}
	if isEquality(in.Name) && (e.isAnother(s, x, y) || e.isAnother(s, y, x)) {
		return e.Boolean(in.Name == "!=")
	}
	e.noteComparison(f, in)
	if in.Index == ir.Unsigned {
		e.noteSign(x, domain.Unsigned)
		e.noteSign(y, domain.Unsigned)
	}
	if isEquality(in.Name) && e.hasOtherLength(s, x, y) {
		return e.Boolean(in.Name == "!=")
	}
	v := e.fitted(e.binary(in.Name, x, y), in.Bits)
	if v != e.Opaque {
		return e.countsTo(f, in, v)
	}
	kind := in.Kind
	if isComparison(in.Name) {
		kind = ir.BoolKind
	}
	taint := cmp.Or(e.TaintOf(x), e.TaintOf(y))
	if in.Kind == ir.OtherKind {
		taint = cmp.Or(taint, "numbers are compared that aren't followed")
	}
	if e.Of(x).Form == domain.IntForm && e.Of(y).Form == domain.IntForm {
		taint = computedResult
	}
	if taint != "" {
		return e.fresh(s, kind, in.Text, taint)
	}
	if e.ownErrors(x, y) {
		return e.fresh(s, kind, in.Text, comparedErrors)
	}
	return e.derived(s, in, x, y)
}

// binary is x op y.
func (e *evaluator) binary(op string, x, y domain.Value) domain.Value {
	a, b := e.Of(x), e.Of(y)
	switch {
	case a.Form == domain.IntForm && b.Form == domain.IntForm:
		return e.arithmetic(op, a.Number, b.Number)
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
	case op == "<" && x == y && e.isSymbol(x):
		return e.No
	case op == "<":
		return e.less(x, y)
	}
	return e.Opaque
}

// less is x < y for numbers of which at most one is known, as a question about
// a symbol on the left side: n < y+1 is the negation of y < n.
func (e *evaluator) less(x, y domain.Value) domain.Value {
	a, b := e.Of(x), e.Of(y)
	switch {
	case a.Form == domain.SymbolForm && b.Form == domain.IntForm:
		return e.Intern(domain.Description{Form: domain.TestForm, Text: "<", Parts: []domain.Value{x, y}})
	case a.Form == domain.IntForm && a.Number == math.MaxInt64:
		return e.Opaque // what has no sign may be larger
	case a.Form == domain.IntForm && b.Form == domain.SymbolForm:
		test := e.Intern(domain.Description{Form: domain.TestForm, Text: "<", Parts: []domain.Value{y, e.Integer(a.Number + 1)}})
		return e.not(test)
	}
	return e.Opaque
}

func (e *evaluator) not(v domain.Value) domain.Value {
	d := e.Of(v)
	switch d.Form {
	case domain.BoolForm:
		return e.Boolean(d.Number == 0)
	case domain.NotForm:
		return d.Parts[0]
	case domain.OpaqueForm:
		return v
	}
	return e.Intern(domain.Description{Form: domain.NotForm, Parts: []domain.Value{v}})
}

// equal is x == y.
func (e *evaluator) equal(x, y domain.Value) domain.Value {
	x, y = e.As(x, e.kindOf(y)), e.As(y, e.kindOf(x))
	a, b := e.Of(x), e.Of(y)
	if a.Form > b.Form || a.Form.IsConstant() && !b.Form.IsConstant() {
		x, y, a, b = y, x, b, a // a constant comes second
	}
	if a.Form.IsConstant() && !b.Form.IsConstant() || a.IsSentinel() && !b.IsSentinel() && b.Form != domain.NilForm {
		x, y, a, b = y, x, b, a
	}
	switch {
	case a.Form == domain.OpaqueForm || b.Form == domain.OpaqueForm:
		return e.Opaque
	case a.Form == domain.StructForm && b.Form == domain.StructForm:
		e.askAll()
		return e.equalParts(x, y)
	case a.Form.IsConstant() && b.Form.IsConstant():
		return e.Boolean(x == y)
	case a.Form == domain.IfaceForm && b.Form == domain.IfaceForm && !ir.HasParameter(a.Text) && !ir.HasParameter(b.Text):
		if a.Text != b.Text {
			return e.No
		}
		return e.equal(a.Parts[0], b.Parts[0])
	case e.isOlder(a, b) || e.isOlder(b, a):
		return e.No
	case a.Form == domain.SymbolForm && e.SymbolTable[a.Number].Kind == ir.BoolKind && b.Form == domain.BoolForm:
		if b.Number != 0 {
			return x
		}
		return e.not(x)
	case a.Form == domain.SymbolForm && b.Form == domain.StringForm && !e.fits(domain.SymbolID(a.Number), b.Text):
		return e.No
	case a.Form == domain.SymbolForm && b.Form == domain.StringForm && b.Text == "" && e.knownLength(x) != 0:
		return e.equal(e.knownLength(x), e.Integer(0))
	case a.Form == domain.SymbolForm && (b.Form.IsConstant() || b.IsSentinel() && e.SymbolTable[a.Number].Kind == ir.ErrorKind):
		return e.Intern(domain.Description{Form: domain.TestForm, Text: "==", Parts: []domain.Value{x, y}})
	case b.Form == domain.NilForm:
		return e.Boolean(false)
	case b.IsSentinel():
		return e.equalErrors(x, y)
	case x == y && a.Form != domain.NonNilForm:
		return e.Yes
	case a.Form == domain.ChanForm && b.Form == domain.ChanForm && a.Object == b.Object:
		return e.Yes // in one direction, perhaps
	case a.Object != 0 && b.Object != 0 && e.IsMade(a.Object) && e.IsMade(b.Object):
		return e.No
	}
	return e.Opaque
}

// isOlder reports whether a value was made before the root started, and another one is nil or was made since.
func (e *evaluator) isOlder(a, b *domain.Description) bool {
	return a.Form == domain.SymbolForm && e.SymbolTable[a.Number].Initial && (b.Form == domain.NilForm || b.Object != 0 && e.IsMade(b.Object))
}

// equalParts compares structs, or arrays. If their parts don't say whether they are equal, the outside world does if it has
// chosen one of them, and else it is in doubt.
func (e *evaluator) equalParts(x, y domain.Value) domain.Value {
	a, b := *e.Of(x), *e.Of(y)
	isKnown := a.Parts[0] == b.Parts[0] && a.Text == b.Text
	for _, path := range append(slices.Clone(a.Paths), b.Paths...) {
		switch e.equal(e.partAt(&a, &b, path), e.partAt(&b, &a, path)) {
		case e.No:
			return e.No
		case e.Yes:
		default:
			isKnown = false
		}
	}
	if isKnown {
		return e.Yes
	}
	return e.OpaqueAs(ir.BoolKind, e.computedFrom([]domain.Value{x, y}))
}

// partAt is what a struct has at a path, of the kind of what another one has there. What was stored there with all
// around it isn't looked for.
func (e *evaluator) partAt(d, other *domain.Description, path string) domain.Value {
	if i := slices.Index(d.Paths, path); i >= 0 {
		return d.Parts[1+i]
	}
	isAround := func(p string) bool {
		around, ok := strings.CutSuffix(p, "*")
		if !ok {
			around, ok = strings.CutSuffix(p, domain.Forgotten)
		}
		return ok && domain.Below(path, around)
	}
	if slices.ContainsFunc(d.Paths, isAround) {
		return e.Opaque
	}
	kind := ir.OtherKind
	if i := slices.Index(other.Paths, path); i >= 0 {
		kind = e.kindOf(other.Parts[1+i])
	}
	if kind == ir.OtherKind && e.Of(d.Parts[0]).Form == domain.NilForm {
		return e.Nil
	}
	return e.Part(d.Parts[0], d.Text+path, kind)
}

// kindOf is what a value says about its kind.
func (e *evaluator) kindOf(v domain.Value) ir.ValueKind {
	switch d := e.Of(v); d.Form {
	case domain.IntForm:
		return ir.IntKind
	case domain.BoolForm:
		return ir.BoolKind
	case domain.StringForm:
		return ir.StringKind
	case domain.StructForm:
		return ir.StructKind
	case domain.SymbolForm:
		return e.SymbolTable[d.Number].Kind
	}
	return ir.OtherKind
}

// makeChan makes a channel. A capacity that is no number was settled before.
func (e *evaluator) makeChan(s *localState, f *frame, in *ir.Instr) domain.Value {
	capacity := e.Of(e.operand(s, f, in.Args[0]))
	o := e.makeAs(s, in, ir.ChanKind, strconv.FormatInt(capacity.Number, 10))
	switch {
	case capacity.Form != domain.IntForm:
		e.openAll(s.memory, "its capacity is not known", e.Channel(o))
	case capacity.Number < 0 || capacity.Number > largestCapacity:
		e.openAll(s.memory, "its capacity is absurd", e.Channel(o))
	default:
		e.ObjectTable[o].Capacity = capacity.Number
	}
	return e.Channel(o)
}

// largestCapacity is the largest capacity that a model channel can have.
const largestCapacity = 1 << 30

func (e *evaluator) makeSlice(s *localState, f *frame, in *ir.Instr) domain.Value {
	o := e.make(s, in, ir.SliceKind)
	asked := e.operand(s, f, in.Args[0])
	length, capacity := e.Of(asked), e.Of(e.operand(s, f, in.Args[1]))
	if length.Form != domain.IntForm || length.Number < 0 {
		return e.hanging(s, ir.SliceKind, "", e.TaintOf(asked), asked)
	}
	c := length.Number
	if capacity.Form == domain.IntForm {
		c = capacity.Number
	}
	return e.Intern(domain.Description{Form: domain.SliceForm, Object: o, Length: length.Number, Capacity: c})
}

// slice is x[low:high:max].
func (e *evaluator) slice(s *localState, f *frame, in *ir.Instr) domain.Value {
	args := e.operands(s, f, in.Args)
	d := *e.Of(args[0])
	low := e.Of(args[1])
	high := e.Of(args[2])
	switch {
	case d.Form == domain.PointerForm && in.Index >= 0:
		d = domain.Description{Form: domain.SliceForm, Object: d.Object, Text: d.Text, Length: int64(in.Index), Capacity: int64(in.Index)}
	case d.Form == domain.NilForm:
		return args[0]
	case d.Form == domain.StringForm:
		return e.substring(s, d.Text, args)
	case d.Form != domain.SliceForm:
		return e.hanging(s, ir.SliceKind, "", e.TaintOf(args[0]), args...)
	}
	if !isBound(low) || !isBound(high) {
		e.openContents(s, d.Object, d.Text, unknownBounds)
		return e.hanging(s, ir.SliceKind, "", e.TaintOf(args[0]), args...)
	}
	if high.Form == domain.IntForm {
		d.Length = high.Number
	}
	d.Number += low.Number
	d.Length -= low.Number
	d.Capacity -= low.Number
	return e.Intern(d)
}

// isBound reports whether a bound of a slice expression is known, or isn't there.
func isBound(d *domain.Description) bool { return d.Form == domain.NilForm || d.Form == domain.IntForm }

// substring is a part of a string that is known.
func (e *evaluator) substring(s *localState, text string, args []domain.Value) domain.Value {
	low, high := e.Of(args[1]), e.Of(args[2])
	from, to := low.Number, int64(len(text))
	if high.Form == domain.IntForm {
		to = high.Number
	}
	if !isBound(low) || !isBound(high) || from < 0 || from > to || to > int64(len(text)) {
		return e.hanging(s, ir.StringKind, "", "", args...)
	}
	return e.Text(text[from:to])
}

// appendSlice is append(x, y...). The result gets memory of its own: that
// differs from Go where x has room and is used again, which real code avoids.
func (e *evaluator) appendSlice(s *localState, f *frame, in *ir.Instr) domain.Value {
	x, y := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	a, b := *e.Of(x), *e.Of(y)
	if a.Form == domain.NilForm {
		a = domain.Description{Form: domain.SliceForm}
	}
	if b.Form == domain.NilForm {
		return x
	}
	if a.Form != domain.SliceForm || b.Form != domain.SliceForm {
		reason := unknownLength
		if object, _, ok := e.deref(x); ok && e.TaintOf(x) == "" {
			reason = "stored in " + e.describeOutside(object) + outlives
		}
		e.openAll(s.memory, reason, y, x)
		return e.fresh(s, ir.SliceKind, "", cmp.Or(e.TaintOf(x), e.TaintOf(y), "a slice that others were appended to is asked for"))
	}
	if a.Length+b.Length > largestSlice {
		e.openContents(s, a.Object, a.Text, tooLongToFollow)
		e.openContents(s, b.Object, b.Text, tooLongToFollow)
		return e.fresh(s, ir.SliceKind, "", "a slice that is too long to follow is asked for")
	}
	*e.steps += int(a.Length + b.Length)
	// The new object may take the place of the old one: get that first.
	first, second := s.memory[a.Object], s.memory[b.Object]
	o := e.make(s, in, ir.SliceKind)
	n := a.Length + b.Length
	result := e.Intern(domain.Description{Form: domain.SliceForm, Object: o, Length: n, Capacity: n})
	e.copyElements(s, o, 0, &a, first)
	e.copyElements(s, o, a.Length, &b, second)
	e.remember(s, s, o, first, second)
	return result
}

// largestSlice is the length up to which the elements of appended slices are
// followed.
const largestSlice = 64

// copyElements copies all elements of a slice into a new object, from index
// start on, whatever their kind: cell by cell, and the backgrounds.
func (e *evaluator) copyElements(s *localState, to domain.ObjectID, start int64, from *domain.Description, source *domain.HeapObject) {
	for i := range from.Length {
		path, target := from.Text+elementPath(from.Number+i), elementPath(start+i)
		if background, prefix := e.BackgroundOf(source, from.Object, path); background != e.Nil {
			s.memory[to] = s.memory[to].With(target+"*", e.Aggregate(background, prefix, nil, nil))
		}
		if source == nil {
			continue
		}
		for _, c := range source.Cells {
			if domain.Below(c.Path, path) && c.Path != path+"*" {
				s.memory[to] = s.memory[to].With(target+c.Path[len(path):], c.Value)
			}
		}
	}
}

// length is len(v) or cap(v).
func (e *evaluator) length(s *localState, v domain.Value, in *ir.Instr, capacity bool) domain.Value {
	d := e.Of(v)
	switch d.Form {
	case domain.SliceForm:
		if capacity {
			return e.Integer(d.Capacity)
		}
		return e.Integer(d.Length)
	case domain.NilForm:
		return e.Integer(0)
	case domain.StringForm:
		return e.Integer(int64(len(d.Text)))
	case domain.ChanForm:
		if capacity && e.open[d.Object] == "" {
			e.capacityAsked = true
			return e.Integer(e.ObjectTable[d.Object].Capacity)
		}
		if e.open[d.Object] == "" && e.ObjectTable[d.Object].Capacity == 0 { // it never has messages
			e.capacityAsked = true
			return e.Integer(0)
		}
		e.counted[d.Object] = true
		return e.fresh(s, ir.IntKind, "", "the number of messages in a channel is asked for")
	case domain.MapForm:
		return e.mapLength(s, v)
	case domain.SymbolForm:
		return e.lengthOf(v, domain.SymbolID(d.Number), in)
	}
	return e.fresh(s, ir.IntKind, "", e.TaintOf(v))
}

// lengthOf is the length of an unknown slice, map or string: a part of it.
func (e *evaluator) lengthOf(v domain.Value, whole domain.SymbolID, in *ir.Instr) domain.Value {
	info := e.SymbolTable[whole]
	text := ""
	if in.Text != "" {
		text = "len(" + in.Text + ")"
	}
	e.changed = e.changed || info.Kind == ir.StringKind && e.knownLength(v) == 0
	sym := e.Symbol(lengthKey(v), domain.SymbolInfo{
		Kind: ir.IntKind, Text: text, Process: info.Process, Taint: info.Taint, Whole: whole,
		Size: e.IsFree(whole), Length: true,
	})
	if e.isHanging(sym) {
		e.SymbolTable[sym].Size = false
	}
	return e.SymbolValue(sym)
}

// settleSizes makes the unknown number that an instruction needs known, if it
// has one: as a capacity, a length, an index, or together with a constant.
func (e *evaluator) settleSizes(s *localState, f *frame, in *ir.Instr) []alternative {
	if in.Op == ir.OpBinary && !e.settlesArithmetic(s, f, in) {
		return nil
	}
	index := in.Op == ir.OpIndexAddr
	for _, o := range in.Args {
		d := e.Of(e.operand(s, f, o))
		if d.Form != domain.SymbolForm {
			continue
		}
		info := &e.SymbolTable[d.Number]
		if index && !info.Length {
			continue
		}
		if info.Kind == ir.IntKind && (info.Size || in.Op == ir.OpMakeChan && info.Taint == "") {
			return e.sizes(s, domain.SymbolID(d.Number), in.Site)
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
	x, y := e.Of(e.operand(s, f, in.Args[0])).Form, e.Of(e.operand(s, f, in.Args[1])).Form
	return x == domain.IntForm && y == domain.SymbolForm || x == domain.SymbolForm && y == domain.IntForm
}
