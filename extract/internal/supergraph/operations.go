package supergraph

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Operation is what an instruction, at a place in a function, may do to one of some objects.
type Operation struct {
	Function *Function
	At       pointsto.At
	Objects  []pointsto.Location
	// Kind is the kind of the objects.
	Kind model.ObjectKind
	// Waits says that the instruction may block on them, Serves that it may free
	// others who do, Tests that it asks for their state without blocking.
	Waits, Serves, Tests bool
	// Sends and Receives say which it is, on a channel; a close is neither.
	Sends, Receives bool
}

// operationsIn works out Operations.
func (x *Graph) operationsIn(f *Function) []Operation {
	var list []Operation
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			list = x.operationsAt(list, f, pointsto.At{Block: b, Index: i})
		}
	}
	return list
}

func (x *Graph) operationsAt(list []Operation, f *Function, at pointsto.At) []Operation {
	in := &f.Blocks[at.Block].Instrs[at.Index]
	add := func(objects []pointsto.Location, o Operation) {
		objects = slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool {
			kind := x.Points.Objects[l].Kind
			return kind == pointsto.Box || kind == pointsto.Closure || kind == pointsto.External || o.Kind == model.Channel && kind != pointsto.Channel && kind != pointsto.Context
		})
		if len(objects) > 0 {
			o.Function, o.At, o.Objects = f, at, objects
			list = append(list, o)
		}
	}
	switch in.Op {
	case ir.OpSend, ir.OpReceive:
		add(x.Points.Operand(f.Function, in.Args[0]), Operation{Waits: true, Serves: true, Sends: in.Op == ir.OpSend, Receives: in.Op == ir.OpReceive})
	case ir.OpClose:
		add(x.Points.Operand(f.Function, in.Args[0]), Operation{Serves: true})
	case ir.OpLen, ir.OpCap:
		add(x.Points.Operand(f.Function, in.Args[0]), Operation{Tests: true})
	case ir.OpSelect:
		open := in.Default || x.HasOpenCase(f, in)
		for i := range in.Cases {
			add(x.Points.Operand(f.Function, in.Cases[i].Chan), Operation{Waits: !open, Serves: true, Tests: in.Default || len(in.Cases) > 1, Sends: in.Cases[i].Send, Receives: !in.Cases[i].Send})
		}
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		for _, name := range x.Points.Callees(f.Function, at) {
			if o, ok := KnownOperation(name); ok {
				add(x.Points.Receivers(f.Function, in), o)
			}
		}
	}
	return list
}

// MayFault reports whether an operation may panic: a send or close, or what releases a lock or
// counts down.
func (x *Graph) MayFault(o Operation) bool {
	switch o.Kind {
	case model.Channel:
		isContext := func(l pointsto.Location) bool { return x.Points.Objects[l].Kind == pointsto.Context }
		return o.Serves && !o.Receives && !slices.ContainsFunc(o.Objects, isContext)
	case model.Mutex, model.RWMutex, model.WaitGroup:
		return o.Serves && !o.Waits
	}
	return false
}

// HasOpenCase reports whether a select has a case for a channel of the world
// alone, which is ready sooner or later.
func (x *Graph) HasOpenCase(f *Function, in *ir.Instr) bool {
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
		return c.Chan.Kind == ir.Register && x.IsOutside(f, c.Chan)
	})
}

// IsOutside reports whether an operand is nothing of the program, as far as is known.
func (x *Graph) IsOutside(f *Function, o ir.Operand) bool {
	return !slices.ContainsFunc(x.Points.Operand(f.Function, o), func(l pointsto.Location) bool { return l != pointsto.Outside })
}

// KnownOperation is what a function with a meaning of its own does to its first
// argument. Stand-ins are followed.
func KnownOperation(name string) (Operation, bool) {
	known := library.Find(name)
	switch known.Meaning {
	case library.Acts:
		o := Operation{Kind: known.Object}
		switch known.Action {
		case model.Lock, model.Announce, model.RLock, model.Wait, model.CondWake:
			o.Waits = true
		case model.CondEnqueue:
			o.Tests = true
		default:
			o.Serves = true
		}
		return o, true
	case library.TryLock:
		return Operation{Kind: model.Mutex, Tests: true}, true
	case library.OnceBegins:
		return Operation{Kind: model.Once, Waits: true, Tests: true}, true
	case library.Add, library.Done:
		return Operation{Kind: model.WaitGroup, Serves: true}, true
	case library.Close, library.CancelContext:
		return Operation{Serves: true}, true
	}
	return Operation{}, false
}

