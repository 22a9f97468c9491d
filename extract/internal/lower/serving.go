package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A server of a library serves until somebody ends it by another of its methods. Who serves with a lock that everybody takes
// before he ends the server has that for ever (hold and wait: Coffman, Elphick and Shoshani 1971). Such a lock is a leaf, and
// the server is plain data, so that skeletons have neither.

// findServings finds the servers of the package that nobody can end.
func (s *slicer) findServings() {
	if s.source.Standard {
		return
	}
	s.eachShipped(func(in ssa.Instruction) {
		if call, ok := in.(*ssa.Call); ok {
			if ends := s.endsOf(call); len(ends) > 0 {
				s.findServing(call, ends)
			}
		}
	})
}

// eachShipped calls a function with each instruction of the package, its tests left out.
func (s *slicer) eachShipped(do func(ssa.Instruction)) {
	for _, f := range s.source.Functions {
		if isInTestFile(f.Prog.Fset, f.Pos()) {
			continue
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				do(in)
			}
		}
	}
}

// endsOf are the methods that end the server which a call lets serve.
func (s *slicer) endsOf(call ssa.CallInstruction) []string {
	callee := staticCallee(call.Common())
	if callee == nil || callee.Signature.Recv() == nil {
		return nil
	}
	return library.Find(s.name(callee)).EndedBy
}

// A serverUse is what a package does with the servers in one field of its structs.
type serverUse struct {
	s     *slicer
	field *types.Var
	ends  []string
	// made says that the package has made one that nobody else has, stops are the calls that end one.
	made  bool
	stops []ssa.CallInstruction
}

// findServing finds whether a call lets a server serve with a lock that everybody wants who would end it.
func (s *slicer) findServing(call *ssa.Call, ends []string) {
	field := serverField(call.Call.Args[0])
	if field == nil || !s.isOwnField(field) || !s.hasListener(call) {
		return
	}
	u := &serverUse{s: s, field: fieldOf(field), ends: ends}
	if !u.isKept() || !u.made {
		return
	}
	for _, taken := range s.lockedAt(call, field.X) {
		if !s.isHeldSince(taken, call) {
			continue
		}
		if serving, ok := u.waitsBehind(taken, call); ok {
			s.result.Servings = append(s.result.Servings, serving)
			return
		}
	}
}

// serverField is the field that is a server, or from which one is loaded, or nil.
func serverField(v ssa.Value) *ssa.FieldAddr {
	if field, ok := v.(*ssa.FieldAddr); ok {
		return field
	}
	return loadedField(v)
}

// isOwnField reports whether only the package can use a field, and no struct with it is stored as a whole.
func (s *slicer) isOwnField(field *ssa.FieldAddr) bool {
	v := fieldOf(field)
	return s.source.declares(v) && !v.Exported() && !v.Embedded() && !s.isReplaced(elementOf(field.X))
}

// hasListener reports whether a call listens itself, or is given what its function listens at, which nobody else can close.
func (s *slicer) hasListener(call *ssa.Call) bool {
	for _, arg := range call.Call.Args[1:] {
		if !types.IsInterface(arg.Type()) {
			continue
		}
		part, ok := arg.(*ssa.Extract)
		if !ok {
			return false
		}
		made, ok := part.Tuple.(*ssa.Call)
		if !ok || staticCallee(made.Common()) == nil || s.name(staticCallee(made.Common())) != "net.Listen" {
			return false
		}
		others := slices.DeleteFunc(usesOf(part), func(user ssa.Instruction) bool {
			asked, ok := user.(*ssa.Call)
			return user == call || ok && asked.Call.IsInvoke() && asked.Call.Method.Name() == "Addr"
		})
		if len(others) > 0 {
			return false
		}
	}
	return true
}

// isKept reports whether the package hands none of the servers in the field to others, and finds what it does with them. Who asks
// a request for the server that serves it has that, too.
func (u *serverUse) isKept() bool {
	isKept := true
	u.s.eachShipped(func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.UnOp:
			key, isGlobal := in.X.(*ssa.Global)
			isKept = isKept && !(isGlobal && library.LeadsToServer(key.String()))
		case *ssa.Field:
			isKept = isKept && fieldNumber(in.X.Type(), in.Field) != u.field
		case *ssa.FieldAddr:
			isKept = isKept && (fieldOf(in) != u.field || !slices.ContainsFunc(usesOf(in), func(user ssa.Instruction) bool { return !u.keeps(user, in) }))
		}
	})
	return isKept
}

