package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An acquisition is a lock, or a Once, that a function takes on some way that it may go, itself or by what it calls, at a place
// that it knows.
type acquisition struct {
	Chain
	at         place
	conditions []Condition
}

// maxAcquired limits the acquisitions of a function. They are told apart by their places, so that few have as many.
const maxAcquired = 32

// acquiredIn lists the acquisitions of a function. Callees come first; of those that call each other nothing is known.
func (a *Analysis) acquiredIn(f *supergraph.Function) []acquisition {
	if a.acquired == nil {
		a.acquired = map[*supergraph.Function][]acquisition{}
		for _, f := range a.InTurn {
			a.acquired[f] = a.acquiredBy(f)
		}
	}
	return a.acquired[f]
}

func (a *Analysis) acquiredBy(f *supergraph.Function) (list []acquisition) {
	for i := range f.Instructions() {
		found := a.acquiredAt(i)
		if len(found) == 0 {
			continue
		}
		conditions, isPossible := a.conditionsTo(i)
		for _, q := range found {
			q.conditions = slices.Concat(conditions, q.conditions)
			if isPossible && a.areCompatible(q.conditions) {
				list = addAcquisition(list, q)
			}
		}
	}
	return list
}

// addAcquisition adds an acquisition, unless there is another one of the place on fewer conditions.
func addAcquisition(list []acquisition, q acquisition) []acquisition {
	n := slices.IndexFunc(list, func(other acquisition) bool { return other.at == q.at && other.How == q.How })
	switch {
	case n >= 0 && len(q.conditions) < len(list[n].conditions):
		list[n] = q
	case n < 0 && len(list) < maxAcquired:
		list = append(list, q)
	}
	return list
}

// acquiredAt lists the acquisitions of an instruction.
func (a *Analysis) acquiredAt(i supergraph.Instruction) (list []acquisition) {
	if i.Instr().Op != ir.OpCall {
		return nil
	}
	if t, ok := a.takingAt(i); ok {
		if at, ok := a.placeOf(i.Parent, i.Instr().Args[0], ""); ok {
			list = append(list, acquisition{Chain: Chain{nil, t, t.path}, at: at})
		}
		if !isOnce(i) {
			return list
		}
	}
	return append(list, a.acquiredByCalls(i)...)
}

// acquiredByCalls lists what the functions acquire that an instruction runs: the one that it calls, or some of those that are in a field.
func (a *Analysis) acquiredByCalls(i supergraph.Instruction) (list []acquisition) {
	callees := a.runAt(i)
	if len(callees) == 1 && callees[0] != i.Parent {
		for _, q := range a.acquiredIn(callees[0]) {
			if at, ok := a.placeFrom(i, callees[0], q.at); ok {
				list = a.appendFrom(list, i, callees[0], q, at)
			}
		}
	}
	for _, c := range a.fellowsAt(i) {
		if !isRoot(i.Parent, c.field.base) {
			continue
		}
		for _, k := range a.callbacksIn(c.field.field) {
			if c.given > 0 || !slices.Contains(callees, k.function) || k.function == i.Parent {
				continue
			}
			for _, q := range a.acquiredIn(k.function) {
				if q.at.field == 0 && q.at.root.Kind == ir.Register && q.at.root.Reg == k.register {
					at := place{root: c.field.base, steps: q.at.steps, field: c.field.field, known: k.acquaintance}
					list = a.appendFrom(list, i, k.function, q, at)
				}
			}
		}
	}
	return list
}

// appendFrom adds what a function acquires that an instruction runs, if that may be on the conditions.
func (a *Analysis) appendFrom(list []acquisition, i supergraph.Instruction, callee *supergraph.Function, q acquisition, at place) []acquisition {
	if len(q.Calls) >= 2*maxCalls {
		return list
	}
	conditions, ok := a.conditionsFrom(i, callee, q.conditions)
	if !ok {
		return list
	}
	calls := append([]supergraph.Instruction{i}, q.Calls...)
	return append(list, acquisition{Chain{calls, q.Taking, path{}}, at, conditions})
}

// conditionsFrom are the conditions of a function as those of its caller, without what that meets in any case; it is not ok if it may
// know that they aren't met.
func (a *Analysis) conditionsFrom(i supergraph.Instruction, callee *supergraph.Function, conditions []Condition) (list []Condition, ok bool) {
	for _, c := range conditions {
		from, isMet, ok := a.conditionFrom(i, callee, c)
		if !ok {
			return nil, false
		}
		if !isMet {
			list = append(list, from)
		}
	}
	return list, true
}

// takingAt is the taking of a lock, or a Once, that an instruction is.
func (a *Analysis) takingAt(i supergraph.Instruction) (t Taking, ok bool) {
	if isOnce(i) {
		objects := a.Points.Receivers(i.Parent.Function, i.Instr())
		return Taking{i, objects, model.Lock, model.Once, a.pathOf(i.Parent, i.Instr().Args[0])}, len(objects) > 0
	}
	takings := a.Takings(i.Parent)
	n := slices.IndexFunc(takings, func(t Taking) bool { return t.Instruction == i })
	if n < 0 {
		return t, false
	}
	return takings[n], true
}
