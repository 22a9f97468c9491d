package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// ofMemory is why it is in doubt what a test reads, and whether that fails, if it has written that down itself: the outside
// world has no say in it.
const ofMemory = "a test reads what it has written down, which isn't followed"

// ofStage is why it is in doubt what a test reads, and who connects to it: it may have made that world, as it writes the file that
// it opens, or dials where it listens.
const ofStage = "a test asks an outside world that it may have made itself"

// mayWork is why it is in doubt that something fails for a test that is asked about what the test has made: that may be as it is to be.
const mayWork = "something fails that is asked about data of a test"

// expectsToWork reports whether a test may be sure that what it asks about its own data doesn't fail. The outside world may, whatever
// it is asked about.
func (e *evaluator) expectsToWork(s *localState, c *invocation) bool {
	mayFail := c.kind == ir.ErrorKind || c.kind == ir.TupleKind
	return e.staged && mayFail && !library.AsksWorld(c.callee.name, c.called) && e.isAboutScope(c.callee.args, e.Reachable(s.memory, c.callee.args))
}

// withoutFailure notes of a new unknown that it is in doubt that it is an error, but not that there is none.
func (e *evaluator) withoutFailure(v domain.Value) domain.Value {
	if e.isSymbol(v) && e.SymbolTable[e.Of(v).Number].Kind == ir.ErrorKind {
		e.SymbolTable[e.Of(v).Number].Staged = true
	}
	return v
}

// asksStage reports whether a call in a test reads, or waits for somebody to connect, as its name says.
func (e *evaluator) asksStage(c *invocation) bool {
	return e.staged && (library.ReadsByName(c.called) || library.AcceptsByName(c.called))
}

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
