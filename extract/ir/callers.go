package ir

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// Callers are the calls of a function, as far as its package makes them.
type Callers struct {
	// All says that there are no others.
	All bool
	// Calls differ in what they pass.
	Calls []Arguments
}

// Arguments is what is known of what a call passes.
type Arguments struct {
	Values []Argument
	// Caller is the function that calls, for people, and Site the place of the call:
	// of the first one that passes this. That of several calls has none.
	Caller string
	Site   model.Site
}

// An Argument is what is known of one argument. The zero value is nothing.
type Argument struct {
	// Value is the constant that it is, or Unknown.
	Value Operand
	// Captured are the kinds of the variables that a function has captured, if Value
	// is one with some.
	Captured []ValueKind
	// NonNil says that it isn't nil, Background that it is a context that is never
	// cancelled.
	NonNil, Background bool
	// Computed says of a variable that is captured by its address that what it holds is computed from
	// constants.
	Computed bool
	// Bounded says that it is a number from Least to Most.
	Bounded     bool
	Least, Most int64
	// Length is the length of a slice, if it is HasLength.
	HasLength bool
	Length    int64
	// Fields are the fields of a struct that are constants, increasing.
	Fields []FieldValue
}

// A FieldValue is a field of a struct, by its index and name.
type FieldValue struct {
	Index int
	Name  string
	Value Operand
}

// IsKnown reports whether something is known of an argument.
func (a *Argument) IsKnown() bool {
	return a.Value.Kind != Unknown || a.NonNil || a.Background || a.Computed || a.Bounded || a.HasLength || len(a.Fields) > 0
}

// IsEqual reports whether the same is known of two arguments.
func (a *Argument) IsEqual(b *Argument) bool {
	return string(a.AppendKey(nil)) == string(b.AppendKey(nil))
}

// AppendKey encodes an argument exactly.
func (a *Argument) AppendKey(key []byte) []byte {
	key = a.Value.appendKey(key)
	flags := int64(0)
	for i, flag := range []bool{a.NonNil, a.Bounded, a.HasLength, a.Background, a.Computed} {
		if flag {
			flags |= 1 << i
		}
	}
	for _, n := range []int64{flags, a.Least, a.Most, a.Length, int64(len(a.Fields))} {
		key = binary.AppendVarint(key, n)
	}
	for _, f := range a.Fields {
		key = f.Value.appendKey(binary.AppendVarint(key, int64(f.Index)))
	}
	return key
}

func (o *Operand) appendKey(key []byte) []byte {
	for _, n := range []int64{int64(o.Kind), int64(o.Reg), o.Int, int64(len(o.Text))} {
		key = binary.AppendVarint(key, n)
	}
	return append(key, o.Text...)
}

// Spell says what is known of an argument, as conditions on the parameter of a name.
func (a *Argument) Spell(name string) (list []string) {
	if name == "" || name == "_" {
		return nil
	}
	if text := a.Value.spell(name); text != "" {
		list = append(list, text)
	}
	for _, f := range a.Fields {
		if text := f.Value.spell(name + "." + f.Name); text != "" {
			list = append(list, text)
		}
	}
	if a.HasLength {
		list = append(list, "len("+name+") == "+strconv.FormatInt(a.Length, 10))
	}
	if a.Bounded && a.Least > math.MinInt64 {
		list = append(list, name+" >= "+strconv.FormatInt(a.Least, 10))
	}
	if a.Bounded && a.Most < math.MaxInt64 {
		list = append(list, name+" <= "+strconv.FormatInt(a.Most, 10))
	}
	if a.Background {
		list = append(list, name+" == context.Background()")
	}
	if a.NonNil && !a.HasLength && len(a.Fields) == 0 {
		list = append(list, name+" != nil")
	}
	return list
}

// spell says that a variable is a constant.
func (o *Operand) spell(name string) string {
	switch o.Kind {
	case BoolConst:
		if o.Int == 0 {
			return "!" + name
		}
		return name
	case IntConst:
		return name + " == " + strconv.FormatInt(o.Int, 10)
	case StringConst:
		return name + " == " + strconv.Quote(o.Text)
	case NilConst:
		return name + " == nil"
	case FunctionConst:
		function := strings.TrimSuffix(o.Text[strings.LastIndexByte(o.Text, '.')+1:], "$bound")
		if strings.Contains(function, "$") {
			return name + model.IsLiteral
		}
		return name + " == " + function
	}
	return ""
}

// Join is what is known of a value that is one argument or the other.
func (a *Argument) Join(b *Argument) Argument {
	if a.IsEqual(b) {
		return *a
	}
	both := Argument{NonNil: a.isNonNil() && b.isNonNil()}
	if a.hasBounds() && b.hasBounds() {
		low, high := a.bounds()
		least, most := b.bounds()
		both.Least, both.Most = min(low, least), max(high, most)
		both.Bounded = both.Least > math.MinInt64 || both.Most < math.MaxInt64
	}
	if a.HasLength && b.HasLength && a.Length == b.Length {
		both.HasLength, both.Length = true, a.Length
	}
	for _, f := range a.Fields {
		if slices.Contains(b.Fields, f) {
			both.Fields = append(both.Fields, f)
		}
	}
	return both
}

func (a *Argument) isNonNil() bool {
	return a.NonNil || a.Background || a.Value.Kind == FunctionConst
}

func (a *Argument) hasBounds() bool { return a.Bounded || a.Value.Kind == IntConst }

// bounds are those of a number.
func (a *Argument) bounds() (least, most int64) {
	if a.Value.Kind == IntConst {
		return a.Value.Int, a.Value.Int
	}
	return a.Least, a.Most
}

// Join is what is known of all calls together.
func (c *Callers) Join() Arguments {
	if len(c.Calls) == 0 {
		return Arguments{}
	}
	all := Arguments{Values: slices.Clone(c.Calls[0].Values)}
	for _, call := range c.Calls[1:] {
		for i := range all.Values {
			all.Values[i] = all.Values[i].Join(&call.Values[i])
		}
	}
	return all
}

// WithoutFunctions are the arguments with nothing known of functions, but that there
// are some.
func (a *Arguments) WithoutFunctions() *Arguments {
	b := *a
	b.Values = slices.Clone(a.Values)
	for i := range b.Values {
		if b.Values[i].Value.Kind == FunctionConst {
			b.Values[i] = Argument{NonNil: true}
		}
	}
	return &b
}

// Key encodes what arguments pass for some parameters.
func (a *Arguments) Key(matters func(parameter int) bool) string {
	var key []byte
	for i := range a.Values {
		if matters(i) {
			key = a.Values[i].AppendKey(binary.AppendVarint(key, int64(i)))
		}
	}
	return string(key)
}

// PassNil reports whether a call passes nil for a channel.
func (c *Callers) PassNil(kinds []ValueKind) bool {
	return slices.ContainsFunc(c.Calls, func(a Arguments) bool {
		for i := range a.Values {
			if i < len(kinds) && kinds[i] == ChanKind && a.Values[i].Value.Kind == NilConst {
				return true
			}
		}
		return false
	})
}

// Positive says which arguments are positive numbers in all calls, and nothing else: nil if none are.
func (c *Callers) Positive() *Arguments {
	list, found := c.Join(), false
	for i := range list.Values {
		a := &list.Values[i]
		isPositive := a.hasBounds() && a.least() > 0
		*a = Argument{}
		if isPositive {
			a.Bounded, a.Least, a.Most, found = true, 1, math.MaxInt64, true
		}
	}
	if !found {
		return nil
	}
	return &list
}

func (a *Argument) least() int64 {
	least, _ := a.bounds()
	return least
}
