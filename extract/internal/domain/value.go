// Package domain is what the evaluator computes with: abstract values, the heap,
// and what is known about unknowns on a path.
package domain

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Value is an abstract value of the evaluator: the index of an interned
// description. Equal values have equal indices, which makes local states easy
// to compare. The zero value is an absent one.
type Value int32

// A Form says what a value is. Everything that is not listed is opaque: the
// evaluator knows nothing about it and never asks.
type Form uint8

// The forms, and which fields of a Description say more.
const (
	absent Form = iota
	OpaqueForm
	IntForm      // number
	BoolForm     // number 0 or 1
	StringForm   // text
	NilForm      // nil of any type
	NonNilForm   // some error, pointer… that isn't nil and of no other interest; number 1: an error from outside; text: see Sentinel
	SymbolForm   // an unknown: symbol number
	PointerForm  // address of path text in object
	ChanForm     // a channel object; number: the direction in which it can be used, if that is one
	SliceForm    // object, number = offset, length, capacity
	MapForm      // object
	ClosureForm  // function text over parts
	IfaceForm    // parts[0] with dynamic type text
	TupleForm    // parts
	StructForm   // parts[0] is the background, then fields: see Interner.Aggregate
	ContextForm  // parts are the channels whose closing cancels it; number 1: the outside can cancel it too, others: time, see package interp
	DoneForm     // the channel of such a context
	TestForm     // a question about a symbol: text operator, parts[0] symbol, parts[1] constant; number 1: a loop counts up to it
	IteratorForm // object with the position, parts[0] what is ranged over
	NotForm      // negation of parts[0]
)

// IsConstant reports whether a value is a number, boolean, string or nil.
func (f Form) IsConstant() bool {
	return f == NilForm || f == IntForm || f == BoolForm || f == StringForm
}

// A Description is the structure behind a value.
type Description struct {
	Form             Form
	Object           ObjectID
	Number           int64
	Length, Capacity int64
	Text             string
	Parts            []Value
	// Paths name the parts of a StructForm after the first one.
	Paths []string
}

// key encodes the description exactly.
func (d *Description) key(buffer []byte) []byte {
	buffer = append(buffer, byte(d.Form))
	buffer = binary.AppendVarint(buffer, int64(d.Object))
	buffer = binary.AppendVarint(buffer, d.Number)
	buffer = binary.AppendVarint(buffer, d.Length)
	buffer = binary.AppendVarint(buffer, d.Capacity)
	buffer = binary.AppendUvarint(buffer, uint64(len(d.Text)))
	buffer = append(buffer, d.Text...)
	for _, part := range d.Parts {
		buffer = binary.AppendVarint(buffer, int64(part))
	}
	for _, path := range d.Paths {
		buffer = append(buffer, 0)
		buffer = append(buffer, path...)
	}
	return buffer
}

// An Interner numbers values, objects and symbols. It outlives the rounds of
// the evaluation of a root, so that numbers keep their meaning.
type Interner struct {
	values  map[string]Value
	table   []Description
	scratch []byte

	// Objects and Symbols are the numbers by key, the tables what they stand for.
	Objects     map[string]ObjectID
	ObjectTable []ObjectInfo

	Symbols     map[string]SymbolID
	SymbolTable []SymbolInfo

	// walks counts the searches through the heap, walkedAt has the last one that came to each object: see Reachable.
	walks    int
	walkedAt []int

	// Common values. Nil is nil of any type, NonNil anything else of no other
	// interest, ForeignError an error from outside.
	Opaque, Nil, NonNil, ForeignError, Yes, No Value
}

// Objects and symbols are numbered; 0 is none.
type (
	// An ObjectID names an object of the heap.
	ObjectID int32
	// A SymbolID names an unknown.
	SymbolID int32
)

// An ObjectInfo says what an object of the heap is, for ever.
type ObjectInfo struct {
	Key     string
	Name    string // what the programmer calls it
	Site    model.Site
	Process int // the process that makes it; -1 for the outside world
	// Origin is the unknown that an object from outside is, or that points to
	// it: what it holds are parts of that symbol. 0 for objects that the
	// scope makes, which hold zero values at first.
	Origin SymbolID
	Kind   ir.ValueKind
	// Capacity of a channel.
	Capacity int64
	// Slots says that it is a semaphore.
	Slots bool
	// Repeats says that the place where it is made can come again.
	Repeats bool
	// Locks says that there is a lock, wait group or the like in it.
	Locks bool
}

