package slice

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// How much what clients do says of what anybody may do: whether something is left out, and
// whether their objects are all that there are.

// isCut reports whether something is left out that may undo what entries do: a call,
// in what they call, of a function that is given an object which may be another one;
// a function with captured variables that code which isn't seen may call; or what else
// is done to another object, on which something that is kept may operate; or what clients do with
// another handle of an object than the one that they have. It is given what clients run.
func (d *driver) isCut(run map[*supergraph.Function]bool) bool {
	if d.lacksChannels(run) || d.handsOut() {
		return true
	}
	for f := range run {
		if d.losesTrack(f) {
			return true
		}
	}
	for _, f := range d.members {
		p := d.parts[f]
		if !p.alive || !p.acts {
			continue
		}
		if f.FreeVars > 0 && d.Points.Exposed(f.Name) || d.strays(p) {
			return true
		}
		if d.isLeftOut(p, run) {
			return true
		}
	}
	return false
}

// isLeftOut reports whether clients run a call of a function that isn't part of the slice.
func (d *driver) isLeftOut(p *part, run map[*supergraph.Function]bool) bool {
	return slices.ContainsFunc(p.Callers, func(call supergraph.Instruction) bool { return run[call.Parent] && !d.isKept(call) })
}

// leavesOutLocks reports whether clients run a call of a function that takes a lock, or lets go of it, and isn't part of the slice, as they have
// taken the struct with the lock out of memory: it may keep them apart.
func (d *driver) leavesOutLocks(run map[*supergraph.Function]bool) bool {
	return slices.ContainsFunc(d.members, func(f *supergraph.Function) bool {
		p := d.parts[f]
		return p.alive && p.acts && d.isLeftOut(p, run) && slices.ContainsFunc(d.Operations(f), func(o supergraph.Operation) bool { return o.Kind.IsLock() })
	})
}

// handsOut reports whether a function that clients call with an object returns a new handle of it, such as a transaction
// or a connection, and clients are given one of these: what they do with a handle says nothing of what they
// may do with the next one.
func (d *driver) handsOut() bool {
	handles := slices.DeleteFunc(slices.Clone(d.types), d.holdsObject)
	return slices.ContainsFunc(d.callable(), func(f *supergraph.Function) bool {
		return d.isGiven(f) && slices.ContainsFunc(handles, func(t string) bool {
			return slices.ContainsFunc(d.makersOf(t), func(m *maker) bool { return m.Function == f })
		})
	})
}

// holdsObject reports whether structs of a type have one of the objects in a field.
func (d *driver) holdsObject(typeName string) bool {
	return slices.ContainsFunc(d.Points.Fields(typeName), func(l pointsto.Location) bool { return d.objects[l] })
}

// runByClients are the functions that clients call, with what they run.
func (d *driver) runByClients() map[*supergraph.Function]bool {
	run := map[*supergraph.Function]bool{}
	for _, entry := range d.callable() {
		d.VisitReached(entry, func(f *supergraph.Function) { run[f] = true })
	}
	return run
}

// runByConstructors are the functions that make what clients have, with what they run.
func (d *driver) runByConstructors() map[*supergraph.Function]bool {
	run := map[*supergraph.Function]bool{}
	for _, m := range d.constructors {
		if m != nil {
			d.VisitReached(m.Function, func(f *supergraph.Function) { run[f] = true })
		}
	}
	return run
}

// elsewhere lists by name the functions that operate on the objects but are run neither by clients, who run some, nor by constructors.
func (d *driver) elsewhere(run map[*supergraph.Function]bool) (list []string) {
	makes := d.runByConstructors()
	for _, f := range d.members {
		if p := d.parts[f]; p.alive && p.acts && !run[f] && !makes[f] && !d.initializes(f) {
			list = append(list, f.Name)
		}
	}
	return list
}

// findMade notes the types of structs that lead to the objects, if clients can do nothing but
// make such structs: who makes one may do something with it.
func (d *driver) findMade() {
	types := d.TypesLeadingTo(d.question.Objects)
	makesOne := func(f *supergraph.Function) bool {
		return slices.ContainsFunc(types, func(t string) bool { return d.makes(f, t) })
	}
	if !slices.ContainsFunc(d.entries, func(f *supergraph.Function) bool { return !makesOne(f) }) {
		d.made, d.types = types, slices.Clone(types)
	}
}

