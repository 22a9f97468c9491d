package ir

import (
	"strings"

	"github.com/chancheck/chancheck/model"
)

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
	Unfollowed                       // a value that the program knows and a slice doesn't; Text says which
)

// An Operand is an argument of an instruction.
type Operand struct {
	Kind OperandKind
	Reg  int    // of Register
	Int  int64  // of IntConst and BoolConst
	Text string // of StringConst, FunctionConst, GlobalConst
}

// IsZero reports whether an operand is the zero value of its type, as the program says it.
func (o Operand) IsZero() bool {
	switch o.Kind {
	case IntConst, BoolConst:
		return o.Int == 0
	case StringConst:
		return o.Text == ""
	}
	return o.Kind == NilConst || o.Kind == ZeroConst
}

// An Op is the operation of an instruction.
type Op uint8

// The operations. Args are in the order given; "dst" is register Dst, which
// is -1 where the result isn't needed.
const (
	// OpUnknown: dst is a value that isn't tracked, a new one at each
	// execution, of kind Kind. Text, if not empty, is its source text. Name says
	// what is known about it: computed from args, for example.
	OpUnknown Op = iota

	// OpCopy: dst = args[0]; TypeName is not empty if a struct, or the pointer to one, is
	// converted to that type, from the one that is Text; Index is a direction if dst is a channel that can be
	// used in that one only. Conversions that keep the value, ChangeType and
	// the like.
	OpCopy
	// OpAlloc: dst = address of a new zero variable of kind Kind called Name
	// (may be empty). Array elements and struct fields need no declaration.
	// Index is 1 if there is a lock, wait group or the like in it. TypeName is the
	// struct type of the variable, if it is one with a name. With an argument, a
	// GlobalConst, it is that package-level variable, which is the program's own
	// from then on.
	OpAlloc
	// OpLoad: dst = *args[0], of kind Kind. Name is AtomicLoad if others may change it at
	// any time, ClosingLoad if it is a channel on which nobody ever sends, BuiltInMap if it is a sync.Map. Index says whether nobody changes it any more: Final, Initial or Sentinel.
	OpLoad
	// OpStore: *args[0] = args[1], of kind Kind; TypeName is the struct type of the
	// value, if it is one with a name. Name is what others store there later, if it is what they
	// have left: see SetByOthers.
	OpStore
	// OpForget: a function that isn't followed may have stored plain data in what args[0] leads to; TypeName is
	// the struct type of what is there, if it is one with a name. Name says where such data comes from: see
	// Rearranged. The other args are what the function was given beside, of FromGiven.
	OpForget
	// OpUpdate: dst = *args[0], of kind Kind, which is plain, and in the same step *args[0]
	// becomes dst Name args[1], or args[1] if Name is "". If Name is "==" it becomes args[2] if
	// it is args[1].
	OpUpdate
	// OpFieldAddr: dst = &args[0].field Index, called Name, of the struct type
	// TypeName (empty if it has no name).
	OpFieldAddr
	// OpField: dst = args[0].field Index (of a struct value), of kind Kind; Name and
	// TypeName as for OpFieldAddr.
	OpField
	// OpIndexAddr: dst = &args[0][args[1]], of a slice or a pointer to array.
	OpIndexAddr
	// OpIndex: dst = args[0][args[1]] of an array value (or string), of kind Kind.
	OpIndex
	// OpBinary: dst = args[0] Name args[1]; Name is the operator as in Go
	// ("+", "==", "<", "&^" …), or min or max, Kind the kind of the operands (not of dst).
	OpBinary
	// OpNot: dst = !args[0].
	OpNot
	// OpMakeInterface: dst = interface holding args[0] of type TypeName.
	OpMakeInterface
	// OpTypeAssert: dst = args[0].(TypeName). With CommaOk a tuple (value,
	// ok); else failing panics. Index is 1 if TypeName is an interface type.
	// Kind is the kind of the value. Name is the type parameter that is the type of
	// args[0], if it is one.
	OpTypeAssert
	// OpExtract: dst = element Index of tuple args[0], of kind Kind.
	OpExtract
	// OpMakeClosure: dst = closure of function Name over args.
	OpMakeClosure
	// OpMakeChan: dst = make(chan, args[0]). Name is the name of the variable
	// or field it is first assigned to, as in the source ("done", "s.quit"), or
	// what else it is known by, else empty. Kind is the kind of the elements. Index is Slots for a semaphore.
	OpMakeChan
	// OpMakeSlice: dst = make([]T, args[0], args[1]), Kind that of elements.
	OpMakeSlice
	// OpSlice: dst = args[0][args[1]:args[2]:args[3]]; an absent bound is
	// NilConst. args[0] is a slice, a string or a pointer to an array whose
	// length is Index (-1 if it isn't an array).
	OpSlice
	// OpMakeMap: dst = new map. Name is BuiltInMap if it is a sync.Map.
	OpMakeMap
	// OpMapUpdate: args[0][args[1]] = args[2].
	OpMapUpdate
	// OpMapLookup: dst = args[0][args[1]], of kind Kind; with CommaOk a tuple. Index is WrittenDown for a map that
	// the package writes down, and nobody changes.
	OpMapLookup
	// OpMapDelete: delete(args[0], args[1]); clear(args[0]) has one argument, and
	// Kind is that of the elements of a slice.
	OpMapDelete
	// OpRange: dst = iterator over the map or string args[0]. Index is as that of OpMapLookup.
	OpRange
	// OpNext: dst = tuple (ok, key, value) of iterator args[0]. Index is the kind of the key, Kind the
	// kind of the value.
	OpNext
	// OpAppend: dst = append(args[0], args[1]...); args[1] is a slice.
	OpAppend
	// OpCopySlice: dst = copy(args[0], args[1]).
	OpCopySlice
	// OpLen, OpCap: of a slice, map, string or channel; an array's is a
	// constant. Text is the source text of the operand. Index of OpLen is Changing if
	// it may be another number for the same operand.
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
	// be -1 for a select whose choice doesn't matter. Text is what the model says of a default.
	OpSelect

	// OpCall, OpGo, OpDefer: Name is the static callee (a Function's Name or a
	// known function's), args its arguments, for a method the receiver first.
	// If Name is empty, args[0] is the function value that is called; if
	// Method is not empty, args[0] is the interface value on which Method is
	// called. TypeName is the type of that value, as far as it is known: of a function
	// see Signature of Function. Kind is the kind of the result. Text is the callee as in the
	// source. Index is 1 if the call is one aside: the callee does nothing to what
	// it is given, but uses variables of the package. Only who looks at these
	// follows it.
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

// What the Name of an OpUnknown says about the value.
const (
	// ComputedResult: it is determined by the arguments. Method is the function of the standard library that has made a list of them.
	ComputedResult = "computed"
	// ErrorQuestion: it is the answer to a question about the error args[0], which isn't nil if the answer is yes. Method is
	// the function that is asked, the other args what else it is given.
	ErrorQuestion = "about"
	// ArgumentResult: what a caller passes, of whom nothing is known.
	ArgumentResult = "argument"
	// PassedResult: what a caller passes who is in the program, but isn't followed: it is in doubt.
	PassedResult = "passed"
	// GlobalsResult: it is the result of a function that uses package-level
	// variables, as others may: it is in doubt.
	GlobalsResult = "globals"
	// DrivenResult: it is data in which a method stores that a library may have called: it is in doubt.
	DrivenResult = "driven"
	// RepeatedResult: the same has been asked before, and may be answered the same: it is in doubt, unless it is an error.
	RepeatedResult = "repeated"
	// SharedOutResult: how often it is yes in all is settled among all who ask: it is in doubt.
	SharedOutResult = "shared out"
	// OutsideResult: it stands for something of the outside world, such as a file.
	OutsideResult = "outside"
	// FallibleResult: it is, or comes with, an error that the outside world may bring about at any time.
	FallibleResult = "fallible"
	// ReadResult: it is, or comes with, what a function reads, as its name says.
	ReadResult = "read"
	// ClockResult: it is how much time has passed, or is left, which is whatever it is.
	ClockResult = "clock"
	// DrawnResult: it is a number from zero up to args[0], without that.
	DrawnResult = "drawn"
	// NonNilResult: it isn't nil.
	NonNilResult = "nonnil"
)

// Narrowed is the Name of OpCopy for a number that is converted to a type which hasn't room for all such numbers: a large one
// is another one then.
const Narrowed = "narrowed"

// Unsigned is the Index of OpBinary for comparisons of numbers that are never negative, and of OpCopy where one that may be
// is converted to such a number.
const Unsigned = 2

// What others store, by Name of OpStore, whenever the goroutine has let go of its locks.
const (
	// SetByOthers: anything.
	SetByOthers = "others"
	// LatchedByOthers: what isn't the zero value, so that it never comes back.
	LatchedByOthers = "others latch"
	// ClearedByOthers: the zero value.
	ClearedByOthers = "others clear"
	// PerhapsSetByOthers: something, if they can do so then.
	PerhapsSetByOthers = "others perhaps"
)

// AtomicLoad is the Name of OpLoad for variables of package sync/atomic.
const AtomicLoad = "atomic"

// ClosingLoad is the Name of OpLoad for fields whose channels are there to be closed.
const ClosingLoad = "closing"

// BuiltInMap is the Name of OpLoad and OpMakeMap for a sync.Map, which is there as soon as the variable is, and is no map of its own: what
// is stored in it is in the variable.
const BuiltInMap = "built in"

// Where the data comes from that a function stores, by Name of OpForget; else it computes it.
const (
	// Rearranged: it only puts in another order what was there, or moves it.
	Rearranged = "rearranged"
	// FromOutside: from the outside world, whatever it is given.
	FromOutside = "outside"
	// FromGiven: from what it is given.
	FromGiven = "given"
)

// What is known of a variable that is loaded, by Index of OpLoad.
const (
	// Final: it is a field that is only set in new structs.
	Final = iota + 1
	// Initial: it is a package-level variable that only the initializer sets, to what isn't nil.
	Initial
	// Sentinel: it is a package-level variable with an error that others are compared with, such as io.EOF.
	Sentinel
)

// WrittenDown is the Index of OpMapLookup and OpRange for a map of which the package says what it has, once and for all.
const WrittenDown = 1

// Slots is the Index of OpMakeChan for a semaphore, whose messages are the slots that are taken.
const Slots = 1

// Changing is the Index of OpLen for maps and channels: what they hold comes and goes.
const Changing = 1

// What is known of the timer from whose channel an OpReceive receives, as its Index, or a SelectCase.
const (
	Timed       = 1 // by its type the channel is that of a timer: time alone brings something
	JustStarted = 2 // it was started a moment ago, and it is known how long it takes
	// OnceStarted and the numbers after it, one for each timer of the function, say that it was started a moment before the function came to the
	// instruction for the first time, and that it is known how long it takes. Nobody else waits for it.
	OnceStarted = 3
)

// Directions of channels, of what can be done through a value.
const (
	ReceiveOnly = 1 // by its type one can receive from it only
	SendOnly    = 2 // or send on it, and close it
)

// Unseen begins the name of a static callee whose body can't be seen.
const Unseen = "unseen "

// A SelectCase is one communication of an OpSelect.
type SelectCase struct {
	Send  bool
	Chan  Operand
	Value Operand // of a send; of a receive how long the timer takes, if that is known
	// Kind is the kind of the elements; Needed says that the received value
	// is used.
	Kind   ValueKind
	Needed bool
	// Patient says of a receive that it waits for a timer that was started a moment ago.
	Patient bool
	// Timed says of a receive what is known of the timer behind the channel, 0 if that isn't one.
	Timed int
	// Ticks says of a receive that it is from a ticker that neither the function nor what it calls stops, but when it returns.
	Ticks bool
	// RunsOut says of a receive that it is from a timer or ticker that sends when a time is over, whatever anybody does before the select comes.
	RunsOut bool
	Site    model.Site
}

// An Instr is one instruction of a skeleton. Which fields have a meaning, and
// what it is, depends on Op.
type Instr struct {
	Op      Op
	Kind    ValueKind
	CommaOk bool
	Default bool // of OpSelect: it has a default case
	Opens   bool // of OpMakeInterface, OpStore and OpUnknown: code that isn't followed gets the value
	// Late says that since the last instruction time may have passed in a call that isn't followed, if control has come from there.
	Late bool
	// Guarded says that a leaf lock is held, which the skeleton doesn't have,
	// over more than one access to memory, or, of OpIf, at all.
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
	// Spent is, of OpReceive, what has been done before to the timer from which nothing comes any more then.
	Spent *Spending
	// Bits are those of the numbers that OpBinary and OpUpdate compute, and OpCopy converts to, negative if they have no
	// sign; 0 says that they have 64 and a sign, or that nothing changes.
	Bits int
}

// Wraps reports whether an instruction is arithmetic on numbers of one or two bytes, whose sum may well be another one.
// Nobody counts to where larger ones wrap.
func (in *Instr) Wraps() bool {
	return in.Op == OpBinary && (in.Name == "+" || in.Name == "-" || in.Name == "*") && in.Bits != 0 && max(in.Bits, -in.Bits) <= 16
}

// A Spending is what leaves a timer without anything to send: somebody has received that, or has stopped the timer. One that
// runs a function never sends, and has no channel. A ticker is stopped by others than the function that receives from it, which
// does so again and again until its program ends.
type Spending struct {
	Site                   model.Site
	Stopped, Never, Ticker bool
}

// Makes reports whether the instruction makes an object of the heap.
func (in *Instr) Makes() bool {
	switch in.Op {
	case OpAlloc, OpMakeChan, OpMakeSlice, OpAppend, OpMakeMap, OpRange:
		return true
	}
	return false
}

// CallsValue reports whether a call, deferred call or start of a goroutine is one of a function as a value, its first argument: which one
// may be another one each time.
func (in *Instr) CallsValue() bool {
	return (in.Op == OpCall || in.Op == OpGo || in.Op == OpDefer) && in.Name == "" && in.Method == ""
}

// CalledName is the name of the function or method that a call calls, without its package and type.
func (in *Instr) CalledName() string {
	if in.Method != "" {
		return in.Method
	}
	return LastName(in.Name)
}

// LastName is the name of a function or method without its package and type.
func LastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
