package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Who copies a struct copies the locks in it as they are: the copy of one that is held stays so for ever, as nobody knows
// that he has to release it. So go vet warns of that (copylocks); what is known of a lock here is not known of its copies.

// copied adds the leaves in the struct that an instruction copies or replaces as a whole.
func (l *leafLocks) copied(in ssa.Instruction, into map[*types.Var]bool) {
	var t types.Type
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.MUL {
			t = in.Type()
		}
	case *ssa.Store:
		t = in.Val.Type()
	}
	eachFieldIn(t, func(field *types.Var) {
		if l.fields[field] {
			into[field] = true
		}
	})
}

// eachFieldIn visits the fields of a struct, and of the structs and arrays in it; of other types there are none.
func eachFieldIn(t types.Type, visit func(*types.Var)) {
	if t == nil {
		return
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		eachFieldIn(t.Elem(), visit)
	case *types.Struct:
		for field := range t.Fields() {
			visit(field.Origin())
			eachFieldIn(field.Type(), visit)
		}
	}
}

// copies notes the fields of a struct that an instruction copies or replaces, unless that is new and nobody else has it.
func (c *census) copies(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if from, ok := in.X.(*ssa.Alloc); in.Op == token.MUL && !(ok && from.Comment == "complit") {
			c.copiesAll(in.Type())
		}
	case *ssa.Store:
		if _, ok := baseOf(in.Addr).(*ssa.Alloc); !ok {
			c.copiesAll(in.Val.Type())
		}
		c.isCopy(in)
	}
}

// isCopy notes a variable that begins as the copy of what is there already: a lock that somebody may have, for example.
func (c *census) isCopy(in *ssa.Store) {
	to, isVariable := in.Addr.(*ssa.Alloc)
	from, isCopy := in.Val.(*ssa.UnOp)
	if !isVariable || !isCopy {
		return
	}
	if _, isHeld := heldKind(in.Val.Type()); isHeld {
		made, isNew := from.X.(*ssa.Alloc)
		c.copied[to.Pos()] = !isNew || made.Comment != "complit"
	}
}

func (c *census) copiesAll(t types.Type) {
	eachFieldIn(t, func(field *types.Var) { c.copied[field.Pos()] = true })
}
