package interp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An evaluator computes the automaton of one goroutine.
type evaluator struct {
	*knowledge
	program *Program
	options *Options
	process int
	// current is the node that is being expanded; grown collects the nodes
	// that must be expanded again because a channel has a new message.
	current nodeID
	grown   map[nodeID]bool
	// leaned is set when a branch was decided by an earlier assumption.
	leaned bool
	// passes is set when an operation is passed by on an object of which nothing is known.
	passes bool
	// asksCaller is set when something is decided by a parameter of the root.
	asksCaller bool
	// looking says that advance asks only whether an instruction is visible.
	looking bool
	// restart says that the round isn't worth going on with: the next one knows more.
	restart bool
	steps   *int // instructions of the whole root so far
	clients bool // the root is none that the program has, and calls again and again
	madeUp  bool // the root is none that the program has
	// itinerary is what the goroutines follow: see Root.Along; beyond: see Root.Beyond.
	itinerary *model.Itinerary
	beyond    bool
}

// An alternative is one transition out of a local state. The objects and
// families of its transition are still those of the knowledge.
type alternative struct {
	transition model.Transition
	next       *localState
}

// tooLong says that a goroutine does not come to an operation.
const tooLong = "a goroutine computes for too long between two operations"

// somethingVisible is the result of a visible instruction for one who only
// wants to know that it is visible: the alternatives are worked out later, from
// the canonical state.
var somethingVisible = []alternative{{}}

// advance runs internal instructions until the next one is visible: it is an
// operation, or it has several outcomes.
func (e *evaluator) advance(s *localState) {
	e.looking = true
	defer func() { e.looking = false }()
	for s.steps = 0; e.stop == ""; s.steps++ {
		if s.steps > e.options.Steps {
			e.giveUp(tooLong)
			return
		}
		if e.next(s) != nil || len(s.frames) == 0 {
			return
		}
	}
}

// next executes the next instruction of s. If that is internal, s moves on and
// the result is nil; if it is visible, s stays as it is and the result lists
// what can happen. A goroutine that has ended has no frames.
func (e *evaluator) next(s *localState) []alternative {
	*e.steps++
	if *e.steps > e.options.TotalSteps {
		e.giveUp("more than " + strconv.Itoa(e.options.TotalSteps) + " instructions to evaluate")
		return nil
	}
	if len(s.renewals) > 0 {
		return e.executeRenewal(s)
	}
	if s.top().unwinding {
		return e.unwind(s)
	}
	f := s.top()
	in := &f.function.Blocks[f.block].Instrs[f.pc]
	s.heldUp = s.heldUp || in.Late && e.hasTimers
	return e.execute(s, f, in)
}

// execute dispatches one instruction.
func (e *evaluator) execute(s *localState, f *frame, in *ir.Instr) []alternative {
	switch in.Op {
	case ir.OpJump:
		e.follow(f, 0)
		return nil
	case ir.OpIf:
		return e.executeIf(s, f, in)
	case ir.OpReturn:
		return e.executeReturn(s, f, in)
	case ir.OpPanic:
		e.openAll(s.memory, panickedWith, e.operand(s, f, in.Args[0]))
		s.startPanic(in.Site, "panic", false)
		return nil
	case ir.OpStop:
		s.frames = nil
		return nil
	case ir.OpSend, ir.OpReceive, ir.OpClose, ir.OpSelect:
		return e.communicate(s, f, in)
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		return e.executeCall(s, f, in)
	case ir.OpRunDefers:
		return e.runDefers(s, f)
	case ir.OpLoad:
		return e.executeLoad(s, f, in)
	case ir.OpStore:
		return e.executeStore(s, f, in)
	case ir.OpForget:
		e.executeForget(s, f, in)
		return nil
	case ir.OpUpdate:
		return e.executeUpdate(s, f, in)
	case ir.OpBinary:
		if isExtreme(in.Name) {
			return e.executeExtreme(s, f, in)
		}
		if list := e.settleSizes(s, f, in); list != nil {
			return list
		}
	case ir.OpMakeChan, ir.OpMakeSlice, ir.OpSlice, ir.OpIndexAddr:
		if list := e.settleSizes(s, f, in); list != nil {
			return list
		}
		if in.Op == ir.OpIndexAddr && e.isOutOfRange(s, f, in) {
			s.startPanic(in.Site, "index out of range", false)
			return nil
		}
	case ir.OpNext, ir.OpMapUpdate, ir.OpMapLookup, ir.OpMapDelete, ir.OpLen:
		return e.executeMap(s, f, in)
	case ir.OpTypeAssert:
		return e.executeTypeAssert(s, f, in)
	}
	return e.executeValue(s, f, in)
}

