package ir

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// Skeletons is the fact about the functions of a package, or about the methods
// of one of its types: their skeletons, then those of the functions that they
// need, so that the fact stands for itself. A function that is not in the fact
// where it belongs is inert.
//
// One fact for many functions says once what several of them need. A driver
// hands every package all facts about the types of its dependencies, direct or
// not, and most are never asked for: so they travel compressed, and are read
// when they are asked for.
type Skeletons struct{ *bundle } // shared, as a driver copies facts

// A bundle is what a fact holds, read or not.
type bundle struct {
	encoded   []byte // compressed
	read      sync.Once
	functions map[string]*Function
	exported  map[string]bool
	err       error // of reading
}

// contents is what is written of a fact.
type contents struct {
	Exported  []string // the functions that the fact is about
	Functions []*Function
}

// AFact marks Skeletons as an analysis fact.
func (Skeletons) AFact() {}

// String is what tests see of the fact.
func (s Skeletons) String() string {
	var names []string
	if s.bundle == nil || s.load() != nil {
		return "skeletons()"
	}
	for name := range s.exported {
		f := s.functions[name]
		if f != nil && f.Opaque {
			names = append(names, "opaque "+f.Display)
		} else if f != nil && !f.IsPromise() {
			names = append(names, f.Display)
		}
	}
	slices.Sort(names)
	return fmt.Sprintf("skeletons(%s)", strings.Join(names, ", "))
}

// GobEncode returns the compressed contents. Equal facts have equal encodings.
func (s Skeletons) GobEncode() ([]byte, error) {
	if s.bundle == nil {
		return nil, errors.New("a skeleton fact without content")
	}
	return s.encoded, nil
}

// GobDecode keeps what GobEncode wrote.
func (s *Skeletons) GobDecode(data []byte) error {
	s.bundle = &bundle{encoded: bytes.Clone(data)} // data is only lent
	return nil
}

// Function returns the skeleton of a function that the fact is about, and then
// those of the functions that it needs; nil if calls of it don't matter. The
// error tells that the fact is damaged.
func (s Skeletons) Function(name string) ([]*Function, error) {
	if err := s.load(); err != nil || !s.exported[name] {
		return nil, err
	}
	c := newClosure(s.functions)
	c.add(name, math.MaxInt)
	return c.list, nil
}

// Gather makes one fact of what is known of functions of other packages: what each of them comes with, its own
// skeleton first; nothing, if calls of it don't matter.
func Gather(known map[string][]*Function) *Skeletons {
	c := &contents{Exported: slices.Sorted(maps.Keys(known))}
	seen := map[string]bool{}
	for _, name := range c.Exported {
		for _, f := range known[name] {
			if !seen[f.Name] {
				seen[f.Name] = true
				c.Functions = append(c.Functions, f)
			}
		}
	}
	return &Skeletons{&bundle{encoded: NewExporter(nil).compress(encode(c))}}
}

// Tells reports whether the fact says anything of a function, be it that calls of it don't matter.
func (s Skeletons) Tells(name string) bool {
	if s.load() != nil {
		return false
	}
	_, tells := s.exported[name]
	return tells
}

func (b *bundle) load() error {
	b.read.Do(func() {
		var c *contents
		if c, b.err = decompress(b.encoded); b.err != nil {
			return
		}
		b.functions, b.exported = map[string]*Function{}, map[string]bool{}
		for _, f := range c.Functions {
			b.functions[f.Name] = f
		}
		for _, name := range c.Exported {
			b.exported[name] = b.functions[name] != nil
		}
	})
	return b.err
}

// decompress reads what Exporter.compress wrote.
func decompress(encoded []byte) (*contents, error) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(encoded)))
	if err != nil {
		return nil, fmt.Errorf("a skeleton fact: %w", err)
	}
	return decode(data)
}

// An Exporter makes the facts of a package.
type Exporter struct {
	pkg          *Package
	instructions int // that facts may still hold
	compressor   *flate.Writer
}

// Limits on what is exported, in instructions. A fact is of use only to a root
// that stays within its own limits with it; and generated packages can have
// thousands of functions, for which all of their importers would pay. Functions
// of the package come first, then types in the order of the source; an opaque
// function has no instructions.
const (
	largestClosure = 150  // of a function with all that it needs
	largestPackage = 4000 // of all facts of a package
)

