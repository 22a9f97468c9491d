package library

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Some functions of the standard library are stand-in skeletons made of
// simpler known calls. They have no Site: what happens in them happens, for
// the reader, where they are called.

// standIns are the stand-in skeletons, by name.
var standIns = func() map[string]*ir.Function {
	functions := map[string]*ir.Function{}
	for _, f := range append(slices.Concat(atomicStandIns(), copyings(), contextAfterFunc(), semaphores(), runParallel(), singleflights(), mayEnd(), asserting(), joinings(), syncMaps()),
		straight("(*sync.RWMutex).Lock", 1, call("announce", reg(0)), call("lock", reg(0))),
		straight("(*sync.WaitGroup).Go", 2,
			call("(*sync.WaitGroup).Add", reg(0), number(1)),
			ir.Instr{Op: ir.OpGo, Dst: -1, Name: "(*sync.WaitGroup).Go$1", Args: []ir.Operand{reg(0), reg(1)}}),
		straight("(*sync.WaitGroup).Go$1", 2,
			ir.Instr{Op: ir.OpDefer, Dst: -1, Name: "(*sync.WaitGroup).Done", Args: []ir.Operand{reg(0)}},
			call("", reg(1)),
			ir.Instr{Op: ir.OpRunDefers, Dst: -1}),
		onceDo(),
		condWait(),
		newCond(),
		onceFunc(),
		onceFuncBody(),
		onceValue("sync.OnceValue", 1),
		onceValueBody("sync.OnceValue", 1),
		onceValueCall("sync.OnceValue", 1),
		onceValue("sync.OnceValues", 2),
		onceValueBody("sync.OnceValues", 2),
		onceValueCall("sync.OnceValues", 2),
		followParent(),
		straight(WatchParent, 2,
			ir.Instr{Op: ir.OpSelect, Dst: -1, Cases: []ir.SelectCase{{Chan: reg(0)}, {Chan: reg(1)}}},
			call(CancelFunction, reg(1))),
		afterTimer(WhenTimerFires, "timer fires"),
		afterTimer(IfTimerFires, "timer may fire"),
	) {
		functions[f.Name] = f
	}
	return functions
}()

// FollowParent lets a new context end with its parent, if that is of a type of the program's own:
// it is given what ends the parent, the channel of the context, and the results of the call, which
// it returns. CancelFunction cancels the context at once if the parent has ended; else WatchParent
// is a goroutine that waits for either to end.
const (
	FollowParent   = "context.WithCancel$2"
	WatchParent    = "context.WithCancel$1"
	CancelFunction = "context.cancel"
	ContextCause   = "context.Cause"
)

func followParent() *ir.Function {
	const done, own, results, selected, index, ended = 0, 1, 2, 3, 4, 5
	returns := ir.Instr{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(results)}}
	return &ir.Function{
		Name: FollowParent, Params: 3, Registers: 6, Recover: -1,
		Blocks: []ir.Block{
			{Instrs: []ir.Instr{
				{Op: ir.OpSelect, Dst: selected, Default: true, Kind: ir.TupleKind, Cases: []ir.SelectCase{{Chan: reg(done)}}},
				{Op: ir.OpExtract, Dst: index, Kind: ir.IntKind, Args: []ir.Operand{reg(selected)}},
				{Op: ir.OpBinary, Dst: ended, Name: "==", Kind: ir.IntKind, Args: []ir.Operand{reg(index), number(0)}},
				{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(ended)}},
			}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
			{Instrs: []ir.Instr{call(CancelFunction, reg(own)), returns}},
			{Instrs: []ir.Instr{{Op: ir.OpGo, Dst: -1, Name: WatchParent, Args: []ir.Operand{reg(done), reg(own)}}, returns}},
		},
	}
}

// StandIn returns the stand-in skeleton of a function, or nil.
func StandIn(name string) *ir.Function { return standIns[name] }

func reg(i int) ir.Operand      { return ir.Operand{Kind: ir.Register, Reg: i} }
func number(n int64) ir.Operand { return ir.Operand{Kind: ir.IntConst, Int: n} }

func call(name string, args ...ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpCall, Dst: -1, Name: name, Args: args}
}

// straight is a function without branches.
func straight(name string, params int, body ...ir.Instr) *ir.Function {
	f := &ir.Function{Name: name, Params: params, Registers: params, Recover: -1}
	for _, in := range body {
		f.Registers = max(f.Registers, in.Dst+1)
	}
	body = append(body, ir.Instr{Op: ir.OpReturn, Dst: -1})
	f.Blocks = []ir.Block{{Instrs: body}}
	return f
}