// executeMap runs an instruction that may be on a map. Where one is nil, the program panics in a way
// that this analysis is not about.
func (e *evaluator) executeMap(s *localState, f *frame, in *ir.Instr) []alternative {
	if in.Op == ir.OpMapUpdate && e.operand(s, f, in.Args[0]) == e.Nil {
		s.startPanic(in.Site, "assignment to entry in nil map", false)
		return nil
	}
	if list := e.settleKey(s, f, in); list != nil {
		return list
	}
	if list := e.executeOnMap(s, f, in); list != nil {
		return list
	}
	if in.Op == ir.OpNext {
		return e.executeNext(s, f, in)
	}
	return e.executeValue(s, f, in)
}

// executeValue runs an instruction that only makes a value. If that is an
// object whose place the model has used before, a New makes it anew.
func (e *evaluator) executeValue(s *localState, f *frame, in *ir.Instr) []alternative {
	v := e.compute(s, f, in)
	e.set(f, in.Dst, v)
	f.pc++
	if in.Makes() && e.Of(v).Object != 0 && e.ObjectTable[e.Of(v).Object].Repeats {
		e.renew(s, e.Of(v).Object, in.Site)
	}
	return nil
}

// set assigns a register; Dst -1 is nobody.
func (e *evaluator) set(f *frame, register int, v domain.Value) {
	if register >= 0 {
		f.registers[register] = v
	}
}

// follow takes an edge out of the current block, with its φ assignments.
func (e *evaluator) follow(f *frame, successor int) {
	edge := f.function.Blocks[f.block].Succs[successor]
	values := make([]domain.Value, len(edge.Moves))
	for i, move := range edge.Moves {
		values[i] = e.operandOf(f, move.From)
	}
	for i, move := range edge.Moves {
		f.registers[move.To] = values[i]
	}
	f.block, f.pc = edge.Block, 0
}

// operandOf is the value of an operand, as it stands in the register.
func (e *evaluator) operandOf(f *frame, o ir.Operand) domain.Value {
	switch o.Kind {
	case ir.Register:
		if v := f.registers[o.Reg]; v != 0 {
			return v
		}
		return e.Opaque
	case ir.IntConst:
		return e.Integer(o.Int)
	case ir.BoolConst:
		return e.Boolean(o.Int != 0)
	case ir.StringConst:
		return e.Text(o.Text)
	case ir.NilConst:
		return e.Nil
	case ir.ZeroConst:
		return e.Zero(ir.StructKind)
	case ir.FunctionConst:
		return e.Closure(o.Text)
	case ir.GlobalConst:
		return e.Pointer(e.global(o.Text), "")
	case ir.Unfollowed:
		return e.OpaqueAs(ir.OtherKind, cmp.Or(o.Text, "something")+" is not followed")
	}
	return e.Opaque
}

// operand is the value of an operand, with what is decided about it.
func (e *evaluator) operand(s *localState, f *frame, o ir.Operand) domain.Value {
	return e.settled(s, e.operandOf(f, o))
}

// settled is a value with what is decided about it.
func (e *evaluator) settled(s *localState, v domain.Value) domain.Value {
	r := e.Resolve(s.decisions, v)
	if r != v {
		e.presume(s, v)
	}
	return r
}

// global is the object of a package-level variable: the whole program can see
// it, so it comes from outside, unless it is the program's own (see own).
func (e *evaluator) global(name string) domain.ObjectID {
	key := "global " + name
	if o, ok := e.Objects[key]; ok {
		return o
	}
	display := globalName(name)
	sym := e.Symbol(key, domain.SymbolInfo{Kind: ir.PointerKind, Process: -1, Text: display, Global: true})
	return e.Object(key, domain.ObjectInfo{Process: -1, Origin: sym, Name: display})
}

// own makes the object of a package-level variable that only the program uses, before
// anybody has done so.
func (e *evaluator) own(in *ir.Instr) domain.ObjectID {
	name := in.Args[0].Text
	o := e.Object("global "+name, domain.ObjectInfo{
		Name: globalName(name), Site: in.Site, Kind: in.Kind, Locks: in.Index == 1, Process: e.process,
	})
	if !slices.Contains(e.variables, o) {
		e.variables = append(e.variables, o)
	}
	return o
}

// globalName is what the source calls a package-level variable.
func globalName(name string) string {
	display := name[strings.LastIndexByte(name, '/')+1:]
	if _, after, ok := strings.Cut(display, "."); ok {
		return after
	}
	return display
}