// NewExporter makes facts from the skeletons of a package.
func NewExporter(p *Package) *Exporter {
	compressor, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(fmt.Sprintf("ir: flate: %v", err)) // the level is valid
	}
	return &Exporter{pkg: p, instructions: largestPackage, compressor: compressor}
}

// Fact returns what other packages need to know of some functions, nil if calls
// of them don't matter. Those for which there is no room are opaque.
func (e *Exporter) Fact(names []string) *Skeletons {
	var exported []string
	fact := newClosure(e.pkg.Functions)
	for _, name := range names {
		f := e.pkg.Functions[name]
		if f != nil && f.NonNil && f.isOmitted() {
			exported = append(exported, name)
			fact.list = append(fact.list, f.asPromise())
			continue
		}
		if f == nil || f.Writes || f.isOmitted() {
			continue
		}
		exported = append(exported, name)
		if own := newClosure(e.pkg.Functions); !own.addWithin(name, largestClosure) || !fact.addWithin(name, e.instructions) {
			fact.list = append(fact.list, f.AsOpaque())
		}
	}
	e.instructions -= fact.instructions
	if exported == nil {
		return nil
	}
	return &Skeletons{&bundle{encoded: e.compress(encode(&contents{exported, fact.list}))}}
}

// compress writes to memory, which doesn't fail.
func (e *Exporter) compress(data []byte) []byte {
	var b bytes.Buffer
	e.compressor.Reset(&b)
	_, err := e.compressor.Write(data)
	if err := errors.Join(err, e.compressor.Close()); err != nil {
		panic(fmt.Sprintf("ir: compressing a fact: %v", err))
	}
	return b.Bytes()
}

// OpaquePackage is a package of whose functions nothing is known but what is
// given: they may do anything.
func OpaquePackage(path string, functions []*Function) *Package {
	p := &Package{Paths: []string{path}, Functions: map[string]*Function{}}
	for _, f := range functions {
		p.Functions[f.Name] = f.AsOpaque()
	}
	return p
}

// AsOpaque is what remains of a function that may do anything.
func (f *Function) AsOpaque() *Function {
	return &Function{
		Name: f.Name, Display: f.Display, Params: f.Params, FreeVars: f.FreeVars, Recover: -1, Opaque: true,
	}
}

// asPromise is what other packages know of an inert function that never returns nil.
func (f *Function) asPromise() *Function {
	return &Function{Name: f.Name, Display: f.Display, Params: f.Params, Recover: -1, Inert: true, NonNil: true}
}

// IsPromise reports whether that is all that is known of a function.
func (f *Function) IsPromise() bool { return f.NonNil && len(f.Blocks) == 0 }

// isOmitted reports whether other packages do without the skeleton of a
// function, even if one that they have calls it.
func (f *Function) isOmitted() bool {
	return f.Writes && !f.IsShort() || f.Inert && !f.Reader && !f.IsPromise()
}

// A closure collects functions with everything that they refer to.
type closure struct {
	functions    map[string]*Function
	seen         map[string]bool
	list         []*Function
	instructions int
}

func newClosure(functions map[string]*Function) *closure {
	return &closure{functions: functions, seen: map[string]bool{}}
}

// addWithin adds a function and all that it needs, or nothing at all if the
// closure would have more instructions than the limit.
func (c *closure) addWithin(name string, limit int) bool {
	before, instructions := len(c.list), c.instructions
	if c.add(name, limit); c.instructions <= limit {
		return true
	}
	for _, f := range c.list[before:] {
		delete(c.seen, f.Name)
	}
	c.list, c.instructions = c.list[:before], instructions
	return false
}

// add adds a function and all that it needs, until the limit is exceeded.
func (c *closure) add(name string, limit int) {
	f := c.functions[name]
	if f == nil || c.seen[name] || f.isOmitted() || c.instructions > limit {
		return
	}
	c.seen[name] = true
	c.list = append(c.list, f)
	for b := range f.Blocks {
		c.instructions += len(f.Blocks[b].Instrs)
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			c.add(in.Name, limit)
			for _, o := range in.Args {
				if o.Kind == FunctionConst {
					c.add(o.Text, limit)
				}
			}
		}
	}
	for _, t := range f.Types {
		for _, m := range t.Methods {
			c.add(m.Function, limit)
		}
	}
}
