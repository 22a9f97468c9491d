package library

import (
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A group of golang.org/x/sync/singleflight keeps the calls that are on their way, by their keys, under a lock.
// Who comes with the key of one waits for it, and gets its results.

const (
	groupType  = "golang.org/x/sync/singleflight.Group"
	resultType = "golang.org/x/sync/singleflight.Result"
	doCall     = "(*golang.org/x/sync/singleflight.Group).Do"
	doChan     = "(*golang.org/x/sync/singleflight.Group).DoChan"
	forgetCall = "(*golang.org/x/sync/singleflight.Group).Forget"
)

// The fields of a group, and those of a call that is on its way.
const (
	groupLock, groupCalls             = 0, 1
	callEnds, callResult, callFailure = 0, 1, 2
	callShared                        = 3
)

func singleflights() []*ir.Function {
	return []*ir.Function{doOnce(), endOfCall(doCall + "$1"), doInGoroutine(), sendsResult(doChan + "$1"), forgets()}
}

// A sequence collects instructions that have their results in registers of their own.
type sequence struct {
	list []ir.Instr
	next int // register
}

// value adds an instruction with a result.
func (s *sequence) value(in ir.Instr) ir.Operand {
	in.Dst = s.next
	s.next++
	s.list = append(s.list, in)
	return reg(in.Dst)
}

// does adds one without.
func (s *sequence) does(in ir.Instr) {
	in.Dst = -1
	s.list = append(s.list, in)
}

func (s *sequence) call(name string, args ...ir.Operand) { s.does(call(name, args...)) }

func (s *sequence) field(of ir.Operand, index int, typeName, name string) ir.Operand {
	return s.value(ir.Instr{Op: ir.OpFieldAddr, Index: index, TypeName: typeName, Name: name, Args: []ir.Operand{of}})
}

func (s *sequence) load(address ir.Operand, kind ir.ValueKind) ir.Operand {
	return s.value(ir.Instr{Op: ir.OpLoad, Kind: kind, Args: []ir.Operand{address}})
}

func (s *sequence) store(address, v ir.Operand, kind ir.ValueKind) {
	s.does(ir.Instr{Op: ir.OpStore, Kind: kind, Args: []ir.Operand{address, v}})
}

func (s *sequence) extract(tuple ir.Operand, index int, kind ir.ValueKind) ir.Operand {
	return s.value(ir.Instr{Op: ir.OpExtract, Index: index, Kind: kind, Args: []ir.Operand{tuple}})
}

// block takes what was collected, and goes on at some blocks if a condition holds, and if not.
func (s *sequence) block(condition ir.Operand, yes, no int) ir.Block {
	s.does(ir.Instr{Op: ir.OpIf, Args: []ir.Operand{condition}})
	return s.take(ir.Edge{Block: yes}, ir.Edge{Block: no})
}

// returns takes what was collected, and returns.
func (s *sequence) returns(results ...ir.Operand) ir.Block {
	s.does(ir.Instr{Op: ir.OpReturn, Args: results})
	return s.take()
}

func (s *sequence) take(edges ...ir.Edge) ir.Block {
	b := ir.Block{Instrs: s.list, Succs: edges}
	s.list = nil
	return b
}

// doOnce waits for the call with the same key if there is one, and else makes it.
func doOnce() *ir.Function {
	group, key, function := reg(0), reg(1), reg(2)
	s := &sequence{next: 3}
	lock, calls := s.field(group, groupLock, groupType, "mu"), s.field(group, groupCalls, groupType, "m")
	s.call("(*sync.Mutex).Lock", lock)
	isNil := s.value(ir.Instr{Op: ir.OpBinary, Name: "==", Kind: ir.MapKind, Args: []ir.Operand{s.load(calls, ir.MapKind), {Kind: ir.NilConst}}})
	asks := s.block(isNil, 1, 2)

	s.store(calls, s.value(ir.Instr{Op: ir.OpMakeMap, Kind: ir.MapKind}), ir.MapKind)
	s.does(ir.Instr{Op: ir.OpJump})
	makes := s.take(ir.Edge{Block: 2})

	all := s.load(calls, ir.MapKind)
	found := s.value(ir.Instr{Op: ir.OpMapLookup, CommaOk: true, Kind: ir.PointerKind, Args: []ir.Operand{all, key}})
	looks := s.block(s.extract(found, 1, ir.BoolKind), 3, 4)

	first, yes := s.extract(found, 0, ir.PointerKind), ir.Operand{Kind: ir.BoolConst, Int: 1}
	s.store(s.field(first, callShared, "", "dups"), yes, ir.BoolKind)
	s.call("(*sync.Mutex).Unlock", lock)
	s.call("(*sync.WaitGroup).Wait", s.field(first, callEnds, "", ""))
	result := s.load(s.field(first, callResult, "", ""), ir.InterfaceKind)
	waits := s.returns(result, s.load(s.field(first, callFailure, "", ""), ir.ErrorKind), yes)

	return looping(doCall, 3, asks, makes, looks, waits, s.makesCall(group, key, function, lock, all))
}

// makesCall is the block of who comes first with a key. Others hear of the end even if the goroutine ends in the
// function.
func (s *sequence) makesCall(group, key, function, lock, all ir.Operand) ir.Block {
	own := s.value(ir.Instr{Op: ir.OpAlloc, Kind: ir.StructKind, Index: 1, Name: model.SameKey + "Do"})
	s.call("(*sync.WaitGroup).Add", s.field(own, callEnds, "", ""), number(1))
	s.does(ir.Instr{Op: ir.OpMapUpdate, Kind: ir.PointerKind, Args: []ir.Operand{all, key, own}})
	s.call("(*sync.Mutex).Unlock", lock)
	s.does(ir.Instr{Op: ir.OpDefer, Name: doCall + "$1", Args: []ir.Operand{group, key, own}})
	results := s.value(ir.Instr{Op: ir.OpCall, Kind: ir.TupleKind, Args: []ir.Operand{function}})
	result, failure := s.extract(results, 0, ir.InterfaceKind), s.extract(results, 1, ir.ErrorKind)
	s.store(s.field(own, callResult, "", ""), result, ir.InterfaceKind)
	s.store(s.field(own, callFailure, "", ""), failure, ir.ErrorKind)
	s.does(ir.Instr{Op: ir.OpRunDefers})
	return s.returns(result, failure, s.load(s.field(own, callShared, "", "dups"), ir.BoolKind))
}

// endOfCall is given a group, a key and the call with that, which is over.
func endOfCall(name string) *ir.Function {
	s := &sequence{next: 3}
	s.drops(reg(0), reg(1), func() { s.call("(*sync.WaitGroup).Done", s.field(reg(2), callEnds, "", "")) })
	return looping(name, 3, s.returns())
}

// doInGoroutine makes the call in a goroutine, which sends the result. That nobody waits for it is no loss: the
// channel is one whose messages are counted.
func doInGoroutine() *ir.Function {
	s := &sequence{next: 3}
	results := s.value(ir.Instr{Op: ir.OpMakeChan, Kind: ir.StructKind, Args: []ir.Operand{number(1)}})
	s.value(ir.Instr{Op: ir.OpLen, Index: ir.Changing, Kind: ir.IntKind, Args: []ir.Operand{results}})
	s.does(ir.Instr{Op: ir.OpGo, Name: doChan + "$1", Args: []ir.Operand{reg(0), reg(1), reg(2), results}})
	return looping(doChan, 3, s.returns(results))
}

// sendsResult is given the arguments of Do, and where to send its results.
func sendsResult(name string) *ir.Function {
	s := &sequence{next: 4}
	results := s.value(ir.Instr{Op: ir.OpCall, Name: doCall, Kind: ir.TupleKind, Args: []ir.Operand{reg(0), reg(1), reg(2)}})
	whole := s.value(ir.Instr{Op: ir.OpAlloc, Kind: ir.StructKind, TypeName: resultType})
	for i, kind := range []ir.ValueKind{ir.InterfaceKind, ir.ErrorKind, ir.BoolKind} {
		s.store(s.field(whole, i, resultType, []string{"Val", "Err", "Shared"}[i]), s.extract(results, i, kind), kind)
	}
	s.does(ir.Instr{Op: ir.OpSend, Args: []ir.Operand{reg(3), s.load(whole, ir.StructKind)}})
	return looping(name, 4, s.returns())
}

// forgets lets who comes next make a call, whatever is on its way.
func forgets() *ir.Function {
	s := &sequence{next: 2}
	s.drops(reg(0), reg(1), func() {})
	return looping(forgetCall, 2, s.returns())
}

// drops takes a key out of a group, after something else, under its lock.
func (s *sequence) drops(group, key ir.Operand, first func()) {
	lock := s.field(group, groupLock, groupType, "mu")
	s.call("(*sync.Mutex).Lock", lock)
	first()
	s.does(ir.Instr{Op: ir.OpMapDelete, Args: []ir.Operand{s.load(s.field(group, groupCalls, groupType, "m"), ir.MapKind), key}})
	s.call("(*sync.Mutex).Unlock", lock)
}
