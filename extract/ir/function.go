// Package ir is the intermediate representation of Go functions: what remains
// of their SSA form when only communication matters, and how it travels between
// packages as facts.
package ir

import "github.com/chancheck/chancheck/model"

// A Function is the skeleton of one Go function: the instructions of its SSA
// form that can matter to communication, and nothing else. A skeleton is
// plain data: it has no pointers into go/types or go/ssa, so that it can
// travel between packages as a fact. Nobody changes it afterwards: drivers that
// analyse several packages at a time share facts.
//
// Skeletons keep the shape of SSA: registers are assigned once per execution
// of their instruction, and are numbered 0 to Registers-1. The first Params
// registers are the parameters, the receiver first; the next FreeVars ones are
// the captured variables of a closure: pointers, but for a bound method and for
// variables that are set once, before they are read, of which it has the values.
type Function struct {
	// Name is unique in the whole program: what (*ssa.Function).String
	// returns for the origin of the function, for example "pkg/path.F$1",
	// "(*pkg/path.T).M" or "(*sync.Mutex).Lock$bound".
	Name string
	// Display is the name for people, without the package path: "(*T).M".
	Display   string
	Site      model.Site
	Params    int
	FreeVars  int
	Registers int
	// ParamKinds and ParamNames describe the parameters and then the captured
	// variables, as far as they are known.
	ParamKinds []ValueKind
	ParamNames []string
	// ParamTypes are, for each of them that is a pointer to a struct, or a struct,
	// of a named type, the name of that type, and ContextType for a context; else empty.
	ParamTypes []string
	Blocks     []Block // Blocks[0] is the entry
	// Recover is the block that runs after a panic was recovered by a
	// deferred call: it returns the named results. -1 if there is none.
	Recover int
	// Recovers says that the function calls recover, so that its deferred
	// call can end a panic.
	Recovers bool
	// Results are the kinds of the results.
	Results []ValueKind
	// Signature is the type of the function as a value, by which it is called; empty if it
	// isn't known, or differs between the instances of a generic function.
	Signature string
	// Opaque says that the body can't be seen, or is too large: a call of it
	// may do anything with what it is given.
	Opaque bool
	// Inert says that a call doesn't affect any communicating object of the
	// caller. The function may still be a root.
	Inert bool
	// Writes says that a call does no more than to change plain data of the
	// caller's. It is followed if it is short.
	Writes bool
	// Silent says that a call does no more than to hand on what it is given.
	Silent bool
	// Relays says that a call does no more than to call the functions that it
	// is given.
	Relays bool
	// Exits says that a call may end the program.
	Exits bool
	// Reader says that the function is inert and short, and has a result that
	// may depend on something that communicates.
	Reader bool
	// Panics says that the function is inert and short, and that a call may panic, from which the package recovers
	// somewhere.
	Panics bool
	// NonNil says that the function is inert, and that the error or other interface value that it returns is never nil.
	// Other packages know no more of it: there it has no blocks.
	NonNil bool
	// Slow says that time may pass in it otherwise than where it waits for others: it calls a function that isn't followed, or what isn't
	// known before it runs, or one does that it calls.
	Slow bool
	// Unmodelled, if not empty, is what the function has that can't be
	// translated: a root that runs it can't be judged.
	Unmodelled string
	// Exported says that other packages can call it by its name, be it as a method of what they are given.
	Exported bool
	// Main says that it is the main function of a program.
	Main bool
	// Types are the method tables of the types that MakeInterface and
	// TypeAssert instructions of this function name, by TypeName.
	Types []TypeInfo
}

// ContextType is the name of the type of contexts.
const ContextType = "context.Context"

// TypeInfo lists the methods of a concrete type that have a skeleton, or are
// known. A method that isn't listed doesn't matter to communication.
type TypeInfo struct {
	Name    string // as types.TypeString writes it, with full package paths
	Methods []MethodInfo
	// Fixed are the methods without a skeleton of which a result is known.
	Fixed []FixedResult
	// Implements lists the interfaces, among those that this function asserts
	// to, that the type implements.
	Implements []string
}

// MethodInfo names the function behind a method.
type MethodInfo struct {
	Method   string
	Function string
}

// A FixedResult is a method whose last result is always the same constant.
type FixedResult struct {
	Method  string
	Results int // how many it has
	Value   Operand
}

// A Block is a straight run of instructions. Its last instruction is its only
// terminator: OpJump with one successor, OpIf with two (true, false), OpReturn
// or OpPanic with none, or OpStop with none.
type Block struct {
	Instrs []Instr
	Succs  []Edge
}

// An Edge leads to another block. Moves are the φ assignments made on the way,
// all at once: every From is read before any To is written.
type Edge struct {
	Block int
	Moves []Move
}

// A Move assigns a value to a register.
type Move struct {
	To   int
	From Operand
}

// A ValueKind is what remains of a type: enough to know the zero value, and
// what can be unknown about a value.
type ValueKind uint8

const (
	OtherKind ValueKind = iota // floats, complex, unsafe pointers
	BoolKind
	IntKind // all integer types
	StringKind
	PointerKind
	ChanKind
	FuncKind
	InterfaceKind
	ErrorKind // the predeclared type error
	StructKind
	ArrayKind
	SliceKind
	MapKind
	TupleKind
	GenericKind // of a type parameter: any of these
)

// IsAggregate reports whether values of a kind have parts of their own.
func (kind ValueKind) IsAggregate() bool { return kind == StructKind || kind == ArrayKind }

// IsPlain reports whether values of a kind lead to nothing else.
func (kind ValueKind) IsPlain() bool { return kind.IsScalar() || kind == ErrorKind }

// IsScalar reports whether values of a kind refer to nothing: no variable, channel, function or
// the like can be got at by way of them.
func (kind ValueKind) IsScalar() bool {
	switch kind {
	case BoolKind, IntKind, StringKind:
		return true
	}
	return false
}

// LongestShort is the number of blocks up to which a function is followed that
// only reads something that communicates, or only changes plain data.
const LongestShort = 8

// IsShort reports whether a function that only reads or writes is followed.
func (f *Function) IsShort() bool { return len(f.Blocks) <= LongestShort }

// Terminator returns the last instruction of the block.
func (b *Block) Terminator() *Instr { return &b.Instrs[len(b.Instrs)-1] }
