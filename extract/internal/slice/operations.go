package slice

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Operation is an instruction with the objects that it may operate on.
type Operation struct {
	function *function
	at       pointsto.At
	Objects  []pointsto.Location
	// Kind is the kind of the objects.
	Kind model.ObjectKind
	// Waits says that the instruction may block on them, Serves that it may free
	// others who do, Tests that it asks for their state without blocking.
	Waits, Serves, Tests bool
	// Sends and Receives say which it is, on a channel; a close is neither.
	Sends, Receives bool
}

// operationsIn lists the operations of a function, in order.
func (x *index) operationsIn(f *function) []Operation {
	var list []Operation
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			list = x.operationsAt(list, f, pointsto.At{Block: b, Index: i})
		}
	}
	return list
}

func (x *index) operationsAt(list []Operation, f *function, at pointsto.At) []Operation {
	in := &f.Blocks[at.Block].Instrs[at.Index]
	add := func(objects []pointsto.Location, o Operation) {
		objects = slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool {
			kind := x.points.Objects[l].Kind
			return kind == pointsto.Box || kind == pointsto.Closure || kind == pointsto.External || o.Kind == model.Channel && kind != pointsto.Channel && kind != pointsto.Context
		})
		if len(objects) > 0 {
			o.function, o.at, o.Objects = f, at, objects
			list = append(list, o)
		}
	}
	switch in.Op {
	case ir.OpSend, ir.OpReceive:
		add(x.points.Operand(f.Function, in.Args[0]), Operation{Waits: true, Serves: true, Sends: in.Op == ir.OpSend, Receives: in.Op == ir.OpReceive})
	case ir.OpClose:
		add(x.points.Operand(f.Function, in.Args[0]), Operation{Serves: true})
	case ir.OpLen, ir.OpCap:
		add(x.points.Operand(f.Function, in.Args[0]), Operation{Tests: true})
	case ir.OpSelect:
		open := in.Default || x.hasOpenCase(f, in)
		for i := range in.Cases {
			add(x.points.Operand(f.Function, in.Cases[i].Chan), Operation{Waits: !open, Serves: true, Tests: in.Default || len(in.Cases) > 1, Sends: in.Cases[i].Send, Receives: !in.Cases[i].Send})
		}
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		for _, name := range x.points.Callees(f.Function, at) {
			if o, ok := knownOperation(name); ok {
				add(x.points.Receivers(f.Function, in), o)
			}
		}
	}
	return list
}

// mayFault reports whether an operation may panic: a send or close, or what releases a lock or
// counts down.
func (x *index) mayFault(o Operation) bool {
	switch o.Kind {
	case model.Channel:
		isContext := func(l pointsto.Location) bool { return x.points.Objects[l].Kind == pointsto.Context }
		return o.Serves && !o.Receives && !slices.ContainsFunc(o.Objects, isContext)
	case model.Mutex, model.RWMutex, model.WaitGroup:
		return o.Serves && !o.Waits
	}
	return false
}

// hasOpenCase reports whether a select has a case for a channel of the world
// alone, which is ready sooner or later.
func (x *index) hasOpenCase(f *function, in *ir.Instr) bool {
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
		return c.Chan.Kind == ir.Register && x.isOutside(f, c.Chan)
	})
}

// isOutside reports whether an operand is nothing of the program, as far as is known.
func (x *index) isOutside(f *function, o ir.Operand) bool {
	return !slices.ContainsFunc(x.points.Operand(f.Function, o), func(l pointsto.Location) bool { return l != pointsto.Outside })
}

