package extract

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
// the captured variables of a closure (pointers, unless the closure is a bound
// method).
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
	Blocks     []Block // Blocks[0] is the entry
	// Recover is the block that runs after a panic was recovered by a
	// deferred call: it returns the named results. -1 if there is none.
	Recover int
	// Recovers says that the function calls recover, so that its deferred
	// call can end a panic.
	Recovers bool
	// Results are the kinds of the results.
	Results []ValueKind
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
	// Reader says that the function is inert and short, and has a result that
	// may depend on something that communicates.
	Reader bool
	// Unmodelled, if not empty, is what the function has that can't be
	// translated: a root that runs it can't be judged.
	Unmodelled string
	// Main says that it is the main function of a program.
	Main bool
	// Keeps says, for each parameter, whether the function operates on, calls,
	// stores for later or returns something reachable from the argument. A
	// callee without a skeleton keeps nothing.
	Keeps []bool
	// Types are the method tables of the types that MakeInterface and
	// TypeAssert instructions of this function name, by TypeName.
	Types []TypeInfo
}

// TypeInfo lists the methods of a concrete type that have a skeleton, or are
// known. A method that isn't listed doesn't matter to communication.
type TypeInfo struct {
	Name    string // as types.TypeString writes it, with full package paths
	Methods []MethodInfo
	// Implements lists the interfaces, among those that this function asserts
	// to, that the type implements.
	Implements []string
}