func (e *evaluator) executeIf(s *localState, f *frame, in *ir.Instr) []alternative {
	stated := e.operandOf(f, in.Args[0])
	condition := e.settled(s, stated)
	if d := e.Of(condition); d.Form == domain.BoolForm {
		e.leaned = e.leaned || condition != stated
		e.follow(f, 1-int(d.Number))
		return nil
	}
	from := f.block
	var sides []int
	list := e.branch(s, condition, in.Text, in.Site, func(n *localState, holds bool) {
		side := 1
		if holds {
			side = 0
		}
		sides = append(sides, side)
		e.forget(n)
		e.follow(n.top(), side)
	})
	if len(sides) == len(list) {
		e.markWayOut(f.function, from, list, sides)
	}
	return list
}

// markWayOut marks the step that leaves a loop which ends, if nobody knows when.
func (e *evaluator) markWayOut(f *ir.Function, block int, list []alternative, sides []int) {
	for i := range list {
		t := &list[i].transition
		t.Leaves = t.Doubt == givenUp && e.flowOf(f).wayOut(block) == sides[i]
	}
}

// place names the point of execution of a state: the calls that lead there and
// the instruction. Objects and unknowns made there are named after it.
func (e *evaluator) place(s *localState) string {
	b := strconv.AppendInt(nil, int64(e.process), 10)
	for _, f := range s.frames {
		b = e.appendPoint(b, f)
	}
	return string(b)
}

// appendPoint spells where a frame is.
func (e *evaluator) appendPoint(b []byte, f *frame) []byte {
	b = append(b, '|')
	b = strconv.AppendInt(b, int64(e.flowOf(f.function).number), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(f.block), 10)
	b = append(b, ' ')
	return strconv.AppendInt(b, int64(f.pc), 10)
}

// registerPlace names a register of the innermost function, where that is called.
func (e *evaluator) registerPlace(s *localState, register int) string {
	b := strconv.AppendInt(nil, int64(e.process), 10)
	top := len(s.frames) - 1
	for _, f := range s.frames[:top] {
		b = e.appendPoint(b, f)
	}
	b = append(b, " in "...)
	b = strconv.AppendInt(b, int64(e.flowOf(s.frames[top].function).number), 10)
	return string(append(b, " register "...)) + strconv.Itoa(register)
}

// repeats reports whether the point of execution can come again: in a loop, or
// because deferred calls all run at the same point of their function.
func (e *evaluator) repeats(s *localState) bool {
	for _, f := range s.frames {
		if f.isDeferred || e.flowOf(f.function).cyclic[f.block] {
			return true
		}
	}
	return false
}

func (e *evaluator) flowOf(f *ir.Function) *flow { return e.program.flowOf(f) }

// fresh makes a new unknown of a kind at the current point.
func (e *evaluator) fresh(s *localState, kind ir.ValueKind, text, taint string) domain.Value {
	return e.freshAs(s, text, kind, text, taint)
}

// freshAs is fresh for one of several unknowns that an instruction makes: they
// differ in variant.
func (e *evaluator) freshAs(s *localState, variant string, kind ir.ValueKind, text, taint string) domain.Value {
	switch kind {
	case ir.OtherKind, ir.TupleKind:
		return e.OpaqueAs(kind, taint)
	}
	// That an unknown is in doubt may come to light in a later round: then it is
	// another one.
	place := e.place(s) + " " + strconv.Itoa(int(kind)) + variant + " " + taint
	repeats := e.repeats(s)
	for i := 0; ; i++ {
		key := "fresh " + strconv.Itoa(i) + " " + place
		known := e.Symbols[key]
		if repeats && known != 0 && i < 8 && e.mentions(s, known) {
			continue
		}
		v := e.SymbolValue(e.Symbol(key, domain.SymbolInfo{
			Kind: kind, Text: text, Process: e.process, Taint: taint, Repeats: repeats,
		}))
		s.undecide(e.Symbols[key])
		if kind.IsAggregate() {
			return e.Aggregate(v, "", nil, nil)
		}
		return v
	}
}

// mentions reports whether a symbol, or a part of it, is anywhere in s.
func (e *evaluator) mentions(s *localState, sym domain.SymbolID) bool {
	found := false
	check := func(v domain.Value) {
		if v == 0 || found {
			return
		}
		e.Walk(v, func(_ domain.Value, d *domain.Description) {
			if d.Form == domain.SymbolForm && e.partOf(domain.SymbolID(d.Number), sym) {
				found = true
			}
			if d.Object != 0 && e.partOf(e.ObjectTable[d.Object].Origin, sym) {
				found = true
			}
		})
	}
	s.values(check)
	for _, h := range s.memory {
		for _, c := range h.Cells {
			check(c.Value)
		}
	}
	return found
}

