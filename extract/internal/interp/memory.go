package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
)

// ofMemory is why it is in doubt what a test reads, and whether that fails, if it has written that down itself: the outside
// world has no say in it.
const ofMemory = "a test reads what it has written down, which isn't followed"

// readsMemory reports whether a call in a test reads memory: it is a method of what does, or a function of the standard library
// that reads what it is given.
func (e *evaluator) readsMemory(c *invocation) bool {
	args := c.callee.args
	if library.IsMethod(c.callee.name) || c.callee.name == "" {
		args = args[:min(1, len(args))]
	} else if !library.Reads(c.callee.name) {
		return false
	}
	return e.staged && (library.ReadsMemoryBy(c.callee.name) || slices.ContainsFunc(args, e.isMemory))
}

// isMemory reports whether a value reads memory, or was made of what does, as bufio.NewReader makes it.
func (e *evaluator) isMemory(v domain.Value) bool {
	d := e.Of(v)
	if d.Form == domain.IfaceForm {
		return library.ReadsMemory(d.Text) || e.isMemory(d.Parts[0])
	}
	return e.isSymbol(v) && e.SymbolTable[d.Number].Memory
}

// madeOfMemory notes that the result of a call reads memory, as what the call was given does.
func (e *evaluator) madeOfMemory(v domain.Value, c *invocation) domain.Value {
	if e.staged && e.mayBeObject(v) && e.isSymbol(v) && slices.ContainsFunc(c.callee.args, e.isMemory) {
		e.SymbolTable[e.Of(v).Number].Memory = true
	}
	return v
}
