package slice

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

// A binding is what a parameter is given: the objects and functions that it may be.
type binding struct {
	locations []pointsto.Location
	exact     bool // it is certain that it is the first one
	nilable   bool // it may be nil, which the locations don't tell
}

// A context has the bindings of the parameters of a function; others are what the
// points-to analysis says.
type context map[int]binding

// of is what an operand of a function is bound to.
func (c context) of(f *function, o ir.Operand) (bound binding, ok bool) {
	if o = f.original(o); o.Kind != ir.Register {
		return bound, false
	}
	bound, ok = c[o.Reg]
	return bound, ok
}

func (c context) key() string {
	var b strings.Builder
	for _, parameter := range slices.Sorted(maps.Keys(c)) {
		bound := c[parameter]
		b.WriteString(strconv.Itoa(parameter))
		for _, l := range bound.locations {
			b.WriteString("," + strconv.Itoa(int(l)))
		}
		b.WriteString(strconv.FormatBool(bound.exact) + strconv.FormatBool(bound.nilable))
	}
	return b.String()
}

// passed are the arguments of a call by the parameters of the callee, and what a closure has
// captured that is called where it is made; but not the receiver of a method that is called
// through an interface: what it is isn't known.
func passed(in *ir.Instr, callee *function) iter.Seq2[int, ir.Operand] {
	return func(yield func(int, ir.Operand) bool) {
		first := truth(in.Method != "")
		for p := first; p < callee.Params+callee.FreeVars; p++ {
			if arg, ok := argument(in, callee, p); !ok || !yield(p, arg) {
				return
			}
		}
	}
}

// isFunction reports whether a location is a function as a value.
func (x *index) isFunction(l pointsto.Location) bool {
	return x.points.Objects[l].Kind == pointsto.Closure
}

// calleesIn lists what an instruction may run in a context: if that is a parameter, what the
// function was given.
func (x *index) calleesIn(i instruction, at context) []string {
	in := i.get()
	if in.Name == "" && in.Method == "" && len(in.Args) > 0 {
		if bound, ok := at.of(i.f, in.Args[0]); ok {
			return x.functionsAmong(bound.locations)
		}
	}
	return x.points.Callees(i.f.Function, i.at)
}

// functionsAmong lists the names of the functions among some locations.
func (x *index) functionsAmong(locations []pointsto.Location) (names []string) {
	for _, l := range locations {
		if x.isFunction(l) {
			value := x.points.Objects[l].Name
			names = append(names, cmp.Or(nameOf(x.callee(value)), strings.TrimSuffix(value, pointsto.BoundSuffix)))
		}
	}
	return names
}

func nameOf(f *function) string {
	if f == nil {
		return ""
	}
	return f.Name
}