func (e *evaluator) partOf(sym, whole domain.SymbolID) bool {
	for ; sym != 0; sym = e.SymbolTable[sym].Whole {
		if sym == whole {
			return true
		}
	}
	return false
}

// values calls visit for every value in the frames.
func (s *localState) values(visit func(domain.Value)) {
	for _, f := range s.frames {
		for _, v := range f.registers {
			visit(v)
		}
		for _, d := range f.deferred {
			for _, v := range d.callee.args {
				visit(v)
			}
		}
	}
	for _, saw := range s.sightings {
		visit(saw.value)
	}
}

// deref returns the object and path that a pointer leads to. It is not ok for
// a nil pointer and for one of which nothing is known.
func (k *knowledge) deref(v domain.Value) (domain.ObjectID, string, bool) {
	d := k.Of(v)
	switch d.Form {
	case domain.PointerForm:
		return d.Object, d.Text, true
	case domain.SymbolForm:
		sym := domain.SymbolID(d.Number)
		info := k.SymbolTable[sym]
		key := "deref " + strconv.Itoa(int(sym))
		return k.Object(key, domain.ObjectInfo{Process: -1, Origin: sym, Name: info.Text}), "", true
	}
	return 0, "", false
}

// nilDereference ends the path: the program panics in a way that this analysis
// is not about.
func (e *evaluator) nilDereference(s *localState, in *ir.Instr) {
	s.startPanic(in.Site, "nil pointer dereference", false)
}

// isOutOfRange reports whether a slice doesn't have the element that is asked for. The program panics
// then, too.
func (e *evaluator) isOutOfRange(s *localState, f *frame, in *ir.Instr) bool {
	base, i := e.Of(e.operand(s, f, in.Args[0])), e.Of(e.operand(s, f, in.Args[1]))
	if base.Form == domain.NilForm {
		return true
	}
	return base.Form == domain.SliceForm && i.Form == domain.IntForm && (i.Number < 0 || i.Number >= base.Length)
}

func (e *evaluator) executeLoad(s *localState, f *frame, in *ir.Instr) []alternative {
	if in.Index == ir.Sentinel {
		e.set(f, in.Dst, e.Sentinel(in.Args[0].Text))
		f.pc++
		return nil
	}
	address := e.operand(s, f, in.Args[0])
	if address == e.Nil {
		e.nilDereference(s, in)
		return nil
	}
	object, path, ok := e.deref(address)
	if !ok {
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, e.TaintOf(address)))
		f.pc++
		return nil
	}
	id := domain.CellID{Object: object, Path: path}
	e.ask(e.askKey(id))
	if _, open := e.open[object]; open {
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, e.taintOfOpen(object)))
		f.pc++
		return nil
	}
	if e.isScribbled(object, path) && (in.Kind.IsAggregate() || in.Kind.IsPlain() || in.Kind == ir.GenericKind) && e.visible(s, object) {
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, changedData))
		f.pc++
		return nil
	}
	if in.Name == ir.AtomicLoad && !e.IsMade(object) && e.repeats(s) { // others have changed it, perhaps
		origin := e.ObjectTable[object].Origin
		taint := e.SymbolTable[origin].Taint
		if e.supplier(origin) != 0 { // the program has, in its own way
			taint = askedAtomic
		}
		e.set(f, in.Dst, e.fresh(s, in.Kind, in.Text, taint))
		f.pc++
		return nil
	}
	e.noteGuard(id, f.guarded || in.Guarded)
	if in.Name == ir.AtomicLoad && e.visible(s, object) && e.repeats(s) {
		e.share(id) // so that an endless loop has a step
	}
	if e.isSharedCell(id) {
		return e.readShared(s, id, in)
	}
	if e.visible(s, object) {
		e.noteUse(id, false, in.Kind)
	}
	v := e.orSomeMap(s, e.Load(s.memory, object, path, in.Kind), in)
	if e.Of(v).Form == domain.StructForm && e.ObjectTable[object].Locks && e.isUsedBelow(object, path) {
		v = e.Aggregate(e.OpaqueAs(ir.StructKind, copiedLock), "", nil, nil)
	}
	e.nameSymbol(v, in.Text, object, path)
	if d := e.Of(v); d.Form == domain.SymbolForm {
		info := &e.SymbolTable[d.Number]
		info.Initial = info.Initial || in.Index == ir.Initial
		info.Closes = info.Closes || in.Name == ir.ClosingLoad
	}
	e.noteOutside(id, in)
	e.set(f, in.Dst, v)
	f.pc++
	return nil
}

