package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
)

// ofMemory is why it is in doubt what a test reads, and whether that fails, if it has written that down itself: the outside
// world has no say in it.
const ofMemory = "a test reads what it has written down, which isn't followed"

// readsMemory reports whether a call in a test is about what reads memory, or was made of that, as bufio.NewReader does.
func (e *evaluator) readsMemory(c *invocation) bool {
	return e.staged && (library.ReadsMemoryBy(c.callee.name) || slices.ContainsFunc(c.callee.args, func(v domain.Value) bool {
		d := e.Of(v)
		return d.Form == domain.IfaceForm && (library.ReadsMemory(d.Text) || e.isMadeOfMemory(d.Parts[0])) || e.isMadeOfMemory(v)
	}))
}

func (e *evaluator) isMadeOfMemory(v domain.Value) bool {
	return e.isSymbol(v) && e.SymbolTable[e.Of(v).Number].Memory
}

// madeOfMemory notes that the result of a call reads memory, as what the call was given does.
func (e *evaluator) madeOfMemory(v domain.Value, c *invocation) domain.Value {
	if e.mayBeObject(v) && e.isSymbol(v) && e.readsMemory(c) {
		e.SymbolTable[e.Of(v).Number].Memory = true
	}
	return v
}
