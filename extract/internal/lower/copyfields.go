package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Readers and writers in fields. Whoever has an io.Reader may give it to a library, which then calls it at
// some time. Where the field of a struct is all that holds one, and the package only calls its methods, or
// has package io copy from it at once, nobody else does.

// A copyField is a field of the package with a reader or writer that nobody else gets.
type copyField struct {
	// stored are the values that are stored there.
	stored []ssa.Value
	// shared says that somebody else may get it after all.
	shared bool
}

// copyFieldOf is the field that an address leads to, if it is such a one; nil if not.
func (s *slicer) copyFieldOf(address ssa.Value) *copyField {
	field, ok := address.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	if s.copyFields == nil {
		s.findCopyFields()
	}
	if f := s.copyFields[fieldOf(field)]; f != nil && !f.shared {
		return f
	}
	return nil
}

// findCopyFields looks at all uses of fields.
func (s *slicer) findCopyFields() {
	s.copyFields = map[*types.Var]*copyField{}
	for _, f := range s.order {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					s.noteCopyField(fieldOf(in), in)
				case *ssa.Field:
					s.noteCopyField(fieldNumber(in.X.Type(), in.Field), nil)
				}
			}
		}
	}
}

// noteCopyField notes a use of a field by its address, or as a part of a struct that is copied.
func (s *slicer) noteCopyField(field *types.Var, address *ssa.FieldAddr) {
	if field.Exported() || !s.source.declares(field) || kindOf(field.Type()) != ir.InterfaceKind || !s.isForeignData(field.Type()) {
		return
	}
	f := s.copyFields[field]
	if f == nil {
		f = &copyField{}
		s.copyFields[field] = f
	}
	if address == nil {
		f.shared = true
		return
	}
	for _, user := range *address.Referrers() {
		switch user := user.(type) {
		case *ssa.Store:
			f.stored = append(f.stored, user.Val)
			f.shared = f.shared || user.Val == address
		case *ssa.UnOp:
			f.shared = f.shared || user.Op != token.MUL || s.isHandedOn(user)
		case *ssa.DebugRef:
		default:
			f.shared = true
		}
	}
}

// isHandedOn reports whether somebody does anything with a reader or writer but to call its methods, to compare it,
// or to have it copied.
func (s *slicer) isHandedOn(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(user ssa.Instruction) bool {
		switch user := user.(type) {
		case *ssa.BinOp, *ssa.DebugRef:
			return false
		case *ssa.Call:
			c := user.Common()
			return !(c.IsInvoke() && !slices.Contains(c.Args, v)) && !s.onlyCopies(c, v)
		}
		return true
	})
}

// onlyCopies reports whether a value is an argument of a function of package io that only copies from it, or to it.
func (s *slicer) onlyCopies(c *ssa.CallCommon, v ssa.Value) bool {
	callee := staticCallee(c)
	if callee == nil {
		return false
	}
	copies := library.Copies(s.name(callee))
	for i, arg := range c.Args {
		if arg == v && i+1 != copies.From && i+1 != copies.Into {
			return false
		}
	}
	return copies != library.Copying{}
}

// isKept reports whether a new interface value goes nowhere but to such a field.
func (s *slicer) isKept(in *ssa.MakeInterface) bool {
	users := *in.Referrers()
	if len(users) != 1 {
		return false
	}
	store, ok := users[0].(*ssa.Store)
	return ok && store.Val == in && s.copyFieldOf(store.Addr) != nil
}
