package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// What is passed in a loop over a table that is written down, as tests do, is known for
// each of its rows.

// A table is an array with the stores that fill it, and nothing else does.
type table struct {
	element types.Type
	length  int64
	cells   map[cell]*ssa.Store
	// stores and reads are the instructions that fill it, and others.
	stores, reads map[ssa.Instruction]bool
}

// A cell is an element of a table, or a field of it; field is -1 for the whole.
type cell struct {
	row   int64
	field int
}

// longestTable limits the rows of a table.
const longestTable = 16

// tableOf is the table into which an address leads, nil if there is none.
func (e *estimate) tableOf(address *ssa.IndexAddr) *table {
	var alloc *ssa.Alloc
	switch x := address.X.(type) {
	case *ssa.Alloc:
		alloc = x
	case *ssa.Slice:
		alloc, _ = x.X.(*ssa.Alloc)
	}
	if alloc == nil {
		return nil
	}
	if t, known := e.s.literals[alloc]; known {
		return t
	}
	t := readTable(alloc)
	e.s.literals[alloc] = t
	return t
}

// readTable reads the table that an array is; nil if something else is done with it than
// to set elements where it is made, once each, and to read them.
func readTable(alloc *ssa.Alloc) *table {
	array, ok := elementOf(alloc).Underlying().(*types.Array)
	if !ok || array.Len() > longestTable {
		return nil
	}
	t := &table{element: array.Elem(), length: array.Len(), cells: map[cell]*ssa.Store{}, stores: map[ssa.Instruction]bool{}, reads: map[ssa.Instruction]bool{}}
	if !t.enter(alloc, alloc) || !t.isFilledFirst(alloc.Block()) {
		return nil
	}
	return t
}

// isFilledFirst reports whether nobody reads before all is filled in, in one block.
func (t *table) isFilledFirst(b *ssa.BasicBlock) bool {
	read := false
	for _, in := range b.Instrs {
		if read && t.stores[in] {
			return false
		}
		read = read || t.reads[in]
	}
	return true
}

// enter enters what is done with an array, or a slice of it.
func (t *table) enter(v ssa.Value, alloc *ssa.Alloc) bool {
	for _, user := range *v.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef, *ssa.Range:
		case *ssa.Slice:
			t.reads[user] = true
			if user.Low != nil || user.High != nil || user.Max != nil || !t.enter(user, alloc) {
				return false
			}
		case *ssa.IndexAddr:
			if !t.enterElement(user, alloc) {
				return false
			}
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

// isLen reports whether a call asks for a length.
func isLen(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len"
}

// enterElement enters what is done with an element.
func (t *table) enterElement(address *ssa.IndexAddr, alloc *ssa.Alloc) bool {
	row, constant := address.Index.(*ssa.Const)
	at := cell{-1, -1}
	if constant && address.X == alloc {
		at.row = row.Int64()
	}
	for _, user := range *address.Referrers() {
		field, ok := user.(*ssa.FieldAddr)
		if !ok {
			if !t.enterUse(user, address, at, alloc) {
				return false
			}
			continue
		}
		at.field = field.Field
		for _, use := range *field.Referrers() {
			if !t.enterUse(use, field, at, alloc) {
				return false
			}
		}
		at.field = -1
	}
	return true
}

// enterUse enters a load or store of a cell.
func (t *table) enterUse(user ssa.Instruction, address ssa.Value, at cell, alloc *ssa.Alloc) bool {
	switch user := user.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		t.reads[user] = true
		return user.Op == token.MUL
	case *ssa.Store:
		t.stores[user] = true
		whole := cell{at.row, -1}
		if at.row < 0 || user.Addr != address || user.Block() != alloc.Block() || t.cells[at] != nil || t.cells[whole] != nil {
			return false
		}
		t.cells[at] = user
		return true
	}
	return false
}

// element is what is known of an element of a table: of one row, or all.
func (e *estimate) element(address *ssa.IndexAddr) ir.Argument {
	t := e.tableOf(address)
	if t == nil || t.length == 0 {
		return ir.Argument{}
	}
	if i := e.value(address.Index); i.Value.Kind == ir.IntConst {
		return e.row(t, i.Value.Int)
	}
	all := e.row(t, 0)
	for i := int64(1); i < t.length; i++ {
		other := e.row(t, i)
		all = all.Join(&other)
	}
	return all
}

// row is what is known of one element.
func (e *estimate) row(t *table, row int64) ir.Argument {
	if store := t.cells[cell{row, -1}]; store != nil {
		return e.value(store.Val)
	}
	structure, ok := t.element.Underlying().(*types.Struct)
	if !ok {
		return ir.Argument{Value: zeroOperand(t.element)}
	}
	known := ir.Argument{}
	for i := range structure.NumFields() {
		v := ir.Argument{Value: zeroOperand(structure.Field(i).Type())}
		if store := t.cells[cell{row, i}]; store != nil {
			v = e.value(store.Val)
		}
		if v.Value.Kind != ir.Unknown && v.Value.Kind != ir.ZeroConst && len(v.Captured) == 0 {
			known.Fields = append(known.Fields, ir.FieldValue{Index: i, Name: structure.Field(i).Name(), Value: v.Value})
		}
	}
	return known
}

// rowOf finds an index that says which row of a table values come from, with the length
// of the table; nil if there is none.
func (e *estimate) rowOf(values []ssa.Value, depth int) (index ssa.Value, length int64) {
	for _, v := range values {
		var from []ssa.Value
		holder := e
		switch v := v.(type) {
		case *ssa.IndexAddr:
			if t := e.tableOf(v); t != nil {
				if _, constant := v.Index.(*ssa.Const); !constant {
					return v.Index, t.length
				}
			}
		case *ssa.UnOp, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.FieldAddr, *ssa.Field, *ssa.MakeInterface:
			for _, o := range v.(ssa.Instruction).Operands(nil) {
				from = append(from, *o)
			}
		case *ssa.Alloc, *ssa.FreeVar:
			var alloc *ssa.Alloc
			if alloc, holder = e.variable(v); alloc != nil {
				if store := setOnce(alloc); store != nil {
					from = append(from, store.Val)
				}
			}
		}
		if len(from) == 0 || depth == deepestEstimate {
			continue
		}
		if index, length = holder.rowOf(from, depth+1); index != nil {
			return index, length
		}
	}
	return nil, 0
}

// rows are the suppositions about the values of a call that are worth while: one for
// each row of a table that they come from, or none.
func (e *estimate) rows(values []ssa.Value) []map[ssa.Value]ir.Argument {
	index, length := e.rowOf(values, 0)
	if index == nil {
		return []map[ssa.Value]ir.Argument{nil}
	}
	var list []map[ssa.Value]ir.Argument
	for i := range length {
		list = append(list, map[ssa.Value]ir.Argument{index: number(i)})
	}
	return slices.Clip(list)
}