// Reach lists the objects on which the functions operate that an entry reaches and
// that were made there, in increasing order.
func (x *Graph) Reach(entry string) []pointsto.Location {
	f := x.ByName[entry]
	if f == nil {
		return nil
	}
	scope := map[*ir.Function]bool{}
	var members []*Function
	x.VisitReached(f, func(g *Function) { scope[g.Function] = true; members = append(members, g) })
	here := map[pointsto.Location]bool{}
	var list []pointsto.Location
	for _, g := range members {
		for _, o := range x.Operations(g) {
			for _, l := range o.Objects {
				if _, known := here[l]; !known {
					here[l] = x.MadeIn(l, scope)
					if here[l] {
						list = append(list, l)
					}
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// UsesNil reports whether a function operates on the nil channel, as a constant.
func (x *Graph) UsesNil(name string) bool {
	f := x.ByName[name]
	return f != nil && f.Contains(func(in *ir.Instr) bool {
		switch in.Op {
		case ir.OpSend, ir.OpReceive, ir.OpClose:
			return in.Args[0].Kind == ir.NilConst
		}
		return false
	})
}

// Operations lists the operations of a function, in order. They are worked out once.
func (x *Graph) Operations(f *Function) []Operation {
	if !f.listed {
		f.operations, f.listed = x.operationsIn(f), true
	}
	return f.operations
}

// CompareAt compares the place of an operation with another one in the function.
func (o Operation) CompareAt(at pointsto.At) int {
	return o.At.Compare(at)
}

// IsOn reports whether an operation may be on one of some objects.
func (o Operation) IsOn(objects []pointsto.Location) bool {
	return pointsto.Overlap(o.Objects, objects)
}

// IsLock reports whether an operation takes or releases a lock, or tries to.
func (o Operation) IsLock() bool { return o.Kind.IsLock() }

// IsClose reports whether an operation closes a channel.
func (o Operation) IsClose() bool {
	return o.Kind == model.Channel && o.Serves && !o.Waits && !o.Sends && !o.Receives
}

// Closes reports whether a function has an instruction that may close a channel.
func (x *Graph) Closes(f *Function, channel pointsto.Location) bool {
	return slices.ContainsFunc(x.Operations(f), func(o Operation) bool { return o.IsClose() && slices.Contains(o.Objects, channel) })
}

// OperationsOf lists the operations of an instruction.
func (x *Graph) OperationsOf(i Instruction) []Operation {
	list := x.Operations(i.Parent)
	first, _ := slices.BinarySearchFunc(list, i.At, Operation.CompareAt)
	last := first
	for last < len(list) && list[last].At == i.At {
		last++
	}
	return list[first:last]
}

// Operated is the set of objects on which some function operates.
func (x *Graph) Operated() map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	for _, f := range x.Order {
		x.AddOperated(f, set)
	}
	return set
}

// OperatedIn lists the objects on which functions operate, increasing.
func (x *Graph) OperatedIn(names []string) []pointsto.Location {
	set := map[pointsto.Location]bool{}
	for _, name := range names {
		if f := x.ByName[name]; f != nil {
			x.AddOperated(f, set)
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// AddOperated adds to a set the objects on which a function operates.
func (x *Graph) AddOperated(f *Function, set map[pointsto.Location]bool) {
	for _, o := range x.Operations(f) {
		for _, l := range o.Objects {
			set[l] = true
		}
	}
}

// Transfers are the channels on which some function sends, from which one receives, and those
// that one ends.
type Transfers struct {
	Sent, Received, Ended map[pointsto.Location]bool
	// receivers counts the operations that receive.
	receivers map[pointsto.Location]int
}

// Transferred has the transfers of all functions. It is worked out when it is asked for.
func (x *Graph) Transferred() *Transfers {
	if x.transfers != nil {
		return x.transfers
	}
	t := &Transfers{map[pointsto.Location]bool{}, map[pointsto.Location]bool{}, map[pointsto.Location]bool{}, map[pointsto.Location]int{}}
	for _, f := range x.Order {
		for _, o := range x.Operations(f) {
			for _, l := range o.Objects {
				switch {
				case o.Sends:
					t.Sent[l] = true
				case o.Receives:
					t.Received[l] = true
					t.receivers[l]++
				case o.Kind == model.Channel && o.Serves:
					t.Ended[l] = true
				}
			}
		}
	}
	x.transfers = t
	return t
}

// MadeIn reports whether an object, or a struct that it is a part of, is made in one of
// the functions.
func (x *Graph) MadeIn(l pointsto.Location, scope map[*ir.Function]bool) bool {
	for part := range dataflow.Reachable([]pointsto.Location{l}, func(l pointsto.Location) []pointsto.Location { return x.Within[l] }) {
		if made := x.Points.Objects[part].Function; made != nil && scope[made] {
			return true
		}
	}
	return false
}