// keeps reports whether an instruction stores a server in the field, or loads one and hands it to nobody.
func (u *serverUse) keeps(in ssa.Instruction, address *ssa.FieldAddr) bool {
	_, isPointer := u.field.Type().Underlying().(*types.Pointer)
	u.made = u.made || !isPointer
	switch in := in.(type) {
	case *ssa.Store:
		u.made = u.made || in.Addr == address && u.isNewAt(in)
		return in.Addr == address
	case *ssa.UnOp:
		return isPointer && !slices.ContainsFunc(usesOf(in), func(user ssa.Instruction) bool { return !u.leavesAlone(user, in) })
	}
	return !isPointer && u.leavesAlone(in, address)
}

// isNewAt reports whether an instruction stores a new server that nobody else has.
func (u *serverUse) isNewAt(store *ssa.Store) bool {
	switch made := store.Val.(type) {
	case *ssa.Alloc:
	case *ssa.Call:
		if callee := staticCallee(made.Common()); callee == nil || !library.Find(u.s.name(callee)).MakesServer {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(usesOf(store.Val), func(user ssa.Instruction) bool {
		return user != store && !u.leavesAlone(user, store.Val)
	})
}

// leavesAlone reports whether an instruction only asks for a server, or calls a method of it that is known.
func (u *serverUse) leavesAlone(in ssa.Instruction, server ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.BinOp, *ssa.FieldAddr:
		return true
	case *ssa.MakeInterface:
		return u.canOnlyRegister(in.Type().Underlying().(*types.Interface))
	case ssa.CallInstruction:
		callee, args := staticCallee(in.Common()), in.Common().Args
		if callee == nil || callee.Signature.Recv() == nil || args[0] != server || slices.Contains(args[1:], server) {
			return false
		}
		if slices.Contains(u.ends, callee.Name()) {
			u.stops = append(u.stops, in)
		}
		return true
	}
	return false
}

// canOnlyRegister reports whether one can do something with a server that is known as an interface, but not end it.
func (u *serverUse) canOnlyRegister(as *types.Interface) bool {
	for method := range as.Methods() {
		if slices.Contains(u.ends, method.Name()) {
			return false
		}
	}
	return as.NumMethods() > 0
}

// waitsBehind is the first one who waits for a lock that is taken where a server serves. There is nobody if the server may be ended
// without that lock.
func (u *serverUse) waitsBehind(taken lockedCall, serves *ssa.Call) (first ir.Serving, ok bool) {
	for _, stop := range u.stops {
		if stop.Parent() == serves.Parent() && dominates(serves, stop) {
			continue // it comes there once the server has ended
		}
		wants, isWanted := u.wantedFor(taken, stop)
		if !isWanted || stop.Parent() == serves.Parent() {
			return first, false
		}
		if !ok {
			first, ok = u.serving(taken, serves, wants, stop), true
		}
	}
	return first, ok
}

// serving describes that a server serves with a lock that somebody wants who would end it.
func (u *serverUse) serving(taken lockedCall, serves *ssa.Call, wants lockedCall, stop ssa.CallInstruction) ir.Serving {
	text := u.s.text
	return ir.Serving{
		Server: text.describe(serves.Call.Args[0]), Lock: text.describe(taken.field), ReadWrite: isReadWrite(taken.field),
		By: u.s.name(serves.Parent()), Takes: text.site(taken.call.Pos()), Reads: taken.reads, Serves: text.site(serves.Pos()),
		Ender: u.s.name(stop.Parent()), Wants: text.site(wants.call.Pos()), WantsToRead: wants.reads, Ends: text.site(stop.Pos()),
	}
}

// wantedFor is where a function that anybody may call, at any time, takes the lock that another one serves with, before it ends the
// server of the same struct. Whether two who read are in each other's way is left to the system of both.
func (u *serverUse) wantedFor(taken lockedCall, stop ssa.CallInstruction) (wants lockedCall, ok bool) {
	from, f := serverField(stop.Common().Args[0]), stop.Parent()
	if f.Object() == nil || !f.Object().Exported() {
		return wants, false
	}
	for _, wants := range u.s.lockedAt(stop, from.X) {
		if fieldOf(wants.field) == fieldOf(taken.field) && comesFirst(wants.call) {
			return wants, true
		}
	}
	return wants, false
}

// comesFirst reports whether a function asks nothing, and waits for nothing, before a call.
func comesFirst(call *ssa.Call) bool {
	if call.Block().Index != 0 {
		return false
	}
	for _, in := range call.Block().Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			return in == call
		case *ssa.Select, *ssa.Send:
			return false
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				return false
			}
		}
	}
	return false
}

