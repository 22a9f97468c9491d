package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/model"
)

// A leaf lock is a mutex in a struct, or in a package-level variable, under which
// nobody ever waits: between each Lock and its Unlock there is only computation. Whoever wants such a lock
// gets it, whatever the others do, so that it can take part in no deadlock.
// Most locks of real programs are of this kind. They are left out of skeletons
// altogether, and their structs count as plain data.
//
// A section with one access to memory is atomic without its lock. One with more
// is not, so that variables that are accessed there are not followed once
// several goroutines use them: see guard.
//
// A lock is known by the field that holds it, or the variable that it is; below
// both are called fields. It is a leaf if, in the package that declares the field,
//
//   - the field is used for nothing but calls of the lock's methods;
//   - in each function every Lock is followed by one Unlock on all paths, every
//     RLock by one RUnlock, whether deferred or not, and the two alternate;
//   - what runs in between is inert (see findInert), and doesn't put anything to communicate over
//     into a map or slice, nor takes it from there: who waits for what hangs on that, so that
//     such sections have to be single steps;
//   - the relation "is locked while holding" has no cycle through it: two
//     locks that are taken in both orders, or one that is taken twice, are the
//     deadlocks that this analysis is for. To copy a struct, or to replace it, counts as to take
//     the locks in it: the copy of one that is held is held for ever, and what replaces it isn't.
//
// What is inert depends on which locks are leaves, and the other way round.
// The answer is the greatest set that fits: all candidates are leaves at
// first, and those that break a rule are dropped until none does. Another
// package that waits while it holds a lock of an exported field is not seen;
// that can hide a deadlock, never feign one.
type leafLocks struct {
	s      *slicer
	fields map[*types.Var]bool
	// users are the functions that lock a candidate.
	users []*ssa.Function
}

// findLeafLocks computes which functions are inert and which locks are leaves.
func (s *slicer) findLeafLocks() {
	l := &leafLocks{s: s, fields: s.types.leaf}
	l.candidates()
	for {
		s.findInert()
		if len(l.fields) == 0 || !l.dropSome() {
			break
		}
		s.types = newRelevance(l.s.source.declares, l.fields, l.s.hides)
		s.types.fill(s.order)
		s.settled = false
	}
	l.guard()
}

// leaves lists where the fields with leaf locks are declared.
func (s *slicer) leaves() []model.Site {
	var list []model.Site
	for field := range s.types.leaf {
		list = append(list, s.text.site(field.Pos()))
	}
	slices.SortFunc(list, model.Site.Compare)
	return list
}

// guard marks the instructions of the sections under leaf locks: whether the lock makes more
// than one access to memory a single step. If there is only one, it is as good as atomic.
func (l *leafLocks) guard() {
	for _, f := range l.users {
		for _, field := range l.lockedIn(f) {
			section := l.sectionOf(f, field)
			section.isLeaf()
			for _, p := range section.parts {
				for _, in := range p.inside {
					l.s.guarded[in] = l.s.guarded[in] || p.whole().accesses > 1
				}
			}
		}
	}
}

func (l *leafLocks) sectionOf(f *ssa.Function, field *types.Var) *section {
	return &section{leafLocks: l, f: f, field: field, takes: map[*types.Var]bool{}}
}

// candidates are the lock fields of this package that are only locked and
// unlocked.
func (l *leafLocks) candidates() {
	misused := map[*types.Var]bool{}
	var operands []*ssa.Value
	for _, f := range l.s.order {
		uses := false
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if address, ok := in.(*ssa.FieldAddr); ok && isLock(address.Type()) {
					uses = true
					l.candidate(fieldOf(address), onlyLocked(address), misused)
				}
				operands = in.Operands(operands[:0])
				for _, o := range operands {
					if g, ok := (*o).(*ssa.Global); ok && isLock(g.Type()) {
						uses = true
						l.candidate(g.Object().(*types.Var), locks(in), misused)
					}
				}
			}
		}
		if uses {
			l.users = append(l.users, f)
		}
	}
	promoted := l.usedAsLocker()
	for field := range l.fields {
		if misused[field] || promoted && field.Embedded() {
			delete(l.fields, field)
		}
	}
}