// knownOperation is what a function with a meaning of its own does to its first
// argument. Stand-ins are followed.
func knownOperation(name string) (Operation, bool) {
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
func (s *Slicer) Reach(entry string) []pointsto.Location {
	f := s.byName[entry]
	if f == nil {
		return nil
	}
	scope := map[*ir.Function]bool{}
	var members []*function
	s.reach(f, func(g *function) { scope[g.Function] = true; members = append(members, g) })
	here := map[pointsto.Location]bool{}
	var list []pointsto.Location
	for _, g := range members {
		for _, o := range s.operations(g) {
			for _, l := range o.Objects {
				if _, known := here[l]; !known {
					here[l] = s.madeIn(l, scope)
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
func (s *Slicer) UsesNil(name string) bool {
	f := s.byName[name]
	return f != nil && f.contains(func(in *ir.Instr) bool {
		switch in.Op {
		case ir.OpSend, ir.OpReceive, ir.OpClose:
			return in.Args[0].Kind == ir.NilConst
		}
		return false
	})
}

// operations is operationsIn, kept.
func (x *index) operations(f *function) []Operation {
	if !f.listed {
		f.operations, f.listed = x.operationsIn(f), true
	}
	return f.operations
}

// compareAt compares the place of an operation with another one in the function.
func (o Operation) compareAt(at pointsto.At) int {
	return cmp.Or(o.at.Block-at.Block, o.at.Index-at.Index)
}

// operationsOf lists the operations of an instruction.
func (x *index) operationsOf(i instruction) []Operation {
	list := x.operations(i.f)
	first, _ := slices.BinarySearchFunc(list, i.at, Operation.compareAt)
	last := first
	for last < len(list) && list[last].at == i.at {
		last++
	}
	return list[first:last]
}

// Operated is the set of objects on which some function operates.
func (x *index) Operated() map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	for _, f := range x.order {
		x.operated(f, set)
	}
	return set
}

// OperatedIn lists the objects on which functions operate, increasing.
func (s *Slicer) OperatedIn(names []string) []pointsto.Location {
	set := map[pointsto.Location]bool{}
	for _, name := range names {
		if f := s.byName[name]; f != nil {
			s.operated(f, set)
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func (x *index) operated(f *function, set map[pointsto.Location]bool) {
	for _, o := range x.operations(f) {
		for _, l := range o.Objects {
			set[l] = true
		}
	}
}

// Names are those of all functions.
func (s *Slicer) Names() (list []string) {
	for _, f := range s.order {
		list = append(list, f.Name)
	}
	return list
}

// Called lists functions with those that they may call, start or make a value, in the
// order in which all were found.
func (s *Slicer) Called(names []string) []string {
	var from []*function
	for _, name := range names {
		if f := s.byName[name]; f != nil {
			from = append(from, f)
		}
	}
	set := reachable(from, s.refersTo)
	var list []string
	for _, f := range s.order {
		if set[f] {
			list = append(list, f.Name)
		}
	}
	return list
}

// RunsUnseen reports whether a function, or what it may call, start or make a value of, calls
// code that isn't seen: what it was given by others, or what hasn't been read.
func (s *Slicer) RunsUnseen(name string) bool {
	if s.unseen == nil {
		var callers []*function
		for _, f := range s.order {
			for i := range f.instructions() {
				if i.calls() && s.callsWorld(i) {
					callers = append(callers, f)
					break
				}
			}
		}
		s.unseen = s.leadingTo(callers)
	}
	return s.unseen[s.byName[name]]
}

// callsWorld is RunsUnseen for one call.
func (x *index) callsWorld(i instruction) bool {
	in := i.get()
	if in.Name != "" {
		return strings.HasPrefix(in.Name, ir.Unseen) || x.program.Function(in.Name) != nil && x.program.Function(in.Name).Opaque
	}
	list := x.points.Operand(i.f.Function, in.Args[0])
	return len(list) == 0 || slices.Contains(list, pointsto.Outside)
}

// Locks lists the locks on which functions operate, increasing. It is not ok if there
// are others, of which nothing is known.
func (s *Slicer) Locks(names []string) (list []pointsto.Location, ok bool) {
	ok = true
	for _, name := range names {
		f := s.byName[name]
		if f == nil {
			continue
		}
		found, known := s.locksOf(f)
		list, ok = append(list, found...), ok && known
	}
	slices.Sort(list)
	return slices.Compact(list), ok
}

// locksOf is Locks of one function, without what it calls.
func (x *index) locksOf(f *function) (list []pointsto.Location, ok bool) {
	ok = true
	for i := range f.instructions() {
		if x.locks(f, i.at) {
			found := x.points.Receivers(f.Function, i.get())
			list, ok = append(list, found...), ok && len(found) > 0
		}
	}
	return list, ok
}

// LocksFrom lists those of some locks that are taken by a function, or by what it may call,
// start or make a value of.
func (s *Slicer) LocksFrom(name string, locks []pointsto.Location) []pointsto.Location {
	f := s.byName[name]
	return slices.DeleteFunc(slices.Clone(locks), func(l pointsto.Location) bool { return !s.takers(l)[f] })
}

// takers are the functions from which one comes to where a lock is taken.
func (x *index) takers(lock pointsto.Location) map[*function]bool {
	if x.lockers == nil {
		x.lockers, x.taken = map[pointsto.Location][]*function{}, map[pointsto.Location]map[*function]bool{}
		for _, f := range x.order {
			locks, _ := x.locksOf(f)
			for _, l := range locks {
				x.lockers[l] = append(x.lockers[l], f)
			}
		}
	}
	set, known := x.taken[lock]
	if !known {
		set = x.leadingTo(x.lockers[lock])
		x.taken[lock] = set
	}
	return set
}

// leadingTo are some functions, and those that refer to one of them.
func (x *index) leadingTo(functions []*function) map[*function]bool {
	return reachable(functions, func(f *function) (list []*function) {
		for _, i := range slices.Concat(f.callers, x.closures[f]) {
			list = append(list, i.f)
		}
		return list
	})
}

// locks reports whether an instruction waits for a lock.
func (x *index) locks(f *function, at pointsto.At) bool {
	return slices.ContainsFunc(x.points.Callees(f.Function, at), func(name string) bool {
		o, ok := knownOperation(name)
		return ok && o.Waits && (o.Kind == model.Mutex || o.Kind == model.RWMutex)
	})
}

// transfers are the channels on which some function sends, from which one receives, and those
// that one ends.
type transfers struct{ sent, received, ended map[pointsto.Location]bool }

// transferred has the transfers of all functions. It is worked out when it is asked for.
func (x *index) transferred() *transfers {
	if x.transfers != nil {
		return x.transfers
	}
	t := &transfers{map[pointsto.Location]bool{}, map[pointsto.Location]bool{}, map[pointsto.Location]bool{}}
	for _, f := range x.order {
		for _, o := range x.operations(f) {
			for _, l := range o.Objects {
				switch {
				case o.Sends:
					t.sent[l] = true
				case o.Receives:
					t.received[l] = true
				case o.Kind == model.Channel && o.Serves:
					t.ended[l] = true
				}
			}
		}
	}
	x.transfers = t
	return t
}

// Transferred are the channels on which some function sends, and those from which one
// receives.
func (s *Slicer) Transferred() (sent, received map[pointsto.Location]bool) {
	t := s.transferred()
	return t.sent, t.received
}

// Users lists the functions that have to do with a location.
func (s *Slicer) Users(l pointsto.Location) []*ir.Function {
	var list []*ir.Function
	for _, f := range s.users[l] {
		list = append(list, f.Function)
	}
	return list
}

// madeIn reports whether an object, or a struct that it is a part of, is made in one of
// the functions.
func (x *index) madeIn(l pointsto.Location, scope map[*ir.Function]bool) bool {
	for part := range reachable([]pointsto.Location{l}, func(l pointsto.Location) []pointsto.Location { return x.within[l] }) {
		if made := x.points.Objects[part].Function; made != nil && scope[made] {
			return true
		}
	}
	return false
}

// reach visits a function and what it may call, start or make a value.
func (x *index) reach(f *function, visit func(*function)) {
	seen := map[*function]bool{f: true}
	work := []*function{f}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		visit(f)
		for _, callee := range x.refersTo(f) {
			if !seen[callee] {
				seen[callee] = true
				work = append(work, callee)
			}
		}
	}
}

// refersTo lists the functions that a function may call or start, and of which it
// makes values.
func (x *index) refersTo(f *function) []*function {
	if f.referred {
		return f.refers
	}
	add := func(name string) {
		if callee := x.callee(name); callee != nil && !slices.Contains(f.refers, callee) {
			f.refers = append(f.refers, callee)
		}
	}
	for i := range f.instructions() {
		for _, name := range x.points.Callees(f.Function, i.at) {
			add(name)
		}
		if in := i.get(); in.Op == ir.OpMakeClosure {
			add(in.Name)
		}
	}
	f.referred = true
	return f.refers
}
