package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who waits with a lock in a program with a few calls stays there in any other one that does the same
// first, if whoever would serve him takes that lock before, on all ways on which one comes there from
// outside of the package: he comes no further than to the lock. Who operates on what he has made
// himself doesn't serve him either, in a call that comes later. It is a must-analysis of where the
// locks were taken, by someone, at some time: a forward one of each function, and the greatest
// solution over their callers.
//
// That is about one lock and one channel, where the points-to analysis knows fields of types. So the
// structs that have the lock must not lead to others of their type, and what he waits for must be put
// where it is new.

// StaysWaiting reports whether nobody ever serves one who waits as some transitions say, with locks
// that he has taken by others, but those who run in the question.
func (c Clients) StaysWaiting(waits, taken []model.Transition) bool {
	s := &staying{Package: c.pkg, callable: c.query.Callable, held: map[pointsto.Location]model.Kind{}}
	for i := range taken {
		if !s.holds(&taken[i]) {
			return false
		}
	}
	return len(taken) > 0 && len(waits) > 0 && !slices.ContainsFunc(waits, func(t model.Transition) bool { return s.mayBeServed(&t) })
}

// A staying has the locks that one who waits has, by how he has them, and who comes after them.
type staying struct {
	*Package
	callable func(*ir.Function) bool
	held     map[pointsto.Location]model.Kind
	// after says of functions that they are called only after one of the locks was taken.
	after map[*supergraph.Function]bool
}

// holds notes a lock that is taken at a transition, if it is known which one that is.
func (s *staying) holds(t *model.Transition) bool {
	list := s.operationsAt(t.Site, func(o *supergraph.Operation) bool { return o.IsLock() && o.Waits })
	if len(list) == 0 {
		return false
	}
	for _, o := range list {
		if len(o.Objects) != 1 || s.isAmongOthers(o.Objects[0]) {
			return false
		}
		s.held[o.Objects[0]] = t.Kind
	}
	return true
}

