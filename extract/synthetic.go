package extract

import "sync"

// Some functions of the standard library are stand-in skeletons made of
// simpler known calls. They have no Site: what happens in them happens, for
// the reader, where they are called.

// standIns are the stand-in skeletons, by name.
var standIns = sync.OnceValue(func() map[string]*Function {
	functions := map[string]*Function{}
	for _, f := range []*Function{
		straight("(*sync.RWMutex).Lock", 1, call("announce", reg(0)), call("lock", reg(0))),
		straight("(*sync.WaitGroup).Go", 2,
			call("(*sync.WaitGroup).Add", reg(0), number(1)),
			Instr{Op: OpGo, Dst: -1, Name: "(*sync.WaitGroup).Go$1", Args: []Operand{reg(0), reg(1)}}),
		straight("(*sync.WaitGroup).Go$1", 2,
			Instr{Op: OpDefer, Dst: -1, Name: "(*sync.WaitGroup).Done", Args: []Operand{reg(0)}},
			call("", reg(1)),
			Instr{Op: OpRunDefers, Dst: -1}),
		onceDo(),
		condWait(),
		newCond(),
		onceFunc(),
		straight("sync.OnceFunc$1", 2, call("(*sync.Once).Do", reg(0), reg(1))),
	} {
		functions[f.Name] = f
	}
	return functions
})

func reg(i int) Operand      { return Operand{Kind: Register, Reg: i} }
func number(n int64) Operand { return Operand{Kind: IntConst, Int: n} }

func call(name string, args ...Operand) Instr {
	return Instr{Op: OpCall, Dst: -1, Name: name, Args: args}
}

// straight is a function without branches.
func straight(name string, params int, body ...Instr) *Function {
	f := &Function{Name: name, Params: params, Registers: params, Recover: -1}
	for _, in := range body {
		f.Registers = max(f.Registers, in.Dst+1)
	}
	body = append(body, Instr{Op: OpReturn, Dst: -1})
	f.Blocks = []Block{{Instrs: body}}
	return f
}

// callOf is the body of a goroutine that runs a known function.
func callOf(name string, params int) *Function {
	args := make([]Operand, params)
	for i := range args {
		args[i] = reg(i)
	}
	return straight("go "+name, params, call(name, args...))
}

// onceDo: if the caller is the first, it runs the function; others wait for
// the end of that.
func onceDo() *Function {
	return &Function{
		Name: "(*sync.Once).Do", Params: 2, Registers: 3, Recover: -1,
		Blocks: []Block{
			{Instrs: []Instr{
				{Op: OpCall, Dst: 2, Name: "once begins", Args: []Operand{reg(0)}, Kind: BoolKind},
				{Op: OpIf, Dst: -1, Args: []Operand{reg(2)}},
			}, Succs: []Edge{{Block: 1}, {Block: 2}}},
			{Instrs: []Instr{
				{Op: OpDefer, Dst: -1, Name: "once ends", Args: []Operand{reg(0)}},
				call("", reg(1)),
				{Op: OpRunDefers, Dst: -1},
				{Op: OpReturn, Dst: -1},
			}},
			{Instrs: []Instr{{Op: OpReturn, Dst: -1}}},
		},
	}
}

// condLocker is the index of the field L of sync.Cond.
const condLocker = 1

func condWait() *Function {
	locker := func(method string) Instr {
		return Instr{Op: OpCall, Dst: -1, Method: method, Args: []Operand{reg(2)}}
	}
	return straight("(*sync.Cond).Wait", 1,
		call("cond enqueues", reg(0)),
		Instr{Op: OpFieldAddr, Dst: 1, Index: condLocker, Args: []Operand{reg(0)}},
		Instr{Op: OpLoad, Dst: 2, Kind: InterfaceKind, Args: []Operand{reg(1)}},
		locker("Unlock"),
		call("cond wakes", reg(0)),
		locker("Lock"))
}

func newCond() *Function {
	f := straight("sync.NewCond", 1,
		Instr{Op: OpAlloc, Dst: 1, Kind: StructKind},
		Instr{Op: OpFieldAddr, Dst: 2, Index: condLocker, Args: []Operand{reg(1)}},
		Instr{Op: OpStore, Dst: -1, Kind: InterfaceKind, Args: []Operand{reg(2), reg(0)}})
	f.Blocks[0].Terminator().Args = []Operand{reg(1)}
	return f
}

// onceFunc makes the function that calls its argument once.
func onceFunc() *Function {
	f := straight("sync.OnceFunc", 1,
		Instr{Op: OpAlloc, Dst: 1, Kind: StructKind},
		Instr{Op: OpMakeClosure, Dst: 2, Name: "sync.OnceFunc$1", Args: []Operand{reg(1), reg(0)}})
	f.Blocks[0].Terminator().Args = []Operand{reg(2)}
	return f
}
