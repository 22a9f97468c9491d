package lower

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// isWrittenDown reports whether a package-level variable is a map of plain data that its initializer makes, and that
// is only looked up: the program says what it has, not the outside world.
func (s *slicer) isWrittenDown(g *ssa.Global) bool {
	u := s.variables[g]
	if u == nil || u.changes || u.beyond || kindOf(elementOf(g)) != ir.MapKind || s.types.relevant(elementOf(g)) {
		return false
	}
	if s.changedMaps == nil {
		s.findChangedMaps()
	}
	return !s.changedMaps[g]
}

// writtenDown is ir.WrittenDown for such a map.
func (s *slicer) writtenDown(m ssa.Value) int {
	if g := loadedGlobal(m); g != nil && s.isWrittenDown(g) {
		return ir.WrittenDown
	}
	return 0
}

// findChangedMaps finds the package-level maps with which somebody does more than to look up what they have, but
// for the initializer.
func (s *slicer) findChangedMaps() {
	s.changedMaps = map[*ssa.Global]bool{}
	for _, f := range s.order {
		if s.isInitializer(f) {
			continue
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				load, ok := in.(*ssa.UnOp)
				if !ok || load.Op != token.MUL {
					continue
				}
				if g, ok := load.X.(*ssa.Global); ok && kindOf(load.Type()) == ir.MapKind && !isOnlyLookedUp(load) {
					s.changedMaps[g] = true
				}
			}
		}
	}
}

// isOnlyLookedUp reports whether nothing is done with a map but to ask what it has.
func isOnlyLookedUp(m ssa.Value) bool {
	for _, user := range *m.Referrers() {
		switch user := user.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Call:
			if !isLen(user) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// writtenLength is, for the length of a package-level slice or map that has only what its declaration writes down, that number, and the
// length itself of all else: what is stored in the elements of a slice changes nothing about how many there are.
func (s *slicer) writtenLength(length *ssa.Call) ssa.Value {
	g := loadedGlobal(length.Call.Args[0])
	if entries, ok := s.writtenEntries(g); ok && !s.isInitializer(length.Parent()) {
		return ssa.NewConst(constant.MakeInt64(entries), types.Typ[types.Int])
	}
	if g == nil || s.isInitializer(length.Parent()) || !s.isNeverChanged(g) || len(s.variables[g].first) != 1 {
		return length
	}
	made, ok := s.variables[g].first[0].Val.(*ssa.Slice)
	if !ok || made.Low != nil || made.High != nil {
		return length
	}
	pointer, ok := made.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return length
	}
	array, ok := pointer.Elem().Underlying().(*types.Array)
	if !ok {
		return length
	}
	return ssa.NewConst(constant.MakeInt64(array.Len()), types.Typ[types.Int])
}

// writtenEntries is how many entries a package-level map always has, as its declaration writes down.
func (s *slicer) writtenEntries(g *ssa.Global) (entries int64, ok bool) {
	if g == nil || !s.isWrittenDown(g) || len(s.variables[g].first) != 1 {
		return 0, false
	}
	made, isMade := s.variables[g].first[0].Val.(*ssa.MakeMap)
	if !isMade {
		return 0, false
	}
	for _, user := range *made.Referrers() {
		switch user := user.(type) {
		case *ssa.MapUpdate:
			key, isConstant := user.Key.(*ssa.Const)
			if !isConstant || key.Value == nil {
				return 0, false
			}
			entries++ // no constant is written twice
		case *ssa.Store, *ssa.DebugRef:
		default:
			return 0, false
		}
	}
	return entries, true
}