// A SymbolInfo describes an unknown.
type SymbolInfo struct {
	Kind    ir.ValueKind
	Text    string // how the source spells it
	Process int    // who made it; -1 if it was there before the root started
	// Taint, if not empty, is why a decision about the symbol is in doubt: the
	// program decides it, in a way that is not modelled.
	Taint string
	// Size says that the outside world chooses the number, so that a few of its values
	// may be tried where one is needed.
	Size bool
	// Length says that it is the length of something: it is never negative.
	Length bool
	// Positive says that it is 1 or more.
	Positive bool
	// Below, if not 0, is what it is less than, and it is never negative.
	Below int64
	// Sign says whether a number is never negative by its type.
	Sign Sign
	// Order says that it is how two unknowns are ordered: 0, 1 or 2.
	Order bool
	// Prefix and Suffix are how a string begins and ends for certain.
	Prefix, Suffix string
	// Repeats says that the place where it is made can come again, so that
	// there can be several of it at once.
	Repeats bool
	// Global says that it is the address of a package-level variable.
	Global bool
	// Initial says that it isn't nil and was made before the root started.
	Initial bool
	// Written says that a caller has written down all of it, and some is known.
	Written bool
	// Outside says that a library made what it stands for of something that came from outside, as
	// a scanner of a reader: what it says is decided there.
	Outside bool
	// Memory says that a library made what it stands for of something that reads what the program has written down.
	Memory bool
	// Staged says that it is an error that a test may be prepared for not to come about.
	Staged bool
	// Ending says that it is nil until a context ends that the outside world ends: End says whether that is so.
	Ending bool
	End    SymbolID
	// Closes says that nothing ever comes over the channel but that it is closed.
	Closes bool
	// Whole is the unknown that this one is a part of, or 0.
	Whole SymbolID
}

// A Sign says what is known of the sign of a number by its type.
type Sign int8

// The signs. A number that was Signed before it was converted to an unsigned type may be negative where it was.
const (
	NoSign Sign = iota
	Unsigned
	Signed
)

// NewInterner has the values that are always there.
func NewInterner() *Interner {
	in := &Interner{
		values:  map[string]Value{},
		table:   make([]Description, 1, 64),
		Objects: map[string]ObjectID{},
		Symbols: map[string]SymbolID{},
		// number 0 of objects and symbols stays unused
		ObjectTable: make([]ObjectInfo, 1, 16),
		SymbolTable: make([]SymbolInfo, 1, 16),
	}
	in.Opaque = in.OpaqueAs(ir.OtherKind, "")
	in.Nil = in.Intern(Description{Form: NilForm})
	in.NonNil = in.Intern(Description{Form: NonNilForm})
	in.ForeignError = in.Intern(Description{Form: NonNilForm, Number: 1})
	in.No = in.Intern(Description{Form: BoolForm})
	in.Yes = in.Intern(Description{Form: BoolForm, Number: 1})
	return in
}

// Sentinel is the error in a package-level variable, with which others are compared.
func (in *Interner) Sentinel(variable string) Value {
	return in.Intern(Description{Form: NonNilForm, Text: variable})
}

// Question is a sentinel that stands for a question: an error equals it if the answer is yes.
func (in *Interner) Question(text string) Value { return in.Sentinel(questionMark + text) }

const questionMark = "?"

// IsQuestion reports whether a value is a sentinel that stands for a question.
func (d *Description) IsQuestion() bool {
	return strings.HasPrefix(d.Text, questionMark) && d.IsSentinel()
}

// IsSentinel reports whether a value is one of those errors.
func (d *Description) IsSentinel() bool { return d.Form == NonNilForm && d.Text != "" }

// Intern returns the value with a description.
func (in *Interner) Intern(d Description) Value {
	in.scratch = d.key(in.scratch[:0])
	if v, ok := in.values[string(in.scratch)]; ok {
		return v
	}
	v := Value(len(in.table))
	in.table = append(in.table, d)
	in.values[string(in.scratch)] = v
	return v
}

// Of returns the structure of a value.
func (in *Interner) Of(v Value) *Description { return &in.table[v] }

// Integer is a number.
func (in *Interner) Integer(n int64) Value {
	return in.Intern(Description{Form: IntForm, Number: n})
}

// Boolean is Yes or No.
func (in *Interner) Boolean(b bool) Value {
	if b {
		return in.Yes
	}
	return in.No
}

// Text is a string.
func (in *Interner) Text(s string) Value {
	return in.Intern(Description{Form: StringForm, Text: s})
}

// Pointer is the address of a cell.
func (in *Interner) Pointer(object ObjectID, path string) Value {
	return in.Intern(Description{Form: PointerForm, Object: object, Text: path})
}

// Channel is a channel.
func (in *Interner) Channel(object ObjectID) Value {
	return in.Intern(Description{Form: ChanForm, Object: object})
}

// Directed is a channel value that can be used in one direction only.
func (in *Interner) Directed(v Value, direction int) Value {
	d := *in.Of(v)
	if d.Form != ChanForm || direction == 0 {
		return v
	}
	d.Number = int64(direction)
	return in.Intern(d)
}

// Tuple is several results, or what an operation with a second result yields.
func (in *Interner) Tuple(parts ...Value) Value {
	return in.Intern(Description{Form: TupleForm, Parts: parts})
}

// Closure is a function with what it captures.
func (in *Interner) Closure(function string, parts ...Value) Value {
	return in.Intern(Description{Form: ClosureForm, Text: function, Parts: parts})
}

// SymbolValue is an unknown.
func (in *Interner) SymbolValue(s SymbolID) Value {
	return in.Intern(Description{Form: SymbolForm, Number: int64(s)})
}