// makesAnother reports whether a function is a constructor of one of the objects that clients
// have, and about nothing but that: who calls it has another one.
func (d *driver) makesAnother(f *supergraph.Function) bool {
	isConstructor := slices.ContainsFunc(slices.Collect(maps.Values(d.constructors)), func(m *maker) bool { return m != nil && m.Function == f })
	return isConstructor && !d.isGiven(f) && !slices.ContainsFunc(d.question.Objects, func(l pointsto.Location) bool { return d.Points.Objects[l].IsGlobal() })
}

// isComplete reports whether whoever calls a function of which something is left does so in the
// slice, or is a client.
func (d *driver) isComplete() bool {
	callable := d.callable()
	if d.convertsObject() || d.makesPart() || slices.ContainsFunc(callable, d.needsOthers) {
		return false
	}
	if d.question.Calls != nil { // nobody else calls anything
		return true
	}
	for _, f := range d.members {
		if !d.parts[f].alive || slices.Contains(callable, f) || d.initializes(f) {
			continue
		}
		if d.isInvokedOnOthers(f) || d.Points.Exposed(f.Name) || slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return !d.isKept(call) }) {
			return false
		}
	}
	return true
}

// makesPart reports whether the constructor of one type makes a struct of another type of which
// clients have one, too: theirs is zero, and not the one that belongs to the first.
func (d *driver) makesPart() bool {
	return slices.ContainsFunc(d.types, func(t string) bool {
		if d.constructors[t] != nil {
			return false
		}
		for _, made := range d.structsOf(t) {
			if d.isConstructing(d.Functions[made.Function]) {
				return true
			}
		}
		return false
	})
}

// isConstructing reports whether a function is a constructor of what clients have.
func (d *driver) isConstructing(f *supergraph.Function) bool {
	for _, m := range d.constructors {
		if m != nil && m.Function == f {
			return true
		}
	}
	return false
}

// convertsObject reports whether a function of the package converts an object of clients to
// another type: its fields have other names there.
func (d *driver) convertsObject() bool {
	isObject := func(typeName string) bool { return slices.Contains(d.types, typeName) }
	return slices.ContainsFunc(d.findDetours().conversions, func(i supergraph.Instruction) bool {
		in := i.Instr()
		return isObject(in.TypeName) || isObject(in.Text) || slices.ContainsFunc(d.Points.Operand(i.Parent.Function, in.Args[0]), func(l pointsto.Location) bool {
			return isObject(d.Points.Objects[l].Type)
		})
	})
}

// isInvokedOnOthers reports whether somebody calls a method of that name on an interface value
// that comes from outside: the struct may have gone there.
func (d *driver) isInvokedOnOthers(method *supergraph.Function) bool {
	return d.findDetours().invoked[method.Display[strings.LastIndexByte(method.Display, '.')+1:]]
}

// Detours are ways to objects that the points-to analysis doesn't follow: methods, by name, that
// are called on interface values from outside, and conversions of structs to other types.
type detours struct {
	invoked     map[string]bool
	conversions []supergraph.Instruction
}

// findDetours finds the detours of the package, once.
func (s *Slicer) findDetours() *detours {
	if s.detours == nil {
		s.detours = &detours{invoked: map[string]bool{}}
		for _, f := range s.Order {
			for i := range f.Instructions() {
				switch in := i.Instr(); {
				case in.Op == ir.OpCopy && in.TypeName != "":
					s.detours.conversions = append(s.detours.conversions, i)
				case in.Method != "" && s.IsOutside(f, in.Args[0]):
					s.detours.invoked[in.Method] = true
				}
			}
		}
	}
	return s.detours
}

// needsOthers reports whether a function may be given what clients don't have: by way of an
// interface, or of a type that is converted.
func (d *driver) needsOthers(f *supergraph.Function) bool {
	for i := range f.Params {
		t := f.ParamType(i)
		isOther := func(l pointsto.Location) bool {
			object := &d.Points.Objects[l]
			return object.Kind == pointsto.Variable && object.Type != "" && object.Type != t
		}
		if d.parts[f].needed[i] && slices.ContainsFunc(d.Points.Register(f.Function, i), isOther) {
			return true
		}
	}
	return false
}