// visible reports whether goroutines other than the one that is evaluated may
// see an object.
func (e *evaluator) visible(s *localState, object domain.ObjectID) bool {
	if h := s.memory[object]; h != nil && h.Published {
		return true
	}
	return e.ObjectTable[object].Process != e.process
}

// nameSymbol remembers how the source spells an unknown that has no name yet.
func (e *evaluator) nameSymbol(v domain.Value, text string, object domain.ObjectID, path string) {
	d := e.Of(v)
	if d.Form != domain.SymbolForm || e.SymbolTable[d.Number].Text != "" {
		return
	}
	if text == "" {
		text = e.cellName(domain.CellID{Object: object, Path: path})
	}
	e.SymbolTable[d.Number].Text = text
}

func (e *evaluator) executeStore(s *localState, f *frame, in *ir.Instr) []alternative {
	address := e.operand(s, f, in.Args[0])
	v := e.operand(s, f, in.Args[1])
	if address == e.Nil {
		e.nilDereference(s, in)
		return nil
	}
	if in.Opens {
		e.openAll(s.memory, handedOver, v)
	}
	object, path, ok := e.deref(address)
	if !ok {
		e.openAll(s.memory, "stored where it can't be followed", v)
		f.pc++
		return nil
	}
	_, open := e.open[object]
	if open || !e.IsMade(object) {
		e.openAll(s.memory, "stored in "+e.describeOutside(object)+outlives, v)
	}
	if open {
		e.carry(object, v)
		f.pc++
		return nil
	}
	if in.Args[1].Kind == ir.Unknown {
		v = e.fresh(s, in.Kind, "", "")
	}
	if in.Kind.IsAggregate() || in.Kind == ir.GenericKind {
		if e.ObjectTable[object].Locks && e.isUnknown(v) {
			e.openAll(s.memory, copiedLock, address)
		}
		e.replaceLocks(s, object, path, in.Site)
	}
	id := domain.CellID{Object: object, Path: path}
	if e.forgettable(id, in.Kind) {
		f.pc++
		return nil
	}
	e.noteGuard(id, f.guarded || in.Guarded)
	if e.visible(s, object) {
		e.noteUse(id, true, in.Kind)
		e.publish(s.memory, v)
	}
	if in.Name != "" {
		e.setByOthers[id] = meanwhile{in.Kind, in.Name}
	}
	if e.isSharedCell(id) {
		return e.writeShared(s, id, v, in)
	}
	e.Store(s.memory, object, path, v, in.Kind)
	f.pc++
	return nil
}

// copiedLock is why a lock isn't followed: nobody knows its state.
const copiedLock = "a lock is copied"

// isUsedBelow reports whether goroutines synchronise on something at a path of an object, or below it.
func (e *evaluator) isUsedBelow(object domain.ObjectID, path string) bool {
	return slices.ContainsFunc(e.byObject[object], func(i int) bool { return domain.Below(e.entities[i].path, path) })
}

// replaceLocks makes the locks, counters and Onces anew that are replaced at a path of an object,
// by others that nobody has used: what is known of those in a copy is opaque.
func (e *evaluator) replaceLocks(s *localState, object domain.ObjectID, path string, site model.Site) {
	if !e.ObjectTable[object].Locks {
		return
	}
	e.replaced[object] = true
	for _, i := range e.entitiesOf(object) {
		if replaced := e.entities[i]; replaced.kind != model.Cell && domain.Below(replaced.path, path) {
			s.renewals = append(slices.Clip(s.renewals), renewal{i, site}) // copies share them
			e.letGo(s, func(lock int) bool { return lock == i })
		}
	}
}

// isUnknown reports whether a struct has parts of which nothing is known.
func (e *evaluator) isUnknown(v domain.Value) bool {
	d := e.Of(v)
	if d.Form == domain.StructForm {
		d = e.Of(d.Parts[0])
	}
	return d.Form == domain.SymbolForm || d.Form == domain.OpaqueForm
}

// handedOver is why something is open that code about data may call.
const handedOver = "given to a library that may call it"

func (e *evaluator) describeOutside(object domain.ObjectID) string {
	if name := e.ObjectTable[object].Name; name != "" {
		return name
	}
	return "an object from outside"
}
