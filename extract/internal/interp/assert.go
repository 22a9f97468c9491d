package interp

import (
	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// executeTypeAssert is x.(T).
func (e *evaluator) executeTypeAssert(s *localState, f *frame, in *ir.Instr) []alternative {
	x := e.operand(s, f, in.Args[0])
	d := e.Of(x)
	v, known, ok := e.assert(s, d, x, in)
	if !known {
		return e.assertUnknown(s, x, in)
	}
	switch {
	case in.CommaOk:
		e.set(f, in.Dst, e.Tuple(v, e.Boolean(ok)))
	case !ok:
		s.startPanic(in.Site, "failed type assertion", false)
		return nil
	default:
		e.set(f, in.Dst, v)
	}
	f.pc++
	return nil
}

// assert decides a type assertion on a value whose dynamic type is known.
func (e *evaluator) assert(s *localState, d *domain.Description, x domain.Value, in *ir.Instr) (v domain.Value, known, ok bool) {
	switch {
	case d.Form == domain.NilForm && in.Name != "":
		return 0, false, false // it may be the zero value of any type
	case d.Form == domain.NilForm:
		return e.Zero(in.Kind), true, false
	case d.Form == domain.ContextForm && in.Index == 1:
		return x, true, true
	case d.Form != domain.IfaceForm:
		return 0, false, false
	case in.Index == 0 && !ir.MayBeSame(d.Text, in.TypeName):
		return e.Zero(in.Kind), true, false
	case ir.HasParameter(d.Text) || ir.HasParameter(in.TypeName):
		return 0, false, false // the instances decide it
	case in.Index == 0:
		return d.Parts[0], true, true
	case e.program.implements(d.Text, in.TypeName):
		return x, true, true
	case e.program.lacks(d.Text, in.TypeName):
		return e.Zero(in.Kind), true, false
	}
	return 0, false, false
}

// typeParameters is why it is in doubt whether a value is of a type.
const typeParameters = "types are compared that are not the same in all instances of a generic function"

// ownErrorAsserted is why it is in doubt whether an error that the program has made itself is of a type.
const ownErrorAsserted = "whether an error of the program is of a type isn't followed"

// assertUnknown continues with either answer.
func (e *evaluator) assertUnknown(s *localState, x domain.Value, in *ir.Instr) []alternative {
	d := e.Of(x)
	v := e.Opaque
	answer := e.Opaque
	f := s.top()
	asked, isError := e.questionAbout(f, in.Args[0], x, "type "+in.TypeName)
	switch {
	case isError:
		v, answer = e.Part(e.operandOf(f, in.Args[0]), " as "+in.TypeName, in.Kind), e.settled(s, asked)
	case d.Form == domain.SymbolForm:
		v = e.Part(x, " as "+in.TypeName, in.Kind)
		answer = e.Part(x, " is "+in.TypeName, ir.BoolKind)
	case d.Form == domain.IfaceForm && in.Index == 0:
		v = d.Parts[0] // it is that, or the answer is no
		answer = e.fresh(s, ir.BoolKind, "", typeParameters)
	case d.Form == domain.IfaceForm:
		v = x
	case in.Index == 0 && isOfModel(d.Form): // it was of the type of a parameter when it was put in the interface
		v = x
		answer = e.fresh(s, ir.BoolKind, "", typeParameters)
	case d.Form == domain.NonNilForm && in.Name == "":
		answer = e.fresh(s, ir.BoolKind, "", ownErrorAsserted)
		if in.Index != 0 {
			v = x
		}
	case in.Name != "" && d.Form != domain.OpaqueForm:
		if v = x; d.Form == domain.NilForm {
			v = e.Zero(in.Kind)
		}
		answer = e.fresh(s, ir.BoolKind, "", typeParameters)
	}
	if in.CommaOk {
		e.set(f, in.Dst, e.Tuple(v, answer))
	} else {
		e.set(f, in.Dst, v)
	}
	f.pc++
	return nil
}

// isOfModel reports whether a value of a form leads to objects that are followed.
func isOfModel(f domain.Form) bool {
	switch f {
	case domain.PointerForm, domain.ChanForm, domain.SliceForm, domain.MapForm, domain.ClosureForm, domain.StructForm:
		return true
	}
	return false
}