// constructor is the one that makes what clients have, for people; "" if it isn't one.
func (d *driver) constructor() string {
	var found []string
	for _, m := range d.constructors {
		if m != nil {
			found = append(found, m.Display)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// isMadeOnlySo reports whether all structs of a type come from the one constructor, which
// others can call, or, if there is none, from functions of which nothing is left: then they
// are zero, as far as that is asked.
func (d *driver) isMadeOnlySo(typeName string) bool {
	m := d.constructors[typeName]
	if m != nil && !d.question.Callable(m.Function.Function) {
		return false
	}
	for _, made := range d.structsOf(typeName) {
		if !d.question.InScope(made.Function) {
			continue
		}
		maker := d.Functions[made.Function]
		if m == nil && d.parts[maker] != nil && d.parts[maker].alive || m != nil && (!isOnlyFor(maker, m.Function) || d.structsMade(maker, typeName) != 1) {
			return false
		}
	}
	return true
}

// areKept reports whether no constructor of what clients have, nor what it runs, gives that to code that isn't seen: if it fails nobody
// has it.
func (d *driver) areKept() bool {
	var run []*ir.Function
	for f := range d.runByConstructors() {
		run = append(run, f.Function)
	}
	given, _ := d.Points.GivenBy(run, nil)
	for l := range given {
		if slices.Contains(d.types, d.Points.Objects[l].Type) {
			return false
		}
	}
	return true
}

// areMade reports whether others can make, as clients do, what they pass to those of the functions that they can call.
func (d *driver) areMade(callable []*supergraph.Function, open []bool) bool {
	for i, f := range callable {
		for r := range f.Params {
			t := f.ParamType(r)
			if open[i] && slices.Contains(d.types, t) && d.question.OwnType(t) && !d.isMadeByClients(t) {
				return false
			}
		}
	}
	return true
}

// isMadeByClients reports whether others can make structs of a type as clients do: by the constructor, or, if there
// is none, as zero values.
func (d *driver) isMadeByClients(typeName string) bool {
	if m := d.constructors[typeName]; m != nil {
		return d.question.Callable(m.Function.Function)
	}
	return d.isMadeOnlySo(typeName)
}

// isOnlyFor reports whether a function is another one, or called by that alone, and once.
func isOnlyFor(f, caller *supergraph.Function) bool {
	if f == caller {
		return true
	}
	return len(f.Callers) == 1 && f.Callers[0].Parent == caller && caller.Loops[f.Callers[0].At.Block] < 0
}

// losesTrack reports whether a function passes an object, or a parameter that may be
// one, to a function value or method of which nothing is known, or overwrites one.
func (d *driver) losesTrack(f *supergraph.Function) bool {
	isObject := func(o ir.Operand) bool {
		isParam := o.Kind == ir.Register && o.Reg < f.Params+f.FreeVars && slices.Contains(d.types, f.ParamType(o.Reg))
		return isParam || d.leadsThere(d.Points.Operand(f.Function, o))
	}
	for i := range f.Instructions() {
		in := i.Instr()
		if d.replacesLocks(f, in) {
			return true
		}
		if i.Calls() && in.Name == "" && len(d.Points.Callees(f.Function, i.At)) == 0 && slices.ContainsFunc(in.Args, isObject) {
			return true
		}
	}
	return false
}

// replacesLocks reports whether an instruction stores a struct where one with an object
// in it was: its locks are new ones then. The initializer only fills what is new.
func (d *driver) replacesLocks(f *supergraph.Function, in *ir.Instr) bool {
	if in.Op != ir.OpStore || in.Kind != ir.StructKind || f.Name == d.question.Initializer {
		return false
	}
	return slices.Contains(d.types, in.TypeName) || d.concerns(f, in.Args[0]) || d.holdsObject(in.TypeName)
}

// lacksChannels reports whether an object is made without a constructor that would
// have channels: they are nil then, which they are in no real one. What clients alone make is not
// there before, where a question is about what they do with a new object.
func (d *driver) lacksChannels(run map[*supergraph.Function]bool) bool {
	channels := map[pointsto.Location]bool{}
	for l := range d.objects {
		made := &d.Points.Objects[l]
		isLater := d.question.Calls != nil && run[d.Functions[made.Function]]
		if made.Kind == pointsto.Channel && !isLater {
			channels[l] = true
		}
	}
	holders := d.Leads(channels)
	holds := func(l pointsto.Location) bool { return holders[l] }
	return slices.ContainsFunc(d.types, func(t string) bool {
		return d.constructors[t] == nil && slices.ContainsFunc(d.Points.Fields(t), holds)
	})
}
