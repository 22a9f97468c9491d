package lower

import (
	"cmp"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// What is made has the name of what it is assigned to. If it isn't assigned, it is known by what is done with it: by the
// field in which it is stored, the parameter to which it is passed, or of what it becomes an element. A struct without a
// name has the one that the methods of its type have for it.

// furthestUse is through how many values a name is looked for.
const furthestUse = 4

// nameMade is the name of what an instruction makes, "" if it has none.
func (t *translator) nameMade(v ssa.Value) string {
	pos := v.(ssa.Instruction).Pos()
	name := t.s.text.name(pos, 0)
	if name != "" && !t.s.text.keyed[pos] {
		return name
	}
	if used := t.s.text.nameByUse(v, 0); used != "" && len(used) <= longestName {
		return used
	}
	return cmp.Or(name, t.s.text.nameHandedOn(v))
}

// nameHandedOn names what a function returns or sends, and does nothing else with.
func (x *sourceIndex) nameHandedOn(v ssa.Value) string {
	for _, user := range *v.Referrers() {
		switch user := user.(type) {
		case *ssa.ChangeType:
			return x.nameHandedOn(user)
		case *ssa.Return:
			if f := user.Parent(); f.Parent() == nil {
				return "the result of " + f.Name()
			}
		case *ssa.Send:
			if over := x.nameValue(user.Chan, furthestUse); over != "" && user.X == v {
				return "the value sent on " + over
			}
		}
	}
	return ""
}

// allocName is the name of a variable.
func (t *translator) allocName(v *ssa.Alloc) string {
	if !isUnnamed(v) {
		return v.Comment
	}
	name := t.nameMade(v)
	if strings.HasPrefix(name, "the ") {
		return cmp.Or(receiverName(v.Type()), name)
	}
	return cmp.Or(name, receiverName(v.Type()))
}

// isUnnamed reports whether a variable is one that the source has no name for.
func isUnnamed(v *ssa.Alloc) bool {
	switch v.Comment {
	case "", "complit", "new", "makeslice", "varargs", "slicelit", "arraylit":
		return true
	}
	return false
}

// receiverName is what the methods of a type call their receiver.
func receiverName(t types.Type) string {
	named := NamedOf(t)
	if named == nil || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() == "sync" {
		return ""
	}
	for m := range named.Origin().Methods() {
		if name := m.Signature().Recv().Name(); name != "" && name != "_" {
			return name
		}
	}
	return ""
}

// nameByUse names a value by what is done with it.
func (x *sourceIndex) nameByUse(v ssa.Value, depth int) string {
	if v.Referrers() == nil || depth > furthestUse {
		return ""
	}
	for _, user := range *v.Referrers() {
		if name := x.nameInUse(v, user, depth); name != "" {
			return name
		}
	}
	return ""
}

// nameInUse names a value by one of its uses.
func (x *sourceIndex) nameInUse(v ssa.Value, user ssa.Instruction, depth int) string {
	switch user := user.(type) {
	case *ssa.Store:
		if user.Val == v {
			return x.nameAddress(user.Addr, depth+1)
		}
	case *ssa.MapUpdate:
		if user.Value == v {
			return x.nameElement(user.Map, user.Key, depth+1)
		}
	case *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface:
		return x.nameValue(user.(ssa.Value), depth+1)
	case ssa.CallInstruction:
		return parameterFor(user.Common(), v)
	}
	return ""
}

// nameValue names a value: by what it is assigned to, or by what it is used for.
func (x *sourceIndex) nameValue(v ssa.Value, depth int) string {
	if field, ok := v.(*ssa.FieldAddr); ok {
		return x.nameAddress(field, depth)
	}
	if alloc, ok := v.(*ssa.Alloc); ok && !isUnnamed(alloc) {
		return strings.TrimSuffix(alloc.Comment, " (heap)")
	}
	if in, ok := v.(ssa.Instruction); ok && !x.keyed[in.Pos()] {
		if name := x.name(in.Pos(), 0); name != "" {
			return name
		}
	}
	if name := x.nameByUse(v, depth); name != "" {
		return name
	}
	return x.spell(v, 0)
}

// nameAddress names what is stored at an address.
func (x *sourceIndex) nameAddress(address ssa.Value, depth int) string {
	switch address := address.(type) {
	case *ssa.FieldAddr:
		field := fieldName(address.X.Type(), address.Field)
		owner := x.nameValue(address.X, depth)
		if _, isNew := address.X.(*ssa.Alloc); isNew && owner == "" {
			owner = receiverName(address.X.Type())
		}
		return strings.TrimPrefix(owner+"."+field, ".")
	case *ssa.IndexAddr:
		return x.nameElement(address.X, address.Index, depth)
	case *ssa.Alloc:
		if !isUnnamed(address) {
			return address.Comment
		}
	case *ssa.Global, *ssa.FreeVar:
		return address.Name()
	}
	return ""
}

// nameElement names an element of a slice, an array or a map.
func (x *sourceIndex) nameElement(whole, index ssa.Value, depth int) string {
	alloc, isNew := whole.(*ssa.Alloc)
	if isNew && alloc.Comment == "varargs" {
		return x.nameAppended(alloc)
	}
	if isNew && alloc.Comment == "slicelit" {
		if list := sliceOf(alloc); list != nil && x.name(alloc.Pos(), 0) == "" {
			whole = list
		}
	}
	name, at := x.nameValue(whole, depth), x.spell(index, 0)
	if name == "" {
		return ""
	}
	if at == "" {
		at = "…"
	}
	return name + "[" + at + "]"
}

// sliceOf is the slice that a literal makes of an array, or nil.
func sliceOf(array *ssa.Alloc) *ssa.Slice {
	for _, user := range *array.Referrers() {
		if list, ok := user.(*ssa.Slice); ok {
			return list
		}
	}
	return nil
}

// nameAppended names what is appended to something: it is an element of that.
func (x *sourceIndex) nameAppended(arguments *ssa.Alloc) string {
	list := sliceOf(arguments)
	if list == nil {
		return ""
	}
	for _, user := range *list.Referrers() {
		call, ok := user.(*ssa.Call)
		if !ok {
			continue
		}
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			if name := x.nameValue(call, furthestUse); name != "" {
				return name + "[…]"
			}
		}
		return parameterFor(call.Common(), list)
	}
	return ""
}

// parameterFor is the parameter to which a call passes a value.
func parameterFor(c *ssa.CallCommon, v ssa.Value) string {
	callee := staticCallee(c)
	if callee == nil {
		return ""
	}
	for i, arg := range c.Args {
		if arg == v && i < len(callee.Params) {
			return strings.Trim(callee.Params[i].Name(), "_")
		}
	}
	return ""
}
