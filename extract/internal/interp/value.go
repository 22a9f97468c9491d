package interp

import (
	"encoding/binary"
	"strconv"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A value is an abstract value of the evaluator: the index of an interned
// description. Equal values have equal indices, which makes local states easy
// to compare. The zero value is an absent one.
type value int32

// A form says what a value is. Everything that is not listed is opaque: the
// evaluator knows nothing about it and never asks.
type form uint8

const (
	absent form = iota
	opaqueForm
	intForm      // number
	boolForm     // number 0 or 1
	stringForm   // text
	nilForm      // nil of any type
	nonNilForm   // some error, pointer… that isn't nil and of no other interest; number 1: an error from outside
	symbolForm   // an unknown: symbol number
	pointerForm  // address of path text in object
	chanForm     // a channel object
	sliceForm    // object, number = offset, length, capacity
	mapForm      // object
	closureForm  // function text over parts
	ifaceForm    // parts[0] with dynamic type text
	tupleForm    // parts
	structForm   // parts[0] is the background, then fields: see aggregate
	contextForm  // parts are the channels whose closing cancels it; number 1: the outside can cancel it too
	doneForm     // the channel of such a context
	testForm     // a question about a symbol: text operator, parts[0] symbol, parts[1] constant
	iteratorForm // object with the position, parts[0] what is ranged over
	notForm      // negation of parts[0]
)

// A description is the structure behind a value.
type description struct {
	form             form
	object           objectID
	number           int64
	length, capacity int64
	text             string
	parts            []value
	// paths name the parts of a structForm after the first one.
	paths []string
}

// key encodes the description exactly.
func (d *description) key(buffer []byte) []byte {
	buffer = append(buffer, byte(d.form))
	buffer = binary.AppendVarint(buffer, int64(d.object))
	buffer = binary.AppendVarint(buffer, d.number)
	buffer = binary.AppendVarint(buffer, d.length)
	buffer = binary.AppendVarint(buffer, d.capacity)
	buffer = binary.AppendUvarint(buffer, uint64(len(d.text)))
	buffer = append(buffer, d.text...)
	for _, part := range d.parts {
		buffer = binary.AppendVarint(buffer, int64(part))
	}
	for _, path := range d.paths {
		buffer = append(buffer, 0)
		buffer = append(buffer, path...)
	}
	return buffer
}

// An interner numbers values, objects and symbols. It outlives the rounds of
// the evaluation of a root, so that numbers keep their meaning.
type interner struct {
	values  map[string]value
	table   []description
	scratch []byte

	objects     map[string]objectID
	objectTable []objectInfo

	symbols     map[string]symbolID
	symbolTable []symbolInfo

	// common values
	opaque, null, nonNil, foreignError, yes, no value
}

type (
	objectID int32
	symbolID int32
)

// An objectInfo says what an object of the heap is, for ever.
type objectInfo struct {
	key     string
	name    string // what the programmer calls it
	site    model.Site
	process int // the process that makes it; -1 for the outside world
	// origin is the unknown that an object from outside is, or that points to
	// it: what it holds are parts of that symbol. 0 for objects that the
	// scope makes, which hold zero values at first.
	origin symbolID
	kind   ir.ValueKind
	// capacity of a channel.
	capacity int64
	// repeats says that the place where it is made can come again.
	repeats bool
	// locks says that there is a lock, wait group or the like in it.
	locks bool
}

// A symbolInfo describes an unknown.
type symbolInfo struct {
	kind    ir.ValueKind
	text    string // how the source spells it
	process int    // who made it; -1 if it was there before the root started
	// taint, if not empty, is why a decision about the symbol is in doubt: the
	// program decides it, in a way that is not modelled.
	taint string
	// size says that the symbol is a length: it is never negative, and zero
	// is only tried on request.
	size bool
	// length says that it is the length of something: it can have no other
	// values than those that are tried.
	length bool
	// repeats says that the place where it is made can come again, so that
	// there can be several of it at once.
	repeats bool
	// global says that it is the address of a package-level variable.
	global bool
	// whole is the unknown that this one is a part of, or 0.
	whole symbolID
}

func newInterner() *interner {
	in := &interner{
		values:  map[string]value{},
		table:   make([]description, 1, 64),
		objects: map[string]objectID{},
		symbols: map[string]symbolID{},
		// number 0 of objects and symbols stays unused
		objectTable: make([]objectInfo, 1, 16),
		symbolTable: make([]symbolInfo, 1, 16),
	}
	in.opaque = in.opaqueAs(ir.OtherKind, "")
	in.null = in.intern(description{form: nilForm})
	in.nonNil = in.intern(description{form: nonNilForm})
	in.foreignError = in.intern(description{form: nonNilForm, number: 1})
	in.no = in.intern(description{form: boolForm})
	in.yes = in.intern(description{form: boolForm, number: 1})
	return in
}

func (in *interner) intern(d description) value {
	in.scratch = d.key(in.scratch[:0])
	if v, ok := in.values[string(in.scratch)]; ok {
		return v
	}
	v := value(len(in.table))
	in.table = append(in.table, d)
	in.values[string(in.scratch)] = v
	return v
}

// of returns the structure of a value.
func (in *interner) of(v value) *description { return &in.table[v] }

func (in *interner) integer(n int64) value {
	return in.intern(description{form: intForm, number: n})
}

func (in *interner) boolean(b bool) value {
	if b {
		return in.yes
	}
	return in.no
}

func (in *interner) str(s string) value {
	return in.intern(description{form: stringForm, text: s})
}

func (in *interner) pointer(object objectID, path string) value {
	return in.intern(description{form: pointerForm, object: object, text: path})
}

func (in *interner) channel(object objectID) value {
	return in.intern(description{form: chanForm, object: object})
}

func (in *interner) tuple(parts ...value) value {
	return in.intern(description{form: tupleForm, parts: parts})
}

func (in *interner) closure(function string, parts ...value) value {
	return in.intern(description{form: closureForm, text: function, parts: parts})
}

func (in *interner) symbolValue(s symbolID) value {
	return in.intern(description{form: symbolForm, number: int64(s)})
}

// symbol returns the unknown called key, making it when it is new.
func (in *interner) symbol(key string, info symbolInfo) symbolID {
	if s, ok := in.symbols[key]; ok {
		return s
	}
	s := symbolID(len(in.symbolTable))
	in.symbolTable = append(in.symbolTable, info)
	in.symbols[key] = s
	return s
}

// object returns the heap object called key, making it when it is new.
func (in *interner) object(key string, info objectInfo) objectID {
	if o, ok := in.objects[key]; ok {
		return o
	}
	o := objectID(len(in.objectTable))
	info.key = key
	in.objectTable = append(in.objectTable, info)
	in.objects[key] = o
	return o
}

// isMade reports whether the scope makes an object.
func (in *interner) isMade(o objectID) bool { return in.objectTable[o].origin == 0 }

// opaqueAs is a value of which nothing is known but its kind, if that, and why
// decisions about it are in doubt, if they are.
func (in *interner) opaqueAs(kind ir.ValueKind, taint string) value {
	return in.intern(description{form: opaqueForm, number: int64(kind), text: taint})
}

// taintOf is why decisions about a value are in doubt, "" if they are not.
func (in *interner) taintOf(v value) string {
	switch d := in.of(v); d.form {
	case symbolForm:
		return in.symbolTable[d.number].taint
	case opaqueForm:
		return d.text
	case testForm, notForm:
		return in.taintOf(d.parts[0])
	}
	return ""
}

// zero is the zero value of a kind.
func (in *interner) zero(kind ir.ValueKind) value {
	switch kind {
	case ir.BoolKind:
		return in.no
	case ir.IntKind:
		return in.integer(0)
	case ir.StringKind:
		return in.str("")
	case ir.StructKind, ir.ArrayKind:
		return in.aggregate(in.null, "", nil, nil)
	case ir.OtherKind:
		return in.opaque
	}
	return in.null
}

// aggregate is a struct or array value. What no path leads to comes from the
// background, the part at prefix of an unknown; zero if the background is nil,
// and opaque if it is.
func (in *interner) aggregate(background value, prefix string, paths []string, fields []value) value {
	return in.intern(description{
		form:  structForm,
		text:  prefix,
		parts: append([]value{background}, fields...),
		paths: paths,
	})
}

// part is what a background (a symbol, opaque or nil) has at a path.
func (in *interner) part(background value, path string, kind ir.ValueKind) value {
	d := in.of(background)
	switch {
	case d.form != symbolForm && d.form != opaqueForm:
		return in.zero(kind)
	case kind.IsAggregate():
		return in.aggregate(background, path, nil, nil)
	case d.form == opaqueForm:
		return background
	case kind == ir.OtherKind:
		return in.opaque
	}
	whole := symbolID(d.number)
	info := in.symbolTable[whole]
	if kind == ir.ErrorKind && info.global && path == "" {
		return in.nonNil // a package-level error is there to be returned
	}
	key := "part " + strconv.Itoa(int(whole)) + " " + path
	return in.symbolValue(in.symbol(key, symbolInfo{
		kind: kind, process: info.process, taint: info.taint, whole: whole,
		size: kind == ir.IntKind && info.process < 0,
	}))
}

// walk calls visit for v and for every value that it is made of.
func (in *interner) walk(v value, visit func(value, *description)) {
	d := in.of(v)
	visit(v, d)
	for _, part := range in.table[v].parts {
		in.walk(part, visit)
	}
}