// candidate notes a use of a field.
func (l *leafLocks) candidate(field *types.Var, locks bool, misused map[*types.Var]bool) {
	l.fields[field] = true
	if !l.s.source.declares(field) || !locks {
		misused[field] = true
	}
}

// isLock reports whether t is a pointer to a mutex.
func isLock(t types.Type) bool {
	pointer, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(pointer.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && library.IsLock(named.Obj().Pkg().Path(), named.Obj().Name())
}

// fieldOf is the field whose address is taken, the same one for all instances
// of a generic struct.
func fieldOf(address *ssa.FieldAddr) *types.Var {
	return fieldNumber(elementOf(address.X), address.Field)
}

// fieldNumber is a field of a struct type by its number, the same one for all instances of a generic one.
func fieldNumber(structType types.Type, number int) *types.Var {
	return structType.Underlying().(*types.Struct).Field(number).Origin()
}

// onlyLocked reports whether an address is used for lock calls only.
func onlyLocked(address *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*address.Referrers(), func(user ssa.Instruction) bool { return !locks(user) })
}

// locks reports whether an instruction, which uses the address of a lock, is a lock call.
func locks(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	_, starts := in.(*ssa.Go)
	return !starts && lockAction(call.Common()) != noLock
}

// usedAsLocker reports whether the package makes an interface value of which
// somebody could call a promoted Lock without being seen.
func (l *leafLocks) usedAsLocker() bool {
	for _, f := range l.s.order {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if m, ok := in.(*ssa.MakeInterface); ok && hasLock(m.Type()) && !isLock(m.X.Type()) {
					return true
				}
			}
		}
	}
	return false
}

func hasLock(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.NumMethods() {
		if name := i.Method(m).Name(); name == "Lock" || name == "RLock" {
			return true
		}
	}
	return false
}

// A lockKind says what a call does to a lock.
type lockKind int

const (
	noLock lockKind = iota
	acquires
	acquiresToRead
	releases
	releasesReader
)

func lockAction(c *ssa.CallCommon) lockKind {
	callee := staticCallee(c)
	if callee == nil || callee.Signature.Recv() == nil || !isLock(callee.Signature.Recv().Type()) {
		return noLock
	}
	switch callee.Name() {
	case "Lock":
		return acquires
	case "RLock":
		return acquiresToRead
	case "Unlock":
		return releases
	case "RUnlock":
		return releasesReader
	}
	return noLock
}

// lockedField is the field of the lock that a call is about, if it is that of
// a leaf; else nil.
func (r *relevance) lockedField(c *ssa.CallCommon) *types.Var {
	if lockAction(c) == noLock {
		return nil
	}
	var field *types.Var
	switch address := c.Args[0].(type) {
	case *ssa.FieldAddr:
		field = fieldOf(address)
	case *ssa.Global:
		field, _ = address.Object().(*types.Var)
	}
	if r.leaf[field] {
		return field
	}
	return nil
}

// dropSome drops the fields that are no leaves as things stand, and reports
// whether there were any.
func (l *leafLocks) dropSome() bool {
	before := len(l.fields)
	held := map[*types.Var][]*types.Var{} // what is locked while holding a lock
	for _, f := range l.users {
		for _, field := range l.lockedIn(f) {
			section := l.sectionOf(f, field)
			if !section.isLeaf() {
				delete(l.fields, field)
			}
			for other := range section.takes {
				held[field] = append(held[field], other)
			}
		}
	}
	for field := range held {
		if reaches(held, field, field, map[*types.Var]bool{}) {
			delete(l.fields, field)
		}
	}
	return len(l.fields) < before
}

// reaches reports whether there is a path of at least one edge.
func reaches(edges map[*types.Var][]*types.Var, from, to *types.Var, seen map[*types.Var]bool) bool {
	for _, next := range edges[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(edges, next, to, seen) {
				return true
			}
		}
	}
	return false
}

// lockedIn lists the leaves that a function locks or unlocks, in order.
func (l *leafLocks) lockedIn(f *ssa.Function) []*types.Var {
	var list []*types.Var
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				if field := l.s.types.lockedField(call.Common()); field != nil && !slices.Contains(list, field) {
					list = append(list, field)
				}
			}
		}
	}
	return list
}

