package supergraph

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Binding is what a parameter is given: the objects and functions that it may be.
type Binding struct {
	Locations []pointsto.Location // what it may be
	Exact     bool                // it is certain that it is the first one
	Nilable   bool                // it may be nil, which the locations don't tell
}

// A Context has the bindings of the parameters of a function; others are what the
// points-to analysis says.
type Context map[int]Binding

// Of is what an operand of a function is bound to.
func (c Context) Of(f *Function, o ir.Operand) (bound Binding, ok bool) {
	if o = f.Original(o); o.Kind != ir.Register {
		return bound, false
	}
	bound, ok = c[o.Reg]
	return bound, ok
}

// Key is a text that differs from that of any other context.
func (c Context) Key() string {
	var b strings.Builder
	for _, parameter := range slices.Sorted(maps.Keys(c)) {
		bound := c[parameter]
		b.WriteString(strconv.Itoa(parameter))
		for _, l := range bound.Locations {
			b.WriteString("," + strconv.Itoa(int(l)))
		}
		b.WriteString(strconv.FormatBool(bound.Exact) + strconv.FormatBool(bound.Nilable))
	}
	return b.String()
}

// Passed are the arguments of a call by the parameters of the callee, and what a closure has
// captured that is called where it is made; but not the receiver of a method that is called
// through an interface: what it is isn't known.
func Passed(in *ir.Instr, callee *Function) iter.Seq2[int, ir.Operand] {
	return func(yield func(int, ir.Operand) bool) {
		first := 0
		if in.Method != "" {
			first = 1
		}
		for p := first; p < callee.Params+callee.FreeVars; p++ {
			if arg, ok := Argument(in, callee, p); !ok || !yield(p, arg) {
				return
			}
		}
	}
}

// Bind works out the context in which an instruction calls a function: the parameters that are functions, or that
// are bound to none, and all those of stand-ins.
func (x *Graph) Bind(call Instruction, at Context, callee *Function) Context {
	c := Context{}
	if callee.Site.IsValid() && len(x.functionsGiven(callee)) == 0 {
		return c
	}
	for p, arg := range Passed(call.Instr(), callee) {
		bound, ok := at.Of(call.Parent, arg)
		if !ok {
			bound.Locations = x.Points.Operand(call.Parent.Function, arg)
		}
		isNone := ok && len(bound.Locations) == 0
		if isNone || slices.ContainsFunc(bound.Locations, x.IsFunction) || !callee.Site.IsValid() {
			c[p] = bound
		}
	}
	return c
}

// functionsGiven lists the parameters of a function that may be functions, and what it has captured that may be.
func (x *Graph) functionsGiven(f *Function) []int {
	if !f.listedGiven {
		f.listedGiven = true
		for p := range f.Params + f.FreeVars {
			if slices.ContainsFunc(x.Points.Operand(f.Function, ir.Operand{Kind: ir.Register, Reg: p}), x.IsFunction) {
				f.given = append(f.given, p)
			}
		}
	}
	return f.given
}

// IsFunction reports whether a location is a function as a value.
func (x *Graph) IsFunction(l pointsto.Location) bool {
	return x.Points.Objects[l].Kind == pointsto.Closure
}

// CalleesIn lists what an instruction may run in a context: if that is a parameter, what the
// function was given.
func (x *Graph) CalleesIn(i Instruction, at Context) []string {
	in := i.Instr()
	if in.Name == "" && in.Method == "" && len(in.Args) > 0 {
		if bound, ok := at.Of(i.Parent, in.Args[0]); ok {
			return x.functionsAmong(bound.Locations)
		}
	}
	return x.Points.Callees(i.Parent.Function, i.At)
}

// functionsAmong lists the names of the functions among some locations.
func (x *Graph) functionsAmong(locations []pointsto.Location) (names []string) {
	for _, l := range locations {
		if x.IsFunction(l) {
			value := x.Points.Objects[l].Name
			names = append(names, cmp.Or(nameOf(x.Callee(value)), strings.TrimSuffix(value, pointsto.BoundSuffix)))
		}
	}
	return names
}

func nameOf(f *Function) string {
	if f == nil {
		return ""
	}
	return f.Name
}