// MethodInfo names the function behind a method.
type MethodInfo struct {
	Method   string
	Function string
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

// An OperandKind says what an operand is.
type OperandKind uint8

const (
	Unknown       OperandKind = iota // a value that is not tracked
	Register                         // Register
	IntConst                         // Int
	BoolConst                        // Int is 0 or 1
	StringConst                      // Text
	NilConst                         // nil of any type
	ZeroConst                        // the zero value of a struct or array
	FunctionConst                    // the static function named Text, as a value
	GlobalConst                      // the address of the package-level variable named Text
)

// An Operand is an argument of an instruction.
type Operand struct {
	Kind OperandKind
	Reg  int    // of Register
	Int  int64  // of IntConst and BoolConst
	Text string // of StringConst, FunctionConst, GlobalConst
}

// A ValueKind is what remains of a type: enough to know the zero value, and
// what can be unknown about a value.
type ValueKind uint8

const (
	OtherKind ValueKind = iota // floats, complex, unsafe pointers, type parameters
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
)

// An Op is the operation of an instruction.
type Op uint8

// The operations. Args are in the order given; "dst" is register Dst, which
// is -1 where the result isn't needed.
const (
	// OpUnknown: dst is a value that isn't tracked, a new one at each
	// execution, of kind Kind. Text, if not empty, is its source text. Name says
	// what is known about it: computed from args, for example.
	OpUnknown Op = iota

	// OpCopy: dst = args[0]; conversions that keep the value, ChangeType and
	// the like.
	OpCopy
	// OpAlloc: dst = address of a new zero variable of kind Kind called Name
	// (may be empty). Array elements and struct fields need no declaration.
	// Index is 1 if there is a lock, wait group or the like in it.
	OpAlloc
	// OpLoad: dst = *args[0], of kind Kind.
	OpLoad
	// OpStore: *args[0] = args[1], of kind Kind.
	OpStore
	// OpFieldAddr: dst = &args[0].field Index, called Name.
	OpFieldAddr
	// OpField: dst = args[0].field Index (of a struct value), of kind Kind.
	OpField
	// OpIndexAddr: dst = &args[0][args[1]], of a slice or a pointer to array.
	OpIndexAddr
	// OpIndex: dst = args[0][args[1]] of an array value (or string), of kind Kind.
	OpIndex
	// OpBinary: dst = args[0] Name args[1]; Name is the operator as in Go
	// ("+", "==", "<", "&^" …), Kind the kind of the operands (not of dst).
	OpBinary
	// OpNot: dst = !args[0].
	OpNot
	// OpMakeInterface: dst = interface holding args[0] of type TypeName.
	OpMakeInterface
	// OpTypeAssert: dst = args[0].(TypeName). With CommaOk a tuple (value,
	// ok); else failing panics. Index is 1 if TypeName is an interface type.
	// Kind is the kind of the value.
	OpTypeAssert
	// OpExtract: dst = element Index of tuple args[0], of kind Kind.
	OpExtract
	// OpMakeClosure: dst = closure of function Name over args.
	OpMakeClosure
	// OpMakeChan: dst = make(chan, args[0]). Name is the name of the variable
	// or field it is first assigned to, as in the source ("done", "s.quit"),
	// else empty. Kind is the kind of the elements.
	OpMakeChan
	// OpMakeSlice: dst = make([]T, args[0], args[1]), Kind that of elements.
	OpMakeSlice
	// OpSlice: dst = args[0][args[1]:args[2]:args[3]]; an absent bound is
	// NilConst. args[0] is a slice, a string or a pointer to an array whose
	// length is Index (-1 if it isn't an array).
	OpSlice
	// OpMakeMap: dst = new map.
	OpMakeMap
	// OpMapUpdate: args[0][args[1]] = args[2].
	OpMapUpdate
	// OpMapLookup: dst = args[0][args[1]], of kind Kind; with CommaOk a tuple.
	OpMapLookup
	// OpMapDelete: delete(args[0], args[1]); clear(args[0]) has one argument.
	OpMapDelete
	// OpRange: dst = iterator over the map or string args[0].
	OpRange
	// OpNext: dst = tuple (ok, key, value) of iterator args[0]. Kind is the
	// kind of the value.
	OpNext
	// OpAppend: dst = append(args[0], args[1]...); args[1] is a slice.
	OpAppend
	// OpCopySlice: dst = copy(args[0], args[1]).
	OpCopySlice
	// OpLen, OpCap: of a slice, map, string or channel; an array's is a
	// constant. Text is the source text of the operand.
	OpLen
	OpCap
	// OpRecover: dst = recover().
	OpRecover

	// OpSend: args[0] <- args[1].
	OpSend
	// OpReceive: dst = <-args[0], of kind Kind; with CommaOk a tuple. Dst is
	// -1 if what is received does not matter.
	OpReceive
	// OpClose: close(args[0]).
	OpClose
	// OpSelect: dst is the tuple (index, received ok, values of the receive
	// cases in order) as in go/ssa; index is -1 if Default is taken. Dst may
	// be -1 for a select whose choice doesn't matter.
	OpSelect

	// OpCall, OpGo, OpDefer: Name is the static callee (a Function's Name or a
	// known function's), args its arguments, for a method the receiver first.
	// If Name is empty, args[0] is the function value that is called; if
	// Method is not empty, args[0] is the interface value on which Method is
	// called. Kind is the kind of the result. Text is the callee as in the
	// source.
	OpCall
	OpGo
	OpDefer
	// OpRunDefers runs the deferred calls of the function, before a return.
	OpRunDefers

	// Terminators.
	OpJump
	OpIf     // args[0]; Text is the condition as in the source, "" if unknown
	OpReturn // args are the results
	OpPanic  // args[0]
	OpStop   // control never comes here: the block before it doesn't return
)

// A SelectCase is one communication of an OpSelect.
type SelectCase struct {
	Send  bool
	Chan  Operand
	Value Operand // of a send
	// Kind is the kind of the elements; Needed says that the received value
	// is used.
	Kind   ValueKind
	Needed bool
	Site   model.Site
}

// An Instr is one instruction of a skeleton. Which fields have a meaning, and
// what it is, depends on Op.
type Instr struct {
	Op      Op
	Kind    ValueKind
	CommaOk bool
	Default bool // of OpSelect: it has a default case
	Opens   bool // of OpMakeInterface and OpStore: code that isn't followed gets the value
	// Guarded says that a leaf lock is held, which the skeleton doesn't have,
	// over more than one access to memory.
	Guarded  bool
	Dst      int
	Args     []Operand
	Index    int
	Name     string
	Method   string
	TypeName string
	Cases    []SelectCase
	Site     model.Site
	Text     string
}

// Terminator returns the last instruction of the block.
func (b *Block) Terminator() *Instr { return &b.Instrs[len(b.Instrs)-1] }
