package lower

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Some functions have an error as a result only because an interface asks for it: their documentation says that they
// never return one.

// neverFails reports whether a call returns no error, whatever happens.
func (s *slicer) neverFails(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return c.Method.Name() == "Write" && library.IsHash(typeName(c.Value.Type()))
	}
	callee := staticCallee(c)
	if callee == nil {
		return false
	}
	name := s.name(callee)
	switch {
	case library.Find(name).Succeeds:
		return true
	case strings.HasPrefix(name, "fmt.Fprint"), name == "io.WriteString":
		return isMemory(c.Args[0], library.IsBuffer)
	case name == "encoding/json.Marshal" || name == "encoding/json.MarshalIndent":
		return isOf(c.Args[0], plainData.holds)
	case name == "(*encoding/json.Encoder).Encode":
		return s.encodesToMemory(c, "encoding/json.NewEncoder") && isOf(c.Args[1], plainData.holds)
	case name == "(*encoding/gob.Encoder).Encode":
		return s.encodesToMemory(c, "encoding/gob.NewEncoder") && isOf(c.Args[1], gobData.holds)
	case name == "encoding/binary.Write":
		return isMemory(c.Args[0], library.IsBuffer) && isOf(c.Args[2], isBinaryData)
	}
	return copiesMemory(c, library.Copies(name)) || isParsed(name, c.Args)
}

// copiesMemory reports whether a call reads all that is in memory, to the end, and writes it there.
func copiesMemory(c *ssa.CallCommon, copies library.Copying) bool {
	isFrom := copies.From > 0 && !copies.Part && isMemory(c.Args[copies.From-1], library.IsReadFromMemory)
	return isFrom && (copies.Into == 0 || isMemory(c.Args[copies.Into-1], library.IsBuffer))
}

// isMemory reports whether an interface value holds what is memory, by the name of its type.
func isMemory(v ssa.Value, is func(typeName string) bool) bool {
	made, ok := v.(*ssa.MakeInterface)
	return ok && is(typeName(made.X.Type()))
}

// isOf reports whether an interface value holds one of a type of some sort.
func isOf(v ssa.Value, is func(t types.Type, depth int) bool) bool {
	made, ok := v.(*ssa.MakeInterface)
	return ok && is(made.X.Type(), 0)
}

// encodesToMemory reports whether a call is one of a method of an encoder that writes to memory, as the constructor of that
// name was told.
func (s *slicer) encodesToMemory(c *ssa.CallCommon, constructor string) bool {
	made, ok := s.standsFor(c.Args[0]).(*ssa.Call)
	return ok && s.isCallOf(made.Common(), constructor) && isMemory(made.Common().Args[0], library.IsBuffer)
}

// deepestData limits how deep data is looked into: it may lead to itself.
const deepestData = 8

// A dataFormat is one in which an encoder writes down values of a type whatever is in them, but for those with methods, which may
// do it otherwise, and for interfaces, of which it isn't known what they hold.
type dataFormat struct {
	basics types.BasicInfo
	// pointers says that a pointer may be nil, hidden that fields which aren't exported are of no harm, as a struct may have no other ones.
	pointers, hidden bool
}

var (
	// plainData is what encoding/json writes: a float may be no number.
	plainData = dataFormat{basics: types.IsBoolean | types.IsInteger | types.IsString, pointers: true, hidden: true}
	// gobData is what encoding/gob writes: structs need fields that it sees.
	gobData = dataFormat{basics: types.IsBoolean | types.IsNumeric | types.IsString}
)

// holds reports whether values of a type can be written down.
func (d dataFormat) holds(t types.Type, depth int) bool {
	if depth > deepestData || types.NewMethodSet(types.NewPointer(t)).Len() > 0 {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&d.basics != 0
	case *types.Pointer:
		return d.pointers && d.holds(t.Elem(), depth+1)
	case *types.Slice:
		return d.holds(t.Elem(), depth+1)
	case *types.Array:
		return d.holds(t.Elem(), depth+1)
	case *types.Map:
		return d.holds(t.Key(), depth+1) && d.holds(t.Elem(), depth+1)
	case *types.Struct:
		return d.holdsFields(t, depth)
	}
	return false
}

func (d dataFormat) holdsFields(t *types.Struct, depth int) bool {
	seen := d.hidden
	for field := range t.Fields() {
		if isSeen := d.hidden || field.Exported(); isSeen {
			if !d.holds(field.Type(), depth+1) {
				return false
			}
			seen = true
		}
	}
	return seen
}

// isBinaryData reports whether encoding/binary can write down values of a type: they have a size that is fixed, or are slices of
// such.
func isBinaryData(t types.Type, depth int) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		isSized := t.Kind() != types.Int && t.Kind() != types.Uint && t.Kind() != types.Uintptr
		return t.Kind() == types.Bool || isSized && t.Info()&types.IsNumeric != 0
	case *types.Slice:
		return depth == 0 && isBinaryData(t.Elem(), depth+1)
	case *types.Array:
		return isBinaryData(t.Elem(), depth+1)
	case *types.Struct:
		for field := range t.Fields() {
			if !isBinaryData(field.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
