package lower

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What prints a value, or encodes it, calls a method of that value at once, in the goroutine that
// asks, with the locks that it holds: fmt.Println(s) under the lock that s.String takes never
// returns; nor does fmt.Fprintln(w) under that of w.Write. Where it is certain that a method is called, and which one, the call stands in the
// skeleton, before that of the library, and nothing is handed over; elsewhere the value is open
// (handover.go).

// calledBack is the method that a library calls of a new interface value before it returns, and the
// call of the library; nil if that isn't certain.
func (s *slicer) calledBack(in *ssa.MakeInterface) (*ssa.Function, ssa.CallInstruction) {
	call, index := soleReader(in)
	if call == nil {
		return nil, nil
	}
	callee := staticCallee(call.Common())
	if callee == nil {
		return nil, nil
	}
	name := s.methodCalled(s.name(callee), call.Common(), index, in.X.Type())
	if name == "" {
		return nil, nil
	}
	for _, f := range s.methodsOf(in.X.Type(), func(m *types.Func) bool { return m.Name() == name }) {
		if types.Identical(f.Signature.Recv().Type(), in.X.Type()) && isCalledBackAs(f.Signature) {
			return f, call
		}
	}
	return nil, nil
}

// isCalledBackAs reports whether a method has the parameters and results of one that prints, encodes or writes:
// by its name alone it need not be one.
func isCalledBackAs(f *types.Signature) bool {
	takes, gives := f.Params().Len(), f.Results().Len()
	return takes == 0 && (gives == 1 || gives == 2) || takes == 2 && gives == 1 || takes == 1 && gives == 2
}

// soleReader is the call that gets an interface value, if that is all that becomes of it, and the
// number of the argument among those that are variadic, or -1 if it is none of these.
func soleReader(in *ssa.MakeInterface) (ssa.CallInstruction, int) {
	users := *in.Referrers()
	if len(users) != 1 {
		return nil, 0
	}
	switch user := users[0].(type) {
	case *ssa.Call:
		return user, -1
	case *ssa.Store:
		return variadicCall(user.Addr)
	}
	return nil, 0
}

// variadicCall is the call of which an address is that of a variadic argument, and its number.
func variadicCall(address ssa.Value) (ssa.CallInstruction, int) {
	element, ok := address.(*ssa.IndexAddr)
	if !ok {
		return nil, 0
	}
	array, isArray := element.X.(*ssa.Alloc)
	index, isConst := element.Index.(*ssa.Const)
	if !isArray || !isConst || array.Comment != "varargs" {
		return nil, 0
	}
	for _, user := range *array.Referrers() {
		slice, ok := user.(*ssa.Slice)
		if !ok || len(*slice.Referrers()) != 1 {
			continue
		}
		if call, ok := (*slice.Referrers())[0].(*ssa.Call); ok {
			return call, int(index.Int64())
		}
	}
	return nil, 0
}

// methodCalled is the name of the method that a call of a library function calls of an argument of
// some type, "" if it isn't certain that it calls one.
func (s *slicer) methodCalled(function string, c *ssa.CallCommon, index int, t types.Type) string {
	if called := library.Find(function).Calls; called != "" && index < 0 {
		return called
	}
	if !library.OnlyPrints(function) || index < 0 || hasMethod(t, "Format") {
		return ""
	}
	if strings.HasPrefix(function, "log.") && s.setsLogOutput() { // it doesn't format what is discarded
		return ""
	}
	if strings.HasSuffix(function, "f") && !callsByVerb(c, index) {
		return ""
	}
	if !types.Implements(t, errorType) {
		return "String"
	}
	if function == "fmt.Errorf" { // it may keep the error
		return ""
	}
	return "Error"
}

// setsLogOutput reports whether the package says where package log is to write to: it may be nowhere.
func (s *slicer) setsLogOutput() bool {
	if s.logOutput == nil {
		set := containInstruction(s.source.Functions, func(in ssa.Instruction) bool {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				return false
			}
			callee := staticCallee(call.Common())
			return callee != nil && library.SetsLogOutput(callee.String())
		})
		s.logOutput = &set
	}
	return *s.logOutput
}

func hasMethod(t types.Type, name string) bool {
	object, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	_, ok := object.(*types.Func)
	return ok
}

// callsByVerb reports whether the verb for a variadic argument is one that takes its words from
// a method; the format is the argument before these.
func callsByVerb(c *ssa.CallCommon, index int) bool {
	if len(c.Args) < 2 {
		return false
	}
	format, ok := c.Args[len(c.Args)-2].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return false
	}
	return strings.IndexByte("vswxXq", verbOf(constant.StringVal(format.Value), index)) >= 0
}

// verbOf is the verb for the argument with a number, 0 if there is none, if it asks for the syntax
// of Go, or if arguments aren't taken one after the other.
func verbOf(format string, index int) byte {
	for _, rest := range strings.Split(strings.ReplaceAll(format, "%%", ""), "%")[1:] {
		verb := strings.TrimLeft(rest, "+- 0123456789.")
		if verb == "" || strings.IndexByte("#*[", verb[0]) >= 0 {
			return 0
		}
		if index == 0 {
			return verb[0]
		}
		index--
	}
	return 0
}

// callBack translates the call of a method by a library that gets a new interface value. It
// reports whether there is one.
func (t *translator) callBack(v *ssa.MakeInterface) bool {
	method, call := t.s.calledBack(v)
	if method == nil || t.s.isQuiet(method) {
		return false
	}
	t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: t.s.name(method), Args: t.operands(v.X), Site: t.s.text.site(call.Pos())})
	return true
}