// taken adds the leaves that f and the functions of this package that it
// refers to lock.
func (l *leafLocks) taken(f *ssa.Function, into map[*types.Var]bool, seen map[*ssa.Function]bool) {
	if seen[f] || l.s.functions[l.s.name(f)] == nil {
		return
	}
	seen[f] = true
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				if field := l.s.types.lockedField(call.Common()); field != nil {
					into[field] = true
				}
			}
			if made, ok := in.(*ssa.MakeInterface); ok {
				l.takenBehind(made, into, seen)
			}
			l.copied(in, into)
			for _, o := range in.Operands(nil) {
				if callee, ok := (*o).(*ssa.Function); ok {
					l.taken(callee, into, seen)
				}
			}
		}
	}
}

// takenBehind adds the leaves that methods lock which can be called through a new
// interface value: to whoever calls them it looks like plain data, as long as leaves
// don't count.
func (l *leafLocks) takenBehind(made *ssa.MakeInterface, into map[*types.Var]bool, seen map[*ssa.Function]bool) {
	if named := NamedOf(made.X.Type()); named == nil || !l.s.source.declares(named.Obj()) || onlyKey(made) {
		return
	}
	methods := l.s.methodsBehind(made)
	if f, _ := l.s.calledBack(made); f != nil {
		methods = append(methods, f)
	}
	for _, f := range append(methods, l.s.everybodys(made)...) {
		l.taken(f, into, seen)
	}
}

// onlyKey reports whether a value is a key of maps and nothing else.
func onlyKey(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.MapUpdate:
			return in.Key != v || in.Value == v
		case *ssa.Lookup:
			return in.Index != v
		case *ssa.Call:
			return !isBuiltin(in.Common())
		}
		return true
	})
}

// A section looks at what one function does while it holds one lock.
type section struct {
	*leafLocks
	f     *ssa.Function
	field *types.Var
	// takes are the leaves that are locked meanwhile.
	takes map[*types.Var]bool
	// parts has one for each call that takes the lock, part is the one at hand.
	parts []*part
	part  *part
	taint *taint
}

// A part of a section is what the function does until it releases the lock that it has taken in one place.
type part struct {
	// inside are the instructions that run meanwhile, accesses counts those
	// that use memory.
	inside   []ssa.Instruction
	accesses int
	// of is another part that goes on as this one does; all accesses are counted there.
	of *part
}

// whole is the part that counts for all that go on as one.
func (p *part) whole() *part {
	for p.of != nil {
		p = p.of
	}
	return p
}

// join makes one part of two.
func (p *part) join(other *part) {
	one, two := p.whole(), other.whole()
	if one != two {
		one.accesses += two.accesses
		two.of = one
	}
}

// A holding says whether a lock is held at a point of a function.
type holding int8

const (
	unvisited holding = iota
	free
	isHeld
	isRead     // held by a reader
	isDeferred // held, and to be released by a deferred call
	broken     // used otherwise than a leaf
)

// isLeaf walks through the function. All ways to a block must agree.
func (n *section) isLeaf() bool {
	n.taint = n.s.taintOf(n.f)
	at, parts := make([]holding, len(n.f.Blocks)), make([]*part, len(n.f.Blocks))
	work := []*ssa.BasicBlock{n.f.Blocks[0]}
	at[0] = free
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		n.part = parts[b.Index]
		after := n.block(b, at[b.Index])
		if after == broken {
			return false
		}
		for _, next := range b.Succs {
			switch at[next.Index] {
			case unvisited:
				at[next.Index], parts[next.Index] = after, n.part
				work = append(work, next)
			case after:
				if after != free {
					parts[next.Index].join(n.part)
				}
			default:
				return false
			}
		}
	}
	return true
}

// block takes the holding through one block.
func (n *section) block(b *ssa.BasicBlock, h holding) holding {
	for _, in := range b.Instrs {
		if h = n.instruction(in, h); h == broken {
			return broken
		}
	}
	return h
}