// operationsAt lists the operations at a place that are of some sort.
func (p *Package) operationsAt(site model.Site, is func(*supergraph.Operation) bool) (list []supergraph.Operation) {
	for _, f := range p.graph.Order {
		for _, o := range p.graph.Operations(f) {
			if f.At(o.At).Instr().Site == site && is(&o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// isAmongOthers reports whether who has a struct with a lock may have another one of its type, too: it
// leads there, or a function is given two, or makes one.
func (s *staying) isAmongOthers(lock pointsto.Location) bool {
	if s.points.Objects[lock].Kind != pointsto.Field {
		return false
	}
	owner := s.ownerOf(lock)
	isOne := func(l pointsto.Location) bool {
		o := &s.points.Objects[l]
		return o.Kind == pointsto.Variable && o.Type == owner && o.IsStruct()
	}
	for l := range s.ledTo(owner) {
		if isOne(l) {
			return true
		}
	}
	made := map[*ir.Function]int{}
	for l := range s.points.Objects {
		if isOne(pointsto.Location(l)) {
			made[s.points.Objects[l].Function]++
		}
	}
	return slices.ContainsFunc(s.graph.Order, func(f *supergraph.Function) bool {
		n := 0
		for i := range f.Params {
			if f.ParamType(i) == owner {
				n++
			}
		}
		return n > 1 || n == 1 && made[f.Function] > 0
	})
}

// ledTo is the set of locations to which the fields of a struct type lead.
func (s *staying) ledTo(typeName string) map[pointsto.Location]bool {
	return dataflow.Reachable(s.points.Fields(typeName), func(l pointsto.Location) []pointsto.Location {
		next := slices.Clone(s.points.Content(l))
		for _, held := range s.points.Content(l) {
			if t := s.points.Objects[held].Type; t != "" {
				next = append(next, s.points.Fields(t)...)
			}
		}
		return next
	})
}

// mayBeServed reports whether somebody may serve one who waits at a transition.
func (s *staying) mayBeServed(t *model.Transition) bool {
	list := s.waitsAt(t)
	return len(list) == 0 || slices.ContainsFunc(list, func(waits supergraph.Operation) bool {
		return slices.ContainsFunc(s.graph.Order, func(f *supergraph.Function) bool { return s.mayServe(f, &waits) })
	})
}

// waitsAt lists the operations, but for those on locks, that wait as a transition says.
func (p *Package) waitsAt(t *model.Transition) []supergraph.Operation {
	return p.operationsAt(t.Site, func(o *supergraph.Operation) bool {
		return o.Waits && !o.IsLock() && o.Sends == (t.Kind == model.Send)
	})
}

// mayServe reports whether a function may come to serve who waits at an operation.
func (s *staying) mayServe(f *supergraph.Function, waits *supergraph.Operation) bool {
	return slices.ContainsFunc(s.graph.Operations(f), func(o supergraph.Operation) bool {
		if !serves(&o, waits) || s.isOnOwn(f, &o) {
			return false
		}
		return slices.ContainsFunc(waits.Objects, s.isMoved) || !s.comesAfter(f, o.At)
	})
}

// serves reports whether an operation is one for which another one may wait.
func serves(o, waits *supergraph.Operation) bool {
	isOther := o.Sends && waits.Sends || o.Receives && waits.Receives
	return o.Serves && !isOther && o.IsOn(waits.Objects)
}

// isOnOwn reports whether an operation is on a channel that this call of its function has made.
func (s *staying) isOnOwn(f *supergraph.Function, o *supergraph.Operation) bool {
	in := f.At(o.At).Instr()
	isOwn := func(channel ir.Operand) bool {
		made := f.Definition(f.Original(channel))
		return made != nil && made.Op == ir.OpMakeChan
	}
	switch in.Op {
	case ir.OpSend, ir.OpReceive, ir.OpClose:
		return isOwn(in.Args[0])
	case ir.OpSelect:
		return !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
			isOn := supergraph.Operation{Objects: s.points.Operand(f.Function, c.Chan)}.IsOn(o.Objects)
			return isOn && c.Send == o.Sends && !isOwn(c.Chan)
		})
	}
	return false
}

// isMoved reports whether an object may come into a variable or a field that was elsewhere before.
func (s *staying) isMoved(l pointsto.Location) bool {
	if s.points.Objects[l].Kind == pointsto.Field {
		return false
	}
	return slices.ContainsFunc(s.graph.Into[l], func(holder pointsto.Location) bool {
		return slices.ContainsFunc(s.graph.Stores[holder], func(store supergraph.Instruction) bool {
			stored := store.Instr().Args[len(store.Instr().Args)-1]
			if !slices.Contains(s.points.Operand(store.Parent.Function, stored), l) {
				return false
			}
			made := store.Parent.Definition(store.Parent.Original(stored))
			return made == nil || made.Op != ir.OpMakeChan
		})
	})
}

// comesAfter reports whether one of the locks was taken on all ways to an instruction.
func (s *staying) comesAfter(f *supergraph.Function, at pointsto.At) bool {
	if s.after == nil {
		s.findAfter()
	}
	return s.hasPassed(f, at)
}

// findAfter finds the functions that are called only after one of the locks was taken.
func (s *staying) findAfter() {
	s.after = map[*supergraph.Function]bool{}
	for _, f := range s.graph.Order {
		s.after[f] = s.isCalledHereOnly(f)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range s.graph.Order {
			isBefore := func(call supergraph.Instruction) bool { return !s.hasPassed(call.Parent, call.At) }
			if s.after[f] && slices.ContainsFunc(f.Callers, isBefore) {
				s.after[f], changed = false, true
			}
		}
	}
}

// isCalledHereOnly reports whether all calls of a function are known: by its name, or where it was
// made a value.
func (s *staying) isCalledHereOnly(f *supergraph.Function) bool {
	if s.callable(f.Function) || f.Main || s.points.Exposed(f.Name) {
		return false
	}
	return len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		in := call.Instr()
		if in.Name == f.Name {
			return false
		}
		value := call.Parent.Definition(in.Args[0])
		return in.Name != "" || value == nil || value.Op != ir.OpMakeClosure
	})
}

// hasPassed reports whether one of the locks is taken on all ways in a function to an instruction,
// or was before. It is a forward must-analysis.
func (s *staying) hasPassed(f *supergraph.Function, at pointsto.At) bool {
	if s.after[f] || s.takes(f, at.Block, at.Index) {
		return true
	}
	// Blocks that are reached without.
	without := dataflow.Reachable([]int{0}, func(b int) []int {
		if s.takes(f, b, len(f.Blocks[b].Instrs)) {
			return nil
		}
		next := f.SuccessorsOf(b)
		if f.Recover >= 0 {
			next = append(next, f.Recover)
		}
		return next
	})
	return !without[at.Block]
}

// takes reports whether one of the first instructions of a block takes one of the locks.
func (s *staying) takes(f *supergraph.Function, block, count int) bool {
	for n := range count {
		i := f.At(pointsto.At{Block: block, Index: n})
		if i.Instr().Op == ir.OpCall && slices.ContainsFunc(s.graph.OperationsOf(i), func(o supergraph.Operation) bool {
			return o.IsLock() && o.Waits && len(o.Objects) == 1 && s.excludes(i, o.Objects[0])
		}) {
			return true
		}
	}
	return false
}

// excludes reports whether who takes a lock at an instruction waits for the one who has it.
func (s *staying) excludes(i supergraph.Instruction, lock pointsto.Location) bool {
	how, held := s.held[lock]
	return held && (how == model.Lock || !slices.ContainsFunc(s.points.Callees(i.Parent.Function, i.At), func(name string) bool {
		return supergraph.LockingBy(name) != model.Lock
	}))
}