func isReadWrite(lock *ssa.FieldAddr) bool {
	return types.TypeString(elementOf(lock), nil) == "sync.RWMutex"
}

// A lockedCall takes a lock that is in a field.
type lockedCall struct {
	call  *ssa.Call
	field *ssa.FieldAddr
	reads bool
}

// lockedAt lists where a function has taken locks of a struct that it was given, on all ways to an instruction, if only the package
// uses them, and takes them wherever it releases them.
func (s *slicer) lockedAt(at ssa.Instruction, of ssa.Value) (list []lockedCall) {
	given, ok := s.givenAs(of).(*ssa.Parameter)
	if !ok {
		return nil
	}
	for _, c := range s.takenBefore(at) {
		if s.givenAs(c.field.X) == given && s.isOwnField(c.field) && s.isAlwaysTaken(fieldOf(c.field)) {
			list = append(list, c)
		}
	}
	return list
}

// takenBefore lists where a function takes locks in fields on all ways to an instruction.
func (s *slicer) takenBefore(at ssa.Instruction) (list []lockedCall) {
	for _, b := range at.Parent().Blocks {
		for _, in := range b.Instrs {
			if c, ok := s.lockedBy(in); ok && dominates(c.call, at) {
				list = append(list, c)
			}
		}
	}
	return list
}

// givenAs is what is loaded from a variable that is set once, or else the value itself.
func (s *slicer) givenAs(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if variable, ok := load.X.(*ssa.Alloc); ok && s.isByValue(variable) {
			return s.valueOf(variable)
		}
	}
	return v
}

// lockedBy is what an instruction takes, if that is a lock in a field.
func (s *slicer) lockedBy(in ssa.Instruction) (c lockedCall, ok bool) {
	call, ok := in.(*ssa.Call)
	if !ok {
		return c, false
	}
	action := lockAction(call.Common())
	if action != acquires && action != acquiresToRead {
		return c, false
	}
	field, ok := call.Call.Args[0].(*ssa.FieldAddr)
	return lockedCall{call, field, action == acquiresToRead}, ok
}

// isAlwaysTaken reports whether a lock is only locked and unlocked, and each function that releases it has taken it before.
func (s *slicer) isAlwaysTaken(lock *types.Var) bool {
	isTaken := true
	s.eachShipped(func(in ssa.Instruction) {
		field, ok := in.(*ssa.FieldAddr)
		if !ok || fieldOf(field) != lock {
			return
		}
		for _, user := range usesOf(field) {
			isTaken = isTaken && locks(user) && (!isReleaseOf(user, lock) || s.hasTaken(user, field))
		}
	})
	return isTaken
}

// hasTaken reports whether a function has taken the lock on all ways to where it releases that.
func (s *slicer) hasTaken(release ssa.Instruction, lock *ssa.FieldAddr) bool {
	return slices.ContainsFunc(s.takenBefore(release), func(c lockedCall) bool {
		return fieldOf(c.field) == fieldOf(lock) && s.givenAs(c.field.X) == s.givenAs(lock.X)
	})
}

// isReleaseOf reports whether an instruction releases a lock in a field, or will as it is deferred.
func isReleaseOf(in ssa.Instruction, lock *types.Var) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if action := lockAction(call.Common()); action != releases && action != releasesReader {
		return false
	}
	field, ok := call.Common().Args[0].(*ssa.FieldAddr)
	return ok && fieldOf(field) == lock
}

// isHeldSince reports whether a lock is held on all ways from where it is taken to an instruction.
func (s *slicer) isHeldSince(taken lockedCall, to ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var isHeld func(b *ssa.BasicBlock, end int) bool
	isHeld = func(b *ssa.BasicBlock, end int) bool {
		for n := end - 1; n >= 0; n-- {
			if b.Instrs[n] == taken.call {
				return true
			}
			_, isDeferred := b.Instrs[n].(*ssa.Defer)
			if !isDeferred && isReleaseOf(b.Instrs[n], fieldOf(taken.field)) {
				return false
			}
		}
		return !slices.ContainsFunc(b.Preds, func(before *ssa.BasicBlock) bool {
			isNew := !seen[before]
			seen[before] = true
			return isNew && !isHeld(before, len(before.Instrs))
		})
	}
	return isHeld(to.Block(), slices.Index(to.Block().Instrs, to))
}
