package ir

import (
	"encoding/binary"
	"errors"
	"reflect"
)

// encode writes the contents of a fact in a compact form: a table of strings,
// then all fields in order. Equal contents have equal encodings.
func encode(c *contents) []byte {
	w := &writer{index: map[string]int{}}
	w.value(reflect.ValueOf(c))
	header := binary.AppendUvarint(nil, uint64(len(w.strings)))
	for _, text := range w.strings {
		header = binary.AppendUvarint(header, uint64(len(text)))
		header = append(header, text...)
	}
	return append(header, w.body...)
}

// decode reads what encode wrote.
func decode(data []byte) (*contents, error) {
	r := &reader{data: data}
	for range r.number() {
		length := r.number()
		if length > uint64(len(r.data)) {
			return nil, errTruncated
		}
		r.strings = append(r.strings, string(r.data[:length]))
		r.data = r.data[length:]
	}
	var c contents
	r.value(reflect.ValueOf(&c).Elem())
	return &c, r.err
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
		panic("ir: encode: a skeleton has a field of kind " + v.Kind().String())
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
