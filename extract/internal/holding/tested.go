package holding

import (
	"fmt"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A chain of branches asks whether one value is this or that: an error, or of some type. Whoever comes to the next one
// has been told no by those before, which doesn't rule it out.

// A test is what a branch asks then: whether a register is something.
type test struct {
	of   ir.Operand
	what string
	// yes is the edge that the branch takes if it is.
	yes int
	// isType says that it is asked for a type: there may be no more of these than are asked for.
	isType bool
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
	}
	_, isSetOnce := f.DefinedAt(t.of)
	return t, t.of.Kind == ir.Register && t.what != "" && (t.of.Reg < f.Params+f.FreeVars || isSetOnce)
}

// nameOfTested is a name for nil, or for what a package-level variable holds.
func nameOfTested(f *supergraph.Function, o ir.Operand) string {
	o = f.Original(o)
	in := f.Definition(o)
	switch {
	case o.Kind == ir.NilConst:
		return "nil"
	case in != nil && in.Op == ir.OpLoad && in.Args[0].Kind != ir.Register:
		return fmt.Sprint(in.Args[0])
	}
	return ""
}

// leavesOpen reports whether a branch, once it has told an earlier one no, may as well take an edge: it asks for
// something else of the same value.
func (t test) leavesOpen(next test, edges [2]bool, edge int) bool {
	return t.of == next.of && t.what != next.what && !edges[t.yes] && (!next.isType || edge == next.yes)
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
