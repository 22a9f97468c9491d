package lower

import (
	"go/token"
	"go/types"

	"github.com/chancheck/chancheck/extract/ir"
)

// typeName is the name of a type by which a type assertion recognises it: two
// types have the same one if and only if they are identical, whichever package
// and whichever spelling they come from. What go/types writes has the names of
// aliases and of parameters, which don't count. Types that functions declare have
// their bare names: two of the same name in one package are taken for one. Type parameters are marked
// (ir.Parameter): what stands for one of them is a type of its own in each instance.
func typeName(t types.Type) string {
	return types.TypeString(canonical(t), nil)
}

// canonical is a type identical to t without aliases and names of parameters,
// down to the next declared type.
func canonical(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return canonicalInstance(t)
	case *types.Pointer:
		return types.NewPointer(canonical(t.Elem()))
	case *types.Slice:
		return types.NewSlice(canonical(t.Elem()))
	case *types.Array:
		return types.NewArray(canonical(t.Elem()), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), canonical(t.Elem()))
	case *types.Map:
		return types.NewMap(canonical(t.Key()), canonical(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, canonicalTuple(t.Params()), canonicalTuple(t.Results()), t.Variadic())
	case *types.Struct:
		return canonicalStruct(t)
	case *types.Interface:
		return canonicalInterface(t)
	case *types.TypeParam:
		return types.NewNamed(types.NewTypeName(token.NoPos, nil, ir.Parameter+t.Obj().Name(), nil), t.Underlying(), nil)
	default:
		return t
	}
}

func canonicalTuple(t *types.Tuple) *types.Tuple {
	var list []*types.Var
	for v := range t.Variables() {
		list = append(list, types.NewParam(v.Pos(), v.Pkg(), "", canonical(v.Type())))
	}
	return types.NewTuple(list...)
}

func canonicalStruct(t *types.Struct) *types.Struct {
	var fields []*types.Var
	var tags []string
	for i := range t.NumFields() {
		f := t.Field(i)
		fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), canonical(f.Type()), f.Embedded()))
		tags = append(tags, t.Tag(i))
	}
	return types.NewStruct(fields, tags)
}

// canonicalInterface has the methods of an interface for itself, embedded ones too. What is
// more than that is only a constraint.
func canonicalInterface(t *types.Interface) *types.Interface {
	if !t.IsMethodSet() {
		return t
	}
	var methods []*types.Func
	for m := range t.Methods() {
		methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), canonical(m.Type()).(*types.Signature)))
	}
	return types.NewInterfaceType(methods, nil).Complete()
}

// canonicalInstance is a declared type, with canonical arguments if it is
// generic.
func canonicalInstance(t *types.Named) types.Type {
	if t.TypeArgs().Len() == 0 {
		return t
	}
	var args []types.Type
	for arg := range t.TypeArgs().Types() {
		args = append(args, canonical(arg))
	}
	instance, err := types.Instantiate(nil, t.Origin(), args, false)
	if err != nil {
		return t
	}
	return instance
}
