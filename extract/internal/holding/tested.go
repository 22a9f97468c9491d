package holding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A chain of branches asks whether one value is this or that: an error, of some sort or with some text, or of some type. Whoever
// comes to the next one has been told no by those before, which doesn't rule it out.

// A test is what a branch asks then: whether a register is something.
type test struct {
	of   ir.Operand
	what string
	// yes is the edge that the branch takes if it is.
	yes int
	// isType says that it is asked for a type: there may be no more of these than are asked for.
	isType bool
	// isText says that it is asked for a text: what one of these is told may say what another one is.
	isText bool
}

// testOf is what a branch asks, if that is such a test of a value that is set in one place.
func testOf(branch supergraph.Instruction) (t test, ok bool) {
	f := branch.Parent
	o, negated := f.Negated(branch.Instr().Args[0])
	in := f.Definition(o)
	if negated {
		t.yes = 1
	}
	switch {
	case in == nil:
		return t, false
	case in.Op == ir.OpExtract && in.Index == 1:
		asserted := f.Definition(in.Args[0])
		if asserted == nil || asserted.Op != ir.OpTypeAssert {
			return t, false
		}
		t.of, t.what, t.isType = f.Original(asserted.Args[0]), asserted.TypeName, true
	case in.Op == ir.OpBinary && in.Kind == ir.ErrorKind && (in.Name == "==" || in.Name == "!="):
		if in.Name == "!=" {
			t.yes = 1 - t.yes
		}
		t.of, t.what = f.Original(in.Args[0]), nameOfTested(f, in.Args[1])
	case in.Op == ir.OpUnknown && in.Name == ir.ErrorQuestion:
		t.of, t.what = f.Original(in.Args[0]), in.Method
		if len(in.Args) > 1 {
			t.what = nameOfTested(f, in.Args[1]) // as if it were compared with it
		}
	case in.Op == ir.OpUnknown && in.Name == ir.ComputedResult:
		if t.of, t.isText = errorWithText(f, in.Args); !t.isText {
			return t, false
		}
		t.what = in.Text
	}
	_, isSetOnce := f.DefinedAt(t.of)
	return t, t.of.Kind == ir.Register && t.what != "" && (t.of.Reg < f.Params+f.FreeVars || isSetOnce)
}

// errorWithText is the error of whose text something is computed, and of nothing else.
func errorWithText(f *supergraph.Function, args []ir.Operand) (of ir.Operand, ok bool) {
	isOther := func(o ir.Operand) bool { return o.Kind == ir.Register || o.Kind == ir.Unknown }
	if len(args) == 0 || slices.ContainsFunc(args[1:], isOther) {
		return of, false
	}
	call := f.Definition(f.Original(args[0]))
	if call == nil || call.Op != ir.OpCall || call.Method != "Error" || call.TypeName != "error" {
		return of, false
	}
	return f.Original(call.Args[0]), true
}

// nilName is that of nil.
const nilName = "nil"

// nameOfTested is a name for nil, or for what a package-level variable holds.
func nameOfTested(f *supergraph.Function, o ir.Operand) string {
	o = f.Original(o)
	in := f.Definition(o)
	switch {
	case o.Kind == ir.NilConst:
		return nilName
	case in != nil && in.Op == ir.OpLoad && in.Args[0].Kind != ir.Register:
		return fmt.Sprint(in.Args[0])
	}
	return ""
}

// leavesOpen reports whether a branch, once it has told an earlier one no, may as well take an edge: it asks for
// something else of the same value.
func (t test) leavesOpen(next test, edges [2]bool, edge int) bool {
	return t.of == next.of && t.what != next.what && !edges[t.yes] && (!next.isType || edge == next.yes) && (!next.isText || edge != next.yes)
}

// unknownSide is the side of a branch on which an error is of none of the sorts for which it is asked: there is one, and it isn't
// what this branch asks for. A call that is seen, or reads memory, may have errors of known sorts only.
func (a *Analysis) unknownSide(branch supergraph.Instruction) (side int, ok bool) {
	t, isTest := testOf(branch)
	if !isTest || t.isType || t.what == nilName || !a.hasErrorsOfAnySort(branch.Parent, t.of) {
		return 0, false
	}
	for earlier := range branchesOf(branch.Parent) {
		before, isTest := testOf(earlier)
		if isTest && before.of == t.of && before.what == nilName && earlier.AlwaysComesBefore(branch) && !leadingEdges(earlier, branch)[before.yes] {
			return 1 - t.yes, true
		}
	}
	return 0, false
}

// hasErrorsOfAnySort reports whether an error comes from outside of the package, and of the program.
func (a *Analysis) hasErrorsOfAnySort(f *supergraph.Function, err ir.Operand) bool {
	call, ok := f.DefinedAt(err)
	if ok && call.Instr().Op == ir.OpExtract {
		call, ok = f.DefinedAt(call.Instr().Args[0])
	}
	if !ok || call.Instr().Op != ir.OpCall || len(a.CalleesAt(call)) > 0 {
		return false
	}
	name := call.Instr().Name
	return !library.ReadsMemoryBy(name) && !strings.HasPrefix(name, "(*io.Pipe")
}

// isOpenAfter reports whether a branch may take an edge although an earlier one has asked about the same value.
func isOpenAfter(earlier, branch supergraph.Instruction, edge int) bool {
	before, ok := testOf(earlier) // of the same turn of a loop, as it always comes before
	next, isTest := testOf(branch)
	return ok && isTest && earlier.AlwaysComesBefore(branch) && before.leavesOpen(next, leadingEdges(earlier, branch), edge)
}

// isAnotherCase reports whether two branches ask whether a select has chosen this or that case: having been told no,
// the next one is asked for.
func isAnotherCase(earlier, branch supergraph.Instruction) bool {
	before, n, ok := askedCase(earlier)
	choice, m, isOne := askedCase(branch)
	return ok && isOne && before == choice && n != m && earlier.AlwaysComesBefore(branch)
}

// askedCase is the case of a select for which a branch asks.
func askedCase(branch supergraph.Instruction) (choice supergraph.Instruction, n int, ok bool) {
	return branch.Parent.AskedCase(branch.At.Block)
}

// Chosen is what is received by the case of a select that a side takes, as the program has it, and where; it is not ok if
// it is another branch.
func (s Side) Chosen() (text string, at model.Site, ok bool) {
	choice, n, ok := askedCase(s.Branch)
	if !ok {
		return "", at, false
	}
	c := &choice.Instr().Cases[n]
	if in := choice.Parent.Definition(choice.Parent.Original(c.Chan)); in != nil && s.Edge == 0 {
		text = in.Text
	}
	return text, c.Site, true
}