// CallOf is the body of a goroutine that runs a known function.
func CallOf(name string, params int) *ir.Function {
	args := make([]ir.Operand, params)
	for i := range args {
		args[i] = reg(i)
	}
	return straight("go "+name, params, call(name, args...))
}

// OnceDo runs a function, the first time.
const OnceDo = "(*sync.Once).Do"

// OnceEnds is the building block that lets others come past a Once.
const OnceEnds = "once ends"

// onceDo: if the caller is the first, it runs the function; others wait for
// the end of that.
func onceDo() *ir.Function {
	return &ir.Function{
		Name: OnceDo, Params: 2, Registers: 3, Recover: -1,
		Blocks: []ir.Block{
			{Instrs: []ir.Instr{
				{Op: ir.OpCall, Dst: 2, Name: "once begins", Args: []ir.Operand{reg(0)}, Kind: ir.BoolKind},
				{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(2)}},
			}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
			{Instrs: []ir.Instr{
				{Op: ir.OpDefer, Dst: -1, Name: OnceEnds, Args: []ir.Operand{reg(0)}},
				call("", reg(1)),
				{Op: ir.OpRunDefers, Dst: -1},
				{Op: ir.OpReturn, Dst: -1},
			}},
			{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}},
		},
	}
}

// condLocker is the index of the field L of sync.Cond.
const condLocker = 1

// CondWait is the method that waits for a condition variable. Calls of it and of NewCond are
// translated where they are, by WaitForCond and MakeCond, so that each variable has a locker of
// its own; the stand-ins are for method values and the like.
const CondWait = "(*sync.Cond).Wait"

// WaitBegins is which of the instructions of WaitForCond begins the wait.
const WaitBegins = 2

// WaitForCond waits for a condition variable, as instructions that need two registers. That a wait begins depends on
// the locker, too: nobody else comes between the question and the wait only if that is followed.
func WaitForCond(cond ir.Operand, address, lock int) []ir.Instr {
	locker := func(method string) ir.Instr {
		return ir.Instr{Op: ir.OpCall, Dst: -1, Method: method, Args: []ir.Operand{reg(lock)}}
	}
	return []ir.Instr{
		{Op: ir.OpFieldAddr, Dst: address, Index: condLocker, Args: []ir.Operand{cond}},
		{Op: ir.OpLoad, Dst: lock, Kind: ir.InterfaceKind, Args: []ir.Operand{reg(address)}},
		call(condEnqueues, cond, reg(lock)),
		locker("Unlock"),
		call("cond wakes", cond),
		locker("Lock"),
	}
}

// condEnqueues begins a wait, in the instructions of WaitForCond; the locker is unlocked releasedAfter instructions later, and
// locked again takenAfter instructions later.
const (
	condEnqueues  = "cond enqueues"
	releasedAfter = 1
	takenAfter    = 3
)

// IsPartOfWait reports whether an instruction of a block unlocks or locks the locker of a condition variable, as a part of a
// wait: when that is over, it is locked as before.
func IsPartOfWait(block []ir.Instr, n int) bool {
	return n >= releasedAfter && block[n-releasedAfter].Name == condEnqueues || n >= takenAfter && block[n-takenAfter].Name == condEnqueues
}

func condWait() *ir.Function { return straight(CondWait, 1, WaitForCond(reg(0), 1, 2)...) }

// NewCond is the function that makes a condition variable.
const NewCond = "sync.NewCond"

// MakeCond makes a condition variable with a locker, in a register, as instructions. Another one
// is needed in between.
func MakeCond(result, between int, locker ir.Operand) []ir.Instr {
	return []ir.Instr{
		{Op: ir.OpAlloc, Dst: result, Kind: ir.StructKind, Index: 1},
		{Op: ir.OpFieldAddr, Dst: between, Index: condLocker, Args: []ir.Operand{reg(result)}},
		{Op: ir.OpStore, Dst: -1, Kind: ir.InterfaceKind, Args: []ir.Operand{reg(between), locker}},
	}
}

func newCond() *ir.Function {
	f := straight(NewCond, 1, MakeCond(1, 2, reg(0))...)
	f.Blocks[0].Terminator().Args = []ir.Operand{reg(1)}
	return f
}

// onceFor makes the Once of a function that others call, and which is all that they know of it.
func onceFor(maker string, dst int) ir.Instr {
	return ir.Instr{Op: ir.OpAlloc, Dst: dst, Kind: ir.StructKind, Name: model.OnceOf + "that " + maker + " returned"}
}