func (n *section) instruction(in ssa.Instruction, h holding) holding {
	if call, ok := in.(ssa.CallInstruction); ok && n.s.types.lockedField(call.Common()) == n.field {
		return n.locks(call, h)
	}
	switch in := in.(type) {
	case *ssa.RunDefers:
		if h == isDeferred {
			return free
		}
	case *ssa.Return:
		if h != free {
			return broken
		}
	case *ssa.Panic: // who recovers finds the lock taken
		if h == isHeld || h == isRead {
			return broken
		}
	case *ssa.Defer: // it would run before the lock is released, or might
		if h != free && n.s.types.lockedField(in.Common()) == nil {
			return broken
		}
	}
	if h == free {
		return h
	}
	n.part.inside = append(n.part.inside, in)
	if branch, ok := in.(*ssa.If); ok && n.s.spins(branch) {
		return broken
	}
	if !n.harmless(in) {
		return broken
	}
	return h
}

// locks is a lock or unlock of the field itself. A writer who releases it as a reader, or
// the other way round, does not come past that.
func (n *section) locks(call ssa.CallInstruction, h holding) holding {
	_, deferred := call.(*ssa.Defer)
	switch action := lockAction(call.Common()); {
	case action == acquires && h == free && !deferred:
		n.begin()
		return isHeld
	case action == acquiresToRead && h == free && !deferred:
		n.begin()
		return isRead
	case action == releases && h == isHeld, action == releasesReader && h == isRead:
		if deferred {
			return isDeferred
		}
		return free
	}
	return broken
}

// begin begins a part.
func (n *section) begin() {
	n.part = &part{}
	n.parts = append(n.parts, n.part)
}

// harmless reports whether an instruction may run while the lock is held. It
// notes the locks that it takes and counts what it accesses.
func (n *section) harmless(in ssa.Instruction) bool {
	if of := collectionOf(in); of != nil && n.s.types.communicative(of.Type()) {
		return false
	}
	n.copied(in, n.takes)
	switch in := in.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return false
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return false
		}
		if in.Op == token.MUL {
			n.access(in, in.X, in.Type())
		}
	case *ssa.Store:
		n.access(in, in.Addr, in.Val.Type())
	case *ssa.MakeInterface:
		n.takenBehind(in, n.takes, map[*ssa.Function]bool{})
	case *ssa.MapUpdate:
		n.access(in, in.Map, in.Value.Type())
	case *ssa.Lookup:
		n.access(in, in.X, in.Type())
	case ssa.CallInstruction:
		if c := in.Common(); n.s.isPlainAtomic(c) {
			n.access(in, c.Args[0], c.Args[0].Type())
		}
		return n.harmlessCall(in.Common())
	}
	return true
}

// collectionOf is the map or slice whose elements an instruction looks up or changes, or nil.
func collectionOf(in ssa.Instruction) ssa.Value {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		return in.Map
	case *ssa.Lookup:
		return in.X
	case *ssa.Range:
		return in.X
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && (b.Name() == "append" || b.Name() == "delete") {
			return in.Call.Args[0]
		}
	}
	return nil
}

// harmlessCall reports whether a call is inert, wherever its arguments come
// from: what the function made itself can block it just as well.
func (n *section) harmlessCall(c *ssa.CallCommon) bool {
	if field := n.s.types.lockedField(c); field != nil {
		n.takes[field] = true
		return true
	}
	if c.IsInvoke() {
		return !n.taint.invokes(c) && !n.s.types.communicative(c.Value.Type())
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		n.part.whole().accesses++
		return b.Name() != "close" && b.Name() != "recover"
	}
	callee := staticCallee(c)
	if callee == nil || n.s.isTouching(callee) || !n.s.isSilent(callee) && !n.s.isPlainAtomic(c) {
		return false
	}
	callee = genericOf(callee)
	if n.s.functions[n.s.name(callee)] != nil && len(c.Args) > 0 {
		n.part.whole().accesses += 2 // whatever it does to what it is given
	}
	n.taken(callee, n.takes, map[*ssa.Function]bool{})
	return true
}

// access counts an access to memory that others may see; one in a loop counts
// twice.
func (n *section) access(in ssa.Instruction, address ssa.Value, t types.Type) {
	if local := variableOf(address); local != nil && !local.Heap {
		return
	}
	n.part.whole().accesses++
	if inLoop(in.Block()) {
		n.part.whole().accesses++
	}
}