// Symbol returns the unknown called key, making it when it is new.
func (in *Interner) Symbol(key string, info SymbolInfo) SymbolID {
	if s, ok := in.Symbols[key]; ok {
		return s
	}
	s := SymbolID(len(in.SymbolTable))
	in.SymbolTable = append(in.SymbolTable, info)
	in.Symbols[key] = s
	return s
}

// Object returns the heap object called key, making it when it is new.
func (in *Interner) Object(key string, info ObjectInfo) ObjectID {
	if o, ok := in.Objects[key]; ok {
		return o
	}
	o := ObjectID(len(in.ObjectTable))
	info.Key = key
	in.ObjectTable = append(in.ObjectTable, info)
	in.Objects[key] = o
	return o
}

// IsMade reports whether the scope makes an object.
func (in *Interner) IsMade(o ObjectID) bool { return in.ObjectTable[o].Origin == 0 }

// OpaqueAs is a value of which nothing is known but its kind, if that, and why
// decisions about it are in doubt, if they are.
func (in *Interner) OpaqueAs(kind ir.ValueKind, taint string) Value {
	return in.Intern(Description{Form: OpaqueForm, Number: int64(kind), Text: taint})
}

// SomewhereIn is the address of some part of an object, it isn't known of which.
func (in *Interner) SomewhereIn(o ObjectID) Value {
	return in.Intern(Description{Form: OpaqueForm, Object: o})
}

// TaintOf is why decisions about a value are in doubt, "" if they are not.
func (in *Interner) TaintOf(v Value) string {
	switch d := in.Of(v); d.Form {
	case SymbolForm:
		return in.SymbolTable[d.Number].Taint
	case OpaqueForm:
		return d.Text
	case TestForm, NotForm:
		return in.TaintOf(d.Parts[0])
	}
	return ""
}

// Zero is the zero value of a kind.
func (in *Interner) Zero(kind ir.ValueKind) Value {
	switch kind {
	case ir.BoolKind:
		return in.No
	case ir.IntKind:
		return in.Integer(0)
	case ir.StringKind:
		return in.Text("")
	case ir.StructKind, ir.ArrayKind:
		return in.Aggregate(in.Nil, "", nil, nil)
	case ir.OtherKind:
		return in.Opaque
	}
	return in.Nil
}

// As is a value for code that knows its kind: code with type parameters has nil for all
// zero values.
func (in *Interner) As(v Value, kind ir.ValueKind) Value {
	if v != in.Nil {
		return v
	}
	switch kind {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.StructKind, ir.ArrayKind:
		return in.Zero(kind)
	}
	return v
}

// Aggregate is a struct or array value. What no path leads to comes from the
// background, the part at prefix of an unknown; zero if the background is nil,
// and opaque if it is.
func (in *Interner) Aggregate(background Value, prefix string, paths []string, fields []Value) Value {
	return in.Intern(Description{
		Form:  StructForm,
		Text:  prefix,
		Parts: append([]Value{background}, fields...),
		Paths: paths,
	})
}

// Part is what a background (a symbol, opaque or nil) has at a path.
func (in *Interner) Part(background Value, path string, kind ir.ValueKind) Value {
	d := in.Of(background)
	switch {
	case d.Form != SymbolForm && d.Form != OpaqueForm:
		return in.Zero(kind)
	case kind.IsAggregate():
		return in.Aggregate(background, path, nil, nil)
	case d.Form == OpaqueForm:
		return background
	case kind == ir.OtherKind:
		return in.Opaque
	}
	whole := SymbolID(d.Number)
	info := in.SymbolTable[whole]
	if kind == ir.ErrorKind && info.Global && path == "" {
		return in.NonNil // a package-level error is there to be returned
	}
	key := "part " + strconv.Itoa(int(whole)) + " " + path
	return in.SymbolValue(in.Symbol(key, SymbolInfo{
		Kind: kind, Process: info.Process, Taint: info.Taint, Whole: whole,
		Size: kind == ir.IntKind && in.IsFree(whole),
	}))
}

// IsFree reports whether the outside world decides what a part of an unknown is that was
// there before the root started. What the program decides may be of any size, be it tried
// or not.
func (in *Interner) IsFree(whole SymbolID) bool {
	info := &in.SymbolTable[whole]
	return info.Process < 0 && info.Taint == "" && !in.IsWritten(whole)
}

// IsWritten reports whether an unknown is a part of what a caller has written down: then
// there is nothing to choose at all.
func (in *Interner) IsWritten(sym SymbolID) bool {
	for ; sym != 0; sym = in.SymbolTable[sym].Whole {
		if in.SymbolTable[sym].Written {
			return true
		}
	}
	return false
}

// Parts copies the parts of a description: interning may move the original.
func (in *Interner) Parts(d *Description) []Value {
	return append([]Value(nil), d.Parts...)
}

// Walk calls visit for v and for every value that it is made of.
func (in *Interner) Walk(v Value, visit func(Value, *Description)) {
	d := in.Of(v)
	visit(v, d)
	for _, part := range in.table[v].Parts {
		in.Walk(part, visit)
	}
}
