package slice

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// Argument is what a call passes for a parameter. The captured variables of a
// closure that isn't called where it is made are passed when it is made. What package testing
// passes to a function that it runs isn't known.
func Argument(in *ir.Instr, f *Function, parameter int) (ir.Operand, bool) {
	if RunsArgument(in.Name) {
		return ir.Operand{}, false
	}
	args := in.Args
	if in.Name == "" && in.Method == "" { // args[0] is the function
		args = args[1:]
	}
	if parameter < len(args) {
		return args[parameter], true
	}
	return ir.Operand{}, false
}

// RunsArgument reports whether a function of package testing runs the one that it is
// given: now, or at the end of the test.
func RunsArgument(name string) bool {
	meaning := library.Find(name).Meaning
	return meaning == library.Subtest || meaning == library.Cleanup
}

// ComesLast reports whether an instruction only registers what is done at the end of a
// test, after all that the function and its callers do.
func (x *Graph) ComesLast(f *Function, at pointsto.At) bool {
	return library.Find(f.Blocks[at.Block].Instrs[at.Index].Name).Meaning == library.Cleanup
}
