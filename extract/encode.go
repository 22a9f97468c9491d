package extract

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

// Skeletons is the fact about a function: its skeleton, then those of the
// functions that it needs, so that the fact stands for itself. A function
// without the fact is inert.
//
// A driver hands every fact of every dependency to every package, and most of
// them are never asked for. So decoding only keeps the bytes, and it is
// [Skeletons.Functions] that reads them.
type Skeletons struct {
	functions []*Function
	encoded   []byte // the same, encoded; nil if that wasn't done yet
}

// NewSkeletons makes the fact of a function from skeletons, its own first.
func NewSkeletons(functions []*Function) *Skeletons {
	return &Skeletons{functions: functions}
}

// Functions returns the skeletons, that of the function itself first.
func (s *Skeletons) Functions() ([]*Function, error) {
	if s.functions != nil || s.encoded == nil {
		return s.functions, nil
	}
	return decode(s.encoded)
}

// AFact marks Skeletons as an analysis fact.
func (*Skeletons) AFact() {}

// String is what tests see of the fact.
func (s *Skeletons) String() string {
	functions, err := s.Functions()
	if err != nil || len(functions) == 0 {
		return "skeletons()"
	}
	f := functions[0]
	if f.Opaque {
		return fmt.Sprintf("opaque(%s)", f.Display)
	}
	return fmt.Sprintf("skeletons(%s)", f.Display)
}

// largestFact is the size in bytes from which on a function is exported as
// opaque.
const largestFact = 8 << 10

// Size is that of the encoded fact, in bytes.
func (s *Skeletons) Size() int { return len(s.encoded) }

// GobEncode writes the fact in a compact form: a table of strings, then all
// fields in order. Equal facts have equal encodings.
func (s *Skeletons) GobEncode() ([]byte, error) {
	if s.encoded != nil {
		return s.encoded, nil
	}
	w := &writer{index: map[string]int{}}
	w.value(reflect.ValueOf(s.functions))
	header := binary.AppendUvarint(nil, uint64(len(w.strings)))
	for _, text := range w.strings {
		header = binary.AppendUvarint(header, uint64(len(text)))
		header = append(header, text...)
	}
	return append(header, w.body...), nil
}

// GobDecode keeps what GobEncode wrote.
func (s *Skeletons) GobDecode(data []byte) error {
	s.encoded = bytes.Clone(data) // data is only lent
	return nil
}

// decode reads what GobEncode wrote.
func decode(data []byte) ([]*Function, error) {
	r := &reader{data: data}
	for range r.number() {
		length := r.number()
		if length > uint64(len(r.data)) {
			return nil, errTruncated
		}
		r.strings = append(r.strings, string(r.data[:length]))
		r.data = r.data[length:]
	}
	var functions []*Function
	r.value(reflect.ValueOf(&functions).Elem())
	return functions, r.err
}

var errTruncated = errors.New("a skeleton fact is truncated")

// A writer encodes plain data: numbers, strings, slices, structs, pointers.
type writer struct {
	body    []byte
	strings []string
	index   map[string]int
}

func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			w.body = append(w.body, 1)
		} else {
			w.body = append(w.body, 0)
		}
	case reflect.Int, reflect.Int64:
		w.body = binary.AppendVarint(w.body, v.Int())
	case reflect.Uint8:
		w.body = binary.AppendUvarint(w.body, v.Uint())
	case reflect.String:
		w.text(v.String())
	case reflect.Pointer:
		w.value(v.Elem())
	case reflect.Slice:
		w.body = binary.AppendUvarint(w.body, uint64(v.Len()))
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Struct:
		w.fields(v)
	default:
		panic("extract: encode: a skeleton has a field of kind " + v.Kind().String())
	}
}

// fields writes which fields aren't zero, and those: most are.
func (w *writer) fields(v reflect.Value) {
	present := uint64(0)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			present |= 1 << i
		}
	}
	w.body = binary.AppendUvarint(w.body, present)
	for i := range v.NumField() {
		if present&(1<<i) != 0 {
			w.value(v.Field(i))
		}
	}
}

func (w *writer) text(s string) {
	i, ok := w.index[s]
	if !ok {
		i = len(w.strings)
		w.index[s] = i
		w.strings = append(w.strings, s)
	}
	w.body = binary.AppendUvarint(w.body, uint64(i))
}

// A reader decodes; after an error it yields zeros.
type reader struct {
	data    []byte
	strings []string
	err     error
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		r.err = errTruncated
		r.data = nil
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.err = errTruncated
		r.data = nil
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.number() != 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(r.signed())
	case reflect.Uint8:
		v.SetUint(r.number())
	case reflect.String:
		if i := r.number(); i < uint64(len(r.strings)) {
			v.SetString(r.strings[i])
		} else {
			r.err = errTruncated
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.value(v.Elem())
	case reflect.Slice:
		n := int(r.number())
		if n > len(r.data) {
			r.err = errTruncated
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			r.value(v.Index(i))
		}
	case reflect.Struct:
		present := r.number()
		for i := range v.NumField() {
			if present&(1<<i) != 0 {
				r.value(v.Field(i))
			}
		}
	}
}

// Fact returns what other packages need to know of a function, nil if calls of
// it don't matter.
func (p *Package) Fact(name string) *Skeletons {
	root := p.Functions[name]
	if root == nil || root.Writes || root.isOmitted() {
		return nil
	}
	c := &closure{p: p, seen: map[string]bool{}}
	c.add(name)
	fact := &Skeletons{functions: c.list}
	if c.instructions > largestClosure {
		return OpaqueFact(root)
	}
	fact.encoded, _ = fact.GobEncode() // which never fails
	if len(fact.encoded) > largestFact {
		return OpaqueFact(root)
	}
	return fact
}

// isOmitted reports whether other packages do without the skeleton of a
// function, even if one that they have calls it.
func (f *Function) isOmitted() bool {
	return f.Writes && !f.isShort() || f.Inert && !f.Reader
}

// largestClosure is the number of instructions from which on a function isn't
// even encoded to see how large it is.
const largestClosure = 1000

// OpaqueFact is the fact about a function that may do anything.
func OpaqueFact(f *Function) *Skeletons {
	return &Skeletons{functions: []*Function{{
		Name: f.Name, Display: f.Display, Params: f.Params, FreeVars: f.FreeVars, Recover: -1, Opaque: true,
	}}}
}

// A closure collects a function with everything that it refers to.
type closure struct {
	p            *Package
	seen         map[string]bool
	list         []*Function
	instructions int
}

func (c *closure) add(name string) {
	f := c.p.Functions[name]
	if f == nil || c.seen[name] || f.isOmitted() || c.instructions > largestClosure {
		return
	}
	c.seen[name] = true
	c.list = append(c.list, f)
	for b := range f.Blocks {
		c.instructions += len(f.Blocks[b].Instrs)
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			c.add(in.Name)
			for _, o := range in.Args {
				if o.Kind == FunctionConst {
					c.add(o.Text)
				}
			}
		}
	}
	for _, t := range f.Types {
		for _, m := range t.Methods {
			c.add(m.Function)
		}
	}
}
