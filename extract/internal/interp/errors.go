package interp

import (
	"math"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What is asked about an unknown error has answers that fit each other, and that it is nil, or not: an error that equals
// io.EOF, is of some type, or of which errors.Is says that it is something, isn't nil. A question is asked as if the error
// was compared with a sentinel that stands for it.

// equalErrors is x == y for a sentinel y, and another value that isn't unknown. Two variables may have one error by the
// same name, as os.ErrNotExist and fs.ErrNotExist do.
func (e *evaluator) equalErrors(x, y domain.Value) domain.Value {
	a, b := e.Of(x), e.Of(y)
	if x == y {
		return e.Yes
	}
	if a.IsSentinel() && !a.IsQuestion() && !b.IsQuestion() && globalName(a.Text) != globalName(b.Text) {
		return e.No
	}
	return e.Opaque
}

// unsettled is an operand that is compared with a sentinel: of an unknown error it says too little that it isn't nil.
func (e *evaluator) unsettled(f *frame, o ir.Operand, v, other domain.Value) domain.Value {
	if !e.Of(other).IsSentinel() {
		return v
	}
	stated := e.operandOf(f, o)
	if e.isUnknownError(stated) && e.isThere(v) {
		return stated
	}
	e.noteErrorAsked(stated)
	return v
}

// noteErrorAsked records that somebody asks about an error of which it was forgotten which one it is, as it was decided that it
// isn't nil, or is what another question asks for: it is kept from the next round on, so that all answers about it fit.
func (e *evaluator) noteErrorAsked(stated domain.Value) {
	if !e.keepsErrors && (stated == e.ForeignError || e.Of(stated).IsQuestion()) {
		e.keepsErrors, e.changed = true, true
	}
}

// kept is a value with what is decided about it, but for an error about which more can be asked.
func (e *evaluator) kept(known domain.Decisions, v domain.Value) domain.Value {
	settled := e.Settled(known, v)
	if e.keepsErrors && e.isUnknownError(v) && (settled == e.ForeignError || e.Of(settled).IsQuestion()) {
		return v
	}
	return settled
}

func (e *evaluator) isUnknownError(v domain.Value) bool {
	return e.isSymbol(v) && e.SymbolTable[e.Of(v).Number].Kind == ir.ErrorKind
}

// isAnother reports whether it was decided about an unknown error that errors.Is says no of it and a sentinel: so it isn't that one.
func (e *evaluator) isAnother(s *localState, v, sentinel domain.Value) bool {
	if d := e.Of(sentinel); !d.IsSentinel() || d.IsQuestion() || !e.isUnknownError(v) {
		return false
	}
	asked := e.Question(nameOfQuestion(library.ErrorsIs, sentinel))
	return slices.Contains(e.DecisionOf(s.decisions, domain.SymbolID(e.Of(v).Number)).Unequal, asked)
}

// nameOfQuestion names a question about an error by the function that is asked, and what else that is given.
func nameOfQuestion(function string, others ...domain.Value) string {
	for _, v := range others {
		function += " " + strconv.Itoa(int(v))
	}
	return function
}

// isThere reports whether a value is an error of which no more is known than that it isn't nil.
func (e *evaluator) isThere(v domain.Value) bool {
	d := e.Of(v)
	return d.Form == domain.NonNilForm && (!d.IsSentinel() || d.IsQuestion())
}

// isAgreedOn reports whether a value is an unknown that several goroutines ask about, and another one a sentinel: they agree
// on no more than whether the first is nil.
func (e *evaluator) isAgreedOn(v, other domain.Value) bool {
	return e.Of(other).IsSentinel() && e.isSymbol(v) && e.sharedSymbols[domain.SymbolID(e.Of(v).Number)]
}

// areComparedElsewhere is isAskedElsewhere for two values that are compared.
func (e *evaluator) areComparedElsewhere(x, y domain.Value) bool {
	return e.isAskedElsewhere(x, y) || e.isAskedElsewhere(y, x)
}

// isAskedElsewhere reports whether several goroutines ask whether an error is a sentinel, or what that stands for, of errors that they
// may have from each other: of a value that they agree on no further, or of one of which it was forgotten which it is.
func (e *evaluator) isAskedElsewhere(v, sentinel domain.Value) bool {
	d := e.Of(sentinel)
	if !d.IsSentinel() || !e.isUnknownError(v) && !e.isThere(v) {
		return false
	}
	isOfSeveral := e.noteAsker(e.asAsked(sentinel).Text)
	return e.isAgreedOn(v, sentinel) || isOfSeveral && e.isThere(v)
}

// asAsked is what a question whether an error is a sentinel stands for: who compares asks the same as who calls errors.Is, if less.
func (e *evaluator) asAsked(sentinel domain.Value) *domain.Description {
	if d := e.Of(sentinel); d.IsQuestion() {
		return d
	}
	return e.Of(e.Question(nameOfQuestion(library.ErrorsIs, sentinel)))
}

// severalAsk stands for more than one goroutine.
const severalAsk = math.MinInt

// noteAsker notes who asks a question about errors, and reports whether others do, too.
func (e *evaluator) noteAsker(question string) (isOfSeveral bool) {
	switch by, ok := e.questioners[question]; {
	case !ok:
		e.questioners[question] = e.who()
	case by != severalAsk && by != e.who():
		e.questioners[question], e.changed = severalAsk, true
	}
	return e.questioners[question] == severalAsk
}

// askAboutError answers a question about an error, the first operand, such as whether errors.Is says that it is another one.
func (e *evaluator) askAboutError(s *localState, f *frame, in *ir.Instr) domain.Value {
	args := e.operands(s, f, in.Args)
	if args[0] == e.Nil {
		return e.No
	}
	question := nameOfQuestion(in.Method, args[1:]...)
	if answer, ok := e.questionAbout(f, in.Args[0], args[0], question); ok {
		return answer
	}
	if args[0] == e.Question(question) {
		return e.Yes
	}
	taint := e.taintOfAny(args)
	if d := e.Of(args[0]); e.ownErrors(args...) || d.IsSentinel() && !d.IsQuestion() || e.isAskedElsewhere(e.operandOf(f, in.Args[0]), e.Question(question)) {
		taint = comparedErrors
	}
	return e.fresh(s, ir.BoolKind, in.Text, taint)
}

// questionAbout is a question about an operand as one about the unknown error that it is; it is not ok if it is none.
func (e *evaluator) questionAbout(f *frame, o ir.Operand, v domain.Value, question string) (answer domain.Value, ok bool) {
	stated, about := e.operandOf(f, o), e.Question(question)
	if !e.isUnknownError(stated) {
		e.noteErrorAsked(stated)
		return 0, false
	}
	if v != stated && !e.isThere(v) || e.isAgreedOn(stated, about) {
		return 0, false
	}
	return e.equal(stated, about), true
}

func (e *evaluator) taintOfAny(values []domain.Value) string {
	for _, v := range values {
		if taint := e.TaintOf(v); taint != "" {
			return taint
		}
	}
	return ""
}

// comparedErrors is why a question about errors is in doubt that the program has
// made itself: which of them they are isn't followed.
const comparedErrors = "errors of the program are compared"

// ownErrors reports whether there are errors among values, and all of them are
// the program's.
func (e *evaluator) ownErrors(values ...domain.Value) bool {
	own := false
	for _, v := range values {
		switch d := e.Of(v); {
		case v == e.NonNil:
			own = true
		case v == e.ForeignError || d.Form == domain.SymbolForm && e.SymbolTable[d.Number].Kind == ir.ErrorKind:
			return false
		}
	}
	return own
}