// onceFunc makes the function that calls its argument once.
func onceFunc() *ir.Function {
	f := straight("sync.OnceFunc", 1,
		onceFor("sync.OnceFunc", 1),
		ir.Instr{Op: ir.OpMakeClosure, Dst: 2, Name: "sync.OnceFunc$1", Args: []ir.Operand{reg(1), reg(0)}})
	f.Blocks[0].Terminator().Args = []ir.Operand{reg(2)}
	return f
}

// onceFuncBody is what that runs. It has captured both of what it needs.
func onceFuncBody() *ir.Function {
	f := straight("sync.OnceFunc$1", 0, call(OnceDo, reg(0), reg(1)))
	f.FreeVars, f.Registers = 2, 2
	return f
}

// onceValue makes the function that calls its argument once and returns its n results each time: of
// a Once, variables for the results, and the function that sets them.
func onceValue(name string, n int) *ir.Function {
	const once, first = 1, 2
	setter, result := first+n, first+n+1
	body := []ir.Instr{onceFor(name, once)}
	var variables []ir.Operand
	for i := range n {
		body = append(body, ir.Instr{Op: ir.OpAlloc, Dst: first + i, Kind: ir.GenericKind})
		variables = append(variables, reg(first+i))
	}
	body = append(body,
		ir.Instr{Op: ir.OpMakeClosure, Dst: setter, Name: name + "$2", Args: append(slices.Clone(variables), reg(0))},
		ir.Instr{Op: ir.OpMakeClosure, Dst: result, Name: name + "$1", Args: append(variables, reg(once), reg(setter))})
	f := straight(name, 1, body...)
	f.Blocks[0].Terminator().Args = []ir.Operand{reg(result)}
	return f
}

// onceValueBody is the function that onceValue returns. It has captured the variables, the Once, and
// what sets them.
func onceValueBody(name string, n int) *ir.Function {
	once, setter, loaded := n, n+1, n+2
	body := []ir.Instr{call(OnceDo, reg(once), reg(setter))}
	var results []ir.Operand
	for i := range n {
		body = append(body, ir.Instr{Op: ir.OpLoad, Dst: loaded + i, Kind: ir.GenericKind, Args: []ir.Operand{reg(i)}})
		results = append(results, reg(loaded+i))
	}
	f := straight(name+"$1", 0, body...)
	f.FreeVars = n + 2
	f.Blocks[0].Terminator().Args = results
	return f
}

// onceValueCall sets the variables. It has captured them, and the function whose results they are.
func onceValueCall(name string, n int) *ir.Function {
	called, result := n, n+1
	made := ir.Instr{Op: ir.OpCall, Dst: result, Kind: ir.GenericKind, Args: []ir.Operand{reg(called)}}
	if n > 1 {
		made.Kind = ir.TupleKind
	}
	body := []ir.Instr{made}
	for i := range n {
		v := reg(result)
		if n > 1 {
			v = reg(result + 1 + i)
			body = append(body, ir.Instr{Op: ir.OpExtract, Dst: v.Reg, Index: i, Kind: ir.GenericKind, Args: []ir.Operand{reg(result)}})
		}
		body = append(body, ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.GenericKind, Args: []ir.Operand{reg(i), v}})
	}
	f := straight(name+"$2", 0, body...)
	f.FreeVars = n + 1
	return f
}

// AfterFunc is the function that starts a goroutine when a timer runs out; WhenTimerFires is
// what that runs, IfTimerFires what it runs if somebody may stop the timer. That it doesn't run
// before long goes without saying, so that only who shows that nothing goes wrong in any
// order of steps can take it for a goroutine that is there from the start: see Later.
const (
	After          = "time.After"
	AfterFunc      = "time.AfterFunc"
	WhenTimerFires = AfterFunc + "$1"
	IfTimerFires   = AfterFunc + "$2"
)

// Later is why what a goroutine is given is open to who follows executions: it begins at a time
// that isn't known, and not at once. It is "" for all but those of timers.
func Later(name string) string {
	if name == WhenTimerFires || name == IfTimerFires {
		return Find(AfterFunc).Text
	}
	return ""
}

// afterTimer calls its argument if a timer fires.
func afterTimer(name, fires string) *ir.Function {
	return &ir.Function{
		Name: name, Params: 1, Registers: 2, Recover: -1,
		Blocks: []ir.Block{
			{Instrs: []ir.Instr{
				{Op: ir.OpCall, Dst: 1, Name: fires, Kind: ir.BoolKind},
				{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(1)}},
			}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
			{Instrs: []ir.Instr{call("", reg(0)), {Op: ir.OpReturn, Dst: -1}}},
			{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}},
		},
	}
}
